//! A persistent JavaScript runtime for agents and applications, on V8, without Node.js.
//!
//! # Concepts
//!
//! * A [`Host`] is all sessions of a program. It is cheap to clone and shared by threads.
//! * A [`Session`] is one V8 isolate on a thread of its own, with the bindings, modules and timers
//!   that its cells have made. A reset gives it a fresh kernel, that is a fresh isolate and thread.
//! * A *cell* is JavaScript or TypeScript source handed to a session. Its top-level names stay for
//!   the cells after it, also when it throws half-way.
//! * An [`Outcome`] is how a cell ended, with its output. It is plain data.
//! * [`Limits`] bound what a session may use.
//!
//! # Example
//!
//! ```
//! # async fn example() -> Result<(), isocell::Error> {
//! use isocell::{Host, SessionOptions, Status};
//!
//! let host = Host::builder().build()?;
//! let session = host.session(SessionOptions::sandbox()).await?;
//! session.run("let visits = 0; const visit = () => ++visits;").await?;
//! let outcome = session.run("visit(); visit(); visits").await?;
//! assert_eq!(outcome.status, Status::Ok);
//! assert_eq!(outcome.value.as_deref(), Some("2"));
//! # Ok(())
//! # }
//! # futures::executor::block_on(example()).unwrap();
//! ```
//!
//! # What a session is not
//!
//! It does not protect the process from faults in V8 itself, nor from memory that is allocated
//! outside the heap. A [sandbox](SessionOptions::sandbox) cannot reach files, network, environment
//! and processes; a [trusted](SessionOptions::trusted) session can do what the user could do.
//!
//! # Layout
//!
//! `transport` (MCP, command line) → `host` (sessions, threads, deadlines) → `engine` (V8) → `cell`
//! (source to script, pure). [`Outcome`] and [`Limits`] are the vocabulary of all four. See
//! `docs/ARCHITECTURE.md`.

pub mod budget;
mod cell;
mod engine;
mod host;
mod limits;
mod outcome;
#[cfg(any(feature = "cli", feature = "mcp"))]
pub mod transport;

pub use host::{
    Dialect, Error, ErrorKind, Host, HostBuilder, Redeclare, RunOptions, Session, SessionName,
    SessionOptions, StaticImport,
};
pub use limits::{Limits, MAX_CELL_TIMEOUT};
pub use outcome::{BindingChanges, Dropped, Image, Outcome, Output, Status, Thrown};
