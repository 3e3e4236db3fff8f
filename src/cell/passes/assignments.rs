//! Writing to a name.

use swc_common::Spanned;
use swc_ecma_ast::{
    AssignExpr, AssignOp, AssignTarget, AssignTargetPat, Expr, Ident, Lit, MemberProp,
    SimpleAssignTarget, UpdateExpr,
};

use super::references::{Meaning, Target};
use super::rewriter::Rewriter;
use super::spans::{end, next_token, start};
use crate::cell::bindings::Accessor;
use crate::cell::names::RuntimeName;

impl Rewriter<'_> {
    pub(super) fn assignment(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(ident)) => {
                self.assign_name(assign, &ident.id, true);
            }
            AssignTarget::Simple(SimpleAssignTarget::Paren(paren)) => {
                match paren.expr.unwrap_parens() {
                    Expr::Ident(ident) => self.assign_name(assign, ident, false),
                    _ => {
                        self.expression(&paren.expr);
                        self.expression(&assign.right);
                    }
                }
            }
            AssignTarget::Simple(target) => {
                self.simple_target(target);
                self.expression(&assign.right);
            }
            AssignTarget::Pat(AssignTargetPat::Array(array)) => {
                self.array_pattern(array, false);
                self.expression(&assign.right);
            }
            AssignTarget::Pat(AssignTargetPat::Object(object)) => {
                self.object_pattern(object, false);
                self.expression(&assign.right);
            }
            AssignTarget::Pat(AssignTargetPat::Invalid(_)) => {}
        }
    }

    fn simple_target(&mut self, target: &SimpleAssignTarget) {
        match target {
            SimpleAssignTarget::Member(member) => self.member(member),
            SimpleAssignTarget::SuperProp(member) => self.super_property(member),
            SimpleAssignTarget::OptChain(chain) => self.optional_chain(chain),
            _ => {}
        }
    }

    /// `names` is whether the target gives its name to a function without one.
    fn assign_name(&mut self, assign: &AssignExpr, ident: &Ident, names: bool) {
        let names = names && !matches!(Operation::of(assign.op), Operation::Compound(_));
        match self.meaning(ident) {
            Meaning::Local | Meaning::Global => self.expression(&assign.right),
            Meaning::Late(name) => {
                let id = self.late(name);
                let target = self.accessor(name, id, Accessor::Late);
                self.edits.copy_to(start(ident.span));
                self.edits.replace_to(end(ident.span), target);
                self.named(&assign.right, name, names);
            }
            Meaning::Session(target) if self.place.in_function => {
                self.assign_in_function(assign, &target, names);
            }
            Meaning::Session(target) => self.assign_at_top_level(assign, &target, ident, names),
        }
    }

    fn assign_at_top_level(
        &mut self,
        assign: &AssignExpr,
        target: &Target<'_>,
        ident: &Ident,
        names: bool,
    ) {
        let storage = self.names.storage(target.name);
        let throw = self.names.runtime(RuntimeName::Constant);
        let scratch = self.names.runtime(RuntimeName::Scratch);
        let dead = self.dead_check(target);
        let (open, close) = match (Operation::of(assign.op), dead) {
            (_, None) if !target.constant => {
                self.write(target);
                self.edits.copy_to(start(ident.span));
                self.edits.replace_to(end(ident.span), storage);
                return self.named(&assign.right, target.name, names);
            }
            (Operation::Plain, None) => (format!("{throw}("), ")".to_owned()),
            (Operation::Compound(operator), None) => {
                (format!("{throw}({storage}{operator}("), "))".to_owned())
            }
            (Operation::Logical(operator), None) => {
                (format!("({storage}{operator}{throw}("), "))".to_owned())
            }
            // The right side comes first, then the check, which fails.
            (Operation::Plain, Some(dead)) => (
                format!("({scratch}="),
                format!(",{dead},{storage}={scratch})"),
            ),
            // Reading comes first, and fails.
            (_, Some(dead)) => (format!("({dead},"), ")".to_owned()),
        };
        self.around_right(assign, open, close, |this| {
            this.named(&assign.right, target.name, names);
        });
    }

    fn assign_in_function(&mut self, assign: &AssignExpr, target: &Target<'_>, names: bool) {
        let storage = self.names.storage(target.name);
        let read = self.read_text(target);
        let scratch = self.names.runtime(RuntimeName::Scratch);
        let guard = self.checked_guard(target);
        let operation = Operation::of(assign.op);
        let simple = !target.constant && target.dead.is_none() && is_simple(&assign.right);
        let (open, close) = match operation {
            Operation::Logical(operator) => (
                format!("({read}{operator}({scratch}="),
                format!(",{guard},{storage}={scratch}))"),
            ),
            Operation::Plain if simple => (format!("({guard},{storage}="), ")".to_owned()),
            Operation::Plain => (
                format!("({scratch}="),
                format!(",{guard},{storage}={scratch})"),
            ),
            Operation::Compound(operator) if simple => {
                (format!("({guard},{storage}{operator}="), ")".to_owned())
            }
            Operation::Compound(operator) => (
                format!("({scratch}={read}{operator}("),
                format!("),{guard},{storage}={scratch})"),
            ),
        };
        self.around_right(assign, open, close, |this| {
            this.named(&assign.right, target.name, names);
        });
    }

    /// Puts `open` in place of everything before the right side, and `close` after it.
    fn around_right(
        &mut self,
        assign: &AssignExpr,
        open: String,
        close: String,
        right: impl FnOnce(&mut Self),
    ) {
        let operator = next_token(self.text, end(assign.left.span()));
        self.edits.copy_to(start(assign.span));
        self.edits.insert_for(operator, open);
        self.edits.drop_to(start(assign.right.span()));
        right(self);
        self.edits.copy_to(end(assign.span));
        self.edits.insert_for(operator, close);
    }

    /// What must run before a function writes: the dead zone check and the log.
    fn checked_guard(&mut self, target: &Target<'_>) -> String {
        let guard = self.guard(target.name, target.id);
        match self.dead_check(target) {
            Some(dead) => format!("{dead},{guard}"),
            None => guard,
        }
    }

    /// `x++` and its like.
    pub(super) fn update(&mut self, update: &UpdateExpr) {
        let Expr::Ident(ident) = update.arg.unwrap_parens() else {
            return self.expression(&update.arg);
        };
        let replaced = match self.meaning(ident) {
            Meaning::Local | Meaning::Global => return,
            Meaning::Late(name) => {
                let id = self.late(name);
                self.edits.copy_to(start(ident.span));
                self.accessor(name, id, Accessor::Late)
            }
            Meaning::Session(target) => {
                self.edits.copy_to(start(update.span));
                if target.constant && !self.place.in_function {
                    let throw = self.names.runtime(RuntimeName::Constant);
                    let read = self.read_text(&target);
                    self.edits.insert(format!("{throw}({read})"));
                    return self.edits.drop_to(end(update.span));
                }
                let before = if self.place.in_function {
                    Some(self.checked_guard(&target))
                } else {
                    self.write(&target);
                    self.dead_check(&target)
                };
                let storage = self.names.storage(target.name);
                if let Some(before) = before {
                    self.edits.insert(format!("({before},"));
                    self.edits.copy_to(start(ident.span));
                    self.edits.replace_to(end(ident.span), storage);
                    self.edits.copy_to(end(update.span));
                    return self.edits.insert(")");
                }
                self.edits.copy_to(start(ident.span));
                storage
            }
        };
        self.edits.replace_to(end(ident.span), replaced);
    }

    /// What stands for the name as the target in a pattern or the head of a loop; `None` if it
    /// stays as it is. `declares` is whether the pattern declares its names.
    pub(super) fn target(&mut self, ident: &Ident, declares: bool) -> Option<String> {
        match self.meaning(ident) {
            Meaning::Local | Meaning::Global => None,
            Meaning::Late(name) => {
                let id = self.late(name);
                Some(self.accessor(name, id, Accessor::Late))
            }
            Meaning::Session(target) if declares => {
                self.write(&target);
                Some(self.names.storage(target.name))
            }
            Meaning::Session(target) => {
                if let Some(dead) = self.dead_check(&target) {
                    return Some(self.dead_target(&target, &dead));
                }
                if self.place.in_function || target.constant {
                    return Some(self.accessor(target.name, target.id, Accessor::Plain));
                }
                self.write(&target);
                Some(self.names.storage(target.name))
            }
        }
    }

    /// A target that checks the dead zone when it is written to, which no plain name can.
    fn dead_target(&mut self, target: &Target<'_>, dead: &str) -> String {
        let value = self.names.parameter();
        let storage = self.names.storage(target.name);
        let guard = self.guard(target.name, target.id);
        format!("({{set {value}({value}){{{dead};{guard};{storage}={value}}}}}).{value}")
    }
}

enum Operation {
    Plain,
    Logical(&'static str),
    Compound(&'static str),
}

impl Operation {
    fn of(operator: AssignOp) -> Self {
        match operator {
            AssignOp::Assign => Operation::Plain,
            AssignOp::AndAssign => Operation::Logical("&&"),
            AssignOp::OrAssign => Operation::Logical("||"),
            AssignOp::NullishAssign => Operation::Logical("??"),
            AssignOp::AddAssign => Operation::Compound("+"),
            AssignOp::SubAssign => Operation::Compound("-"),
            AssignOp::MulAssign => Operation::Compound("*"),
            AssignOp::DivAssign => Operation::Compound("/"),
            AssignOp::ModAssign => Operation::Compound("%"),
            AssignOp::ExpAssign => Operation::Compound("**"),
            AssignOp::LShiftAssign => Operation::Compound("<<"),
            AssignOp::RShiftAssign => Operation::Compound(">>"),
            AssignOp::ZeroFillRShiftAssign => Operation::Compound(">>>"),
            AssignOp::BitAndAssign => Operation::Compound("&"),
            AssignOp::BitOrAssign => Operation::Compound("|"),
            AssignOp::BitXorAssign => Operation::Compound("^"),
        }
    }
}

/// Whether evaluating the expression can neither pause nor assign, so that a binding may be logged
/// before it as well as after.
fn is_simple(expression: &Expr) -> bool {
    let mut rest = expression;
    loop {
        rest = match rest {
            Expr::Ident(_) | Expr::This(_) | Expr::Fn(_) | Expr::Arrow(_) | Expr::MetaProp(_) => {
                return true;
            }
            Expr::Lit(literal) => return !matches!(literal, Lit::JSXText(_)),
            Expr::Paren(inner) => &inner.expr,
            Expr::Unary(inner) => &inner.arg,
            Expr::Bin(inner) if is_simple(&inner.right) => &inner.left,
            Expr::Cond(inner) if is_simple(&inner.cons) && is_simple(&inner.alt) => &inner.test,
            Expr::Member(inner) => match &inner.prop {
                MemberProp::Computed(key) if !is_simple(&key.expr) => return false,
                _ => &inner.obj,
            },
            Expr::Tpl(inner) => return inner.exprs.iter().all(|part| is_simple(part)),
            _ => return false,
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::testing::{check, check_in_session, script_after};

    /// Checks the last statement of a cell in a session that has `let x`, `const k` and `f`.
    #[track_caller]
    fn check_statement(source: &str, expected: &str) {
        let script = script_after(
            &["let x = 1", "const k = 1", "function f() {}"],
            &format!("{source}; 0"),
        );
        let start = script.find("E¤=1;").unwrap() + "E¤=1;".len();
        assert_eq!(
            &script[start..script.find(";E¤=2;").unwrap()],
            expected,
            "{source}"
        );
    }

    #[test]
    fn top_level_code_logs_once_for_each_statement_and_then_writes_plainly() {
        check_statement("x = 2", "S¤(0,x§);x§ = 2");
        check_statement("x += x++", "S¤(0,x§);x§ += x§++");
        check_statement("for (x of [1]) x--", "S¤(0,x§);for (x§ of [1]) x§--");
        check_statement(
            "[x, {x, y: x = 1}] = []",
            "S¤(0,x§);[x§, {x:x§, y: x§ = 1}] = []",
        );
        check_statement("x ||= 1", "S¤(0,x§);x§ ||= 1");
    }

    #[test]
    fn a_constant_fails_after_its_right_side() {
        check_statement("k = f()", "K¤(f§())");
        check_statement("k **= 2", "K¤(k§**(2))");
        check_statement("k ??= 2", "(k§??K¤(2))");
        check_statement("k--", "K¤(k§)");
        check_statement("(k) = 1", "K¤(1)");
        check_statement("[k] = [1]", "[B¤[1]] = [1]");
    }

    #[test]
    fn a_function_logs_before_it_writes() {
        let guard = "x§e===E¤||(W¤(0,x§),x§e=E¤)";
        let general = |value: &str| format!("() => (V¤={value},{guard},x§=V¤)");
        check_statement("() => x = 1", &format!("() => ({guard},x§=1)"));
        check_statement("() => x >>>= 1", &format!("() => ({guard},x§>>>=1)"));
        check_statement("() => ++x", &format!("() => ({guard},++x§)"));
        check_statement("() => (x)++", &format!("() => ({guard},(x§)++)"));
        check_statement("() => x = f()", &general("f§()"));
        check_statement("() => x -= f()", &general("x§-(f§())"));
        check_statement(
            "() => x &&= 1",
            &format!("() => (x§&&(V¤=1,{guard},x§=V¤))"),
        );
        check_statement(
            "async () => x = await 1",
            &format!("async {}", general("await 1")),
        );
    }

    #[test]
    fn a_function_evaluates_the_right_side_before_a_constant_fails() {
        check_statement(
            "() => k = 1",
            "() => (V¤=1,k§e===E¤||(W¤(1,k§),k§e=E¤),k§=V¤)",
        );
    }

    #[test]
    fn a_function_reaches_pattern_targets_through_accessors() {
        check_in_session(
            "(() => { [x] = []; for (x in {}); })",
            "{let r¤;A¤(0,()=>x§,p¤=>{x§e===E¤||(W¤(0,x§),x§e=E¤);x§=p¤});E¤=1;\
             r¤=(0,(() => { [B¤[0]] = []; for (B¤[0] in {}); }));E¤=2;D¤(r¤)}",
        );
    }

    #[test]
    fn accessors_are_registered_once() {
        let script = script_after(&["let x", "() => { [x] = [] }"], "() => { [x] = [] }");
        assert_eq!(
            script,
            "{let r¤;E¤=1;r¤=(0,() => { [B¤[0]] = [] });E¤=2;D¤(r¤)}"
        );
    }

    #[test]
    fn a_late_name_is_written_through_accessors_that_know_whether_it_is_vacant() {
        check(
            "() => { a = 1; a++ }",
            "let a§,a§e,a§v=true;{let r¤;A¤(0,()=>a§v?a:a§,\
             p¤=>{if(a§v)a=p¤;else{a§e===E¤||(W¤(0,a§),a§e=E¤);a§=p¤}});E¤=1;\
             r¤=(0,() => { B¤[0] = 1; B¤[0]++ });E¤=2;D¤(r¤)}",
        );
    }

    #[test]
    fn an_assignment_that_comes_too_early_fails_where_javascript_says() {
        for (comment, source, expected) in [
            (
                "after the right side",
                "y = f(); let y",
                "(V¤=f(),y§d,y§=V¤)",
            ),
            ("when it reads", "y += 1; let y", "(y§d,1)"),
            (
                "when a pattern gets to it",
                "[y] = []; let y",
                "[({set p¤(p¤){y§d;",
            ),
            ("constants too", "y = 1; const y = 2", "(V¤=1,y§d,y§=V¤)"),
        ] {
            let script = script_after(&[], source);
            assert!(script.contains(expected), "{comment}: {script}");
        }
    }
}
