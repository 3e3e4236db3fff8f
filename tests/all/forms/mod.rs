//! Every form that assigns a binding, at every place where it can stand.

mod assigning;
mod assigning_forms;
mod assigning_places;
mod creating;
mod creating_forms;
mod rows;
mod table;
