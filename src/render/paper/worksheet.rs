//! Worksheets: several levels per page, each in its frame, and the answers on pages of their own.

use super::drawing::{Anchor, Drawing, Tone};
use super::font::Weight;
use super::layout::{PageFrame, arrange};
use super::parts;
use super::pdf::PdfDocument;
use super::style::{DENSITIES, WorksheetStyle};
use crate::render::sheet::Sheet;
use crate::view::words;

/// One level.
#[derive(Clone, Debug)]
pub(crate) struct WorksheetLevel {
    /// Such as "Level 12".
    pub name: String,
    /// Such as "medium"; may be empty.
    pub difficulty: String,
    /// The puzzle.
    pub puzzle: Sheet,
    /// The puzzle with its solution.
    pub answer: Sheet,
}

/// Around the page.
const MARGIN: f64 = 40.0;
/// Between frames.
const GUTTER: f64 = 22.0;
const FAINT: Tone = 0.35;

/// A rectangle on the page: left, top, width, height.
type Place = [f64; 4];

/// Frames in rows and columns that fill a rectangle.
fn frames([left, top, width, height]: Place, count: usize, columns: usize) -> Vec<Place> {
    let rows = count.div_ceil(columns);
    let share = |length: f64, n: usize| (length - (n - 1) as f64 * GUTTER) / n as f64;
    let (wide, high) = (share(width, columns), share(height, rows));
    let frame = |i: usize| {
        let (row, column) = ((i / columns) as f64, (i % columns) as f64);
        [left + column * (wide + GUTTER), top + row * (high + GUTTER), wide, high]
    };
    (0..count).map(frame).collect()
}

/// Pages that are alike: some frames on each.
struct Section<'a> {
    style: &'a WorksheetStyle,
    heading: String,
    /// Whether there are lines for a name and a date.
    is_signed: bool,
    task: String,
    per_page: usize,
    columns: usize,
    text: f64,
    cell: f64,
}

impl Section<'_> {
    fn pages(&self, levels: usize) -> usize {
        levels.div_ceil(self.per_page)
    }

    /// One page.
    fn page(&self, levels: &[(&WorksheetLevel, &Sheet)], number: usize, of: usize) -> Drawing {
        let [width, height] = self.style.paper.map(f64::from);
        let mut page = Drawing::new(width, height);
        let inner = width - 2.0 * MARGIN;
        let large = if self.style.large { 1.3 } else { 1.0 };
        let size = 14.0 * large;
        let room = if self.is_signed { inner * 0.5 } else { inner };
        let title = Weight::Bold.wrap(&self.heading, room / size);
        let mut top = MARGIN;
        for line in &title {
            page.text((MARGIN, top + size), size, Anchor::Start, Weight::Bold, line);
            top += size * 1.2;
        }
        if self.is_signed {
            let (small, baseline) = (9.0 * large, MARGIN + size);
            let mut left = MARGIN + inner * 0.54;
            for (label, share) in words::SIGNED.into_iter().zip([0.62, 0.38]) {
                let end = left + inner * 0.46 * share;
                page.toned((left, baseline), small, Anchor::Start, Weight::Regular, FAINT, label);
                let from = left + Weight::Regular.width(label) * small + 4.0;
                page.line([from, baseline + 1.0, end - 6.0, baseline + 1.0], 0.6, 0.5);
                left = end;
            }
        }
        top += 4.0;
        page.line([MARGIN, top, width - MARGIN, top], 0.8, 0.3);
        top += 5.0;
        if !self.task.is_empty() {
            let task = parts::notes(&[&self.task], 8.5 * large, inner, FAINT);
            let high = task.height;
            page.place(task, MARGIN, top);
            top += high;
        }
        top += 12.0;
        let foot = height - MARGIN;
        let footer = words::page(number, of);
        page.toned((width / 2.0, foot), 8.5, Anchor::Middle, Weight::Regular, FAINT, &footer);
        let area = [MARGIN, top, inner, foot - 22.0 - top];
        let places = frames(area, self.per_page, self.columns);
        for ((level, sheet), place) in levels.iter().zip(places) {
            self.level(&mut page, level, sheet, place);
        }
        page
    }

    /// A level with its name, in the middle of its frame.
    fn level(&self, page: &mut Drawing, level: &WorksheetLevel, sheet: &Sheet, place: Place) {
        let [left, top, width, height] = place;
        let size = self.text * 1.15;
        page.text((left, top + size), size, Anchor::Start, Weight::Bold, &level.name);
        let after = left + Weight::Bold.width(&level.name) * size + size * 0.7;
        let baseline = top + size;
        if self.is_signed {
            let at = (after, baseline);
            let small = self.text;
            let words = &level.difficulty;
            page.toned(at, small, Anchor::Start, Weight::Regular, FAINT, words);
        }
        let head = size * 1.75;
        let frame = PageFrame { width, height: height - head, text: self.text, cell: self.cell };
        page.place(arrange(sheet, frame), left, top + head);
    }
}

/// The worksheets as a PDF file, and the size of the smallest text on them.
pub(crate) fn write(levels: &[WorksheetLevel], style: &WorksheetStyle) -> (Vec<u8>, f64) {
    let columns = DENSITIES.iter().find(|(count, _)| *count == style.per_page);
    let columns = columns.map_or(1, |&(_, columns)| columns);
    let (text, cell) = match (style.per_page, style.large) {
        (1, false) => (11.5, 58.0),
        (2, false) => (10.5, 38.0),
        (_, false) => (9.5, 28.0),
        (1, true) => (18.0, 72.0),
        (_, true) => (15.0, 46.0),
    };
    let task = levels.first().map_or(String::new(), |level| level.puzzle.task.clone());
    let puzzles = Section {
        style,
        heading: style.title.clone(),
        is_signed: true,
        task,
        per_page: style.per_page,
        columns,
        text,
        cell,
    };
    let (per_page, columns, text) = if style.large { (4, 2, 14.0) } else { (12, 3, 9.0) };
    let answers = Section {
        style,
        heading: words::answers(&style.title),
        is_signed: false,
        task: String::new(),
        per_page,
        columns,
        text,
        cell: if style.large { 40.0 } else { 22.0 },
    };
    let count = puzzles.pages(levels.len());
    let all = count + if style.answers { answers.pages(levels.len()) } else { 0 };
    let mut document = PdfDocument::new();
    let mut smallest = f64::INFINITY;
    for (i, chunk) in levels.chunks(puzzles.per_page).enumerate() {
        let sheets: Vec<_> = chunk.iter().map(|level| (level, &level.puzzle)).collect();
        let page = puzzles.page(&sheets, i + 1, all);
        smallest = page.smallest().unwrap_or(smallest).min(smallest);
        document.page(&page);
    }
    if style.answers {
        for (i, chunk) in levels.chunks(answers.per_page).enumerate() {
            let sheets: Vec<_> = chunk.iter().map(|level| (level, &level.answer)).collect();
            document.page(&answers.page(&sheets, count + i + 1, all));
        }
    }
    (document.finish(&style.title), smallest)
}
