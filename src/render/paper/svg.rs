//! A drawing as SVG.
//!
//! The typeface is named, not embedded. Every text carries its width, so that it keeps its place in
//! a viewer that has to take another one.

use std::fmt::Write;

use super::drawing::{Anchor, Drawing, Item, Tone};
use super::font::{Weight, plain};
use xwc_check::support::text::{escape_markup, hex};

/// Typefaces by preference; the second is about as wide as the first.
const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The drawing as a file of its own, with a name for readers of screens.
pub(super) fn write(drawing: &Drawing, name: &str) -> String {
    let (width, height) = (number(drawing.width), number(drawing.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILY}\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        escape_markup(&plain(name)),
    );
    for item in &drawing.items {
        push(&mut svg, item);
    }
    svg.push_str("</svg>\n");
    svg
}

fn push(svg: &mut String, item: &Item) {
    // A string takes everything.
    let _ = match item {
        Item::Rectangle { place: [x, y, width, height], radius, fill, stroke } => {
            let [x, y, width, height] = [x, y, width, height].map(|&length| number(length));
            let round = match *radius > 0.0 {
                true => format!(" rx=\"{}\"", number(*radius)),
                false => String::new(),
            };
            let fill = fill.map_or("none".to_string(), colour);
            let stroke = stroke.map_or(String::new(), |(width, tone)| {
                format!(" stroke=\"{}\" stroke-width=\"{}\"", colour(tone), number(width))
            });
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round} \
                 fill=\"{fill}\"{stroke}/>"
            )
        }
        Item::Line { ends, width, tone } => {
            let [x, y, to_x, to_y] = ends.map(number);
            writeln!(
                svg,
                "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"{}\" \
                 stroke-width=\"{}\" stroke-linecap=\"square\"/>",
                colour(*tone),
                number(*width)
            )
        }
        Item::Text { x, baseline, size, anchor, weight, tone, text } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let bold = match weight {
                Weight::Regular => "",
                Weight::Bold => " font-weight=\"bold\"",
            };
            writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{bold} fill=\"{}\" \
                 textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>",
                number(*x),
                number(*baseline),
                number(*size),
                colour(*tone),
                number(weight.width(text) * size),
                escape_markup(text),
            )
        }
    };
}

/// A length with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

fn colour(tone: Tone) -> String {
    let level = (tone.clamp(0.0, 1.0) * 255.0).round() as u8;
    format!("#{}", hex(&[level; 3]))
}
