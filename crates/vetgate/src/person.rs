//! Whoever runs the program.

/// Their name in the record: `cli:ada`.
pub(crate) fn who() -> String {
    format!("cli:{}", name())
}

/// As the system knows them. What stands in the environment is no witness: everybody writes there what they like.
#[cfg(unix)]
fn name() -> String {
    use std::io::{BufRead as _, BufReader, Read as _};

    /// A list of users is far shorter.
    const LIST: u64 = 4 << 20;
    let uid = rustix::process::getuid().as_raw().to_string();
    let list = std::fs::File::open("/etc/passwd").map(|file| BufReader::new(file.take(LIST)));
    let mut lines = list.into_iter().flat_map(|list| list.lines().map_while(Result::ok));
    lines.find_map(|line| named(&line, &uid)).unwrap_or_else(|| format!("uid {uid}"))
}

/// The name in a line of the list of users, if it is theirs.
#[cfg(unix)]
fn named(line: &str, uid: &str) -> Option<String> {
    let mut fields = line.split(':');
    let name = fields.next().filter(|name| !name.is_empty())?;
    (fields.nth(1)? == uid).then(|| name.to_owned())
}

#[cfg(not(unix))]
fn name() -> String {
    let mut names = ["USERNAME", "USER"].into_iter().filter_map(|name| std::env::var(name).ok());
    names.find(|name| !name.is_empty()).unwrap_or_else(|| "unknown".to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::named;

    #[test]
    fn a_user_is_found_by_number_alone() {
        assert_eq!(named("ada:x:1000:1001:Ada:/home/ada:/bin/sh", "1000").as_deref(), Some("ada"));
        for line in ["ada:x:1000:1001:Ada:/home/ada:/bin/sh", "", "# a note", ":x:1001::::", "1001:x"] {
            assert_eq!(named(line, "1001"), None, "{line}");
        }
    }
}
