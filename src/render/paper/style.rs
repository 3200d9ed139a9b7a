//! How worksheets look: paper, levels per page, large print.

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Its name on the command line.
    pub name: &'static str,
    /// Points.
    pub width: u32,
    /// Points.
    pub height: u32,
}

/// Every size of paper.
pub static PAPERS: &[Paper] = &[
    Paper { name: "a4", width: 595, height: 842 },
    Paper { name: "letter", width: 612, height: 792 },
];

/// How many levels go on a page, and in how many columns.
pub static DENSITIES: &[(usize, usize)] = &[(1, 1), (2, 1), (4, 2), (6, 2)];

/// How worksheets look.
#[derive(Clone, Debug)]
pub struct WorksheetStyle {
    /// At the top of each page.
    pub title: String,
    /// What is printed on.
    pub paper: Paper,
    /// One of [`DENSITIES`].
    pub per_page: usize,
    /// Larger letters and cells.
    pub large: bool,
    /// Whether there are pages with answers.
    pub answers: bool,
}

impl Default for WorksheetStyle {
    fn default() -> Self {
        Self { title: String::new(), paper: PAPERS[0], per_page: 4, large: false, answers: true }
    }
}
