//! The texts of functions and classes, which `Function.prototype.toString` shows.

use swc_common::Span;
use swc_ecma_ast::{
    ArrowExpr, ClassDecl, ClassExpr, FnDecl, FnExpr, GetterProp, MethodProp, SetterProp,
};
use swc_ecma_visit::{Visit, VisitWith};

use crate::plain::BASE;

/// The texts of all functions and classes in a tree of `text`.
pub(crate) fn texts<'t, N: VisitWith<Spans>>(tree: &N, text: &'t str) -> Vec<&'t str> {
    let mut spans = Spans::default();
    tree.visit_with(&mut spans);
    let range = |span: &Span| (span.lo.0 - BASE) as usize..(span.hi.0 - BASE) as usize;
    spans.0.iter().map(|span| &text[range(span)]).collect()
}

#[derive(Default)]
pub(crate) struct Spans(Vec<Span>);

macro_rules! collect {
    ($($visit:ident($node:ident) $span:expr;)*) => {
        impl Visit for Spans {
            $(fn $visit(&mut self, node: &$node) {
                let span: fn(&$node) -> Span = $span;
                self.0.push(span(node));
                node.visit_children_with(self);
            })*
        }
    };
}

collect! {
    visit_fn_decl(FnDecl) |it| it.function.span;
    visit_fn_expr(FnExpr) |it| it.function.span;
    visit_arrow_expr(ArrowExpr) |it| it.span;
    visit_class_decl(ClassDecl) |it| it.class.span;
    visit_class_expr(ClassExpr) |it| it.class.span;
    visit_method_prop(MethodProp) |it| it.function.span;
    visit_getter_prop(GetterProp) |it| it.span;
    visit_setter_prop(SetterProp) |it| it.span;
}
