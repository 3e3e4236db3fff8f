use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use super::deadline::Deadlines;
use super::session::WeakSession;
use super::{Error, ErrorKind, Session, SessionName, SessionOptions};

/// Most sessions of a host, where its builder says nothing else.
const DEFAULT_MAX_SESSIONS: usize = 64;

/// How long [`Host::close`] waits for the threads of its sessions.
const CLOSING_TIME: Duration = Duration::from_secs(1);

/// All sessions of a program, and the threads that serve them together.
///
/// A handle: clones reach the same sessions. A program has one host, as a rule; several do not know
/// of each other. When the last handle and the last session of it are gone, so are its threads.
#[derive(Clone)]
pub struct Host {
    inner: Arc<Inner>,
}

struct Inner {
    services: Arc<Services>,
    options: SessionOptions,
    max_sessions: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    named: HashMap<SessionName, Session>,
    unnamed: Vec<WeakSession>,
    is_closed: bool,
}

/// What all sessions of a host share.
pub(super) struct Services {
    pub(super) deadlines: Deadlines,
    pub(super) io: tokio::runtime::Handle,
    alive: watch::Sender<()>,
    stop_io: Mutex<Option<tokio::sync::oneshot::Sender<()>>>,
}

impl Services {
    fn start() -> Result<Services, Error> {
        let system = |error| {
            Error::new(
                ErrorKind::System,
                format!("cannot start the host's threads: {error}"),
            )
        };
        let deadlines = Deadlines::start().map_err(system)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(system)?;
        let io = runtime.handle().clone();
        let (stop_io, stopped) = tokio::sync::oneshot::channel::<()>();
        thread::Builder::new()
            .name("isocell-io".to_owned())
            .spawn(move || {
                // Ends when the sender is used or dropped.
                let _ = runtime.block_on(stopped);
            })
            .map_err(system)?;
        let (alive, _) = watch::channel(());
        Ok(Services {
            deadlines,
            io,
            alive,
            stop_io: Mutex::new(Some(stop_io)),
        })
    }

    /// A token that a kernel's thread drops when it has ended.
    pub(super) fn alive(&self) -> watch::Receiver<()> {
        self.alive.subscribe()
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        self.deadlines.close();
        self.stop_io.lock().take();
    }
}

/// Says how a [`Host`] is made.
#[derive(Clone, Debug)]
pub struct HostBuilder {
    options: SessionOptions,
    max_sessions: usize,
}

impl HostBuilder {
    /// Most sessions at a time; one more is refused. Default: 64.
    pub fn max_sessions(mut self, count: usize) -> HostBuilder {
        self.max_sessions = count;
        self
    }

    /// How sessions are made that are asked for by name. Default: [`SessionOptions::sandbox`].
    pub fn session_options(mut self, options: SessionOptions) -> HostBuilder {
        self.options = options;
        self
    }

    /// Starts the host's two threads: one for deadlines, one for what child processes print.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidOption`] when the options of named sessions have a value that is not
    /// allowed, [`ErrorKind::System`] when the system refuses a thread.
    pub fn build(self) -> Result<Host, Error> {
        self.options.check()?;
        if self.max_sessions == 0 {
            return Err(Error::new(
                ErrorKind::InvalidOption,
                "a host needs at least one session",
            ));
        }
        Ok(Host {
            inner: Arc::new(Inner {
                services: Arc::new(Services::start()?),
                options: self.options,
                max_sessions: self.max_sessions,
                state: Mutex::default(),
            }),
        })
    }
}

impl Host {
    /// Starts with the defaults.
    pub fn builder() -> HostBuilder {
        HostBuilder {
            options: SessionOptions::sandbox(),
            max_sessions: DEFAULT_MAX_SESSIONS,
        }
    }

    /// Makes a session without a name.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidOption`], [`ErrorKind::SessionLimit`], [`ErrorKind::Closed`].
    pub async fn session(&self, options: SessionOptions) -> Result<Session, Error> {
        options.check()?;
        let mut state = self.inner.state.lock();
        self.inner.check_room(&mut state)?;
        let session = Session::new(None, options, self.inner.services.clone());
        state.unnamed.push(session.downgrade());
        Ok(session)
    }

    /// The session of that name, made at its first use.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::SessionLimit`], [`ErrorKind::Closed`].
    pub async fn named(&self, name: &SessionName) -> Result<Session, Error> {
        let mut state = self.inner.state.lock();
        if let Some(session) = state.named.get(name) {
            return Ok(session.clone());
        }
        self.inner.check_room(&mut state)?;
        let options = self.inner.options.clone();
        let session = Session::new(Some(name.clone()), options, self.inner.services.clone());
        state.named.insert(name.clone(), session.clone());
        Ok(session)
    }

    /// The session of that name, where there is one.
    pub fn existing(&self, name: &SessionName) -> Option<Session> {
        self.inner.state.lock().named.get(name).cloned()
    }

    /// Ends all sessions, and waits up to a second for their threads.
    pub async fn close(&self) {
        let sessions: Vec<Session> = {
            let mut state = self.inner.state.lock();
            state.is_closed = true;
            let State { named, unnamed, .. } = &mut *state;
            let unnamed = unnamed.drain(..).filter_map(|session| session.upgrade());
            named
                .drain()
                .map(|(_, session)| session)
                .chain(unnamed)
                .collect()
        };
        for session in sessions {
            session.close();
        }
        let services = self.inner.services.clone();
        let ended = self.inner.services.io.spawn(async move {
            let ended = services.alive.closed();
            if tokio::time::timeout(CLOSING_TIME, ended).await.is_err() {
                tracing::warn!("a session's thread did not end within {CLOSING_TIME:?}");
            }
        });
        // The task neither panics nor is aborted.
        let _ = ended.await;
    }
}

impl Inner {
    fn check_room(&self, state: &mut State) -> Result<(), Error> {
        if state.is_closed {
            return Err(Error::new(ErrorKind::Closed, "the host is closed"));
        }
        state.unnamed.retain(|session| session.upgrade().is_some());
        let count = state.named.len() + state.unnamed.len();
        if count >= self.max_sessions {
            return Err(Error::new(
                ErrorKind::SessionLimit,
                format!(
                    "session limit reached: {count} of {} in use",
                    self.max_sessions
                ),
            ));
        }
        Ok(())
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}
