//! Drawings as the pages of a PDF file: text that can be selected, fonts embedded with the glyphs that
//! are used, and nothing that depends on when or where it is written.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::drawing::{Anchor, Drawing, Item};
use super::font::{CAPITALS, Weight};

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
/// The objects of the fonts come next, and then those of the pages.
const FIRST_FONT: i32 = 4;
const FONT_OBJECTS: i32 = 5;
const FIRST_PAGE: i32 = FIRST_FONT + 2 * FONT_OBJECTS;

const IDENTITY: SystemInfo =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A PDF file that is being written, page by page.
pub(super) struct PdfDocument {
    pdf: Pdf,
    pages: Vec<Ref>,
    fonts: [Used; 2],
}

/// The glyphs of a font that the pages use, with a character for each.
struct Used {
    weight: Weight,
    glyphs: GlyphRemapper,
    characters: BTreeMap<u16, char>,
}

impl Used {
    /// The text as the bytes that show it.
    fn encoded(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for c in text.chars() {
            let glyph = self.weight.glyph(c);
            let new = self.glyphs.remap(glyph);
            self.characters.entry(new).or_insert(c);
            bytes.extend(new.to_be_bytes());
        }
        bytes
    }
}

fn name(weight: Weight) -> Name<'static> {
    match weight {
        Weight::Regular => Name(b"Regular"),
        Weight::Bold => Name(b"Bold"),
    }
}

/// Points to two decimals.
fn points(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}

fn packed(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let done = encoder.write_all(data).and_then(|()| encoder.finish());
    done.expect("a vector takes everything")
}

impl Default for PdfDocument {
    fn default() -> Self {
        Self::new()
    }
}

impl PdfDocument {
    /// A document without pages.
    pub(super) fn new() -> Self {
        let used =
            |weight| Used { weight, glyphs: GlyphRemapper::new(), characters: BTreeMap::new() };
        Self { pdf: Pdf::new(), pages: Vec::new(), fonts: Weight::ALL.map(used) }
    }

    /// Adds a page of the drawing's size.
    pub(super) fn page(&mut self, drawing: &Drawing) {
        let id = Ref::new(FIRST_PAGE + 2 * self.pages.len() as i32);
        let contents = Ref::new(id.get() + 1);
        let mut content = Content::new();
        for item in &drawing.items {
            self.item(&mut content, item, drawing.height);
        }
        let data = packed(content.finish().as_slice());
        self.pdf.stream(contents, &data).filter(Filter::FlateDecode);
        let mut page = self.pdf.page(id);
        page.parent(PAGES).contents(contents);
        page.media_box(Rect::new(0.0, 0.0, points(drawing.width), points(drawing.height)));
        let mut resources = page.resources();
        let mut fonts = resources.fonts();
        for (i, weight) in Weight::ALL.into_iter().enumerate() {
            fonts.pair(name(weight), Ref::new(FIRST_FONT + FONT_OBJECTS * i as i32));
        }
        fonts.finish();
        resources.finish();
        page.finish();
        self.pages.push(id);
    }

    fn item(&mut self, content: &mut Content, item: &Item, height: f64) {
        // In PDF, y goes upwards.
        let up = |y: f64| points(height - y);
        match item {
            Item::Rectangle { place: [x, y, w, h], radius, fill, stroke } => {
                if let Some(tone) = fill {
                    content.set_fill_gray(points(*tone));
                }
                if let Some((width, tone)) = stroke {
                    content.set_stroke_gray(points(*tone)).set_line_width(points(*width));
                }
                match *radius > 0.0 {
                    true => rounded(content, [*x, height - y - h, *w, *h], *radius),
                    false => drop(content.rect(points(*x), up(y + h), points(*w), points(*h))),
                }
                match (fill, stroke) {
                    (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
                    (Some(_), None) => content.fill_nonzero(),
                    (None, Some(_)) => content.stroke(),
                    (None, None) => content.end_path(),
                };
            }
            Item::Line { ends: [x, y, to_x, to_y], width, tone } => {
                content.set_stroke_gray(points(*tone)).set_line_width(points(*width));
                content.set_line_cap(pdf_writer::types::LineCapStyle::ProjectingSquareCap);
                content.move_to(points(*x), up(*y)).line_to(points(*to_x), up(*to_y)).stroke();
            }
            Item::Text { x, baseline, size, anchor, weight, tone, text } => {
                let width = weight.width(text) * size;
                let left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                let bytes = self.fonts[*weight as usize].encoded(text);
                content.set_fill_gray(points(*tone)).begin_text();
                content.set_font(name(*weight), points(*size));
                content.next_line(points(left), up(*baseline)).show(Str(&bytes)).end_text();
            }
        }
    }

    /// The bytes of the file.
    pub(super) fn finish(mut self, title: &str) -> Vec<u8> {
        let mut catalog = self.pdf.catalog(CATALOG);
        catalog.pages(PAGES).lang(TextStr("en"));
        catalog.viewer_preferences().display_doc_title(true);
        catalog.finish();
        self.pdf.pages(PAGES).kids(self.pages.iter().copied()).count(self.pages.len() as i32);
        self.pdf.document_info(INFO).title(TextStr(title)).producer(TextStr("xwc"));
        for (i, used) in self.fonts.iter().enumerate() {
            embed(&mut self.pdf, used, FIRST_FONT + FONT_OBJECTS * i as i32);
        }
        self.pdf.finish()
    }
}

/// The path of a rectangle with round corners.
fn rounded(content: &mut Content, [x, y, w, h]: [f64; 4], radius: f64) {
    let r = radius.min(w / 2.0).min(h / 2.0);
    // As far as a Bézier curve reaches that looks like a quarter of a circle.
    let c = r * (1.0 - 0.5523);
    let curve = |content: &mut Content, points_of: [f64; 6]| {
        let [a, b, c, d, e, f] = points_of.map(points);
        content.cubic_to(a, b, c, d, e, f);
    };
    content.move_to(points(x + r), points(y)).line_to(points(x + w - r), points(y));
    curve(content, [x + w - c, y, x + w, y + c, x + w, y + r]);
    content.line_to(points(x + w), points(y + h - r));
    curve(content, [x + w, y + h - c, x + w - c, y + h, x + w - r, y + h]);
    content.line_to(points(x + r), points(y + h));
    curve(content, [x + c, y + h, x, y + h - c, x, y + h - r]);
    content.line_to(points(x), points(y + r));
    curve(content, [x, y + c, x + c, y, x + r, y]);
    content.close_path();
}

/// Writes a font with the glyphs that were used.
fn embed(pdf: &mut Pdf, used: &Used, first: i32) {
    let [font, cid, descriptor, data, unicode] =
        [0, 1, 2, 3, 4].map(|offset| Ref::new(first + offset));
    // Readers tell fonts with some of their glyphs by six letters before the name.
    let base = match used.weight {
        Weight::Regular => Name(b"XWCREG+DejaVuSans"),
        Weight::Bold => Name(b"XWCBLD+DejaVuSans-Bold"),
    };
    pdf.type0_font(font)
        .base_font(base)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(unicode);
    let face = used.weight.face();
    let em = f64::from(face.units_per_em());
    let share = |units: i16| points(f64::from(units) * 1000.0 / em);
    let glyphs: Vec<u16> = used.glyphs.remapped_gids().collect();
    let advance = |&glyph: &u16| {
        let units = face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
        points(f64::from(units) * 1000.0 / em)
    };
    let mut writer = pdf.cid_font(cid);
    writer.subtype(CidFontType::Type2).base_font(base).system_info(IDENTITY);
    writer.font_descriptor(descriptor).default_width(0.0);
    writer.cid_to_gid_map_predefined(Name(b"Identity"));
    writer.widths().consecutive(0, glyphs.iter().map(advance));
    writer.finish();
    let bounds = face.global_bounding_box();
    pdf.font_descriptor(descriptor)
        .name(base)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(
            share(bounds.x_min),
            share(bounds.y_min),
            share(bounds.x_max),
            share(bounds.y_max),
        ))
        .italic_angle(0.0)
        .ascent(share(face.ascender()))
        .descent(share(face.descender()))
        .cap_height((CAPITALS * 1000.0) as f32)
        .stem_v(if used.weight == Weight::Bold { 140.0 } else { 80.0 })
        .font_file2(data);
    let subset = subsetter::subset(used.weight.bytes(), 0, &used.glyphs)
        .expect("the embedded font can be made smaller");
    let file = packed(&subset);
    let mut stream = pdf.stream(data, &file);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), subset.len() as i32);
    stream.finish();
    let mut cmap = UnicodeCmap::new(Name(b"Characters"), IDENTITY);
    for (&new, &c) in &used.characters {
        cmap.pair(new, c);
    }
    let cmap = cmap.finish();
    pdf.cmap(unicode, cmap.as_slice()).name(Name(b"Characters")).system_info(IDENTITY);
}
