//! What a file says to people beside the puzzle itself.

/// Title, author and note: fields of every family's file. No rule depends on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Anything else that players should know.
    pub note: Option<String>,
}

impl Labels {
    /// The fields that are there, with their names in puzzle files.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [("title", &self.title), ("author", &self.author), ("note", &self.note)];
        all.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }
}
