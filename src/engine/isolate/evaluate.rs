//! Running the code of a cell, and turning the event loop.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use deno_core::error::CoreError;
use deno_core::{PollEventLoopOptions, v8};

use super::Isolate;
use super::finish::syntax_error;
use super::isolate::cell_name;
use crate::cell::{TransformedCell, strip_mark};
use crate::engine::kernel_script::KERNEL_SCRIPT_NAME;
use crate::outcome::Thrown;

/// How the code of a cell ended, before anything is decided.
pub(super) enum Run {
    /// The cell's promise is fulfilled.
    Fulfilled,
    /// The cell threw, or its promise is rejected.
    Rejected(v8::Global<v8::Value>),
    /// V8 refused the text.
    Refused(Box<Thrown>),
    /// Nothing is left that could settle the cell's promise.
    Stalled,
    /// An interrupt stopped it.
    Stopped,
}

impl Isolate {
    /// Compiles and runs the cell's script, then turns the event loop until its promise settles.
    pub(super) async fn evaluate(&mut self, number: u32, cell: &TransformedCell) -> Run {
        let promise = match self.start_cell(number, cell) {
            Ok(promise) => promise,
            Err(run) => return run,
        };
        let run = self.drive(&promise).await;
        if let Run::Fulfilled | Run::Rejected(_) = run {
            // Once more, for rejections that nobody handled.
            self.turn_once().await;
        }
        run
    }

    fn start_cell(
        &mut self,
        number: u32,
        cell: &TransformedCell,
    ) -> Result<v8::Global<v8::Promise>, Run> {
        deno_core::scope!(scope, &mut self.runtime);
        v8::tc_scope!(let scope, scope);
        let Some(script) = compile(scope, &cell.script, &cell_name(number)) else {
            return Err(Run::Refused(Box::new(refusal(scope, cell))));
        };
        if !cell.storage_script.is_empty() {
            // Whole, or the variables of the next cell would not fit.
            self.interrupt.hold();
            let declared = compile(scope, &cell.storage_script, KERNEL_SCRIPT_NAME)
                .and_then(|script| script.run(scope));
            self.interrupt.release();
            if declared.is_none() {
                return Err(Run::Refused(Box::new(refusal(scope, cell))));
            }
        }
        self.state.bindings.borrow_mut().begin(cell);
        let undefined = v8::undefined(scope);
        let number = v8::Integer::new_from_unsigned(scope, number);
        let begin = v8::Local::new(scope, &self.functions.begin_cell);
        if let Some(context) = begin.call(scope, undefined.into(), &[number.into()]) {
            scope.set_continuation_preserved_embedder_data(context);
        }
        let promise = script
            .run(scope)
            .and_then(|body| body.try_cast::<v8::Function>().ok())
            .and_then(|body| body.call(scope, undefined.into(), &[]))
            .and_then(|promise| promise.try_cast::<v8::Promise>().ok());
        scope.set_continuation_preserved_embedder_data(undefined.into());
        match promise {
            Some(promise) => {
                handle_rejection(scope, promise);
                scope.perform_microtask_checkpoint();
                Ok(v8::Global::new(scope, promise))
            }
            None => Err(match scope.exception() {
                Some(exception) if !scope.has_terminated() => {
                    Run::Rejected(v8::Global::new(scope, exception))
                }
                _ => Run::Stopped,
            }),
        }
    }

    /// Turns the event loop until the promise settles, nothing is left to do, or an interrupt.
    async fn drive(&mut self, promise: &v8::Global<v8::Promise>) -> Run {
        let ended = self
            .turn_until(|isolate| {
                if isolate.interrupt.interruption().is_some() {
                    return Some(Run::Stopped);
                }
                isolate.settled(promise)
            })
            .await;
        ended.unwrap_or(Run::Stalled)
    }

    /// Turns the event loop until `done` answers; `None` when nothing is left to do before that.
    pub(super) async fn turn_until<T>(
        &mut self,
        mut done: impl FnMut(&mut Isolate) -> Option<T>,
    ) -> Option<T> {
        let interrupt = self.interrupt.clone();
        let mut interrupted = pin!(interrupt.interrupted());
        poll_fn(|context| {
            loop {
                if let Some(answer) = done(self) {
                    return Poll::Ready(Some(answer));
                }
                if interrupted.as_mut().poll(context).is_ready() {
                    interrupted.set(interrupt.interrupted());
                    continue;
                }
                match self
                    .runtime
                    .poll_event_loop(context, PollEventLoopOptions::default())
                {
                    Poll::Pending => {
                        return match done(self) {
                            Some(answer) => Poll::Ready(Some(answer)),
                            None => Poll::Pending,
                        };
                    }
                    Poll::Ready(Ok(())) => return Poll::Ready(done(self)),
                    Poll::Ready(Err(error)) => self.report(&error),
                }
            }
        })
        .await
    }

    fn settled(&mut self, promise: &v8::Global<v8::Promise>) -> Option<Run> {
        deno_core::scope!(scope, &mut self.runtime);
        let promise = v8::Local::new(scope, promise);
        match promise.state() {
            v8::PromiseState::Pending => None,
            v8::PromiseState::Fulfilled => Some(Run::Fulfilled),
            v8::PromiseState::Rejected => {
                let reason = promise.result(scope);
                Some(Run::Rejected(v8::Global::new(scope, reason)))
            }
        }
    }

    async fn turn_once(&mut self) {
        poll_fn(|context| {
            let turned = self
                .runtime
                .poll_event_loop(context, PollEventLoopOptions::default());
            if let Poll::Ready(Err(error)) = turned {
                self.report(&error);
            }
            Poll::Ready(())
        })
        .await;
    }

    /// Turns the event loop between cells. Resolves when nothing is left to do.
    pub(crate) async fn idle(&mut self) {
        poll_fn(|context| {
            loop {
                match self
                    .runtime
                    .poll_event_loop(context, PollEventLoopOptions::default())
                {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(Ok(())) => return Poll::Ready(()),
                    Poll::Ready(Err(error)) => {
                        if self.interrupt.is_closed() {
                            return Poll::Ready(());
                        }
                        self.runtime.v8_isolate().cancel_terminate_execution();
                        self.report(&error);
                    }
                }
            }
        })
        .await;
    }

    /// Reports an exception that no code of the user caught.
    fn report(&mut self, error: &CoreError) {
        if self.runtime.v8_isolate().is_execution_terminating()
            || self.interrupt.interruption().is_some()
        {
            return;
        }
        let text = strip_mark(&error.to_string(), &self.state.mark).into_owned();
        self.state
            .output
            .lock()
            .push_text(&format!("[uncaught exception] {text}\n"));
    }
}

fn compile<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    text: &str,
    name: &str,
) -> Option<v8::Local<'s, v8::Script>> {
    let text = v8::String::new(scope, text)?;
    let name = v8::String::new(scope, name)?;
    let origin = script_origin(scope, name);
    v8::Script::compile(scope, text, Some(&origin))
}

fn script_origin<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    name: v8::Local<'s, v8::String>,
) -> v8::ScriptOrigin<'s> {
    v8::ScriptOrigin::new(
        scope,
        name.into(),
        0,
        0,
        false,
        -1,
        None,
        false,
        false,
        false,
        None,
    )
}

/// Marks the cell's own promise as handled: its rejection is the cell's outcome.
fn handle_rejection(scope: &mut v8::PinScope<'_, '_>, promise: v8::Local<'_, v8::Promise>) {
    let nothing = v8::Function::new(
        scope,
        |_: &mut v8::PinScope<'_, '_>,
         _: v8::FunctionCallbackArguments<'_>,
         _: v8::ReturnValue<'_>| {},
    );
    if let Some(nothing) = nothing {
        promise.catch(scope, nothing);
    }
}

/// Why V8 did not compile a cell that parsed.
fn refusal(
    scope: &mut v8::PinnedRef<'_, v8::TryCatch<'_, '_, v8::HandleScope<'_>>>,
    cell: &TransformedCell,
) -> Thrown {
    let message = scope.message();
    let text = message.map(|message| message.get(scope).to_rust_string_lossy(scope));
    let text = text.unwrap_or_else(|| "the cell cannot be compiled".to_owned());
    let text = text.strip_prefix("Uncaught ").unwrap_or(&text);
    let text = text.strip_prefix("SyntaxError: ").unwrap_or(text);
    let (line, column) = message.map_or((1, 0), |message| {
        let line = message.get_line_number(scope).unwrap_or(1);
        (line, message.get_start_column())
    });
    syntax_error(cell.refusal(text, line as u32, column as u32 + 1))
}
