//! What a verdict rests on: the rules of a puzzle, and the two other ways in which they are stated.

use crate::lower::Lower;
use crate::plain::Plain;
use crate::puzzle::Puzzle;

/// A puzzle that can be judged, compiled and justified; no drawing, playing or generating.
pub trait Provable: Puzzle + Lower + Plain {}

impl<P: Puzzle + Lower + Plain> Provable for P {}
