//! The V8 platform and the threads that may own isolates.

use std::io;
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread::{self, JoinHandle};

use deno_core::JsRuntime;

/// Stack of a thread that owns an isolate, in bytes. V8 keeps its own bound of about 1 MiB within
/// it; the rest is for Rust below and above JavaScript.
const STACK_BYTES: usize = 8 * 1024 * 1024;

type Body = Box<dyn FnOnce() + Send>;

struct Request {
    name: String,
    body: Body,
    reply: mpsc::Sender<io::Result<JoinHandle<()>>>,
}

/// Starts a thread that may own an isolate.
///
/// Memory that V8 protects by processor keys can be used only by descendants of the thread that
/// started V8, and a caller may be any thread. So one thread starts V8, and every isolate's thread
/// is its child.
///
/// # Errors
///
/// When the system refuses the thread.
pub(crate) fn spawn_isolate_thread(
    name: String,
    body: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    static SPAWNER: OnceLock<Mutex<mpsc::Sender<Request>>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| Mutex::new(start_spawner()));
    let (reply, answer) = mpsc::channel();
    let request = Request {
        name,
        body: Box::new(body),
        reply,
    };
    let lost = || io::Error::other("the thread that starts V8 is gone");
    spawner
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
        .send(request)
        .map_err(|_| lost())?;
    answer.recv().map_err(|_| lost())?
}

fn start_spawner() -> mpsc::Sender<Request> {
    let (sender, requests) = mpsc::channel::<Request>();
    let started = thread::Builder::new()
        .name("isocell-v8".to_owned())
        .spawn(move || {
            JsRuntime::init_platform(None);
            for request in requests {
                let thread = thread::Builder::new()
                    .name(request.name)
                    .stack_size(STACK_BYTES)
                    .spawn(request.body);
                // A caller that no longer waits has no use for the answer.
                let _ = request.reply.send(thread);
            }
        });
    if let Err(error) = started {
        tracing::error!(%error, "cannot start the thread that starts V8");
    }
    sender
}
