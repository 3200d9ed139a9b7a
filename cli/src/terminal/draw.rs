//! A game on a screen of any size: the grid, what belongs to it, a message, and the keys.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use xwc::play::{Game, Look, Screen};
use xwc_check::support::text;

/// The keys, in short.
const KEYS: [&str; 3] = [
    "arrows, PgUp, PgDn: move · type to fill · Del: empty · Tab: next tile",
    "Ctrl-Z: undo · Ctrl-Y: redo · Ctrl-X: clear all · Enter: across or down",
    "Ctrl-K: check · Ctrl-R: reveal · Ctrl-A: all · Ctrl-N, -P: read · Esc: quit",
];

/// How a look is shown; without colours by weight and lines alone.
fn style(look: Look, colour: bool) -> Style {
    let plain = Style::default();
    let coloured = |style: Style, hue: Color| if colour { style.fg(hue) } else { style };
    match look {
        Look::Frame | Look::Label => plain.add_modifier(Modifier::DIM),
        Look::Given | Look::Black => plain,
        Look::Written => coloured(plain.add_modifier(Modifier::BOLD), Color::Cyan),
        Look::Right => coloured(plain.add_modifier(Modifier::BOLD), Color::Green),
        Look::Wrong => {
            coloured(plain.add_modifier(Modifier::BOLD | Modifier::UNDERLINED), Color::Red)
        }
        Look::Cursor => plain.add_modifier(Modifier::BOLD | Modifier::REVERSED),
    }
}

/// Draws a game.
pub(super) fn draw(frame: &mut Frame<'_>, game: &Game<'_>, colour: bool) {
    let screen = game.screen();
    let [main, message, keys] = Layout::vertical([
        Constraint::Min(3),
        Constraint::Length(1),
        Constraint::Length(KEYS.len() as u16),
    ])
    .areas(frame.area());
    let wide = screen.rows.first().map_or(0, Vec::len) as u16;
    // What is said beside the grid needs some room, even if the grid then has to scroll.
    let left = wide.min(main.width.saturating_sub(26));
    let [grid, _, side] =
        Layout::horizontal([Constraint::Length(left), Constraint::Length(2), Constraint::Min(0)])
            .areas(main);
    frame.render_widget(Paragraph::new(visible(&screen, grid, colour)), grid);
    draw_beside(frame, &screen, side, colour);
    let look = if screen.is_solved { Look::Right } else { Look::Given };
    frame.render_widget(Paragraph::new(screen.message).style(style(look, colour)), message);
    let dim = style(Look::Frame, colour);
    frame.render_widget(Paragraph::new(KEYS.map(Line::from).to_vec()).style(dim), keys);
}

/// The part of the grid that fits, with the cursor in it.
fn visible(screen: &Screen, area: Rect, colour: bool) -> Vec<Line<'static>> {
    let (rows, columns) = (screen.rows.len(), screen.rows.first().map_or(0, Vec::len));
    let first = |cursor: usize, all: usize, shown: usize| {
        cursor.saturating_sub(shown / 2).min(all.saturating_sub(shown))
    };
    let (height, width) = (usize::from(area.height), usize::from(area.width));
    let (top, left) =
        (first(screen.cursor.0, rows, height), first(screen.cursor.1, columns, width));
    let line = |row: &Vec<(char, Look)>| {
        let cells = row.iter().skip(left).take(width);
        let span = |(c, look): &(char, Look)| Span::styled(c.to_string(), style(*look, colour));
        Line::from(cells.map(span).collect::<Vec<_>>())
    };
    screen.rows.iter().skip(top).take(height).map(line).collect()
}

/// Tiles, score, task and clues.
fn draw_beside(frame: &mut Frame<'_>, screen: &Screen, area: Rect, colour: bool) {
    let [right, wrong, open] = screen.score;
    let mut lines = Vec::new();
    if right + wrong + open > 0 {
        lines.push(Line::from(format!("{right} right, {wrong} wrong, {open} open")));
    }
    if !screen.tiles.is_empty() {
        let mut spans = vec![Span::raw(format!("{}:", screen.tiles_title))];
        for (tile, spent) in &screen.tiles {
            let look = match *spent {
                true => Style::default().add_modifier(Modifier::DIM | Modifier::CROSSED_OUT),
                false => Style::default().add_modifier(Modifier::BOLD),
            };
            // A spent tile is told by more than its look.
            let shown = if *spent { format!("({tile})") } else { tile.clone() };
            spans.extend([Span::raw(" "), Span::styled(shown, look)]);
        }
        lines.push(Line::from(spans));
    }
    lines.push(Line::default());
    for (said, is_here) in screen.side_text.iter().skip(first_line(screen, area, lines.len())) {
        let look = if *is_here { Look::Cursor } else { Look::Given };
        lines.push(Line::styled(text::visible(said), style(look, colour)));
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

/// Where to begin: at the top if everything fits.
fn first_line(screen: &Screen, area: Rect, above: usize) -> usize {
    let width = usize::from(area.width).max(1);
    let rows = |(text, _): &(String, bool)| 1 + text.chars().count() / width;
    let high: usize = screen.side_text.iter().map(rows).sum();
    if above + high < usize::from(area.height) { 0 } else { screen.side_start }
}
