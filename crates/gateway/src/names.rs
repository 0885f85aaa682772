//! How tools and prompts of many servers share one list of names.
//!
//! At the endpoint for all servers a name is `slug__name`: the slug stands for the server, and the name behind it is
//! left as the server has it. A slug never contains `__` and never ends in `_`, so an exposed name splits in one way
//! only, at its first `__`, whatever a server calls its tools. Slugs depend on the configuration alone: what a server
//! says of itself cannot take the name of another.

use std::collections::BTreeMap;

/// Between slug and name.
const SEPARATOR: &str = "__";

/// The most characters of a slug. Clients pass names on to models, whose limit is often 64 characters in all.
const LONGEST: usize = 32;

/// What a server goes by whose name has no character that can be used.
const NAMELESS: &str = "server";

/// The slugs of all servers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Names {
    slugs: BTreeMap<String, String>,
    servers: BTreeMap<String, String>,
}

impl Names {
    /// Gives every server a slug. Where two would have the same one, the later in the configuration gets a number.
    pub(crate) fn new<'n>(servers: impl Iterator<Item = &'n str>) -> Self {
        let mut names = Self::default();
        for server in servers {
            if names.slugs.contains_key(server) {
                continue;
            }
            let slug = names.free(&slug(server));
            names.slugs.insert(server.to_owned(), slug.clone());
            names.servers.insert(slug, server.to_owned());
        }
        names
    }

    /// The name under which a client sees `tool` of `server`, which is one of those the names were made for.
    pub(crate) fn expose(&self, server: &str, tool: &str) -> String {
        let slug = self.slugs.get(server).expect("every server of the configuration has a slug");
        format!("{slug}{SEPARATOR}{tool}")
    }

    /// The server and the tool that an exposed name stands for; `None` if no server has that slug.
    pub(crate) fn resolve<'n>(&'n self, exposed: &'n str) -> Option<(&'n str, &'n str)> {
        let (slug, tool) = exposed.split_once(SEPARATOR)?;
        Some((self.servers.get(slug)?, tool))
    }

    /// `slug`, or `slug` with the first number that makes it new.
    fn free(&self, slug: &str) -> String {
        let numbered = (2u64..).map(|number| {
            let suffix = format!("_{number}");
            format!("{}{suffix}", cut(slug, LONGEST - suffix.len()))
        });
        std::iter::once(slug.to_owned())
            .chain(numbered)
            .find(|candidate| !self.servers.contains_key(candidate))
            .expect("there are more numbers than servers")
    }
}

/// What can stand for `server` in a name, not yet unique.
fn slug(server: &str) -> String {
    let mut slug = String::new();
    for c in server.chars() {
        match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '-' => slug.push(c),
            _ if !slug.is_empty() && !slug.ends_with('_') => slug.push('_'),
            _ => {}
        }
    }
    match cut(&slug, LONGEST) {
        "" => NAMELESS.to_owned(),
        slug => slug.to_owned(),
    }
}

/// At most `length` characters of a slug, which is ASCII, and no `_` at its end.
fn cut(slug: &str, length: usize) -> &str {
    slug[..slug.len().min(length)].trim_end_matches('_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_slug_keeps_what_it_can_of_a_name() {
        let cases = [
            ("files", "files"),
            ("My-Files_2", "My-Files_2"),
            ("my files", "my_files"),
            ("io.github/user  server", "io_github_user_server"),
            ("__a____b__", "a_b"),
            ("größe", "gr_e"),
            ("", "server"),
            ("___", "server"),
            ("日本", "server"),
            ("a23456789_123456789_123456789_12345", "a23456789_123456789_123456789_12"),
            ("a23456789_123456789_123456789_1_345", "a23456789_123456789_123456789_1"),
        ];
        for (server, expected) in cases {
            assert_eq!(slug(server), expected, "{server}");
        }
    }

    #[test]
    fn servers_that_would_share_a_slug_are_numbered_in_the_order_of_the_configuration() {
        let long = "a23456789_123456789_123456789_1234";
        let names = Names::new(["a b", "a_b", "a_b_2", "a/b", "", "server", long, &format!("{long}x")].into_iter());
        let cases = [
            ("a b", "a_b__t"),
            ("a_b", "a_b_2__t"),
            ("a_b_2", "a_b_2_2__t"),
            ("a/b", "a_b_3__t"),
            ("", "server__t"),
            ("server", "server_2__t"),
            (long, "a23456789_123456789_123456789_12__t"),
        ];
        for (server, exposed) in cases {
            assert_eq!(names.expose(server, "t"), exposed);
        }
        assert_eq!(names.expose(&format!("{long}x"), "t"), "a23456789_123456789_123456789_2__t");
    }

    #[test]
    fn a_name_of_no_server_is_nobodys() {
        let names = Names::new(["files"].into_iter());
        for exposed in ["read", "file__read", "files_read", "Files__read", "__files__read", ""] {
            assert_eq!(names.resolve(exposed), None, "{exposed}");
        }
        assert_eq!(names.resolve("files__"), Some(("files", "")));
        assert_eq!(names.resolve("files___read__all"), Some(("files", "_read__all")));
    }

    fn servers() -> impl Strategy<Value = BTreeSet<String>> {
        prop::collection::btree_set(prop_oneof!["[ab_ /-]{0,4}", "[ab_]{30,36}", "server(_2){0,2}", ".{0,6}"], 1..12)
    }

    proptest! {
        #[test]
        fn no_two_tools_share_a_name_and_every_name_leads_back(
            servers in servers(),
            tools in prop::collection::btree_set(prop_oneof!["[a_]{0,5}", ".{0,5}"], 1..8),
        ) {
            let names = Names::new(servers.iter().map(String::as_str));
            let mut seen = BTreeSet::new();
            for server in &servers {
                for tool in &tools {
                    let exposed = names.expose(server, tool);
                    prop_assert_eq!(names.resolve(&exposed), Some((server.as_str(), tool.as_str())));
                    prop_assert!(seen.insert(exposed));
                }
            }
        }

        #[test]
        fn a_slug_is_short_and_of_safe_characters(servers in servers()) {
            for slug in Names::new(servers.iter().map(String::as_str)).servers.keys() {
                prop_assert!((1..=LONGEST).contains(&slug.len()), "{}", slug);
                prop_assert!(slug.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-'));
                prop_assert!(!slug.contains("__") && !slug.starts_with('_') && !slug.ends_with('_'), "{}", slug);
            }
        }
    }
}
