//! Direct `eval`: its code is rewritten when it runs, for the place where the call stands.

use swc_common::Spanned;
use swc_ecma_ast::{CallExpr, Callee, Expr, Module, ModuleItem, Stmt};

use super::imports::quoted;
use super::references::Meaning;
use super::rewriter::Rewriter;
use super::spans::{end, start};
use super::statements::Parent;
use crate::cell::names::RuntimeName;

/// What the code of a direct `eval` must know of the place of the call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cell) struct Site {
    /// Names that are local there, and so no bindings of the session.
    pub(in crate::cell) locals: Vec<String>,
    /// Names of the cell that may still be in their dead zone.
    pub(in crate::cell) dead: Vec<String>,
}

impl Site {
    /// Reads what [`Site::encode`] wrote.
    pub(in crate::cell) fn decode(text: &str) -> Site {
        let (locals, dead) = text.split_once('|').unwrap_or((text, ""));
        let names = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Site {
            locals: names(locals),
            dead: names(dead),
        }
    }

    fn encode(&self) -> String {
        format!("{}|{}", self.locals.join(" "), self.dead.join(" "))
    }
}

impl Rewriter<'_> {
    pub(super) fn is_direct_eval(&self, call: &CallExpr) -> bool {
        let Callee::Expr(callee) = &call.callee else {
            return false;
        };
        let Expr::Ident(name) = callee.unwrap_parens() else {
            return false;
        };
        &*name.sym == "eval" && matches!(self.meaning(name), Meaning::Global)
    }

    /// The arguments of a direct `eval`.
    pub(super) fn direct_eval(&mut self, call: &CallExpr) {
        let Some((code, rest)) = call.args.split_first() else {
            return;
        };
        if code.spread.is_some() {
            return self.arguments(&call.args);
        }
        let text_of = self.names.runtime(RuntimeName::Eval);
        self.edits.copy_to(start(code.expr.span()));
        self.edits.insert(format!("{text_of}("));
        self.expression(&code.expr);
        self.edits.copy_to(end(code.expr.span()));
        let site = quoted(&self.site_here().encode());
        self.edits.insert(format!(",{site})"));
        self.arguments(rest);
    }

    fn site_here(&mut self) -> Site {
        let locals = self.scopes.locals();
        let mut dead: Vec<String> = Vec::new();
        if let Some(site) = &self.site {
            dead.extend(site.dead.iter().cloned());
        }
        for (index, declared) in self.declared.list.iter().enumerate() {
            if declared.alive_from.is_some() {
                self.dead.insert(index);
                dead.push(declared.name.clone());
            }
        }
        dead.retain(|name| !self.scopes.is_local(name));
        Site {
            locals: locals.into_iter().map(str::to_owned).collect(),
            dead,
        }
    }

    /// The code of a direct `eval`, which has a scope of its own.
    pub(super) fn eval_code(&mut self, module: &Module) {
        let statements: Vec<&Stmt> = module.body.iter().filter_map(ModuleItem::as_stmt).collect();
        self.scopes.enter();
        for &statement in &statements {
            self.scopes
                .declare_variables(std::slice::from_ref(statement));
        }
        self.scopes.declare_lexical(statements.iter().copied());
        for statement in statements {
            self.statement(statement, Parent::List);
        }
        self.scopes.leave();
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::{check, check_eval, check_in_session};

    #[test]
    fn the_code_of_a_direct_eval_is_handed_over_with_its_place() {
        check_in_session(
            "eval('x', 1)",
            "{let r¤;E¤=1;r¤=(eval(X¤('x',\"|\"), 1));E¤=2;D¤(r¤)}",
        );
        check(
            "(a) => { let b; eval(a) }; let c",
            "let c§,c§e;{let r¤;E¤=1;r¤=(0,(a) => { let b; eval(X¤(a,\"a b|c\")) });E¤=2; \
             c§=void 0;let c§d;E¤=3;D¤(r¤)}",
        );
        for indirect in ["(0, eval)('x')", "eval?.('x')", "(eval => eval('x'))"] {
            let script = crate::cell::testing::script_after(&[], indirect);
            assert!(!script.contains("X¤"), "{script}");
        }
    }

    #[test]
    fn bindings_are_renamed_in_it_and_locals_are_not() {
        check_eval("|", "x + 1", Some("x§ + 1"));
        check_eval("x|", "x + 1", None);
        check_eval("|", "y + 1", None);
        check_eval("|", "var x = 1; x", None);
        check_eval("|", "x = 2", Some(";(x§e===E¤||(W¤(0,x§),x§e=E¤),x§=2)"));
        check_eval("|x", "x", Some(";(x§d,x§)"));
        check_eval("a|", "eval('x')", Some("eval(X¤('x',\"a|\"))"));
        check_eval(
            "|",
            "[x] = [1]",
            Some("A¤(0,()=>x§,p¤=>{x§e===E¤||(W¤(0,x§),x§e=E¤);x§=p¤});[B¤[0]] = [1]"),
        );
        check_eval("|", "let (", None);
        check_eval("|", "import 'x'", None);
    }
}
