use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use tempfile::TempDir;
use tokio::sync::{Semaphore, oneshot, watch};

use super::deadline::Deadline;
use super::kernel::{Kernel, KernelOutput, Reply, Run, WeakReply, lost, without_code};
use super::registry::Services;
use super::{Error, ErrorKind, RunOptions, SessionName, SessionOptions};
use crate::engine::{CellRequest, Interruption, IsolateOptions};
use crate::outcome::{Outcome, Status, Thrown};

/// One isolate on a thread of its own, with the bindings that its cells have made.
///
/// A handle: clones reach the same session. It may be used from any thread, inside any async
/// runtime. The isolate starts at the first cell. Cells run one after another, in the order in
/// which they were asked for; timers and sockets that a cell leaves behind go on between cells.
/// When the last handle is dropped the session ends, unless its host knows it by name.
#[derive(Clone)]
pub struct Session {
    inner: Arc<Inner>,
}

struct Inner {
    name: Option<SessionName>,
    options: SessionOptions,
    services: Arc<Services>,
    // One permit: the cell that holds it is the one that runs.
    turn: Semaphore,
    waiting: AtomicUsize,
    last_cell: AtomicU32,
    slot: Mutex<Slot>,
}

struct Slot {
    kernel: Option<Kernel>,
    generation: u32,
    tmp_dir: Option<TempDir>,
    is_closed: bool,
    running: Option<GivingUp>,
    // For a kernel that is to stop while nobody waits for it.
    last_chance: Option<Deadline>,
}

/// Answers a run whose kernel does not stop, and gives the session a fresh kernel.
#[derive(Clone)]
struct GivingUp {
    session: Weak<Inner>,
    reply: WeakReply,
    generation: u32,
}

impl GivingUp {
    fn now(&self, status: Status) {
        let Some(session) = self.session.upgrade() else {
            return;
        };
        let grace = session.options.limits.grace_period;
        let message = format!("the cell did not stop within {grace:?} of being asked to");
        // Under the lock: whoever gets the answer finds the fresh kernel, not the stuck one.
        let mut slot = session.slot.lock();
        if self.reply.send_lost(status, message) && slot.generation == self.generation {
            slot.generation += 1;
            slot.kernel = None;
        }
    }
}

/// How often the reader of progress looks for a new line.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

impl Session {
    pub(super) fn new(
        name: Option<SessionName>,
        options: SessionOptions,
        services: Arc<Services>,
    ) -> Session {
        Session {
            inner: Arc::new(Inner {
                name,
                options,
                services,
                turn: Semaphore::new(1),
                waiting: AtomicUsize::new(0),
                last_cell: AtomicU32::new(0),
                slot: Mutex::new(Slot {
                    kernel: None,
                    generation: 1,
                    tmp_dir: None,
                    is_closed: false,
                    running: None,
                    last_chance: None,
                }),
            }),
        }
    }

    pub(super) fn downgrade(&self) -> WeakSession {
        WeakSession(Arc::downgrade(&self.inner))
    }

    /// The session's name; `None` for one that was made without.
    pub fn name(&self) -> Option<&SessionName> {
        self.inner.name.as_ref()
    }

    /// Which kernel serves the session: 1 for the first, one more after each reset or loss.
    pub fn generation(&self) -> u32 {
        self.inner.slot.lock().generation
    }

    /// Runs one cell and waits until it settles.
    ///
    /// The same as [`run_with`](Self::run_with) with the default options.
    ///
    /// # Errors
    ///
    /// As [`run_with`](Self::run_with).
    ///
    /// # Examples
    ///
    /// ```
    /// # async fn example() -> Result<(), isocell::Error> {
    /// let host = isocell::Host::builder().build()?;
    /// let session = host.session(isocell::SessionOptions::sandbox()).await?;
    /// session.run("const n = 20").await?;
    /// let outcome = session.run("n + 1").await?;
    /// assert_eq!(outcome.value.as_deref(), Some("21"));
    /// # Ok(())
    /// # }
    /// # futures::executor::block_on(example()).unwrap();
    /// ```
    pub async fn run(&self, source: &str) -> Result<Outcome, Error> {
        self.run_with(source, RunOptions::default()).await
    }

    /// Runs one cell and waits until it settles.
    ///
    /// The returned future resolves when the first of these happens:
    /// * the cell has run to its end, thrown, or was refused;
    /// * its time limit, its cancellation token or a limit of the session stopped it;
    /// * the session was reset or closed.
    ///
    /// A stopped cell that does not give control back within the grace period costs the session
    /// its kernel, and the outcome says so. Dropping the future cancels the cell.
    ///
    /// # Errors
    ///
    /// Only for failures of the host: [`ErrorKind::InvalidOption`], [`ErrorKind::QueueFull`],
    /// [`ErrorKind::Closed`], [`ErrorKind::System`]. A cell that throws, does not parse or is
    /// stopped is an [`Outcome`].
    pub async fn run_with(&self, source: &str, options: RunOptions) -> Result<Outcome, Error> {
        options.check()?;
        let inner = &self.inner;
        let limits = &inner.options.limits;
        let _queued = inner.enqueue(limits.queued_cells)?;
        let turn = tokio::select! {
            biased;
            turn = inner.turn.acquire() => turn.map_err(|_| closed())?,
            () = options.cancel.cancelled() => {
                let message = "the cell was cancelled before it started".to_owned();
                let error = Thrown { message, ..Thrown::default() };
                return Ok(without_code(inner.next_cell(), Status::Cancelled, error, Vec::new()));
            }
        };
        let number = inner.next_cell();
        if let Some(title) = &options.title {
            tracing::info!(session = ?inner.name, cell = number, title, "cell");
        }
        let timeout = options.timeout.unwrap_or(limits.cell_timeout);
        let request = CellRequest {
            number,
            source: source.to_owned(),
        };
        let Sent {
            mut outcome,
            output,
            giving_up,
        } = inner.send(request, timeout)?;
        let _progress = options
            .progress
            .map(|to| Progress::start(&inner.services, output, to));
        let waiting = Waiting {
            inner,
            giving_up,
            number,
            is_over: false,
        };
        // A callback that runs between cells gets as long as a cell does, then gives way.
        let for_idle = Arc::downgrade(inner);
        let deadlines = &inner.services.deadlines;
        let _gives_way = deadlines.after(limits.cell_timeout, move || {
            if let Some(session) = for_idle.upgrade()
                && let Some(kernel) = &session.slot.lock().kernel
            {
                kernel.stop_idle_callback();
            }
        });
        let never_started = limits.cell_timeout + timeout + limits.grace_period;
        let _last_chance = waiting.give_up_after(never_started, Status::Timeout);

        let outcome = tokio::select! {
            biased;
            outcome = &mut outcome => outcome,
            () = options.cancel.cancelled() => {
                inner.interrupt(number, Interruption::Cancelled);
                let _last_chance = waiting.give_up_after(limits.grace_period, Status::Cancelled);
                outcome.await
            }
        };
        waiting.over();
        drop(turn);
        Ok(outcome.unwrap_or_else(|_| {
            let message = "the kernel ended before the cell did".to_owned();
            lost(number, Status::Crashed, message)
        }))
    }

    /// Starts over: a fresh kernel without any binding. Answers its generation.
    ///
    /// A cell that runs is stopped with status [`Status::Reset`]; cells that wait run in the new
    /// kernel. The number of cells goes on counting.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Closed`].
    pub async fn reset(&self) -> Result<u32, Error> {
        let mut slot = self.inner.slot.lock();
        if slot.is_closed {
            return Err(closed());
        }
        slot.generation += 1;
        self.inner.end_kernel(&mut slot);
        Ok(slot.generation)
    }

    /// Ends the session: what runs is stopped, and no cell is taken any more.
    pub fn close(&self) {
        let mut slot = self.inner.slot.lock();
        slot.is_closed = true;
        self.inner.end_kernel(&mut slot);
        slot.tmp_dir = None;
        drop(slot);
        self.inner.turn.close();
    }
}

/// A session that does not keep itself.
pub(super) struct WeakSession(Weak<Inner>);

impl WeakSession {
    pub(super) fn upgrade(&self) -> Option<Session> {
        self.0.upgrade().map(|inner| Session { inner })
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("name", &self.inner.name)
            .field("generation", &self.generation())
            .finish_non_exhaustive()
    }
}

fn closed() -> Error {
    Error::new(ErrorKind::Closed, "the session is closed")
}

impl Inner {
    fn next_cell(&self) -> u32 {
        self.last_cell.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn enqueue(&self, limit: usize) -> Result<Queued<'_>, Error> {
        let queued = Queued {
            waiting: &self.waiting,
        };
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        if before > limit {
            return Err(Error::new(
                ErrorKind::QueueFull,
                format!("{limit} cells wait for the session already, which is its limit"),
            ));
        }
        Ok(queued)
    }

    /// Hands a cell to the kernel, which is started where there is none.
    fn send(self: &Arc<Self>, request: CellRequest, timeout: Duration) -> Result<Sent, Error> {
        let (reply, outcome) = Reply::new(request.number);
        let weak_reply = reply.downgrade();
        let mut run = Run {
            request,
            timeout,
            reply,
            give_up: Box::new(|| {}),
        };
        let mut slot = self.slot.lock();
        if slot.is_closed {
            return Err(closed());
        }
        slot.last_chance = None;
        for _ in 0..2 {
            let kernel = match slot.kernel.take() {
                Some(kernel) => kernel,
                None => self.start_kernel(&mut slot)?,
            };
            let giving_up = GivingUp {
                session: Arc::downgrade(self),
                reply: weak_reply.clone(),
                generation: slot.generation,
            };
            let for_kernel = giving_up.clone();
            run.give_up = Box::new(move || for_kernel.now(Status::Timeout));
            match kernel.send(run) {
                Ok(()) => {
                    let output = kernel.output();
                    slot.kernel = Some(kernel);
                    slot.running = Some(giving_up.clone());
                    return Ok(Sent {
                        outcome,
                        output,
                        giving_up,
                    });
                }
                // Its thread has ended since the last cell: a fresh one takes over.
                Err(refused) => {
                    run = refused;
                    slot.generation += 1;
                }
            }
        }
        Err(Error::new(
            ErrorKind::System,
            "the session's kernel ends as soon as it starts",
        ))
    }

    /// Stops what runs; it has the grace period to answer.
    fn end_kernel(&self, slot: &mut Slot) {
        slot.kernel = None;
        let grace = self.options.limits.grace_period;
        slot.last_chance = slot.running.take().map(|giving_up| {
            self.services
                .deadlines
                .after(grace, move || giving_up.now(Status::Reset))
        });
    }

    fn start_kernel(&self, slot: &mut Slot) -> Result<Kernel, Error> {
        let tmp_dir = match &slot.tmp_dir {
            Some(tmp_dir) => tmp_dir.path().to_owned(),
            None => {
                let tmp_dir = tempfile::Builder::new().prefix("isocell-").tempdir();
                let tmp_dir = tmp_dir.map_err(|error| {
                    let what = "cannot make the session's temporary directory";
                    Error::new(ErrorKind::System, format!("{what}: {error}"))
                })?;
                slot.tmp_dir.insert(tmp_dir).path().to_owned()
            }
        };
        let options = &self.options;
        let name = self.name.as_ref().map_or("session", SessionName::as_str);
        Kernel::start(
            format!("isocell-{name}"),
            IsolateOptions {
                cwd: options.cwd.clone(),
                home_dir: std::env::home_dir().unwrap_or_default(),
                tmp_dir,
                module_dirs: options.module_dirs.clone(),
                permissions: options.permissions.clone(),
                limits: options.limits.clone(),
                dialect: options.dialect,
                static_import: options.static_import,
                redeclare: options.redeclare,
                generation: slot.generation,
                io: self.services.io.clone(),
            },
            self.services.deadlines.clone(),
            self.services.alive(),
        )
    }

    fn interrupt(&self, number: u32, interruption: Interruption) {
        if let Some(kernel) = &self.slot.lock().kernel {
            kernel.interrupt(number, interruption);
        }
    }
}

/// A cell that was handed to the kernel.
struct Sent {
    outcome: oneshot::Receiver<Outcome>,
    output: KernelOutput,
    giving_up: GivingUp,
}

/// A cell that waits or runs.
struct Queued<'a> {
    waiting: &'a AtomicUsize,
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A caller that waits; when it no longer does, its cell is cancelled.
struct Waiting<'a> {
    inner: &'a Arc<Inner>,
    giving_up: GivingUp,
    number: u32,
    is_over: bool,
}

impl Waiting<'_> {
    fn give_up_after(&self, delay: Duration, status: Status) -> Deadline {
        let giving_up = self.giving_up.clone();
        self.inner
            .services
            .deadlines
            .after(delay, move || giving_up.now(status))
    }

    fn over(mut self) {
        self.is_over = true;
        self.inner.slot.lock().running = None;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        self.inner.interrupt(self.number, Interruption::Cancelled);
        let grace = self.inner.options.limits.grace_period;
        let last_chance = self.give_up_after(grace, Status::Cancelled);
        self.inner.slot.lock().last_chance = Some(last_chance);
    }
}

/// Shows the last written line of a running cell to whoever wants it.
struct Progress {
    task: tokio::task::JoinHandle<()>,
}

impl Progress {
    fn start(services: &Services, output: KernelOutput, to: watch::Sender<String>) -> Progress {
        let task = services.io.spawn(async move {
            loop {
                tokio::time::sleep(PROGRESS_INTERVAL).await;
                // Absent until the kernel has started.
                let Some(output) = output.get() else { continue };
                let line = output.lock().last_line().map(str::to_owned);
                to.send_if_modified(|shown| match line {
                    Some(line) if line != *shown => {
                        *shown = line;
                        true
                    }
                    _ => false,
                });
            }
        });
        Progress { task }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.task.abort();
    }
}
