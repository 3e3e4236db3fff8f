//! Functions and classes: where names stop being the cell's.

use swc_ecma_ast::{
    ArrowExpr, BlockStmt, BlockStmtOrExpr, Class, ClassMember, Function, Ident, ParamOrTsParamProp,
    Pat, PropName,
};

use super::rewriter::{Place, Rewriter};

impl Rewriter<'_> {
    pub(super) fn function(&mut self, function: &Function) {
        let parameters = function.params.iter().map(|parameter| &parameter.pat);
        self.function_parts(parameters, function.body.as_ref());
    }

    /// A function expression, whose name is known only to itself.
    pub(super) fn named_function(&mut self, name: Option<&Ident>, function: &Function) {
        self.scopes.enter();
        if let Some(name) = name {
            self.scopes.declare(&name.sym);
        }
        self.function(function);
        self.scopes.leave();
    }

    /// A function declaration of the top level.
    pub(super) fn hoisted_function(&mut self, function: &Function) {
        let place = Place {
            hoisted: true,
            ..self.place
        };
        self.at(place, |this| this.function(function));
    }

    pub(super) fn function_parts<'p>(
        &mut self,
        parameters: impl Iterator<Item = &'p Pat> + Clone,
        body: Option<&BlockStmt>,
    ) {
        let place = Place {
            in_function: true,
            has_this: true,
            ..self.place
        };
        self.at(place, |this| {
            this.scopes.enter();
            this.scopes.declare("arguments");
            for parameter in parameters.clone() {
                this.scopes.declare_pattern(parameter);
            }
            for parameter in parameters {
                this.pattern(parameter, false);
            }
            if let Some(body) = body {
                this.function_body(body);
            }
            this.scopes.leave();
        });
    }

    fn function_body(&mut self, body: &BlockStmt) {
        self.scopes.enter();
        self.scopes.declare_variables(&body.stmts);
        self.scopes.declare_lexical(&body.stmts);
        self.statements(&body.stmts);
        self.scopes.leave();
    }

    pub(super) fn arrow(&mut self, arrow: &ArrowExpr) {
        let place = Place {
            in_function: true,
            ..self.place
        };
        self.at(place, |this| {
            this.scopes.enter();
            for parameter in &arrow.params {
                this.scopes.declare_pattern(parameter);
            }
            for parameter in &arrow.params {
                this.pattern(parameter, false);
            }
            match &*arrow.body {
                BlockStmtOrExpr::BlockStmt(body) => this.function_body(body),
                BlockStmtOrExpr::Expr(body) => this.expression(body),
            }
            this.scopes.leave();
        });
    }

    /// A class, whose name inside itself is a constant of its own.
    pub(super) fn class(&mut self, name: Option<&Ident>, class: &Class) {
        self.scopes.enter();
        if let Some(name) = name {
            self.scopes.declare(&name.sym);
        }
        if let Some(heritage) = &class.super_class {
            self.expression(heritage);
        }
        for member in &class.body {
            self.member_of_class(member);
        }
        self.scopes.leave();
    }

    fn member_of_class(&mut self, member: &ClassMember) {
        match member {
            ClassMember::Constructor(constructor) => {
                let parameters =
                    constructor
                        .params
                        .iter()
                        .filter_map(|parameter| match parameter {
                            ParamOrTsParamProp::Param(parameter) => Some(&parameter.pat),
                            ParamOrTsParamProp::TsParamProp(_) => None,
                        });
                self.function_parts(parameters, constructor.body.as_ref());
            }
            ClassMember::Method(method) => {
                self.key(&method.key);
                self.function(&method.function);
            }
            ClassMember::PrivateMethod(method) => self.function(&method.function),
            ClassMember::ClassProp(field) => {
                self.key(&field.key);
                self.field(field.value.as_deref());
            }
            ClassMember::PrivateProp(field) => self.field(field.value.as_deref()),
            ClassMember::StaticBlock(block) => {
                let place = Place {
                    in_function: true,
                    has_this: true,
                    ..self.place
                };
                self.at(place, |this| this.function_body(&block.body));
            }
            ClassMember::AutoAccessor(_)
            | ClassMember::TsIndexSignature(_)
            | ClassMember::Empty(_) => {}
        }
    }

    fn field(&mut self, value: Option<&swc_ecma_ast::Expr>) {
        if let Some(value) = value {
            let place = Place {
                in_function: true,
                has_this: true,
                ..self.place
            };
            self.at(place, |this| this.expression(value));
        }
    }

    pub(super) fn key(&mut self, key: &PropName) {
        if let PropName::Computed(key) = key {
            self.expression(&key.expr);
        }
    }

    pub(super) fn at(&mut self, place: Place, work: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.place, place);
        work(self);
        self.place = before;
    }
}
