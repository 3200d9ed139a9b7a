//! A game on a screen of any size: the grid, what belongs to it, a message, and the keys.

use crossterm::style::{Attribute, Color, ContentStyle, Stylize};
use unicode_width::UnicodeWidthChar;

use xwc::play::{Game, Look, Screen};
use xwc_check::support::text;

/// One line of the screen: characters, each with its look.
pub(super) type Line = Vec<(char, ContentStyle)>;

/// The keys, in short.
const KEYS: [&str; 3] = [
    "arrows, PgUp, PgDn: move · type to fill · Del: empty · Tab: next tile",
    "Ctrl-Z: undo · Ctrl-Y: redo · Ctrl-X: clear all · Enter: across or down",
    "Ctrl-K: check · Ctrl-R: reveal · Ctrl-A: all · Ctrl-N, -P: read · Esc: quit",
];

/// Columns that are kept for the texts beside the grid, even if the grid then has to scroll.
const BESIDE: usize = 24;

/// Columns between the grid and the texts.
const GAP: usize = 2;

/// How a look is shown; without colours by weight and lines alone.
fn style(look: Look, colour: bool) -> ContentStyle {
    let plain = ContentStyle::new();
    let coloured = |hue: Color| if colour { plain.bold().with(hue) } else { plain.bold() };
    match look {
        Look::Frame | Look::Label => plain.dim(),
        Look::Given | Look::Black => plain,
        Look::Written => coloured(Color::DarkCyan),
        Look::Right => coloured(Color::DarkGreen),
        Look::Wrong => coloured(Color::DarkRed).underlined(),
        Look::Cursor => plain.bold().reverse(),
    }
}

/// The lines of a screen, as many as it is high.
pub(super) fn page(game: &Game<'_>, (width, height): (usize, usize), colour: bool) -> Vec<Line> {
    let screen = game.screen();
    let main = height.saturating_sub(1 + KEYS.len()).max(3);
    let wide = screen.rows.first().map_or(0, Vec::len);
    let left = wide.min(width.saturating_sub(GAP + BESIDE));
    let grid = visible(&screen, (left, main), colour);
    let side = beside(&screen, (width.saturating_sub(left + GAP), main), colour);
    let mut lines: Vec<Line> = (0..main)
        .map(|row| {
            let mut line = grid.get(row).cloned().unwrap_or_default();
            line.resize(left + GAP, (' ', ContentStyle::new()));
            line.extend(side.get(row).into_iter().flatten());
            line
        })
        .collect();
    let look = if screen.is_solved { Look::Right } else { Look::Given };
    lines.push(styled(&screen.message, style(look, colour)));
    lines.extend(KEYS.map(|keys| styled(keys, style(Look::Frame, colour))));
    lines.resize(height, Line::new());
    lines.iter_mut().for_each(|line| line.truncate(fitting(line, width)));
    lines
}

/// The part of the grid that fits, with the cursor in it.
fn visible(screen: &Screen, (width, height): (usize, usize), colour: bool) -> Vec<Line> {
    let (rows, columns) = (screen.rows.len(), screen.rows.first().map_or(0, Vec::len));
    let first = |cursor: usize, all: usize, shown: usize| {
        cursor.saturating_sub(shown / 2).min(all.saturating_sub(shown))
    };
    let (top, left) =
        (first(screen.cursor.0, rows, height), first(screen.cursor.1, columns, width));
    let line = |row: &Vec<(char, Look)>| {
        let shown = |c| if text::is_hidden(c) { char::REPLACEMENT_CHARACTER } else { c };
        let cells = row.iter().skip(left).take(width);
        cells.map(|&(c, look)| (shown(c), style(look, colour))).collect()
    };
    screen.rows.iter().skip(top).take(height).map(line).collect()
}

/// Tiles, score, task and clues, wrapped.
fn beside(screen: &Screen, (width, height): (usize, usize), colour: bool) -> Vec<Line> {
    let plain = ContentStyle::new();
    let [right, wrong, open] = screen.score;
    let mut lines = Vec::new();
    if right + wrong + open > 0 {
        lines.push(styled(&format!("{right} right, {wrong} wrong, {open} open"), plain));
    }
    if !screen.tiles.is_empty() {
        let mut line = styled(&format!("{}:", screen.tiles_title), plain);
        for (tile, spent) in &screen.tiles {
            line.push((' ', plain));
            // A spent tile is told by more than its look.
            line.extend(match *spent {
                true => styled(&format!("({tile})"), plain.dim().attribute(Attribute::CrossedOut)),
                false => styled(tile, plain.bold()),
            });
        }
        lines.push(line);
    }
    lines.push(Line::new());
    let start = first_line(screen, (width, height), lines.len());
    for (said, is_here) in screen.side_text.iter().skip(start) {
        let look = if *is_here { Look::Cursor } else { Look::Given };
        lines.push(styled(said, style(look, colour)));
    }
    lines.iter().flat_map(|line| wrap(line, width)).take(height).collect()
}

/// Where to begin: at the top if everything fits.
fn first_line(screen: &Screen, (width, height): (usize, usize), above: usize) -> usize {
    let rows = |(text, _): &(String, bool)| 1 + text.chars().count() / width.max(1);
    let high: usize = screen.side_text.iter().map(rows).sum();
    if above + high < height { 0 } else { screen.side_start }
}

/// A text in one style, with everything made visible that a terminal would obey.
fn styled(text: &str, style: ContentStyle) -> Line {
    text::visible(text).chars().map(|c| (c, style)).collect()
}

/// How many characters of a line fit a width.
fn fitting(line: &[(char, ContentStyle)], width: usize) -> usize {
    let mut columns = 0;
    let fits = |&&(c, _): &&(char, ContentStyle)| {
        columns += c.width().unwrap_or(0);
        columns <= width
    };
    line.iter().take_while(fits).count()
}

/// A line in pieces of at most the given width, broken at spaces where there are some.
fn wrap(line: &[(char, ContentStyle)], width: usize) -> Vec<Line> {
    let (mut pieces, mut rest) = (Vec::new(), line);
    loop {
        let fits = fitting(rest, width);
        if fits == rest.len() {
            pieces.push(rest.to_vec());
            return pieces;
        }
        let space = rest[..=fits].iter().rposition(|&(c, _)| c == ' ').filter(|&at| at > 0);
        // A character that is too wide for the whole screen has a piece of its own.
        pieces.push(rest[..space.unwrap_or(fits.max(1))].to_vec());
        rest = &rest[space.map_or(fits.max(1), |at| at + 1)..];
    }
}
