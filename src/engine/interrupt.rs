//! The one thing that reaches into a running isolate from outside.

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
#[derive(Clone, Default)]
pub(crate) struct InterruptHandle {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    isolate: OnceLock<v8::IsolateHandle>,
    wake: Notify,
}

#[derive(Default)]
struct State {
    run: Option<u64>,
    interruption: Option<Interruption>,
    // For a run that has not begun.
    early: Option<(u64, Interruption)>,
    is_closed: bool,
}

impl InterruptHandle {
    /// Asks the run of that number to stop. Returns at once; the run ends a little later, if it
    /// has not ended already.
    pub(crate) fn interrupt(&self, run: u64, interruption: Interruption) {
        let mut state = self.shared.state.lock();
        if state.run != Some(run) {
            state.early = Some((run, interruption));
        } else if state.interruption.is_none() {
            state.interruption = Some(interruption);
            self.terminate();
        }
    }

    /// Stops whatever runs, now and later: the isolate is about to go.
    pub(crate) fn close(&self) {
        let mut state = self.shared.state.lock();
        state.is_closed = true;
        state.interruption.get_or_insert(Interruption::Reset);
        self.terminate();
    }

    /// Stops a callback that runs between cells; does nothing while a cell runs.
    pub(crate) fn stop_idle_callback(&self) {
        let state = self.shared.state.lock();
        if state.run.is_none() {
            self.terminate();
        }
    }

    /// Takes back a termination that may have come too late for what it was meant for. The state's
    /// lock is held, so that none comes meanwhile.
    fn clear_termination(&self, state: &State) {
        if let Some(isolate) = self.shared.isolate.get()
            && !state.is_closed
        {
            isolate.cancel_terminate_execution();
        }
    }

    fn terminate(&self) {
        if let Some(isolate) = self.shared.isolate.get() {
            isolate.terminate_execution();
        }
        self.shared.wake.notify_one();
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
        self.clear_termination(&state);
        let early = state.early.take_if(|(early, _)| *early <= run);
        if state.is_closed {
            return;
        }
        state.interruption = early
            .filter(|(early, _)| *early == run)
            .map(|(_, interruption)| interruption);
    }

    /// Why the run is to stop, where it is.
    pub(super) fn interruption(&self) -> Option<Interruption> {
        self.shared.state.lock().interruption
    }

    /// The run is over: a later interrupt no longer reaches it, and JavaScript may run again.
    pub(super) fn end_run(&self) -> Option<Interruption> {
        let mut state = self.shared.state.lock();
        state.run = None;
        self.clear_termination(&state);
        if state.is_closed {
            Some(Interruption::Reset)
        } else {
            state.interruption.take()
        }
    }

    /// The run that is going on now.
    pub(super) fn current_run(&self) -> Option<u64> {
        self.shared.state.lock().run
    }

    /// Resolves when an interrupt came since the last time.
    pub(crate) async fn interrupted(&self) {
        self.shared.wake.notified().await;
    }
}
