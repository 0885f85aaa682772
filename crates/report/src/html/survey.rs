//! What servers can do, as one page: the map, what is worse together, and every tool of every server.

use super::card::{NAME, TEXT};
use super::markup::cut;
use super::{STYLE, footer, head, heat, record};
use crate::Options;
use crate::capability::survey::{parts, risk, sides, warning};
use crate::capability::{Survey, SurveyedServer, blank};
use crate::digest::{Digest, named, plural};
use std::fmt::Write;
use vetgate_capability::{Classification, Level};

pub(crate) fn render(survey: &Survey, options: &Options<'_>) -> String {
    let data = survey.record();
    let digest = Digest::of_survey(&data);
    let mut out = String::new();
    head(&mut out, &survey.headline(), STYLE);
    out.push_str("<body>\n");
    banner(&mut out, survey, &digest);
    out.push_str("<main>\n");
    heat::write(&mut out, &survey.profiles(), true, None);
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
    let combines = |server: &SurveyedServer| !server.profile.overbroad_combinations.is_empty();
    let class = match () {
        () if !digest.gaps.is_empty() || survey.servers.is_empty() => "open",
        // It is no reproach, but no praise either.
        () if !survey.crossings.is_empty() || survey.servers.iter().any(combines) => "none",
        () => "clear",
    };
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
    super::gaps(out, digest);
    out.push_str("</header>\n");
}

/// What is more dangerous together than alone, within a server and across servers.
fn together(out: &mut String, survey: &Survey) {
    let within = survey.servers.iter().flat_map(|SurveyedServer { profile, .. }| {
        profile.overbroad_combinations.iter().map(|combination| {
            let tools = parts(profile, combination, |name| format!("<code>{}</code>", cut(name, NAME)));
            let title = format!("{}: {}", cut(named(&profile.server), NAME), cut(&risk(combination), TEXT));
            (title, tools, combination.rationale.as_str())
        })
    });
    let across = survey.crossings.iter().map(|crossing| {
        let tools = sides(crossing, |name| format!("<code>{}</code>", cut(name, NAME)));
        (cut(&survey.sentence(crossing), TEXT), tools, crossing.rationale.as_str())
    });
    let rows: Vec<_> = within.chain(across).collect();
    if rows.is_empty() {
        return;
    }
    out.push_str("<section>\n<h2>Risky combinations</h2>\n<ul class=\"gaps\">\n");
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
         <th scope=\"col\">Operation</th><th scope=\"col\">Capabilities</th>{}</tr></thead>\n<tbody>",
        server.class.class,
        plural(server.profile.tools.len(), "tool"),
        if with_evidence { "<th scope=\"col\">Parameters</th>" } else { "" },
    );
    for tool in &server.profile.tools {
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td><span class=\"word\">{}</span>{}</td><td>{}</td>{}</tr>",
            cut(named(&tool.tool_name), NAME),
            tool.operation.class,
            if with_evidence { operation(tool) } else { String::new() },
            tags(tool, with_evidence),
            if with_evidence { format!("<td>{}</td>", parameters(tool)) } else { String::new() },
        );
    }
    out.push_str("</tbody>\n</table></div>\n</section>\n");
}

/// How sure the operation is and why.
fn operation(tool: &Classification) -> String {
    let operation = &tool.operation;
    match operation.confidence > Level::Low || !operation.evidence.is_empty() {
        true => format!(" {}{}", operation.confidence, why(&operation.evidence)),
        false => String::new(),
    }
}

fn tags(tool: &Classification, with_evidence: bool) -> String {
    let tag = |capability: &vetgate_capability::Capability| {
        let why = if with_evidence { why(&capability.evidence) } else { String::new() };
        let level = capability.confidence;
        format!("<span class=\"tag is-{level}\">{} {level}</span>{why}", capability.tag)
    };
    let tags: Vec<String> = tool.capabilities.iter().map(tag).collect();
    let tags = if tags.is_empty() { blank(tool).to_owned() } else { tags.join(" ") };
    let warnings = tool.warnings.iter().filter(|_| with_evidence);
    let warnings: String = warnings.map(|id| format!(" <small>{}</small>", cut(&warning(id), TEXT))).collect();
    format!("{tags}{warnings}")
}

/// What each parameter takes and why.
fn parameters(tool: &Classification) -> String {
    let roles = tool.parameter_roles.iter().map(|(parameter, role)| {
        let parameter = cut(named(parameter), NAME);
        format!("<code>{parameter}</code> {} {}{}", role.role, role.confidence, why(&role.evidence))
    });
    roles.collect::<Vec<_>>().join(" ")
}

fn why(evidence: &[String]) -> String {
    if evidence.is_empty() {
        return String::new();
    }
    format!(" <small>{}</small>", cut(&evidence.join(", "), TEXT))
}
