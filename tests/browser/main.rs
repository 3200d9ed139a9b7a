//! Pages, as a player sees them in a browser.

mod harness;
mod pages;
