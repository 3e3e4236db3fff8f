//! One thread that does things at their time, for all sessions of a host.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

type Action = Box<dyn FnOnce() + Send>;

/// Does things at their time, on a thread of its own.
#[derive(Clone)]
pub(super) struct Deadlines {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    actions: BTreeMap<(Instant, u64), Action>,
    last_number: u64,
    is_closed: bool,
}

impl Deadlines {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// When the system refuses it.
    pub(super) fn start() -> io::Result<Deadlines> {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let for_thread = shared.clone();
        thread::Builder::new()
            .name("isocell-deadlines".to_owned())
            .spawn(move || for_thread.serve())?;
        Ok(Deadlines { shared })
    }

    /// Does `action` after `delay`, unless the returned value is dropped before.
    ///
    /// The action must be short and must not wait: everybody's deadlines do.
    pub(super) fn after(
        &self,
        delay: Duration,
        action: impl FnOnce() + Send + 'static,
    ) -> Deadline {
        Deadline {
            key: self.schedule(delay, Box::new(action)),
            shared: self.shared.clone(),
        }
    }

    /// Does `action` after `delay`, or at once when the thread is to end.
    pub(super) fn certainly_after(&self, delay: Duration, action: impl FnOnce() + Send + 'static) {
        self.schedule(delay, Box::new(action));
    }

    fn schedule(&self, delay: Duration, action: Action) -> (Instant, u64) {
        let mut state = self.shared.state.lock();
        state.last_number += 1;
        let key = (Instant::now() + delay, state.last_number);
        if state.is_closed {
            drop(state);
            action();
            return key;
        }
        let is_first = state
            .actions
            .first_key_value()
            .is_none_or(|(first, _)| key < *first);
        state.actions.insert(key, action);
        drop(state);
        if is_first {
            self.shared.changed.notify_one();
        }
        key
    }

    /// Ends the thread; what is still to come is done now.
    pub(super) fn close(&self) {
        let mut state = self.shared.state.lock();
        state.is_closed = true;
        let actions = std::mem::take(&mut state.actions);
        self.shared.changed.notify_one();
        drop(state);
        actions.into_values().for_each(|action| action());
    }
}

impl Shared {
    fn serve(&self) {
        let mut state = self.state.lock();
        while !state.is_closed {
            match state.actions.first_entry() {
                None => self.changed.wait(&mut state),
                Some(entry) => {
                    let (at, _) = *entry.key();
                    if at > Instant::now() {
                        self.changed.wait_until(&mut state, at);
                        continue;
                    }
                    let action = entry.remove();
                    parking_lot::MutexGuard::unlocked(&mut state, action);
                }
            }
        }
    }
}

/// Something that is to be done; dropping it calls it off.
pub(super) struct Deadline {
    shared: Arc<Shared>,
    key: (Instant, u64),
}

impl Drop for Deadline {
    fn drop(&mut self) {
        self.shared.state.lock().actions.remove(&self.key);
    }
}
