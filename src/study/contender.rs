//! The contenders: every solver that works on the model, and every encoding with every solver that
//! reads it.

use serde::{Deserialize, Serialize};
use xwc_encodings::ENCODINGS;

use super::StudyError;
use crate::solve::{AUTO, BACKENDS, SolverSelection};

/// One way of solving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Contender {
    /// `native`, or `one-hot/varisat`.
    pub name: String,
    /// The backend, or `auto`.
    pub backend: String,
    /// The encoding, for backends that read formulas.
    pub encoding: Option<String>,
    /// The versions behind the names.
    pub version: String,
}

/// Those that the lists name; an empty list names all that this build has. With a list of encodings,
/// solvers that need none take part only if they are named.
///
/// # Errors
///
/// If a name is unknown, this build lacks a backend, or no contender is left.
pub(super) fn contenders(
    encodings: &[String],
    backends: &[String],
) -> Result<Vec<Contender>, StudyError> {
    for name in backends {
        let choice = SolverSelection { backend: Some(name), encoding: None };
        for (backend, _) in choice.solvers()? {
            backend.require_built_in()?;
        }
    }
    for name in encodings {
        SolverSelection { backend: None, encoding: Some(name) }.solvers()?;
    }
    let is_named = |list: &[String], name: &str| list.is_empty() || list.iter().any(|n| n == name);
    let without = |name: &str| {
        let wanted = is_named(backends, name);
        wanted && (encodings.is_empty() || !backends.is_empty())
    };
    let mut found = Vec::new();
    if without(AUTO) {
        found.push(contender(AUTO, None, env!("CARGO_PKG_VERSION").to_string()));
    }
    for backend in BACKENDS.iter().filter(|backend| backend.solver.is_some()) {
        if backend.reads.is_none() && without(backend.name) {
            found.push(contender(backend.name, None, backend.version.to_string()));
        }
    }
    for encoding in ENCODINGS.iter().filter(|encoding| is_named(encodings, encoding.info().name)) {
        for backend in BACKENDS.iter().filter(|backend| backend.accepts(*encoding)) {
            if backend.solver.is_some() && is_named(backends, backend.name) {
                let version = format!("{}/{}", encoding.info().version, backend.version);
                found.push(contender(backend.name, Some(encoding.info().name), version));
            }
        }
    }
    if found.is_empty() {
        return Err(StudyError::NoContender);
    }
    Ok(found)
}

fn contender(backend: &str, encoding: Option<&str>, version: String) -> Contender {
    let name = match encoding {
        Some(encoding) => format!("{encoding}/{backend}"),
        None => backend.to_string(),
    };
    let encoding = encoding.map(str::to_string);
    Contender { name, backend: backend.to_string(), encoding, version }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(encodings: &[&str], backends: &[&str]) -> Vec<String> {
        let owned = |list: &[&str]| list.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        let found = contenders(&owned(encodings), &owned(backends)).expect("some");
        found.into_iter().map(|contender| contender.name).collect()
    }

    #[test]
    fn lists_narrow_the_field() {
        let all = names(&[], &[]);
        for name in ["auto", "native", "backtrack", "one-hot/varisat"] {
            assert!(all.iter().any(|one| one == name), "{all:?}");
        }
        assert_eq!(names(&["one-hot"], &["varisat"]), ["one-hot/varisat"]);
        assert_eq!(names(&[], &["native", "auto"]), ["auto", "native"]);
        assert!(!names(&["one-hot"], &[]).contains(&"native".to_string()));
        assert_eq!(names(&["one-hot"], &["native", "varisat"]), ["native", "one-hot/varisat"]);
        assert!(contenders(&["no such".to_string()], &[]).is_err());
        assert!(contenders(&[], &["no such".to_string()]).is_err());
    }
}
