//! Options that several commands share.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use xwc_encodings::{Amo, Card, Encoding, Target, Variants};

use crate::exit::{Exit, Failure};
use crate::process;
use xwc::solve::{AUTO, BACKENDS, Budget, SolveError, SolverSelection};
use xwc::{CertifyError, CertifyOptions, ProofFormat, SearchOptions};

/// Which solver.
#[derive(Debug, clap::Args)]
pub(crate) struct SolverChoice {
    #[arg(long, value_name = "NAME", default_value = AUTO, help = backend_help())]
    backend: String,

    /// How to write the formula, for solvers that read one; see `xwc encodings`
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// How many threads, where work can be shared; 0 for as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) jobs: usize,
}

impl SolverChoice {
    /// The choice, which may still make no sense.
    fn unchecked(&self) -> SolverSelection<'_> {
        SolverSelection { backend: Some(&self.backend), encoding: self.encoding.as_deref() }
    }

    /// The choice, if there is such a solver in this build.
    pub(crate) fn checked(&self) -> Result<SolverSelection<'_>, Failure> {
        let choice = self.unchecked();
        for (backend, _) in choice.solvers()? {
            if backend.solver.is_none() {
                let feature = backend.feature.unwrap_or_default();
                return Err(SolveError::NotBuiltIn { backend: backend.name, feature }.into());
            }
        }
        Ok(choice)
    }
}

/// Where a certificate goes, and in which form.
#[derive(Debug, clap::Args)]
pub(crate) struct CertificateOptions {
    /// Also write a certificate into this folder, for `xwc check` and for other proof checkers
    #[arg(long, value_name = "DIR")]
    pub(crate) certificate: Option<PathBuf>,

    /// How its proof is written: with hints (lrat), or in few words (drat) [default: lrat]
    #[arg(long, value_name = "FORMAT", requires = "certificate")]
    proof: Option<ProofName>,
}

impl CertificateOptions {
    /// The format that was asked for.
    pub(crate) fn proof(&self) -> ProofFormat {
        match self.proof {
            None | Some(ProofName::Lrat) => ProofFormat::Lrat,
            Some(ProofName::Drat) => ProofFormat::Drat,
        }
    }
}

/// The formats of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ProofName {
    Lrat,
    Drat,
}

/// The solvers by name.
fn backend_help() -> String {
    let names: Vec<&str> = [AUTO].into_iter().chain(BACKENDS.iter().map(|one| one.name)).collect();
    let (last, others) = names.split_last().expect("there is at least one");
    format!("The solver: {} or {last}", others.join(", "))
}

/// How formulas count, where the encoding has a choice.
#[derive(Debug, clap::Args)]
pub(crate) struct CountingOptions {
    /// How a CNF encoding says "at most one" [default: auto, pairwise for few and product for many]
    #[arg(long, value_name = "VARIANT", value_parser = amo_parser())]
    amo: Option<Amo>,

    /// How a CNF encoding says "exactly this many" [default: totalizer]
    #[arg(long, value_name = "VARIANT", value_parser = card_parser())]
    card: Option<Card>,
}

impl CountingOptions {
    /// The options that were given.
    fn given(&self) -> Option<&'static str> {
        match (self.amo, self.card) {
            (Some(_), _) => Some("--amo"),
            (None, Some(_)) => Some("--card"),
            (None, None) => None,
        }
    }

    /// The variants, if one of the encodings has any or nothing was asked for.
    pub(crate) fn variants(
        &self,
        mut encodings: impl Iterator<Item = &'static dyn Encoding>,
    ) -> Result<Variants, Failure> {
        if let Some(option) = self.given()
            && !encodings.any(|encoding| encoding.info().has_variants)
        {
            let message =
                format!("{option} is for encodings that write clauses; see xwc encodings");
            return Err(Failure::usage(message));
        }
        let (amo, card) = (self.amo.unwrap_or_default(), self.card.unwrap_or_default());
        Ok(Variants { amo, card })
    }
}

fn amo_parser() -> impl TypedValueParser<Value = Amo> {
    let names = PossibleValuesParser::new(Amo::ALL.map(|one| one.to_string()));
    names.try_map(|name| name.parse())
}

fn card_parser() -> impl TypedValueParser<Value = Card> {
    let names = PossibleValuesParser::new(Card::ALL.map(|one| one.to_string()));
    names.try_map(|name| name.parse())
}

/// Which solver, and how long.
#[derive(Debug, clap::Args)]
pub(crate) struct SolverOptions {
    #[command(flatten)]
    solver: SolverChoice,

    #[command(flatten)]
    counting: CountingOptions,

    /// Stop after N conflicts (SAT and SMT solvers)
    #[arg(long, value_name = "N")]
    conflicts: Option<u64>,

    /// Stop after N branches of the native search
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    #[command(flatten)]
    limits: Limits,
}

/// How long, and with how much memory.
#[derive(Debug, clap::Args)]
pub(crate) struct Limits {
    /// Stop after SECONDS, whatever has been reached
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,

    #[command(flatten)]
    memory: MemoryLimit,
}

impl Limits {
    /// Starts the clock and limits the memory of the process; more memory than that ends the process
    /// with the exit code.
    pub(crate) fn start(&self, memory: u64, exit: Exit) -> Result<Budget, Failure> {
        let time = self.timeout.map(duration).transpose()?;
        let budget = self.memory.start(memory, exit)?;
        time.into_iter().for_each(process::end_after);
        Ok(budget)
    }
}

/// How much memory.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryLimit {
    /// Memory limit, in MiB [default: 4096 to solve and to generate, else 1024]
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
}

impl MemoryLimit {
    /// Limits the memory of the process to what was asked for, or else to the default in MiB.
    pub(crate) fn start(&self, default: u64, exit: Exit) -> Result<Budget, Failure> {
        let mib = self.memory.unwrap_or(default);
        if !(LEAST_MIB..=MOST_MIB).contains(&mib) {
            let message = format!("--memory {mib}: from {LEAST_MIB} to {MOST_MIB} MiB");
            return Err(Failure::usage(message));
        }
        process::limit_memory(mib, exit);
        Ok(Budget { stop: Some(&process::STOP), ..Budget::default() })
    }
}

/// The program itself needs some memory.
const LEAST_MIB: u64 = 16;
const MOST_MIB: u64 = 1 << 30;

/// Memory for solving and generating, in MiB.
pub(crate) const TO_SOLVE: u64 = 4096;

/// Memory for reading untrusted files, in MiB.
pub(crate) const TO_READ: u64 = 1024;

impl SolverOptions {
    /// The budget of the command, from now on.
    pub(crate) fn start(&self, memory: u64, exit: Exit) -> Result<Budget, Failure> {
        let budget = self.limits.start(memory, exit)?;
        Ok(Budget { conflicts: self.conflicts, nodes: self.nodes, ..budget })
    }

    /// The options of a search for all solutions.
    pub(crate) fn search(&self, budget: Budget) -> Result<SearchOptions<'_>, Failure> {
        let choice = self.solver.unchecked();
        let encodings = choice.solvers()?.into_iter().filter_map(|(_, encoding)| encoding);
        let variants = self.counting.variants(encodings)?;
        Ok(SearchOptions { choice, variants, budget, ..SearchOptions::default() })
    }

    /// The options of a certificate: the chosen solver if it writes proofs, or else the default one.
    pub(crate) fn certify<'a>(
        &'a self,
        asked: CertifyOptions<'a>,
    ) -> Result<CertifyOptions<'a>, Failure> {
        if let Some(option) = self.counting.given() {
            let message = format!("--certificate: the formula of a certificate takes no {option}");
            return Err(Failure::usage(message));
        }
        let choice = self.solver.unchecked();
        let writes_clauses = |name| {
            xwc_encodings::find(name).is_some_and(|encoding| encoding.info().target == Target::Cnf)
        };
        match choice.encoding {
            Some(encoding) if !writes_clauses(encoding) => {
                let error = CertifyError::NoClauses(encoding.to_string());
                Err(Failure::from(error).at("--certificate"))
            }
            _ => Ok(CertifyOptions { choice, ..asked }),
        }
    }
}

fn duration(seconds: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        Failure::usage(format!("--timeout {seconds}: it must be a number of seconds, 0 or more"))
    })
}
