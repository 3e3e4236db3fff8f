//! Every form that assigns a binding, at every place where it can stand.

mod assigning;
mod assigning_forms;
mod assigning_places;
mod creating;
mod creating_forms;
mod evaluating;
mod hiding;
mod naming;
mod observed_classes;
mod observed_functions;
mod observed_syntax;
mod observing;
mod refusing;
mod rows;
mod table;
