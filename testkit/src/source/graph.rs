//! Cycles and reachability.

use std::collections::BTreeSet;

use super::imports::Edges;

/// All that can be reached from a module, itself included only if it is in a cycle.
pub fn reachable(edges: &Edges, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_string()];
    while let Some(module) = open.pop() {
        for to in edges.get(&module).into_iter().flatten() {
            if found.insert(to.clone()) {
                open.push(to.clone());
            }
        }
    }
    found
}

/// The modules that can be reached from themselves.
pub fn in_cycles(edges: &Edges) -> Vec<String> {
    edges.keys().filter(|module| reachable(edges, module).contains(*module)).cloned().collect()
}
