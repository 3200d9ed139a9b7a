//! The plots, as SVG: written to files, and put into the report.
//!
//! Colours are classes, so that a reader's preference for dark or light is followed: a hue for each
//! encoding, or each solver without one, and a way of drawing for each solver.

use std::fmt::Write as _;
use std::path::Path;

use super::{StudyError, StudyFigures, write as write_file};
use xwc_check::support::text::escape_markup;

/// What is written here.
pub(super) const FILES: [&str; 3] = ["cactus.svg", "scatter.svg", "size.svg"];

/// The look of all plots, in files and in the page.
pub(super) const STYLE: &str = include_str!("plot.css");

/// How many hues the style has.
const HUES: usize = 12;

/// The frame that is drawn into, in the plot's own units.
const LEFT: f64 = 78.0;
const TOP: f64 = 16.0;
const RIGHT: f64 = 22.0;
const WIDTH: f64 = 462.0;
const HEIGHT: f64 = 316.0;

/// A logarithmic axis, in decades.
#[derive(Clone, Copy)]
pub(super) struct LogAxis {
    pub low: f64,
    pub high: f64,
}

impl LogAxis {
    /// The whole decades around the values, at least one.
    fn around(values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = values
            .filter(|value| *value > 0.0)
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return Self { low: 0.0, high: 1.0 };
        }
        let low = low.log10().floor();
        Self { low, high: high.log10().ceil().max(low + 1.0) }
    }

    /// From 0 to 1.
    fn share(self, value: f64) -> f64 {
        ((value.max(1e-9).log10() - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    fn decades(self) -> impl Iterator<Item = f64> {
        (self.low as i32..=self.high as i32).map(|decade| 10f64.powi(decade))
    }
}

/// The classes of a contender's colour and marks.
pub(super) fn classes(figures: &StudyFigures, contender: usize) -> String {
    let all = &figures.study.contenders;
    let key = |i: usize| all[i].encoding.as_ref().unwrap_or(&all[i].backend);
    // Contenders of one encoding stand next to each other, so new keys can be counted.
    let hue = (1..=contender).filter(|&i| key(i) != key(i - 1)).count();
    let same = (0..contender).filter(|&i| key(i) == key(contender)).count();
    format!("h{} m{}", hue % HUES, (same + hue / HUES) % 3)
}

pub(super) fn write(figures: &StudyFigures, folder: &Path) -> Result<(), StudyError> {
    let [first, second] = pair(figures);
    let plots = [cactus(figures), scatter(figures, first, second), size(figures)];
    for (name, plot) in FILES.into_iter().zip(plots) {
        write_file(folder, name, &alone(figures, &plot))?;
    }
    Ok(())
}

/// The two contenders that a scatter plot shows first: the best two with a formula, if there are.
pub(super) fn pair(figures: &StudyFigures) -> [usize; 2] {
    let ranking = figures.ranking();
    let has_formula = |i: &&usize| figures.study.contenders[**i].encoding.is_some();
    let formulas: Vec<usize> = ranking.iter().filter(has_formula).copied().collect();
    let shown = if formulas.len() > 1 { formulas } else { ranking };
    [shown[0], *shown.get(1).unwrap_or(&shown[0])]
}

/// How many instances each contender decides within which time.
pub(super) fn cactus(figures: &StudyFigures) -> String {
    let axis = seconds(figures);
    let n = figures.study.instances.len().max(1) as f64;
    let mut svg = frame("How many instances are decided within a time, for each contender");
    rows(&mut svg, axis, 1.0);
    let step = (n / 10.0).ceil().max(1.0) as usize;
    for count in (0..=n as usize).step_by(step) {
        let x = LEFT + WIDTH * count as f64 / n;
        vertical(&mut svg, x, &count.to_string());
    }
    titles(&mut svg, "instances decided", "seconds");
    for (i, summary) in figures.summaries.iter().enumerate() {
        let mut times: Vec<f64> = figures.cells.iter().filter_map(|row| row[i].seconds).collect();
        times.sort_by(f64::total_cmp);
        let point = |(count, time): (usize, &f64)| {
            let x = LEFT + WIDTH * (count + 1) as f64 / n;
            (x, TOP + HEIGHT * (1.0 - axis.share(*time)))
        };
        let points: Vec<(f64, f64)> = times.iter().enumerate().map(point).collect();
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let name = escape_markup(&summary.contender);
        let (class, line) = (classes(figures, i), line.join(" "));
        let solved = summary.solved;
        let _ = write!(svg, "<g class=\"{class}\" data-contender=\"{i}\">");
        let _ = write!(svg, "<title>{name}: {solved} decided</title>");
        let _ = write!(svg, "<polyline class=\"curve\" points=\"{line}\"/>");
        for (x, y) in points {
            dot(&mut svg, x, y, &class, "");
        }
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    svg
}

/// The time of one contender against that of another, instance by instance. What is not decided
/// lies in the band at the border.
pub(super) fn scatter(figures: &StudyFigures, first: usize, second: usize) -> String {
    let axis = seconds(figures);
    let mut svg = frame("The times of two contenders on each instance");
    rows(&mut svg, axis, SOLVED);
    let solved = WIDTH * SOLVED;
    for decade in axis.decades() {
        vertical(&mut svg, LEFT + solved * axis.share(decade), &tick(decade));
    }
    let (right, top) = (LEFT + solved, TOP + HEIGHT * (1.0 - SOLVED));
    let (width, height, bottom) = (WIDTH - solved, HEIGHT * (1.0 - SOLVED), TOP + HEIGHT);
    let _ = write!(
        svg,
        "<rect class=\"band\" x=\"{right:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{HEIGHT}\"/>\
         <rect class=\"band\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{solved:.1}\" height=\"{height:.1}\"/>\
         <line class=\"diagonal\" x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right:.1}\" y2=\"{top:.1}\"/>"
    );
    let name = |i: usize| figures.summaries[i].contender.clone();
    titles(&mut svg, &format!("seconds, {}", name(first)), &format!("seconds, {}", name(second)));
    svg.push_str("<g class=\"points\">");
    for (row, instance) in figures.cells.iter().zip(&figures.study.instances) {
        let [x, y] = [first, second].map(|i| match row[i].seconds {
            Some(time) => SOLVED * axis.share(time),
            None => (1.0 + SOLVED) / 2.0,
        });
        let class = classes(figures, first);
        let (x, y) = (LEFT + WIDTH * x, TOP + HEIGHT * (1.0 - y));
        dot(&mut svg, x, y, &class, &instance.name);
    }
    svg.push_str("</g></svg>");
    svg
}

/// The share of an axis that is for what was decided.
pub(super) const SOLVED: f64 = 0.92;

/// The size of formulas against the time that they took.
pub(super) fn size(figures: &StudyFigures) -> String {
    let with_formula = |i: usize| figures.study.contenders[i].encoding.is_some();
    let sizes = figures.cells.iter().flatten().filter_map(|cell| cell.size);
    let sizes = LogAxis::around(sizes.map(|(_, clauses)| clauses as f64));
    let axis = seconds(figures);
    let mut svg = frame("The number of clauses against the time, for contenders with a formula");
    rows(&mut svg, axis, 1.0);
    for decade in sizes.decades() {
        vertical(&mut svg, LEFT + WIDTH * sizes.share(decade), &tick(decade));
    }
    titles(&mut svg, "clauses or assertions", "seconds");
    for (i, summary) in figures.summaries.iter().enumerate().filter(|(i, _)| with_formula(*i)) {
        let class = classes(figures, i);
        let _ = write!(svg, "<g class=\"{class}\" data-contender=\"{i}\">");
        for (row, instance) in figures.cells.iter().zip(&figures.study.instances) {
            let (Some((_, clauses)), Some(time)) = (row[i].size, row[i].seconds) else { continue };
            let x = LEFT + WIDTH * sizes.share(clauses as f64);
            let y = TOP + HEIGHT * (1.0 - axis.share(time));
            let title =
                format!("{}, {}: {clauses} clauses, {time:.3} s", summary.contender, instance.name);
            dot(&mut svg, x, y, &class, &title);
        }
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    svg
}

/// The axis of all times of the study.
pub(super) fn seconds(figures: &StudyFigures) -> LogAxis {
    let times = figures.cells.iter().flatten().filter_map(|cell| cell.seconds);
    LogAxis::around(times.chain([figures.study.limits.timeout]))
}

/// Where the frame lies, for scripts that put points into it: left, top, width and height.
pub(super) fn place() -> [f64; 4] {
    [LEFT, TOP, WIDTH, HEIGHT]
}

/// The beginning of a plot, up to the border of its frame.
fn frame(description: &str) -> String {
    let (width, height) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + 54.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{description}\">\
         <rect class=\"grid\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>"
    )
}

/// The lines of the vertical axis, up to a share of the frame.
fn rows(svg: &mut String, axis: LogAxis, top: f64) {
    let right = LEFT + WIDTH;
    for decade in axis.decades() {
        let y = TOP + HEIGHT * (1.0 - top * axis.share(decade));
        let (x, below, text) = (LEFT - 8.0, y + 4.5, tick(decade));
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" x=\"{x}\" y=\"{below:.1}\" text-anchor=\"end\">{text}</text>"
        );
    }
}

fn vertical(svg: &mut String, x: f64, text: &str) {
    let (bottom, below) = (TOP + HEIGHT, TOP + HEIGHT + 20.0);
    let _ = write!(
        svg,
        "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>\
         <text class=\"tick\" x=\"{x:.1}\" y=\"{below}\" text-anchor=\"middle\">{text}</text>"
    );
}

fn titles(svg: &mut String, across: &str, up: &str) {
    let (x, y) = (LEFT + WIDTH / 2.0, TOP + HEIGHT + 44.0);
    let (left, middle) = (16.0, TOP + HEIGHT / 2.0);
    let (across, up) = (escape_markup(across), escape_markup(up));
    let _ = write!(
        svg,
        "<text class=\"across\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{across}</text>\
         <text class=\"up\" transform=\"translate({left} {middle}) rotate(-90)\" \
         text-anchor=\"middle\">{up}</text>"
    );
}

/// A mark whose form says which solver it is.
fn dot(svg: &mut String, x: f64, y: f64, class: &str, title: &str) {
    let title = match title {
        "" => String::new(),
        title => format!("<title>{}</title>", escape_markup(title)),
    };
    let shape = match class.rsplit(' ').next() {
        Some("m1") => format!("M{:.1} {:.1}h7v7h-7z", x - 3.5, y - 3.5),
        Some("m2") => format!("M{x:.1} {:.1}l4.5 7.5h-9z", y - 4.5),
        _ => format!("M{:.1} {y:.1}a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0z", x - 3.8),
    };
    let _ = write!(svg, "<path class=\"dot {class}\" d=\"{shape}\">{title}</path>");
}

/// A whole power of ten, as short as can be.
fn tick(decade: f64) -> String {
    match decade {
        d if d >= 1e6 => format!("{:.0}M", d / 1e6),
        d if d >= 1e3 => format!("{:.0}k", d / 1e3),
        d if d >= 1.0 => format!("{d:.0}"),
        d => format!("{d}"),
    }
}

/// A plot as a file of its own: with style, paper and legend.
fn alone(figures: &StudyFigures, plot: &str) -> String {
    let (inside, end) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + 54.0);
    let width = inside + 190.0;
    let height = end.max(30.0 + 22.0 * figures.summaries.len() as f64);
    let body = plot.split_once('>').map_or("", |(_, body)| body);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" \
         viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <style>{STYLE}</style><rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper)\"/>"
    );
    for (i, summary) in figures.summaries.iter().enumerate() {
        let (class, y) = (classes(figures, i), 28.0 + 22.0 * i as f64);
        dot(&mut svg, inside + 12.0, y - 4.5, &class, "");
        let name = escape_markup(&summary.contender);
        let _ = write!(svg, "<text x=\"{}\" y=\"{y}\">{name}</text>", inside + 24.0);
    }
    svg + body + "\n"
}
