//! The thread body: owns an isolate, serves its mailbox, keeps its event loop turning.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};

use super::deadline::Deadlines;
use super::{Error, ErrorKind};
use crate::engine::{
    CellRequest, InterruptHandle, Interruption, Isolate, IsolateOptions, SharedOutput,
    spawn_isolate_thread,
};
use crate::outcome::{BindingChanges, Dropped, Outcome, Status, Thrown};

/// The running isolate and thread of a session.
pub(super) struct Kernel {
    mailbox: mpsc::UnboundedSender<Run>,
    deadlines: Deadlines,
    shared: Arc<Shared>,
}

/// Where a kernel's output goes, once its isolate is made.
pub(super) type KernelOutput = Arc<OnceLock<SharedOutput>>;

struct Shared {
    interrupt: InterruptHandle,
    output: KernelOutput,
    // The run that the thread works on, for the answer when it panics.
    current: Mutex<Option<Reply>>,
}

/// A cell on its way to the thread.
pub(super) struct Run {
    pub(super) request: CellRequest,
    pub(super) timeout: Duration,
    pub(super) reply: Reply,
    /// For when the cell does not stop within the grace period after its time limit.
    pub(super) give_up: Box<dyn FnOnce() + Send>,
}

/// Where the outcome of a run goes. Whoever is first answers; the others find it gone.
#[derive(Clone)]
pub(super) struct Reply {
    cell: u32,
    sender: Arc<Mutex<Option<oneshot::Sender<Outcome>>>>,
}

/// A [`Reply`] that does not keep the caller waiting when the kernel has dropped its own.
#[derive(Clone)]
pub(super) struct WeakReply {
    cell: u32,
    sender: Weak<Mutex<Option<oneshot::Sender<Outcome>>>>,
}

impl WeakReply {
    /// Answers for a kernel that cannot; false when somebody has answered already.
    pub(super) fn send_lost(&self, status: Status, message: String) -> bool {
        let cell = self.cell;
        let reply = self.sender.upgrade().map(|sender| Reply { cell, sender });
        reply.is_some_and(|reply| reply.send_lost(status, message))
    }
}

/// The outcome of a cell whose kernel is gone.
pub(super) fn lost(cell: u32, status: Status, message: String) -> Outcome {
    let error = Thrown {
        message,
        ..Thrown::default()
    };
    let note = "all bindings are lost: the session goes on with a fresh kernel".to_owned();
    without_code(cell, status, error, vec![note])
}

impl Reply {
    pub(super) fn new(cell: u32) -> (Reply, oneshot::Receiver<Outcome>) {
        let (sender, receiver) = oneshot::channel();
        (
            Reply {
                cell,
                sender: Arc::new(Mutex::new(Some(sender))),
            },
            receiver,
        )
    }

    /// Answers with an outcome; false when somebody has answered already.
    fn send(&self, outcome: Outcome) -> bool {
        let sender = self.sender.lock().take();
        sender.is_some_and(|sender| {
            // A caller that no longer waits has no use for it.
            let _ = sender.send(outcome);
            true
        })
    }

    fn send_lost(&self, status: Status, message: String) -> bool {
        self.send(lost(self.cell, status, message))
    }

    pub(super) fn downgrade(&self) -> WeakReply {
        WeakReply {
            cell: self.cell,
            sender: Arc::downgrade(&self.sender),
        }
    }
}

/// The outcome of a cell none of whose code ran, or is known to have run.
pub(super) fn without_code(
    cell: u32,
    status: Status,
    error: Thrown,
    notes: Vec<String>,
) -> Outcome {
    Outcome {
        cell,
        status,
        error: Some(error),
        value: None,
        output: Vec::new(),
        late_output: Vec::new(),
        dropped: Dropped::default(),
        bindings: BindingChanges::default(),
        duration: Duration::ZERO,
        heap_used_bytes: 0,
        notes,
    }
}

impl Kernel {
    /// Starts the thread. The isolate is made on it; a failure there is the first cell's answer.
    ///
    /// `alive` is dropped when the thread has ended.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::System`] when the system refuses the thread.
    pub(super) fn start(
        thread_name: String,
        options: IsolateOptions,
        deadlines: Deadlines,
        alive: impl Send + 'static,
    ) -> Result<Kernel, Error> {
        let (mailbox, runs) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            interrupt: InterruptHandle::default(),
            output: KernelOutput::default(),
            current: Mutex::default(),
        });
        let for_thread = shared.clone();
        let for_runs = deadlines.clone();
        spawn_isolate_thread(thread_name, move || {
            let _alive = alive;
            let body = AssertUnwindSafe(|| serve(&for_thread, options, runs, &for_runs));
            if let Err(panic) = catch_unwind(body) {
                let message = format!("the kernel panicked: {}", panic_message(panic.as_ref()));
                tracing::error!("{message}");
                if let Some(reply) = for_thread.current.lock().take() {
                    reply.send_lost(Status::Crashed, message);
                }
            }
        })
        .map_err(|error| {
            Error::new(
                ErrorKind::System,
                format!("cannot start a thread for the session: {error}"),
            )
        })?;
        Ok(Kernel {
            mailbox,
            deadlines,
            shared,
        })
    }

    /// Hands a cell over; gives it back when the thread has ended.
    pub(super) fn send(&self, run: Run) -> Result<(), Run> {
        self.mailbox.send(run).map_err(|refused| refused.0)
    }

    /// Stops the cell of that number, if it runs.
    pub(super) fn interrupt(&self, cell: u32, interruption: Interruption) {
        stop(&self.shared.interrupt, &self.deadlines, cell, interruption);
    }

    /// Stops a callback that runs between cells.
    pub(super) fn stop_idle_callback(&self) {
        self.shared.interrupt.stop_idle_callback();
    }

    pub(super) fn output(&self) -> KernelOutput {
        self.shared.output.clone()
    }
}

impl Drop for Kernel {
    /// What runs is stopped, and the thread ends.
    fn drop(&mut self) {
        if let Some(run) = self.shared.interrupt.close() {
            insist_later(&self.shared.interrupt, &self.deadlines, run);
        }
    }
}

/// How long a cell that is asked to stop may go on before it is terminated: long enough for a
/// promise job that has started to end by itself.
const INSIST_AFTER: Duration = Duration::from_micros(250);

fn stop(interrupt: &InterruptHandle, deadlines: &Deadlines, cell: u32, why: Interruption) {
    interrupt.interrupt(u64::from(cell), why);
    insist_later(interrupt, deadlines, u64::from(cell));
}

fn insist_later(interrupt: &InterruptHandle, deadlines: &Deadlines, run: u64) {
    let interrupt = interrupt.clone();
    deadlines.certainly_after(INSIST_AFTER, move || interrupt.insist(run));
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

fn serve(
    shared: &Shared,
    options: IsolateOptions,
    mut runs: mpsc::UnboundedReceiver<Run>,
    deadlines: &Deadlines,
) {
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!(%error, "cannot start an event loop");
            return;
        }
    };
    let grace_period = options.limits.grace_period;
    runtime.block_on(async {
        let mut isolate = match Isolate::new(options, shared.interrupt.clone()) {
            Ok(isolate) => isolate,
            Err(error) => {
                let message = format!("cannot start a kernel: {error}");
                tracing::error!("{message}");
                // Only the first: the session starts another kernel for the next.
                if let Some(run) = runs.recv().await {
                    run.reply.send_lost(Status::Crashed, message);
                }
                return;
            }
        };
        // Set once, here.
        let _ = shared.output.set(isolate.output());
        let mut has_work = true;
        loop {
            let run = tokio::select! {
                biased;
                run = runs.recv() => run,
                () = isolate.idle(), if has_work => {
                    has_work = false;
                    continue;
                }
            };
            let Some(Run {
                request,
                timeout,
                reply,
                give_up,
            }) = run
            else {
                break;
            };
            *shared.current.lock() = Some(reply.clone());
            let (interrupt, for_insisting) = (shared.interrupt.clone(), deadlines.clone());
            let number = request.number;
            let deadline = deadlines.after(timeout, move || {
                stop(&interrupt, &for_insisting, number, Interruption::Deadline);
            });
            let last_chance = deadlines.after(timeout + grace_period, give_up);
            let outcome = isolate.run_cell(request).await;
            drop((deadline, last_chance));
            shared.current.lock().take();
            reply.send(outcome);
            has_work = true;
        }
    });
}
