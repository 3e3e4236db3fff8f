//! Start, first cell and reset of a session.

use criterion::{Criterion, criterion_group, criterion_main};
use futures::executor::block_on;
use isocell::{Host, SessionOptions, Status};

fn sessions(c: &mut Criterion) {
    let host = Host::builder()
        .max_sessions(10_000)
        .build()
        .expect("a host");
    let mut group = c.benchmark_group("session");

    group.bench_function("cold_first_cell", |b| {
        b.iter(|| {
            let session = block_on(host.session(SessionOptions::sandbox())).expect("a session");
            let outcome = block_on(session.run("1 + 1")).expect("a running session");
            assert_eq!(outcome.status, Status::Ok);
        });
    });

    let session = block_on(host.session(SessionOptions::sandbox())).expect("a session");
    group.bench_function("reset_first_cell", |b| {
        b.iter(|| {
            block_on(session.reset()).expect("an open session");
            let outcome = block_on(session.run("1 + 1")).expect("a running session");
            assert_eq!(outcome.status, Status::Ok);
        });
    });
    group.finish();
}

criterion_group!(benches, sessions);
criterion_main!(benches);
