//! `security.responses` and `security.masking`: what becomes of what is found on the way in and on the way out.

use super::super::section::Section;
use vetgate_guard::{Masking, ResponseSettings, Towards, Treatment};

/// What can be done with an instruction or a link: there is nothing in it to mask.
const TEXTS: &[(&str, Treatment)] = &[
    ("pass", Treatment::Pass),
    ("annotate", Treatment::Annotate),
    ("strip", Treatment::Strip),
    ("block", Treatment::Block),
];

/// What can be done with personal data and secrets.
const VALUES: &[(&str, Treatment)] = &[
    ("pass", Treatment::Pass),
    ("annotate", Treatment::Annotate),
    ("mask", Treatment::Mask),
    ("block", Treatment::Block),
];

const TOWARDS: &[(&str, Towards)] =
    &[("pass", Towards::Pass), ("mask", Towards::Mask), ("tokenize", Towards::Tokenize)];

pub(super) fn responses(section: &Section) -> ResponseSettings {
    ResponseSettings {
        injection: section.choice("injection", TEXTS),
        suspicious: section.choice("suspicious", TEXTS),
        hidden: section.choice("hidden", TEXTS),
        links: section.choice("links", TEXTS),
        sensitive: section.choice("sensitive", VALUES),
    }
}

pub(super) fn masking(section: &Section) -> Masking {
    Masking {
        external: section.choice("external", TOWARDS),
        unknown: section.choice("unknown", TOWARDS),
        internal: section.choice("internal", TOWARDS),
    }
}
