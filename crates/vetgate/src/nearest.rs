//! What somebody may have meant who named a check or a kind that does not exist.

pub(crate) use vetgate_command::nearest::closest;
use vetgate_report::escape;
use vetgate_vet::Meta;

/// The message for a check, or a pattern of checks, that is none of `all`.
pub(crate) fn unknown(asked: &str, all: &[Meta]) -> String {
    let shown = escape::cut(asked, 60);
    match nearest(asked, all) {
        Some(id) => format!("there is no check `{shown}`; did you mean `{id}`?"),
        None => format!("there is no check `{shown}`; `vetgate checks` lists them all"),
    }
}

/// The id of a check that is nearest to what was asked, if any is near.
fn nearest(asked: &str, all: &[Meta]) -> Option<String> {
    let rooms = all.iter().filter_map(|meta| meta.id.split('.').next());
    if rooms.clone().any(|room| room == asked) {
        return Some(format!("{asked}.*"));
    }
    if let Some(room) = asked.strip_suffix(".*") {
        return closest(room, rooms).map(|room| format!("{room}.*"));
    }
    closest(asked, all.iter().map(|meta| meta.id)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;

    #[test]
    fn a_slip_finds_its_check() {
        let all = checks::all();
        assert_eq!(nearest("directive.imperativ", &all), Some("directive.imperative".to_owned()));
        assert_eq!(nearest("unpined", &all), Some("config.unpinned".to_owned()));
        assert_eq!(nearest("directve.*", &all), Some("directive.*".to_owned()));
        assert_eq!(nearest("directive", &all), Some("directive.*".to_owned()));
        assert_eq!(nearest("http", &all), Some("config.plain_http".to_owned()));
        assert_eq!(nearest("entirely different words", &all), None);
        assert_eq!(nearest("", &all), None);
    }
}
