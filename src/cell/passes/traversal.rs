//! The walk over expressions and patterns, in the order of the source.
//!
//! Long chains of operators, members and calls nest to the left as deep as they are long, so the
//! walk goes along them in a loop.

use swc_common::Spanned;
use swc_ecma_ast::{
    ArrayPat, AwaitExpr, Callee, Expr, ExprOrSpread, MemberExpr, MemberProp, MetaPropKind,
    ObjectPat, ObjectPatProp, OptChainBase, OptChainExpr, Pat, Prop, PropOrSpread, SuperProp,
    SuperPropExpr,
};

use super::imports::quoted;
use super::rewriter::Rewriter;
use super::spans::{end, start};
use crate::cell::names::RuntimeName;

impl Rewriter<'_> {
    pub(super) fn expression(&mut self, expression: &Expr) {
        let mut chain = Vec::new();
        let mut first = expression;
        while let Some(left) = left_of(first) {
            chain.push(first);
            first = left;
        }
        self.primary(first);
        for link in chain.into_iter().rev() {
            self.right_of(link);
        }
    }

    fn right_of(&mut self, link: &Expr) {
        match link {
            Expr::Bin(binary) => self.expression(&binary.right),
            Expr::Member(member) => self.property(&member.prop),
            Expr::Call(call) if self.is_direct_eval(call) => self.direct_eval(call),
            Expr::Call(call) => self.arguments(&call.args),
            Expr::OptChain(chain) => match &*chain.base {
                OptChainBase::Member(member) => self.property(&member.prop),
                OptChainBase::Call(call) => self.arguments(&call.args),
            },
            Expr::TaggedTpl(tagged) => self.expressions(&tagged.tpl.exprs),
            _ => {}
        }
    }

    fn expressions(&mut self, expressions: &[Box<Expr>]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    /// An `await` of the cell's own statements, which the runtime tells from those of functions.
    fn top_await(&mut self, waiting: &AwaitExpr) {
        let names = self.names;
        self.edits.copy_to(start(waiting.span));
        self.edits
            .insert(format!("{}(", names.runtime(RuntimeName::Resume)));
        self.edits.copy_to(start(waiting.arg.span()));
        self.edits
            .insert(format!("{}(", names.runtime(RuntimeName::Pause)));
        self.expression(&waiting.arg);
        self.edits.copy_to(end(waiting.arg.span()));
        self.edits.insert("))");
    }

    pub(super) fn arguments(&mut self, arguments: &[ExprOrSpread]) {
        for argument in arguments {
            self.expression(&argument.expr);
        }
    }

    fn property(&mut self, property: &MemberProp) {
        if let MemberProp::Computed(key) = property {
            self.expression(&key.expr);
        }
    }

    pub(super) fn member(&mut self, member: &MemberExpr) {
        self.expression(&member.obj);
        self.property(&member.prop);
    }

    pub(super) fn super_property(&mut self, member: &SuperPropExpr) {
        if let SuperProp::Computed(key) = &member.prop {
            self.expression(&key.expr);
        }
    }

    pub(super) fn optional_chain(&mut self, chain: &OptChainExpr) {
        match &*chain.base {
            OptChainBase::Member(member) => self.member(member),
            OptChainBase::Call(call) => {
                self.expression(&call.callee);
                self.arguments(&call.args);
            }
        }
    }

    /// An expression that is not a chain.
    fn primary(&mut self, expression: &Expr) {
        match expression {
            Expr::Ident(ident) => self.read(ident),
            Expr::This(this) if !self.place.has_this => {
                self.edits.copy_to(start(this.span));
                // With a name of the runtime in it, for the text of functions to be looked up.
                let undefined = format!("(void {})", self.checkpoint_name);
                self.edits.replace_to(end(this.span), undefined);
            }
            Expr::MetaProp(meta) if meta.kind == MetaPropKind::ImportMeta => {
                self.edits.copy_to(start(meta.span));
                let meta_of = self.names.runtime(RuntimeName::Meta);
                self.edits.drop_to(end(meta.span));
                self.edits.insert_for(
                    start(meta.span),
                    format!("{meta_of}({})", quoted(self.options.name)),
                );
            }
            Expr::Assign(assign) => self.assignment(assign),
            Expr::Update(update) => self.update(update),
            Expr::Unary(unary) if self.typeof_late(unary) => {}
            Expr::Unary(unary) => self.expression(&unary.arg),
            Expr::Array(array) => {
                for element in array.elems.iter().flatten() {
                    self.expression(&element.expr);
                }
            }
            Expr::Object(object) => {
                for property in &object.props {
                    match property {
                        PropOrSpread::Spread(spread) => self.expression(&spread.expr),
                        PropOrSpread::Prop(property) => self.object_property(property),
                    }
                }
            }
            Expr::Fn(function) => self.named_function(function.ident.as_ref(), &function.function),
            Expr::Arrow(arrow) => self.arrow(arrow),
            Expr::Class(class) => self.class(class.ident.as_ref(), &class.class),
            Expr::Cond(conditional) => {
                self.expression(&conditional.test);
                self.expression(&conditional.cons);
                self.expression(&conditional.alt);
            }
            Expr::New(new) => {
                self.expression(&new.callee);
                self.arguments(new.args.as_deref().unwrap_or_default());
            }
            Expr::Call(call) => {
                if let Callee::Expr(callee) = &call.callee {
                    self.expression(callee);
                }
                self.arguments(&call.args);
            }
            Expr::Seq(sequence) => self.expressions(&sequence.exprs),
            Expr::Tpl(template) => self.expressions(&template.exprs),
            Expr::Yield(inner) => {
                if let Some(value) = &inner.arg {
                    self.expression(value);
                }
            }
            Expr::Await(inner) if self.place.in_function => self.expression(&inner.arg),
            Expr::Await(inner) => self.top_await(inner),
            Expr::Paren(inner) => self.expression(&inner.expr),
            Expr::SuperProp(member) => self.super_property(member),
            // Literals have no parts, chains do not come here, and other languages are gone.
            _ => {}
        }
    }

    fn object_property(&mut self, property: &Prop) {
        if self.shorthand(property) {
            return;
        }
        match property {
            Prop::KeyValue(pair) => {
                self.key(&pair.key);
                self.expression(&pair.value);
            }
            Prop::Getter(getter) => {
                self.key(&getter.key);
                self.function_parts([].iter(), getter.body.as_ref());
            }
            Prop::Setter(setter) => {
                self.key(&setter.key);
                self.function_parts(std::iter::once(&*setter.param), setter.body.as_ref());
            }
            Prop::Method(method) => {
                self.key(&method.key);
                self.function(&method.function);
            }
            Prop::Shorthand(_) | Prop::Assign(_) => {}
        }
    }

    /// `declares` is whether the pattern declares its names, which only matters for names of the
    /// session.
    pub(super) fn pattern(&mut self, pattern: &Pat, declares: bool) {
        match pattern {
            Pat::Ident(name) => {
                self.pattern_name(&name.id, declares);
            }
            Pat::Array(array) => self.array_pattern(array, declares),
            Pat::Object(object) => self.object_pattern(object, declares),
            Pat::Rest(rest) => self.pattern(&rest.arg, declares),
            Pat::Assign(default) => match &*default.left {
                Pat::Ident(name) => {
                    let renamed = self.pattern_name(&name.id, declares);
                    self.named(&default.right, &name.id.sym, renamed);
                }
                left => {
                    self.pattern(left, declares);
                    self.expression(&default.right);
                }
            },
            Pat::Expr(target) => match target.unwrap_parens() {
                Expr::Ident(name) => {
                    self.pattern_name(name, declares);
                }
                _ => self.expression(target),
            },
            Pat::Invalid(_) => {}
        }
    }

    fn pattern_name(&mut self, name: &swc_ecma_ast::Ident, declares: bool) -> bool {
        let target = self.target(name, declares);
        let renamed = target.is_some();
        if let Some(target) = target {
            self.edits.copy_to(start(name.span));
            self.edits.replace_to(end(name.span), target);
        }
        renamed
    }

    pub(super) fn array_pattern(&mut self, array: &ArrayPat, declares: bool) {
        for element in array.elems.iter().flatten() {
            self.pattern(element, declares);
        }
    }

    pub(super) fn object_pattern(&mut self, object: &ObjectPat, declares: bool) {
        for property in &object.props {
            match property {
                ObjectPatProp::KeyValue(pair) => {
                    self.key(&pair.key);
                    self.pattern(&pair.value, declares);
                }
                ObjectPatProp::Assign(shorthand) => {
                    let name = &shorthand.key.id;
                    let target = self.target(name, declares);
                    let renamed = target.is_some();
                    if let Some(target) = target {
                        self.edits.copy_to(end(name.span));
                        self.edits.insert(format!(":{target}"));
                    }
                    if let Some(default) = &shorthand.value {
                        self.named(default, &name.sym, renamed);
                    }
                }
                ObjectPatProp::Rest(rest) => self.pattern(&rest.arg, declares),
            }
        }
    }
}

/// The left end of an expression that may be one of many in a row.
pub(in crate::cell) fn left_of(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Bin(binary) => Some(&binary.left),
        Expr::Member(member) => Some(&member.obj),
        Expr::Call(call) => match &call.callee {
            Callee::Expr(callee) => Some(callee),
            Callee::Super(_) | Callee::Import(_) => None,
        },
        Expr::OptChain(chain) => match &*chain.base {
            OptChainBase::Member(member) => Some(&member.obj),
            OptChainBase::Call(call) => Some(&call.callee),
        },
        Expr::TaggedTpl(tagged) => Some(&tagged.tag),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::check_in_session;

    #[test]
    fn only_the_cells_own_awaits_are_marked() {
        check_in_session(
            "await f(await (x, 1))",
            "{let r¤;E¤=1;r¤=(Q¤(await P¤(f§(Q¤(await P¤((x§, 1)))))));E¤=2;D¤(r¤)}",
        );
        check_in_session(
            "async () => await x",
            "{let r¤;E¤=1;r¤=(0,async () => await x§);E¤=2;D¤(r¤)}",
        );
        check_in_session(
            "for await (const y of x) ;",
            "{E¤=1;for await (const y of x§) ;E¤=2;}",
        );
    }
}
