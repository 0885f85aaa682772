//! The heat map as a table with shades. Each cell says its level in words too, for those who see no shades.

use super::card::NAME;
use super::markup::cut;
use crate::capability::{COUNTS, Cell, NONE, blanks, legend};
use crate::digest::named;
use std::fmt::Write;
use vetgate_capability::{Profile, Tag};

/// The map under its heading, if there is anything to show, with a `remark` below. `has_tools` if the tools are listed
/// on the same page.
pub(super) fn write(out: &mut String, profiles: &[&Profile], has_tools: bool, remark: Option<&str>) {
    if profiles.is_empty() {
        return;
    }
    out.push_str(
        "<section>\n<h2>What the servers can do</h2>\n<div class=\"table heat\" tabindex=\"0\" role=\"region\" \
         aria-label=\"Capabilities\"><table>\n<thead><tr><th scope=\"col\">Server</th>",
    );
    for tag in Tag::ALL {
        // Writing to a string cannot fail.
        let _ = write!(out, "<th scope=\"col\">{tag}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for profile in profiles {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", cut(named(&profile.server), NAME));
        for tag in Tag::ALL {
            let _ = match Cell::of(profile, tag) {
                None => write!(out, "<td>{NONE}</td>"),
                Some(cell) => {
                    let number = cell.number().map(|number| format!("<strong>{number}</strong>")).unwrap_or_default();
                    write!(out, "<td class=\"is-{0}\">{number}<small>{0}</small></td>", cell.level)
                }
            };
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n<p class=\"legend\">");
    for (level, word) in legend(profiles) {
        let _ = write!(out, "<span class=\"is-{level}\">{word}</span> ");
    }
    let _ = writeln!(out, "{}. {COUNTS}</p>", blanks(profiles, has_tools));
    if let Some(remark) = remark {
        let _ = writeln!(out, "<p class=\"notice\"><strong>{remark}</strong></p>");
    }
    out.push_str("</section>\n");
}
