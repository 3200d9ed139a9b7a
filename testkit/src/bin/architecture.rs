//! Prints the measures of the architecture, or with `imports` what each module imports;
//! `scripts/architecture` runs it.

#![allow(clippy::print_stdout, reason = "this program is for printing")]

use xwc_testkit::source::{measures, table};

fn main() {
    if std::env::args().any(|argument| argument == "imports") {
        for (module, imports) in table::found() {
            let imports: Vec<String> = imports.iter().map(|name| format!("`{name}`")).collect();
            println!("| `{module}` | {} |", imports.join(", "));
        }
        return;
    }
    println!("| measure | now | goal |\n|---|--:|--:|");
    for (name, value, goal) in measures::all() {
        println!("| {name} | {value} | {goal} |");
    }
}
