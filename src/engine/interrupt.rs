//! The one thing that reaches into a running isolate from outside.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use deno_core::v8;
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::outcome::Status;

/// Why a cell was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interruption {
    /// It ran past its time limit.
    Deadline,
    /// Whoever asked for it no longer wants the answer.
    Cancelled,
    /// The session was reset, removed or shut down.
    Reset,
    /// The heap reached its limit.
    HeapLimit,
}

impl Interruption {
    pub(crate) fn status(self) -> Status {
        match self {
            Interruption::Deadline => Status::Timeout,
            Interruption::Cancelled => Status::Cancelled,
            Interruption::Reset => Status::Reset,
            Interruption::HeapLimit => Status::Error,
        }
    }
}

/// Stops what an isolate runs, from any thread.
///
/// An interrupt belongs to one run: it carries the number of the cell. One that comes too late does
/// nothing; one that comes early waits for its run.
///
/// It comes in two steps. [`interrupt`](Self::interrupt) asks: the cell's promise jobs no longer
/// start, and whoever waits for the cell no longer does. [`insist`](Self::insist), a moment later,
/// terminates what is still busy; V8 then forgets all promise jobs that are due, those of other
/// cells too, which is why asking comes first.
#[derive(Clone, Default)]
pub(crate) struct InterruptHandle {
    shared: Arc<Shared>,
}

impl fmt::Debug for InterruptHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InterruptHandle").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    isolate: OnceLock<v8::IsolateHandle>,
    wake: Notify,
    signals: Arc<Signals>,
}

/// What runtime JavaScript reads and writes without a call, in the order of
/// `runtime-js/15_owners.js`.
#[derive(Default)]
#[repr(C)]
pub(super) struct Signals {
    /// The number of the cell that is being stopped, or 0.
    stopping: AtomicU32,
    /// How many promises the running cell has named with `waitUntil`.
    waiting: AtomicU32,
}

impl Signals {
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Termination {
    #[default]
    None,
    /// To come when it is no longer held back.
    Due,
    Requested,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// The cell's code runs.
    #[default]
    Running,
    /// The isolate's thread has seen the interruption; the cell's signal fires, and work that the
    /// cell named is waited for.
    WindingDown,
    /// Only the engine's own code runs.
    Settling,
}

#[derive(Default)]
struct State {
    run: Option<u64>,
    interruption: Option<Interruption>,
    phase: Phase,
    termination: Termination,
    // How many times terminations are held back.
    holds: u32,
    // For a run that has not begun.
    early: Option<(u64, Interruption)>,
    is_closed: bool,
}

impl InterruptHandle {
    /// Asks the run of that number to stop. Returns at once; the run ends a little later, if it
    /// has not ended already.
    pub(crate) fn interrupt(&self, run: u64, interruption: Interruption) {
        let mut state = self.shared.state.lock();
        if state.run == Some(run) {
            self.ask(&mut state, interruption);
        } else {
            state.early = Some((run, interruption));
        }
    }

    /// Terminates the run of that number if it was asked to stop and has not.
    pub(crate) fn insist(&self, run: u64) {
        let mut state = self.shared.state.lock();
        if state.run == Some(run) && state.interruption.is_some() && state.phase == Phase::Running {
            self.terminate(&mut state);
        }
    }

    /// Stops whatever runs, now and later: the isolate is about to go. A cell that runs is asked,
    /// and its number returned, for [`insist`](Self::insist).
    pub(crate) fn close(&self) -> Option<u64> {
        let mut state = self.shared.state.lock();
        state.is_closed = true;
        match state.run {
            Some(_) => self.ask(&mut state, Interruption::Reset),
            None => self.terminate(&mut state),
        }
        state.run
    }

    fn ask(&self, state: &mut State, interruption: Interruption) {
        if state.interruption.is_none() {
            state.interruption = Some(interruption);
            let run = state.run.unwrap_or_default() as u32;
            self.shared.signals.stopping.store(run, Ordering::Relaxed);
            self.shared.wake.notify_one();
        }
    }

    /// Stops what runs at once, from its own thread: a cell, or a callback between cells.
    pub(super) fn stop_now(&self, interruption: Interruption) {
        let mut state = self.shared.state.lock();
        if state.run.is_some() {
            self.ask(&mut state, interruption);
        }
        self.terminate(&mut state);
    }

    /// Terminates what runs while the cell of that number is wound down.
    pub(super) fn cut_short(&self, run: u64) {
        let mut state = self.shared.state.lock();
        if state.run == Some(run) && state.phase == Phase::WindingDown {
            self.terminate(&mut state);
        }
    }

    /// Stops a callback that runs between cells; does nothing while a cell runs.
    pub(crate) fn stop_idle_callback(&self) {
        let mut state = self.shared.state.lock();
        if state.run.is_none() {
            self.terminate(&mut state);
        }
    }

    /// Takes back a termination that may have come too late for what it was meant for. The state's
    /// lock is held, so that none comes meanwhile.
    fn clear_termination(&self, state: &mut State) {
        state.termination = Termination::None;
        if let Some(isolate) = self.shared.isolate.get() {
            isolate.cancel_terminate_execution();
        }
    }

    fn terminate(&self, state: &mut State) {
        if state.holds > 0 {
            state.termination = Termination::Due;
        } else {
            state.termination = Termination::Requested;
            if let Some(isolate) = self.shared.isolate.get() {
                isolate.terminate_execution();
            }
        }
        self.shared.wake.notify_one();
    }

    /// Holds terminations back until [`release`](Self::release), also one that was requested and
    /// has not come yet. From the isolate's own thread.
    pub(super) fn hold(&self) {
        let mut state = self.shared.state.lock();
        if state.termination == Termination::Requested {
            self.clear_termination(&mut state);
            state.termination = Termination::Due;
        }
        state.holds += 1;
    }

    pub(super) fn release(&self) {
        let mut state = self.shared.state.lock();
        state.holds -= 1;
        if state.holds == 0 && state.termination == Termination::Due {
            self.terminate(&mut state);
        }
    }

    /// Whether [`close`](Self::close) was called.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.state.lock().is_closed
    }

    pub(super) fn attach(&self, isolate: v8::IsolateHandle) {
        // An isolate is attached once, by the thread that made it.
        let _ = self.shared.isolate.set(isolate);
    }

    pub(super) fn begin_run(&self, run: u64) {
        let mut state = self.shared.state.lock();
        state.run = Some(run);
        state.phase = Phase::Running;
        self.clear_termination(&mut state);
        let early = state.early.take_if(|(early, _)| *early <= run);
        state.interruption = early
            .filter(|(early, _)| *early == run)
            .map(|(_, interruption)| interruption)
            .or(state.is_closed.then_some(Interruption::Reset));
    }

    /// Why the run is to stop, where it is.
    pub(super) fn interruption(&self) -> Option<Interruption> {
        self.shared.state.lock().interruption
    }

    /// Ends the run, unless it is to stop: then JavaScript may run again to wind it down, until
    /// [`end_run`](Self::end_run).
    pub(super) fn end_unless_interrupted(&self) -> Option<Interruption> {
        let mut state = self.shared.state.lock();
        self.clear_termination(&mut state);
        state.phase = Phase::WindingDown;
        if state.interruption.is_none() {
            state.run = None;
        }
        state.interruption
    }

    /// From now on nothing terminates the run any more.
    pub(super) fn settle(&self) {
        let mut state = self.shared.state.lock();
        state.phase = Phase::Settling;
        self.clear_termination(&mut state);
    }

    /// The run is over: a later interrupt no longer reaches it.
    pub(super) fn end_run(&self) -> Option<Interruption> {
        let mut state = self.shared.state.lock();
        state.run = None;
        self.clear_termination(&mut state);
        self.shared.signals.stopping.store(0, Ordering::Relaxed);
        state.interruption.take()
    }

    pub(super) fn signals(&self) -> &Arc<Signals> {
        &self.shared.signals
    }

    /// Resolves when an interrupt came since the last time.
    pub(crate) async fn interrupted(&self) {
        self.shared.wake.notified().await;
    }
}
