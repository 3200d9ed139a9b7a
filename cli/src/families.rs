//! The families as subcommands: each shows the options that it lists, and nothing else.

use std::fmt::Debug;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand, value_parser};

use crate::exit::Failure;
use crate::input::DictionaryOptions;
use xwc::families::{self, FAMILIES, Family};
use xwc::generate::{
    GenerateError, GenerateOptions, Generator, OptionSpec, ParameterSource, Preset, Takes,
};

/// A longer file for an option is refused.
const MAX_BYTES: u64 = 1 << 20;

/// A family, what is asked of its generator, and arguments `A` that all families have.
#[derive(Debug)]
pub(crate) struct FamilyCommand<A> {
    /// The family.
    pub(crate) family: &'static Family,
    /// The arguments that all families have.
    pub(crate) common: A,
    difficulty: Option<Preset>,
    minimal: bool,
    options: Vec<(&'static OptionSpec, Given)>,
}

/// What stands behind an option.
#[derive(Debug)]
enum Given {
    /// A value, or `true`.
    Text(String),
    /// The path of a file.
    File(PathBuf),
}

impl<A> FamilyCommand<A> {
    /// The generator that was asked for.
    pub(crate) fn generator(&self) -> Result<Box<dyn Generator>, Failure> {
        let mut options = GenerateOptions::default();
        (options.difficulty, options.minimal) = (self.difficulty, self.minimal);
        let mut words = DictionaryOptions { dictionary: None };
        for (spec, given) in &self.options {
            match given {
                Given::Text(text) => options = options.with(spec.name, text),
                Given::File(path) if spec.takes == Takes::Words => {
                    words.dictionary = Some(path.clone());
                }
                Given::File(path) => options = options.with(spec.name, text(path, spec.name)?),
            }
        }
        let source = ParameterSource::Options(&options);
        (self.family.generator)(source, &words.read_options()?).map_err(|error| match error {
            // These begin with the name of the option.
            GenerateError::NotForFamily { .. } | GenerateError::Option { .. } => {
                Failure::usage(format!("--{error}"))
            }
            error => error.into(),
        })
    }
}

/// The text of a file that an option names.
fn text(path: &Path, option: &str) -> Result<String, Failure> {
    let wrong =
        |reason: String| Failure::usage(format!("--{option}: {}: {reason}", path.display()));
    let mut text = String::new();
    let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
    file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(|error| wrong(error.to_string()))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(wrong("it is larger than 1 MiB".to_string()));
    }
    Ok(text)
}

/// The argument of an option.
fn argument(spec: &'static OptionSpec) -> Arg {
    let arg = Arg::new(spec.name).long(spec.name).help(spec.help).help_heading("Puzzle");
    match spec.takes {
        Takes::Nothing => arg.action(ArgAction::SetTrue),
        Takes::Value(name) => arg.value_name(name).allow_hyphen_values(true),
        Takes::FileText | Takes::Words => {
            arg.value_name("FILE").value_parser(value_parser!(PathBuf))
        }
    }
}

/// What the matches say of an option.
fn given(spec: &'static OptionSpec, matches: &ArgMatches) -> Option<(&'static OptionSpec, Given)> {
    let given = match spec.takes {
        Takes::Nothing => matches.get_flag(spec.name).then(|| Given::Text("true".to_string())),
        Takes::Value(_) => matches.get_one::<String>(spec.name).cloned().map(Given::Text),
        Takes::FileText | Takes::Words => {
            matches.get_one::<PathBuf>(spec.name).cloned().map(Given::File)
        }
    };
    Some((spec, given?))
}

fn difficulty() -> Arg {
    let names = PossibleValuesParser::new(Preset::ALL.map(|preset| preset.to_string()));
    Arg::new("difficulty")
        .long("difficulty")
        .value_name("PRESET")
        .value_parser(names.try_map(|name| name.parse::<Preset>()))
        .help("A preset for everything that is not said")
        .help_heading("Puzzle")
}

fn minimal() -> Arg {
    Arg::new("minimal")
        .long("minimal")
        .action(ArgAction::SetTrue)
        .help("Hide givens until none can be spared")
        .help_heading("Puzzle")
}

impl<A: Args> Subcommand for FamilyCommand<A> {
    fn augment_subcommands(command: Command) -> Command {
        let family = |family: &'static Family| {
            let command = A::augment_args(Command::new(family.name)).about(family.summary);
            let command = command.arg(difficulty()).arg(minimal());
            command.args(family.options.iter().map(argument))
        };
        command
            .subcommands(FAMILIES.iter().map(family))
            .subcommand_value_name("FAMILY")
            .subcommand_help_heading("Families")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .disable_help_subcommand(true)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        families::find(name).is_some()
    }
}

impl<A: Args> FromArgMatches for FamilyCommand<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let family = families::find(name).ok_or_else(missing)?;
        Ok(Self {
            family,
            common: A::from_arg_matches(matches)?,
            difficulty: matches.get_one("difficulty").copied(),
            minimal: matches.get_flag("minimal"),
            options: family.options.iter().filter_map(|spec| given(spec, matches)).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
