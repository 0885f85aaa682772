//! What servers can do, as one page: the map, what is worse together, and every tool of every server.

use super::card::{NAME, TEXT};
use super::markup::cut;
use super::{footer, head, heat, record};
use crate::Options;
use crate::capability::survey::{names, risk};
use crate::capability::{NONE, Survey, SurveyedServer};
use crate::digest::{Digest, named, plural};
use std::fmt::Write;
use vetgate_capability::Classification;

pub(crate) fn render(survey: &Survey, options: &Options<'_>) -> String {
    let data = survey.record();
    let digest = Digest::of(&data);
    let mut out = String::new();
    head(&mut out, &survey.headline());
    out.push_str("<body>\n");
    banner(&mut out, survey, &digest);
    out.push_str("<main>\n");
    heat::write(&mut out, &survey.profiles());
    together(&mut out, survey);
    for (index, server) in survey.servers.iter().enumerate() {
        tools(&mut out, index + 1, server, options.evidence);
    }
    if !digest.gaps.is_empty() || !digest.notes.is_empty() {
        out.push_str("<section>\n<h2 id=\"coverage\">Coverage</h2>\n");
        record::gaps(&mut out, &digest);
        out.push_str("</section>\n");
    }
    out.push_str("</main>\n");
    footer(&mut out, options);
    out.push_str("</body>\n</html>\n");
    out
}

fn banner(out: &mut String, survey: &Survey, digest: &Digest<'_>) {
    let class = if digest.gaps.is_empty() && !survey.servers.is_empty() { "clear" } else { "open" };
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<header class=\"banner {class}\">\n<p class=\"brand\">Vetgate capability report</p>\n\
         <div class=\"verdict\">\n<div>\n<h1>{}</h1>",
        survey.headline()
    );
    if let Some(left_out) = survey.left_out() {
        let _ = writeln!(out, "<p class=\"scope\">{left_out}</p>");
    }
    out.push_str("</div>\n</div>\n");
    if !digest.gaps.is_empty() {
        let gaps = plural(digest.gaps.len(), "gap");
        let _ = writeln!(
            out,
            "<p class=\"notice\"><strong>Not everything was looked at.</strong> The coverage section lists \
             <a href=\"#coverage\">{gaps}</a>.</p>"
        );
    }
    out.push_str("</header>\n");
}

/// What is worse together than alone, within a server and across servers.
fn together(out: &mut String, survey: &Survey) {
    let within = survey.servers.iter().flat_map(|SurveyedServer { profile, .. }| {
        profile.overbroad_combinations.iter().map(|combination| {
            let tools = names(&combination.tools, |name| format!("<code>{}</code>", cut(name, NAME)));
            let title = format!("{}: {}", cut(named(&profile.server), NAME), cut(&risk(combination), TEXT));
            (title, tools, combination.rationale.as_str())
        })
    });
    let across = survey.crossings.iter().map(|crossing| {
        let tags: Vec<String> = crossing.tags.iter().map(|tag| format!("<code>{tag}</code>")).collect();
        (cut(crossing.sentence().trim_end_matches('.'), TEXT), tags.join(" + "), crossing.rationale.as_str())
    });
    let rows: Vec<_> = within.chain(across).collect();
    if rows.is_empty() {
        return;
    }
    out.push_str("<section>\n<h2>Worse together</h2>\n<ul class=\"gaps\">\n");
    for (title, what, rationale) in rows {
        let rationale = cut(rationale, NAME);
        let _ = writeln!(
            out,
            "<li class=\"gap\"><strong>{title} <small>{rationale}</small></strong> <span>{what}</span></li>"
        );
    }
    out.push_str("</ul>\n</section>\n");
}

fn tools(out: &mut String, number: usize, server: &SurveyedServer, with_evidence: bool) {
    let name = cut(named(&server.profile.server), NAME);
    let _ = writeln!(
        out,
        "<section>\n<h2 id=\"server-{number}\">{name} <span class=\"count\">{}, {}</span></h2>\n<div class=\"table\" tabindex=\"0\" \
         role=\"region\" aria-labelledby=\"server-{number}\"><table>\n<thead><tr><th scope=\"col\">Tool</th>\
         <th scope=\"col\">Operation</th><th scope=\"col\">Capabilities</th></tr></thead>\n<tbody>",
        server.class.class,
        plural(server.profile.tools.len(), "tool")
    );
    for tool in &server.profile.tools {
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            cut(named(&tool.tool_name), NAME),
            tool.operation.class,
            tags(tool, with_evidence)
        );
    }
    out.push_str("</tbody>\n</table></div>\n</section>\n");
}

fn tags(tool: &Classification, with_evidence: bool) -> String {
    if tool.capabilities.is_empty() {
        return NONE.to_owned();
    }
    let tag = |capability: &vetgate_capability::Capability| {
        let why = match with_evidence && !capability.evidence.is_empty() {
            true => format!(" <small>{}</small>", cut(&capability.evidence.join(", "), TEXT)),
            false => String::new(),
        };
        let level = capability.confidence;
        format!("<span class=\"tag is-{level}\">{} {level}</span>{why}", capability.tag)
    };
    tool.capabilities.iter().map(tag).collect::<Vec<_>>().join(" ")
}
