//! Parameters that are described in the tool's description, as docstrings do: `Args:` and a line for each.

/// What a docstring says of each parameter: name and text, in order.
pub(crate) fn parameters(description: &str) -> Vec<(&str, &str)> {
    let mut found = vec![];
    let mut is_inside = false;
    for line in description.lines() {
        let line = line.trim_start_matches([' ', '\t', '-', '*', '#']);
        if let Some(heading) = line.trim_end().strip_suffix(':')
            && !heading.contains(' ')
        {
            let is_section = ["args", "arguments", "parameters", "params", "inputs"];
            is_inside = is_section.iter().any(|name| heading.eq_ignore_ascii_case(name));
            continue;
        }
        if is_inside && let Some(entry) = entry(line) {
            found.push(entry);
        }
    }
    found
}

/// A line `name: text`, `name (str): text` or `name - text`.
fn entry(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('`');
    let end = line.find(|c: char| !c.is_alphanumeric() && c != '_').filter(|end| *end > 0)?;
    let (name, rest) = line.split_at(end);
    let rest = rest.trim_start_matches('`').trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(kind) => kind.split_once(')')?.1.trim_start(),
        None => rest,
    };
    let text = rest.strip_prefix(':').or_else(|| rest.strip_prefix('-'))?;
    Some((name, text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_section_are_read_and_others_are_not() {
        let text = "Reads.\nNote: none.\n\nArgs:\n    path (str, optional): Where to read\n  - `limit`: how many\n    x - y\n\
                    Returns:\n    text: the text";
        assert_eq!(parameters(text), [("path", "Where to read"), ("limit", "how many"), ("x", "y")]);
    }

    #[test]
    fn any_text_is_read() {
        for text in ["", "Args:", "Args:\n(", "Args:\n`", "Parameters:\nä: ö\n:"] {
            parameters(text);
        }
    }
}
