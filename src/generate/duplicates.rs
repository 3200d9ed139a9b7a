//! When two levels are the same: up to transposition, and up to operands that change places in a
//! sum or product without anything else noticing.

use sha2::{Digest, Sha256};

/// The same for twins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DuplicateKey(u128);

impl FromIterator<Vec<Vec<String>>> for DuplicateKey {
    /// The key of a level, of which these are all the forms: the least of them decides.
    fn from_iter<I: IntoIterator<Item = Vec<Vec<String>>>>(forms: I) -> Self {
        let least = forms.into_iter().min().unwrap_or_default();
        let text: Vec<String> = least.iter().map(|row| row.join(" ")).collect();
        let digest = Sha256::digest(text.join("\n").as_bytes());
        let mut half = [0; 16];
        half.copy_from_slice(&digest[..16]);
        Self(u128::from_be_bytes(half))
    }
}

/// The solved grid with a mark on what is blank.
pub(crate) fn marked(shown: &[Vec<String>], solved: &[Vec<String>]) -> Vec<Vec<String>> {
    let mark = |(shown, value): (&String, &String)| match &shown[..] {
        "_" => format!("{value}_"),
        _ => shown.clone(),
    };
    let rows = shown.iter().zip(solved);
    rows.map(|(shown, solved)| shown.iter().zip(solved).map(mark).collect()).collect()
}

/// Rows as columns.
pub(crate) fn transposed(grid: &[Vec<String>]) -> Vec<Vec<String>> {
    let width = grid.first().map_or(0, Vec::len);
    (0..width).map(|column| grid.iter().map(|row| row[column].clone()).collect()).collect()
}
