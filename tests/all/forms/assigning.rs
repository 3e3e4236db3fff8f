//! Forms that assign: every form in every place.

use std::time::Duration;

use super::assigning_forms::{AWAITING, EXPRESSIONS, JAVASCRIPT, STATEMENTS, TYPESCRIPT};
use super::assigning_places::{ASSIGNED, BODIES, REFUSED, SHADOWED, TAKEN_BACK, TYPED};
use super::rows::{Assigning, Place, filled, named};
use super::table::Table;

#[test]
fn an_assignment_counts_wherever_it_stands() {
    everywhere(plain().chain(TYPESCRIPT), ASSIGNED);
}

#[test]
fn an_assignment_counts_in_typescript() {
    everywhere(typed(), TYPED);
}

#[test]
fn an_error_or_a_cancellation_puts_back_what_a_form_assigned() {
    everywhere(plain().chain(TYPESCRIPT), TAKEN_BACK);
}

#[test]
fn constants_and_names_that_are_not_there_refuse_every_form() {
    // A form that keeps errors to itself has none to show.
    let telling = |form: &&Assigning| !form.0.contains("catch {") && !form.0.contains("setTimeout");
    everywhere(plain().chain(TYPESCRIPT).filter(telling), REFUSED);
}

#[test]
fn a_local_name_is_assigned_in_place_of_the_binding() {
    everywhere(plain().chain(TYPESCRIPT), SHADOWED);
}

#[test]
fn an_assignment_counts_in_bodies_of_every_kind() {
    let mut table = Table::new();
    for (row, (form, before, after)) in synchronous().enumerate() {
        let name = format!("v{row}");
        let declaration = named(&format!("let $ = {before}; const get$ = () => $"), &name);
        table.check(form, &declaration, "");
        for body in BODIES {
            let cell = format!(
                "$ = {before}; {}; show($, get$())",
                filled(body, form, before)
            );
            let expected = named(&format!("{after} {after}"), &name);
            table.check(body, &named(&cell, &name), &expected);
        }
    }
    table.finish();
}

#[test]
fn an_assignment_has_a_value() {
    let mut table = Table::new();
    for (row, (form, before, _)) in EXPRESSIONS.iter().enumerate() {
        let name = format!("v{row}");
        let declaration = named(&format!("let $ = {before};"), &name);
        let shown = named(&format!("show(({form}), $);"), &name);
        let in_function = named(&format!("(() => {{ show(({form}), $) }})();"), &name);
        let expected = table.module(&format!("{declaration} {shown}"));
        table.check(
            "the value at top level",
            &format!("{declaration} {shown}"),
            &expected,
        );
        table.check("in a later cell", &declaration, "");
        table.check("the value in a later cell", &shown, &expected);
        table.check("for a function", &declaration, "");
        table.check("the value in a function", &in_function, &expected);
    }
    table.finish();
}

#[test]
fn a_timeout_puts_back_what_all_forms_assigned() {
    for end in [
        "for (;;);",
        "await new Promise(() => setInterval(() => {}, 1e3))",
    ] {
        let mut table = Table::new();
        let mut cell = String::new();
        for (row, (form, before, _)) in plain().enumerate() {
            let name = format!("v{row}");
            let source = format!("let $ = {before}; const set$ = ASYNC () => {{ FORM }}");
            table.check(form, &named(&filled(&source, form, before), &name), "");
            let source = if row % 2 == 0 {
                "FORM;"
            } else {
                "AWAIT set$();"
            };
            cell.push_str(&named(&filled(source, form, before), &name));
            cell.push('\n');
        }
        cell.push_str("show('reached');");
        cell.push_str(end);
        // The second time is for a machine that was too busy to come to the end.
        let got = [300, 10_000]
            .into_iter()
            .map(|time| table.timed_out_cell(&cell, Duration::from_millis(time)))
            .find(|got| !got.is_empty())
            .unwrap_or_default();
        table.expect("a cell with all forms", end, &got, "reached");
        for (row, (form, before, _)) in plain().enumerate() {
            let expected = table.cell(&format!("show({before})"));
            table.check(form, &format!("show(v{row})"), &expected);
        }
        table.finish();
    }
}

/// Every form that awaits nothing.
fn synchronous() -> impl Iterator<Item = &'static Assigning> {
    [EXPRESSIONS, STATEMENTS, JAVASCRIPT].into_iter().flatten()
}

/// Every form that plain JavaScript has.
fn plain() -> impl Iterator<Item = &'static Assigning> {
    synchronous().chain(AWAITING)
}

/// Every form that can stand in TypeScript.
fn typed() -> impl Iterator<Item = &'static Assigning> {
    [EXPRESSIONS, STATEMENTS, AWAITING, TYPESCRIPT]
        .into_iter()
        .flatten()
}

/// Runs these forms in each of these places.
fn everywhere(forms: impl Iterator<Item = &'static Assigning>, places: &[Place]) {
    let mut table = Table::new();
    for (row, (form, before, after)) in forms.enumerate() {
        let before_text = table.cell(&format!("show({before})"));
        for (index, (place, cells)) in places.iter().enumerate() {
            let name = format!("v{row}p{index}");
            for (cell, expected) in *cells {
                let source = named(&filled(cell, form, before), &name);
                let got = if source.contains("stopHere") || source.contains("stopWaiting") {
                    table.cancelled_cell(&source)
                } else {
                    table.cell(&source)
                };
                let expected = expected
                    .replace("BEFORE", &before_text)
                    .replace("AFTER", after);
                table.expect(place, &source, &got, &named(&expected, &name));
            }
        }
    }
    table.finish();
}
