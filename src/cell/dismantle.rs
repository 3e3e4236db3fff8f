//! Dropping a tree without running out of stack.

use swc_ecma_ast::{CallExpr, Callee, Expr, Module, OptChainBase};
use swc_ecma_visit::{VisitMut, VisitMutWith};

/// Takes a tree apart without calling itself along long chains, as dropping it would.
pub(super) fn dismantle(mut module: Module) {
    module.visit_mut_with(&mut Dismantle);
}

struct Dismantle;

impl VisitMut for Dismantle {
    fn visit_mut_expr(&mut self, expression: &mut Expr) {
        let mut rest = std::mem::take(expression);
        loop {
            rest = match rest {
                Expr::Bin(mut binary) => {
                    self.visit_mut_expr(&mut binary.right);
                    *binary.left
                }
                Expr::Member(mut member) => {
                    member.prop.visit_mut_with(self);
                    *member.obj
                }
                Expr::Call(CallExpr {
                    callee: Callee::Expr(callee),
                    mut args,
                    ..
                }) => {
                    args.visit_mut_with(self);
                    *callee
                }
                Expr::OptChain(chain) => match *chain.base {
                    OptChainBase::Member(mut member) => {
                        member.prop.visit_mut_with(self);
                        *member.obj
                    }
                    OptChainBase::Call(mut call) => {
                        call.args.visit_mut_with(self);
                        *call.callee
                    }
                },
                Expr::TaggedTpl(mut tagged) => {
                    tagged.tpl.visit_mut_with(self);
                    *tagged.tag
                }
                mut last => {
                    last.visit_mut_children_with(self);
                    return;
                }
            };
        }
    }
}
