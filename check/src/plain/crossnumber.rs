//! crossnumber has no plain rules: its clues are a language, whose meaning is a program.

use super::Plain;
use crate::puzzle::crossnumber::CrossNumber;

impl Plain for CrossNumber {}
