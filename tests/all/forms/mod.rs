//! What JavaScript observes after the transform: every form that creates or assigns a binding, in
//! every place where it can stand.
//!
//! A row names a binding `$`; a place turns the row into cells, with a name of its own instead of it.
//! Where plain module code means the same, the expectation is what the engine makes of that module.

mod assigning;
mod assigning_forms;
mod assigning_places;
mod creating;
mod creating_forms;
mod evaluating;
mod failing;
mod hiding;
mod naming;
mod observed_classes;
mod observed_errors;
mod observed_functions;
mod observed_order;
mod observed_patterns;
mod observed_scopes;
mod observed_syntax;
mod observing;
mod refusing;
mod rows;
mod table;
