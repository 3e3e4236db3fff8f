//! The end of a run.
//!
//! This is the delicate part. A settled promise, an expired deadline, the heap's limit and a closing
//! session can arrive together; [`Isolate::finish`] decides in one place.

use std::time::Instant;

use deno_core::v8;

use super::Isolate;
use super::evaluate::Run;
use super::isolate::guard_heap;
use super::start::Functions;
use crate::cell::{self, Dialect, Ending, SyntaxError, TransformedCell, strip_mark};
use crate::engine::Interruption;
use crate::engine::kernel_script::{KERNEL_SCRIPT_NAME, restore_script, vacate_script};
use crate::engine::modules::without_reread_marks;
use crate::engine::thrown::{hint, thrown};
use crate::limits::Limits;
use crate::outcome::{BindingChanges, Outcome, Status, Thrown};

/// The part of an outcome that the end of the code decides.
pub(super) struct Ended {
    pub(super) status: Status,
    pub(super) error: Option<Thrown>,
    pub(super) value: Option<String>,
    pub(super) bindings: BindingChanges,
    pub(super) notes: Vec<String>,
}

impl Ended {
    pub(super) fn error(error: Thrown) -> Ended {
        Ended {
            status: Status::Error,
            error: Some(error),
            value: None,
            bindings: BindingChanges::default(),
            notes: Vec::new(),
        }
    }
}

/// What is left of a cell's code to report.
enum Report {
    Completed(Option<String>),
    Failed(Thrown),
    /// None of its code ran.
    Refused(Thrown),
    Stopped,
}

impl Isolate {
    /// Decides how a cell ended: an interrupt that came in time wins over what the code did.
    pub(super) async fn finish(&mut self, number: u32, cell: &TransformedCell, run: Run) -> Ended {
        // Inspecting values may run code of the user: while it can still be interrupted.
        let report = self.read(run);
        let interruption = self.interrupt.end_unless_interrupted();
        match (report, interruption) {
            (Report::Refused(error), _) => {
                self.interrupt.end_run();
                Ended::error(error)
            }
            (_, Some(interruption)) => self.stop(number, cell, interruption).await,
            (Report::Completed(value), None) => {
                let written = self.logged_ids(|functions| &functions.commit, &[]);
                self.call(|functions| &functions.end_cell, &[]);
                let changes = self
                    .state
                    .bindings
                    .borrow_mut()
                    .end(cell, Ending::Completed);
                Ended {
                    status: Status::Ok,
                    error: None,
                    value,
                    bindings: self.changed(changes, &written),
                    notes: Vec::new(),
                }
            }
            (Report::Failed(error), None) => self.fail(cell, error),
            (Report::Stopped, None) => self.stop(number, cell, Interruption::Cancelled).await,
        }
    }

    fn read(&mut self, run: Run) -> Report {
        match run {
            Run::Fulfilled => Report::Completed(self.completion_text()),
            Run::Rejected(value) => {
                if self.state.dialect == Dialect::Repl {
                    self.call(
                        |functions| &functions.keep_error,
                        std::slice::from_ref(&value),
                    );
                }
                let mut error = self.describe(value);
                error.hint = hint(&error);
                Report::Failed(error)
            }
            Run::Refused(error) => Report::Refused(*error),
            Run::Stalled => Report::Failed(stalled()),
            Run::Stopped => Report::Stopped,
        }
    }

    /// Puts bindings back to the last checkpoint.
    fn fail(&mut self, cell: &TransformedCell, error: Thrown) -> Ended {
        let checkpoint = self
            .call(|functions| &functions.checkpoint, &[])
            .and_then(|value| {
                deno_core::scope!(scope, &mut self.runtime);
                v8::Local::new(scope, value).uint32_value(scope)
            })
            .unwrap_or(0);
        self.roll_back(checkpoint);
        let written = self.logged_ids(|functions| &functions.commit, &[]);
        self.call(|functions| &functions.end_cell, &[]);
        let changes = self
            .state
            .bindings
            .borrow_mut()
            .end(cell, Ending::Failed { checkpoint });
        self.vacate(&changes.vacated);
        Ended {
            bindings: self.changed(changes, &written),
            ..Ended::error(error)
        }
    }

    /// A cell that was stopped before it started.
    pub(super) fn finish_without_code(&mut self) -> Ended {
        let interruption = self.interrupt.end_run().unwrap_or(Interruption::Cancelled);
        let (error, _) = stop_message(interruption, &self.state.limits);
        Ended {
            status: interruption.status(),
            ..Ended::error(error)
        }
    }

    /// Takes back the room that the heap got to unwind in.
    fn restore_heap_limit(&mut self) {
        self.runtime.v8_isolate().low_memory_notification();
        let limit = self.state.limits.heap_bytes;
        self.runtime.remove_near_heap_limit_callback(limit);
        guard_heap(&mut self.runtime, &self.interrupt);
    }

    /// Ends what the cell set going, and puts bindings back to the start of the cell.
    async fn stop(
        &mut self,
        number: u32,
        cell: &TransformedCell,
        interruption: Interruption,
    ) -> Ended {
        if interruption == Interruption::HeapLimit {
            self.restore_heap_limit();
        }
        let (error, note) = stop_message(interruption, &self.state.limits);
        let is_unfinished = self.wind_down(number, &error.message).await;
        self.roll_back(0);
        self.call(|functions| &functions.commit, &[]);
        let changes = self.state.bindings.borrow_mut().end(cell, Ending::Stopped);
        self.vacate(&changes.vacated);
        self.interrupt.end_run();
        let unfinished = "work that the cell had named with `nodeRepl.signal.waitUntil` has not \
                          ended, and is no longer waited for";
        Ended {
            status: interruption.status(),
            bindings: self.changed(changes, &[]),
            notes: note
                .into_iter()
                .chain(is_unfinished.then(|| unfinished.to_owned()))
                .collect(),
            ..Ended::error(error)
        }
    }

    /// Fires the cell's signal, waits for the work that it named, and abandons the rest. Whether
    /// some of that work has not ended.
    async fn wind_down(&mut self, number: u32, reason: &str) -> bool {
        // The last tenth is for putting bindings back, before the kernel is given up.
        let grace = self.state.limits.grace_period.mul_f32(0.9);
        let start = Instant::now();
        let interrupt = self.interrupt.clone();
        let timer = self.io.spawn({
            let interrupt = interrupt.clone();
            async move {
                tokio::time::sleep(grace).await;
                interrupt.cut_short(u64::from(number));
            }
        });
        let reason = {
            deno_core::scope!(scope, &mut self.runtime);
            v8::String::new(scope, reason)
                .map(|text| v8::Global::new(scope, v8::Local::<v8::Value>::from(text)))
        };
        self.call(|functions| &functions.abort, reason.as_slice());
        let signals = interrupt.signals();
        if signals.is_waiting() {
            let over = || !signals.is_waiting() || start.elapsed() >= grace;
            self.turn_until(|_| over().then_some(())).await;
        }
        timer.abort();
        interrupt.settle();
        let is_unfinished = signals.is_waiting();
        self.call(|functions| &functions.abandon_cell, &[]);
        is_unfinished
    }

    /// The binding ids that a function of the kernel's script answers as the keys of an object.
    fn logged_ids(
        &mut self,
        function: impl FnOnce(&Functions) -> &v8::Global<v8::Function>,
        arguments: &[v8::Global<v8::Value>],
    ) -> Vec<u32> {
        let Some(answer) = self.call(function, arguments) else {
            return Vec::new();
        };
        deno_core::scope!(scope, &mut self.runtime);
        let ids = v8::Local::new(scope, answer)
            .try_cast::<v8::Object>()
            .ok()
            .and_then(|answer| {
                answer.get_own_property_names(scope, v8::GetPropertyNamesArgs::default())
            });
        ids.map(|ids| {
            (0..ids.length())
                .filter_map(|index| ids.get_index(scope, index)?.uint32_value(scope))
                .collect()
        })
        .unwrap_or_default()
    }

    fn roll_back(&mut self, checkpoint: u32) {
        let checkpoint = {
            deno_core::scope!(scope, &mut self.runtime);
            let checkpoint = v8::Integer::new_from_unsigned(scope, checkpoint);
            v8::Global::new(scope, v8::Local::<v8::Value>::from(checkpoint))
        };
        let undone = self.logged_ids(|functions| &functions.undo, &[checkpoint]);
        if undone.is_empty() {
            return;
        }
        let script = {
            let bindings = self.state.bindings.borrow();
            let named = undone
                .iter()
                .filter_map(|id| Some((*id, bindings.name(*id)?)));
            restore_script(&self.state.mark, named)
        };
        self.run_own_script(script);
    }

    /// What a cell did to names, with those that its functions assigned.
    fn changed(&self, changes: cell::BindingChanges, written: &[u32]) -> BindingChanges {
        let cell::BindingChanges {
            added,
            mut changed,
            removed,
            ..
        } = changes;
        let bindings = self.state.bindings.borrow();
        for name in written.iter().filter_map(|id| bindings.name(*id)) {
            let is_known = |names: &[String]| names.iter().any(|known| known == name);
            if !is_known(&added) && !is_known(&changed) && bindings.get(name).is_some() {
                changed.push(name.to_owned());
            }
        }
        BindingChanges {
            added,
            changed,
            removed,
        }
    }

    fn vacate(&mut self, ids: &[u32]) {
        if ids.is_empty() {
            return;
        }
        let script = {
            let bindings = self.state.bindings.borrow();
            vacate_script(
                &self.state.mark,
                ids.iter().filter_map(|id| bindings.name(*id)),
            )
        };
        self.run_own_script(script);
    }

    fn run_own_script(&mut self, script: String) {
        if let Err(error) = self.runtime.execute_script(KERNEL_SCRIPT_NAME, script) {
            tracing::error!(%error, "bindings could not be put back");
        }
    }

    fn completion_text(&mut self) -> Option<String> {
        let value = self.state.completion.take()?;
        if self.state.dialect == Dialect::Repl {
            self.call(
                |functions| &functions.keep_last,
                std::slice::from_ref(&value),
            );
        }
        let is_undefined = {
            deno_core::scope!(scope, &mut self.runtime);
            v8::Local::new(scope, &value).is_undefined()
        };
        if is_undefined {
            return None;
        }
        let text = self.call(|functions| &functions.inspect, &[value])?;
        deno_core::scope!(scope, &mut self.runtime);
        let text = v8::Local::new(scope, text).to_rust_string_lossy(scope);
        Some(strip_mark(&text, &self.state.mark).into_owned())
    }

    fn describe(&mut self, value: v8::Global<v8::Value>) -> Thrown {
        let Some(described) = self.call(|functions| &functions.describe, &[value]) else {
            let message = "a value that cannot be shown".to_owned();
            return Thrown {
                message,
                ..Thrown::default()
            };
        };
        deno_core::scope!(scope, &mut self.runtime);
        let described = v8::Local::new(scope, described);
        let mark = self.state.mark.clone();
        thrown(scope, described, |text| {
            without_reread_marks(&strip_mark(text, &mark))
        })
    }

    pub(super) fn outcome(&mut self, number: u32, start: Instant, ended: Ended) -> Outcome {
        self.state.completion.take();
        self.state.stdio.drain();
        let written = self.state.output.lock().end_cell();
        Outcome {
            cell: number,
            status: ended.status,
            error: ended.error,
            value: ended.value,
            output: written.output,
            late_output: written.late_output,
            dropped: written.dropped,
            bindings: ended.bindings,
            duration: start.elapsed(),
            heap_used_bytes: self
                .runtime
                .v8_isolate()
                .get_heap_statistics()
                .used_heap_size(),
            notes: ended.notes,
        }
    }
}

pub(super) fn syntax_error(error: SyntaxError) -> Thrown {
    Thrown {
        name: "SyntaxError".to_owned(),
        message: error.message,
        stack: error.frame,
        hint: error.hint,
        ..Thrown::default()
    }
}

fn stalled() -> Thrown {
    Thrown {
        name: "Error".to_owned(),
        message: "an `await` at top level never settles: no timer, request or other work is left \
                  that could settle its promise"
            .to_owned(),
        ..Thrown::default()
    }
}

fn stop_message(interruption: Interruption, limits: &Limits) -> (Thrown, Option<String>) {
    let kept = "bindings are as they were before the cell; what it did to objects, files and other \
                things outside stays done";
    let message = match interruption {
        Interruption::Deadline => "the cell ran past its time limit".to_owned(),
        Interruption::Cancelled => "the cell was cancelled".to_owned(),
        Interruption::Reset => "the session was reset while the cell ran".to_owned(),
        Interruption::HeapLimit => {
            let mebibytes = limits.heap_bytes / (1024 * 1024);
            format!("the heap reached its limit of {mebibytes} MiB")
        }
    };
    let name = match interruption {
        Interruption::HeapLimit => "RangeError",
        _ => "",
    };
    let note = (interruption != Interruption::Reset).then(|| kept.to_owned());
    (
        Thrown {
            name: name.to_owned(),
            message,
            ..Thrown::default()
        },
        note,
    )
}
