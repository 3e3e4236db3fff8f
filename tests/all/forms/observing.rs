//! What JavaScript observes, compared with plain module code of the same text.

use super::observed_classes::CLASSES;
use super::observed_errors::CAUGHT;
use super::observed_functions::{FUNCTIONS, NAMES};
use super::observed_order::ORDER;
use super::observed_patterns::PATTERNS;
use super::observed_scopes::SCOPES;
use super::observed_syntax::SYNTAX;
use super::rows::Observed;
use super::table::Table;

#[test]
fn functions_and_classes_get_the_names_that_modules_give() {
    as_in_a_module(NAMES);
}

#[test]
fn functions_are_as_in_a_module() {
    as_in_a_module(FUNCTIONS);
}

#[test]
fn classes_are_as_in_a_module() {
    as_in_a_module(CLASSES);
}

#[test]
fn operators_and_templates_are_as_in_a_module() {
    as_in_a_module(SYNTAX);
}

#[test]
fn scopes_are_as_in_a_module() {
    as_in_a_module(SCOPES);
}

#[test]
fn evaluation_has_the_order_of_a_module() {
    as_in_a_module(ORDER);
}

#[test]
fn patterns_are_as_in_a_module() {
    as_in_a_module(PATTERNS);
}

#[test]
fn caught_errors_are_as_in_a_module() {
    as_in_a_module(CAUGHT);
}

/// Runs each row as one cell, as several, and with the expression in a closure of an earlier cell;
/// expects what a module shows.
fn as_in_a_module(rows: &[Observed]) {
    let mut table = Table::new();
    for (row, cells, expression) in rows {
        let statements = cells.join("\n;");
        let text = format!("{statements}\n; show({expression})");
        let expected = table.module(&text);
        if expected.is_empty() || expected == "SyntaxError" {
            table.expect(row, &text, &expected, "a module that shows something");
        }
        table.check(&format!("{row}, in one cell"), &text, &expected);

        let got = apart(&table, cells, &format!("show({expression})"));
        let source = format!("{} | {expression}", cells.join(" | "));
        table.expect(
            &format!("{row}, in several cells"),
            &source,
            &got,
            &expected,
        );

        let closure = format!("const observe = async () => show({expression})");
        let mut earlier = cells.to_vec();
        earlier.push(&closure);
        let got = apart(&table, &earlier, "await observe()");
        table.expect(&format!("{row}, in a closure"), &source, &got, &expected);
    }
    table.finish();
}

/// Runs cells up to the first that ends with an error: all that they showed.
fn apart(table: &Table, cells: &[&str], last: &str) -> String {
    let mut all = Vec::new();
    for cell in cells.iter().copied().chain([last]) {
        let shown = table.cell(cell);
        let ended = shown.contains("Error");
        if !shown.is_empty() {
            all.push(shown);
        }
        if ended {
            break;
        }
    }
    all.join("\n")
}
