//! "Did you mean …?": the known name that is nearest to an unknown one.

/// Names further away are not suggested.
const MAX_DISTANCE: usize = 2;

/// `, did you mean …?` if one of the known names is near enough, else nothing.
pub fn hint<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let best = known.into_iter().filter(|name| name.len() <= found.len() + MAX_DISTANCE);
    let best = best.min_by(|a, b| (distance(found, a), a).cmp(&(distance(found, b), b)));
    match best {
        Some(name) if distance(found, name) <= MAX_DISTANCE.min(name.len() / 2) => {
            format!(", did you mean `{name}`?")
        }
        _ => String::new(),
    }
}

/// How many letters have to be changed, added, left out or exchanged with their neighbour.
fn distance(one: &str, two: &str) -> usize {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    if one.len() > two.len() + MAX_DISTANCE {
        return usize::MAX;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=two.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=two.len() {
            let change = usize::from(!one[i - 1].eq_ignore_ascii_case(&two[j - 1]));
            let mut least =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && one[i - 1] == two[j - 2] && one[i - 2] == two[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let known = ["#triangular", "#prime", "#even"];
        assert_eq!(hint("#trangular", known), ", did you mean `#triangular`?");
        assert_eq!(hint("#pirme", known), ", did you mean `#prime`?");
        assert_eq!(hint("#zebra", known), "");
        assert_eq!(hint(&"x".repeat(10_000), known), "");
    }
}
