//! Values of references that are credentials: a server that repeats one must not tell it to an agent or to the record.
//!
//! A reference may as well stand for a folder, a region or a name of a project, which a server's answers are full of. To
//! mask those would spoil the answers, so a value counts
//! - from eight characters on where it comes from a file, is asked from a person, or stands in the user information or the
//!   query of an address;
//! - from eight characters on in a header, from twelve on elsewhere, unless it reads as words, numbers, a path or an address.

use super::Reference;

/// The least characters of a credential, and of one whose place says nothing.
const LEAST: usize = 8;
const LEAST_ANYWHERE: usize = 12;
/// Digits that may end a word, as in `python311`.
const ENDING_DIGITS: usize = 3;

/// Where a value is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Header,
    Address,
    Other,
}

/// Returns true if what `reference` stands for is a credential, used in `text`, as it is written.
pub(super) fn is_credential(reference: &Reference, value: &str, written: &str, at: Use) -> bool {
    let characters = value.trim().chars().count();
    let is_given = matches!(reference, Reference::File(_) | Reference::Input(_))
        || (at == Use::Address && is_in_secret_part(reference, written));
    match at {
        _ if characters < LEAST => false,
        _ if is_given => true,
        Use::Header => !is_readable(value.rsplit(' ').next().unwrap_or(value)),
        Use::Address | Use::Other => characters >= LEAST_ANYWHERE && !is_readable(value),
    }
}

/// The credentials in an address that is a value itself.
pub(super) fn of_address(value: &str) -> Vec<String> {
    let Some((_, rest)) = value.split_once("://") else { return vec![] };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let password = authority.rsplit_once('@').and_then(|(user, _)| user.split_once(':')).map(|(_, password)| password);
    let query = rest.split_once('?').map_or("", |(_, query)| query.split('#').next().unwrap_or_default());
    let values = query.split('&').filter_map(|pair| pair.split_once('=')).map(|(_, value)| value);
    let is_long = |value: &&str| value.chars().count() >= LEAST;
    let queried = values.filter(|value| !is_readable(value));
    password.into_iter().chain(queried).filter(is_long).map(str::to_owned).collect()
}

/// Whether a reference stands in the user information or the query of an address.
fn is_in_secret_part(reference: &Reference, address: &str) -> bool {
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let authority = place.split_once("://").map_or("", |(_, rest)| rest);
    let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
    reference.is_in(user) || reference.is_in(query)
}

/// Whether a value reads as words, numbers, a path or an address.
fn is_readable(value: &str) -> bool {
    let is_place = value.starts_with(['/', '.', '~']) || value.contains("://") || value.contains('\\');
    is_place || value.split(|c: char| !c.is_alphanumeric()).all(is_word)
}

/// Whether it is a number, or letters of one case or with one capital at the start, with a few digits behind them.
fn is_word(part: &str) -> bool {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = part.len() - letters.len();
    let mut rest = letters.chars();
    let first = rest.next();
    let has_case = |is: fn(char) -> bool| rest.clone().all(|c| c.is_alphabetic() && !is(c));
    match first {
        None => true,
        Some(first) if digits <= ENDING_DIGITS && first.is_alphabetic() => {
            has_case(char::is_uppercase) || (first.is_uppercase() && has_case(char::is_lowercase))
        }
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable() -> Reference {
        Reference::Variable("X".to_owned())
    }

    #[test]
    fn tokens_are_credentials_and_words_numbers_paths_and_addresses_are_not() {
        for value in ["Q7vK2mXw9TzLp4RbN8sYd3Hf", "sk-proj-9aB3xY77", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"] {
            assert!(is_credential(&variable(), value, "${X}", Use::Other), "{value}");
            assert!(is_credential(&variable(), value, "Bearer ${X}", Use::Header), "{value}");
        }
        for value in [
            "production",
            "us-east-1",
            "/home/jo/data-2a7Bc",
            "~/x",
            "https://api.example.com/v2/7aB",
            "my-project-123",
            "jo@example.com",
            "123456789012",
            "C:\\Users\\Jo9aB",
            "python311",
            "db.internal.example",
            "EU-WEST-2",
            "America/New_York",
        ] {
            assert!(!is_credential(&variable(), value, "${X}", Use::Other), "{value}");
            assert!(!is_credential(&variable(), value, "${X}", Use::Header), "{value}");
        }
    }

    #[test]
    fn the_place_of_a_reference_may_say_that_it_is_a_credential() {
        let words = "correct horse battery";
        assert!(is_credential(&Reference::File("x".to_owned()), words, "${file:x}", Use::Other));
        for address in ["http://me:${X}@host/mcp", "https://host/mcp?key=${env:X}", "https://${X}@host"] {
            assert!(is_credential(&variable(), words, address, Use::Address), "{address}");
        }
        for address in ["http://me@${X}/mcp", "https://host/${X}?a=b", "${X}"] {
            assert!(!is_credential(&variable(), words, address, Use::Address), "{address}");
        }
        assert!(!is_credential(&Reference::File("x".to_owned()), "short", "${file:x}", Use::Header));
    }

    #[test]
    fn an_address_has_its_password_and_the_tokens_in_its_query() {
        let address = "postgresql://jo:correct-horse@db.example/notes?sslmode=require&token=9aB3xY77kk";
        assert_eq!(of_address(address), ["correct-horse", "9aB3xY77kk"]);
        assert_eq!(of_address("https://jo@db.example/notes"), Vec::<String>::new());
    }
}
