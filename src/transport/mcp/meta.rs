//! The outcome for programs, under `isocell/outcome` in a result's `_meta`.

use rmcp::model::MetaObject;
use serde_json::{Map, Value, json};

use super::content::Shown;
use crate::outcome::{Outcome, Output, Thrown};

const KEY: &str = "isocell/outcome";

/// Everything but the text and images themselves.
pub(super) fn of(outcome: &Outcome, shown: &Shown<'_>) -> MetaObject {
    let (mut text_bytes, mut images) = (0, 0);
    for output in &outcome.output {
        match output {
            Output::Text(text) => text_bytes += text.len(),
            Output::Image(_) => images += 1,
        }
    }
    let mut value = json!({
        "cell": outcome.cell,
        "status": outcome.status.as_str(),
        "durationMs": (outcome.duration.as_secs_f64() * 1e6).round() / 1e3,
        "output": {
            "textBytes": text_bytes,
            "images": images,
            "droppedTextBytes": outcome.dropped.text_bytes,
            "droppedImages": outcome.dropped.images,
        },
        "bindings": {
            "added": outcome.bindings.added,
            "changed": outcome.bindings.changed,
            "removed": outcome.bindings.removed,
        },
        "heapUsedBytes": outcome.heap_used_bytes,
        "session": shown.session.to_string(),
        "generation": shown.generation,
    });
    if let Some(thrown) = &outcome.error {
        value["error"] = error(thrown);
    }
    MetaObject(Map::from_iter([(KEY.to_owned(), value)]))
}

fn error(thrown: &Thrown) -> Value {
    let mut value = json!({ "name": thrown.name, "message": thrown.message });
    if let Some(code) = &thrown.code {
        value["code"] = json!(code);
    }
    value
}
