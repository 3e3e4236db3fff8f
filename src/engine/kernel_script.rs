//! The script that gives a kernel's cells their runtime, under names that no other code can write.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::cell::{RuntimeName, runtime_name, storage_name, vacant_name};

/// The name under which the script shows in stack traces, from which it is removed.
pub(super) const KERNEL_SCRIPT_NAME: &str = "isocell:kernel";

/// The global through which the script gets `runtime-js/50_cells.js`; deleted by the script.
pub(super) const CELL_RUNTIME_GLOBAL: &str = "isocellCellRuntime";

/// A suffix for identifiers: valid in them, invisible, and different in every kernel.
///
/// Eight of the sixteen variation selectors U+FE00 to U+FE0F: 32 bits. They guard against chance,
/// not against an attacker, who shares the realm anyway.
pub(super) fn random_mark() -> String {
    let random = RandomState::new().build_hasher().finish();
    (0..8)
        .map(|digit| {
            let selector = 0xFE00 + ((random >> (4 * digit)) & 0xF) as u32;
            char::from_u32(selector).unwrap_or('\u{FE00}')
        })
        .collect()
}

/// The script's text. Its value is `[undo, commit, checkpoint]`: `undo(from)` takes the values since
/// a checkpoint out of the log, answers the oldest of each by binding id, and keeps them for
/// [`restore_script`]; `commit()` forgets the log, and answers an object whose keys are the ids of
/// the bindings in it; `checkpoint()` is the current checkpoint.
///
/// `L`, `R` and `U` are the script's own, the other letters are [`RuntimeName`]s.
pub(super) fn kernel_script(mark: &str) -> String {
    const TEXT: &str = r#""use strict";
let E§=0,V§,L§=null,U§;
const R§=globalThis.isocellCellRuntime;
delete globalThis.isocellCellRuntime;
const S§=(id,value)=>{L§={__proto__:null,id,value,checkpoint:E§,next:L§}};
const W§=(id,value)=>{if(R§.bindingWrite(id))S§(id,value)};
const K§=R§.constantAssignment,A§=R§.defineAccessor,B§=R§.accessors,D§=R§.complete;
const M§=R§.importMeta,P§=R§.pause,Q§=R§.resume,C§=R§.caught,X§=R§.evalText,N§=R§.withScope;
R§.useMark("¶");
[
(from)=>{
  U§={__proto__:null};
  for(;L§!==null&&L§.checkpoint>=from;L§=L§.next)U§[L§.id]=L§.value;
  return U§;
},
()=>{
  const ids={__proto__:null};
  for(;L§!==null;L§=L§.next)ids[L§.id]=0;
  V§=undefined;
  return ids;
},
()=>E§,
];
"#;
    TEXT.replace('§', &suffix(mark)).replace('¶', mark)
}

/// What makes a letter a name of the runtime.
fn suffix(mark: &str) -> String {
    runtime_name(RuntimeName::Checkpoint, mark).split_off(1)
}

/// A script that puts the values found by `undo` back into their bindings, given as `(id, name)`.
pub(super) fn restore_script<'a>(
    mark: &str,
    bindings: impl Iterator<Item = (u32, &'a str)>,
) -> String {
    let values = format!("U{}", suffix(mark));
    let assignments: String = bindings
        .map(|(id, name)| format!("{}={values}[{id}];", storage_name(name, mark)))
        .collect();
    format!("{assignments}{values}=undefined;")
}

/// A script that marks late names as vacant again.
pub(super) fn vacate_script<'a>(mark: &str, names: impl Iterator<Item = &'a str>) -> String {
    names
        .map(|name| format!("{}=true;", vacant_name(name, mark)))
        .collect()
}
