//! Latency of a cell through the library.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use futures::executor::block_on;
use isocell::{Host, Session, SessionOptions, Status};

fn session(host: &Host) -> Session {
    block_on(host.session(SessionOptions::sandbox())).expect("a session")
}

fn run(session: &Session, source: &str) {
    let outcome = block_on(session.run(source)).expect("a running session");
    assert_eq!(outcome.status, Status::Ok, "{:?}", outcome.error);
}

fn cells(c: &mut Criterion) {
    let host = Host::builder().max_sessions(1000).build().expect("a host");
    let mut group = c.benchmark_group("cell");

    let trivial = session(&host);
    group.bench_function("trivial", |b| b.iter(|| run(&trivial, "1 + 1")));

    for count in [10, 1_000, 10_000] {
        let full = session(&host);
        let declarations: String = (0..count)
            .map(|n| format!("let binding{n} = {n};\n"))
            .collect();
        run(&full, &declarations);
        group.bench_function(format!("trivial/{count}_bindings"), |b| {
            b.iter(|| run(&full, "binding1 += binding2"));
        });
        let statements: String = (0..1_000)
            .map(|n| format!("binding{} += 1;\n", n * count / 1_000))
            .collect();
        group.bench_function(format!("1000_statements/{count}_bindings"), |b| {
            b.iter(|| run(&full, &statements));
        });
    }

    let output = session(&host);
    group.bench_function("output/100_bytes", |b| {
        b.iter(|| run(&output, "nodeRepl.write('x'.repeat(100))"));
    });
    group.bench_function("output/1_megabyte", |b| {
        b.iter(|| run(&output, "nodeRepl.write('x'.repeat(1e6))"));
    });

    let typescript = session(&host);
    group.bench_function("typescript", |b| {
        b.iter(|| run(&typescript, "const n: number = 1; (n as number) + 1"));
    });

    let loops = session(&host);
    run(&loops, "let total = 0, turn = 0;");
    group.sample_size(10);
    group.bench_function("loop/function_locals", |b| {
        b.iter(|| {
            run(
                &loops,
                "(() => { let s = 0; for (let i = 0; i < 1e8; i++) s += i; return s })()",
            )
        });
    });
    group.bench_function("loop/sum_is_a_binding", |b| {
        b.iter(|| {
            run(
                &loops,
                "total = 0; for (let turn = 0; turn < 1e8; turn++) total += turn;",
            )
        });
    });
    group.bench_function("loop/sum_and_counter_are_bindings", |b| {
        b.iter(|| {
            run(
                &loops,
                "total = 0; for (turn = 0; turn < 1e8; turn++) total += turn;",
            )
        });
    });
    group.finish();
}

fn errors(c: &mut Criterion) {
    let host = Host::builder().build().expect("a host");
    let failing = session(&host);
    c.bench_function("cell/error", |b| {
        b.iter_batched(
            || "let failed = 1; throw new Error('no')",
            |source| block_on(failing.run(source)).expect("a running session"),
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, cells, errors);
criterion_main!(benches);
