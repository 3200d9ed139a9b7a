//! The public items of a crate, read off its source. Since `unreachable_pub` is denied, every `pub` item
//! can be reached from outside.

use regex::Regex;

use super::imports::{Crate, modules};

/// Every public item of a crate with its signature, in the order of modules and files.
pub fn public_items(krate: Crate) -> Vec<String> {
    let kinds = "(?:const fn|fn|struct|enum|trait|mod|const|static|type|use)";
    let item = Regex::new(&format!(r"(?m)^ *pub {kinds}\b[^;{{]*")).expect("a pattern");
    let spaces = Regex::new(r"\s+").expect("a pattern");
    let mut found = Vec::new();
    for module in modules(krate) {
        for item in item.find_iter(&module.code) {
            let mut signature = spaces.replace_all(item.as_str(), " ").trim().to_string();
            if let Some(names) = module.code[item.end()..].strip_prefix('{')
                && signature.starts_with("pub use")
            {
                let names = names.split('}').next().unwrap_or_default();
                signature += &format!("{{{}}}", spaces.replace_all(names, " ").trim());
            }
            found.push(format!("{}: {}", module.path.join("::"), signature.trim_end_matches(" =")));
        }
    }
    found
}
