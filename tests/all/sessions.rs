//! Sessions beside each other, their limits and their end.

use std::thread;
use std::time::Duration;

use futures::executor::block_on;
use isocell::{ErrorKind, Host, Limits, RunOptions, SessionName, SessionOptions, Status};

use crate::support::session::{TestSession, text, within};

#[test]
fn nothing_of_one_session_reaches_another() {
    let host = Host::builder().build().expect("a host");
    let session = || block_on(host.session(SessionOptions::sandbox())).expect("a session");
    let (broken, whole) = (session(), session());
    let run = |session: &isocell::Session, source: &str| {
        text(&block_on(session.run(source)).expect("a session that runs"))
    };
    run(
        &broken,
        "globalThis.shared = 1; let n = 2; Array.prototype.push = null; Promise.prototype.then = null; Object.prototype.x = 3;",
    );
    assert_eq!(
        run(
            &whole,
            "[typeof shared, typeof n, [].push(1), typeof {}.x].join()"
        ),
        "= 'undefined,undefined,1,undefined'"
    );
    assert_eq!(
        run(
            &broken,
            "console.log('still', n); throw new Error('reported')"
        )
        .lines()
        .next(),
        Some("still 2")
    );
    assert_eq!(block_on(broken.reset()).expect("an open session"), 2);
    assert_eq!(run(&broken, "[].push(1)"), "= 1");
}

#[test]
fn a_session_survives_its_heap_limit() {
    let session = TestSession::with(|options| options.limits.heap_bytes = 64 * 1024 * 1024);
    session.run("let kept = 1;");
    for _ in 0..2 {
        let outcome = session.outcome("const all = []; for (;;) all.push({ a: [1, 2, 3] });");
        assert_eq!(outcome.status, Status::Error);
        let error = outcome.error.expect("an error");
        assert_eq!(
            error.to_string(),
            "RangeError: the heap reached its limit of 64 MiB"
        );
    }
    assert_eq!(session.run("`${kept} ${typeof all}`"), "= '1 undefined'");
}

#[test]
fn sessions_are_used_and_dropped_from_any_thread() {
    let host = Host::builder().build().expect("a host");
    let threads: Vec<_> = (0..8)
        .map(|n| {
            let host = host.clone();
            thread::spawn(move || {
                let session = block_on(host.session(SessionOptions::sandbox())).expect("a session");
                let outcome = block_on(session.run(&format!("let n = {n}; n * 2")));
                let outcome = outcome.expect("a session that runs");
                assert_eq!(outcome.value, Some((n * 2).to_string()));
                (n % 2 == 0).then_some(session)
            })
        })
        .collect();
    let mut kept: Vec<_> = threads
        .into_iter()
        .filter_map(|thread| thread.join().expect("no panic"))
        .collect();
    kept.reverse();
    for session in kept {
        assert_eq!(
            block_on(session.run("n >= 0"))
                .expect("it runs")
                .value
                .as_deref(),
            Some("true")
        );
    }
}

#[test]
fn a_dropped_future_cancels_its_cell() {
    let session = TestSession::new();
    session.run("let n = 1;");
    let running = session.session.run("n = 2; for (;;);");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("tokio");
    let gave_up =
        runtime.block_on(async { tokio::time::timeout(Duration::from_millis(200), running).await });
    assert!(gave_up.is_err(), "the cell never ends by itself");
    assert_eq!(session.run("n"), "= 1");
}

#[test]
fn cells_wait_for_each_other_in_order() {
    let session = TestSession::new();
    session.run("let order = [];");
    let cells: Vec<String> = (0..5)
        .map(|n| {
            format!(
                "await new Promise((done) => setTimeout(done, {})); order.push({n})",
                10 - n
            )
        })
        .collect();
    let all = futures::future::join_all(cells.iter().map(|cell| session.session.run(cell)));
    assert!(block_on(all).iter().all(|outcome| outcome.is_ok()));
    assert_eq!(session.run("order.join()"), "= '0,1,2,3,4'");
}

#[test]
fn a_reset_stops_the_cell_that_runs() {
    let session = TestSession::new();
    let resetting = {
        let session = session.session.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            block_on(session.reset()).expect("an open session")
        })
    };
    assert_eq!(session.outcome("for (;;);").status, Status::Reset);
    assert_eq!(resetting.join().expect("no panic"), 2);
    assert_eq!(session.run("1 + 1"), "= 2");
}

#[test]
fn a_kernel_that_does_not_stop_is_replaced() {
    let session = TestSession::with(|options| {
        options.limits.grace_period = Duration::from_millis(200);
    });
    session.run("let n = 1; const { spawnSync } = await import('node:child_process');");
    let outcome = session.outcome_with("spawnSync('sleep', ['5'])", within(200));
    assert_eq!(outcome.status, Status::Timeout, "{}", text(&outcome));
    assert_eq!(
        outcome.notes,
        ["all bindings are lost: the session goes on with a fresh kernel"]
    );
    assert_eq!(session.run("typeof n"), "= 'undefined'");
    assert_eq!(session.session.generation(), 2);
}

#[test]
fn wrong_options_are_refused_with_the_limit() {
    let refused = |options: SessionOptions| {
        let host = Host::builder().build().expect("a host");
        let error = block_on(host.session(options)).expect_err("a refusal");
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        error.to_string()
    };
    assert_eq!(
        refused(SessionOptions::trusted("not/absolute")),
        "the session's working directory `not/absolute` is not absolute"
    );
    let mut small = SessionOptions::sandbox();
    small.limits = Limits::default();
    small.limits.heap_bytes = 1;
    assert_eq!(
        refused(small),
        "a heap limit of 1 bytes is too small to start in: the least is 16777216"
    );
    let session = TestSession::new();
    let options = RunOptions {
        timeout: Some(Duration::from_secs(601)),
        ..Default::default()
    };
    let error = block_on(session.session.run_with("1", options)).expect_err("a refusal");
    assert_eq!(
        error.to_string(),
        "a time limit of 601s for a cell is out of range: it must be above zero and at most 600s"
    );
}

#[test]
fn there_are_at_most_as_many_sessions_as_allowed() {
    let host = Host::builder().max_sessions(1).build().expect("a host");
    let first = block_on(host.named(&SessionName::default())).expect("a session");
    assert_eq!(
        block_on(host.named(&SessionName::default()))
            .expect("the same")
            .name(),
        first.name()
    );
    let other = SessionName::new("other").expect("a name");
    let error = block_on(host.named(&other)).expect_err("a refusal");
    assert_eq!(error.to_string(), "session limit reached: 1 of 1 in use");
    block_on(host.close());
    assert_eq!(
        block_on(first.run("1"))
            .expect_err("a closed session")
            .kind(),
        ErrorKind::Closed
    );
}

#[test]
fn a_sandbox_reaches_nothing_outside() {
    let host = Host::builder().build().expect("a host");
    let session = block_on(host.session(SessionOptions::sandbox())).expect("a session");
    for attempt in [
        "(await import('node:fs')).readFileSync('/etc/hostname')",
        "(await import('node:fs')).writeFileSync('/tmp/isocell-escaped', '')",
        "(await import('node:child_process')).execSync('true')",
        "await fetch('http://127.0.0.1:1/')",
        "process.env.PATH.length",
    ] {
        let outcome = block_on(session.run(attempt)).expect("a session that runs");
        assert_eq!(
            outcome.status,
            Status::Error,
            "{attempt}\n{}",
            text(&outcome)
        );
    }
}
