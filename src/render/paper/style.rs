//! How worksheets look: paper, levels per page, large print.

/// Every size of paper: its name, and its width and height in points.
pub static PAPERS: &[(&str, [u32; 2])] = &[("a4", [595, 842]), ("letter", [612, 792])];

/// How many levels go on a page, and in how many columns.
pub static DENSITIES: &[(usize, usize)] = &[(1, 1), (2, 1), (4, 2), (6, 2)];

/// How worksheets look.
#[derive(Clone, Debug)]
pub struct WorksheetStyle {
    /// At the top of each page.
    pub title: String,
    /// The width and height of the paper in points; see [`PAPERS`].
    pub paper: [u32; 2],
    /// One of [`DENSITIES`].
    pub per_page: usize,
    /// Larger letters and cells.
    pub large: bool,
    /// Whether there are pages with answers.
    pub answers: bool,
}

impl Default for WorksheetStyle {
    fn default() -> Self {
        Self { title: String::new(), paper: PAPERS[0].1, per_page: 4, large: false, answers: true }
    }
}
