//! Progress notifications while a cell runs.

use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RoleServer};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// Shortest time between two notifications: at most four a second.
const SHORTEST: Duration = Duration::from_millis(250);

/// Longest time between two notifications, so that a client's own time limit doesn't run out.
const LONGEST: Duration = Duration::from_secs(10);

/// Waits for `cell` and tells the client meanwhile which line it wrote last.
///
/// The last notification is sent before this returns, and so before the result.
pub(super) async fn notify_during<T>(
    cell: impl Future<Output = T>,
    peer: &Peer<RoleServer>,
    token: ProgressToken,
    mut lines: watch::Receiver<String>,
) -> T {
    let mut cell = std::pin::pin!(cell);
    let started = Instant::now();
    let mut last = started;
    loop {
        tokio::select! {
            biased;
            outcome = &mut cell => return outcome,
            () = due(&mut lines, last) => {}
        }
        last = Instant::now();
        let seconds = last.duration_since(started).as_secs_f64();
        let message = match lines.borrow_and_update().as_str() {
            "" => format!("running for {seconds:.0} s"),
            line => line.to_owned(),
        };
        let progress = ProgressNotificationParam::new(token.clone(), seconds).with_message(message);
        if let Err(error) = peer.notify_progress(progress).await {
            tracing::debug!(%error, "progress not delivered");
        }
    }
}

/// Waits until there is a new line and [`SHORTEST`] is over, or else until [`LONGEST`] is.
async fn due(lines: &mut watch::Receiver<String>, last: Instant) {
    let news = async {
        sleep_until(last + SHORTEST).await;
        if lines.changed().await.is_err() {
            // The cell has ended and is about to be answered.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = news => {}
        () = sleep_until(last + LONGEST) => {}
    }
}
