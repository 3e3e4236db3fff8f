//! Resolution and loading, on trees of files.

mod loading;
mod rereading;
mod resolution;
