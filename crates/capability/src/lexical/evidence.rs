//! The reasons for a capability, as strings for people and programs.

use crate::lexical::facts::{Facts, Voice, cut};
use crate::lexical::features::{Condition, Feature};
use crate::lexical::frames::strengths;
use crate::lexical::meaning::{Act, Thing};
use crate::{ParameterRole, Role, Tag};
use std::collections::BTreeMap;

/// How many reasons are told.
const REASONS: usize = 8;

/// The weightiest of `reasons` as evidence.
pub(crate) fn of(
    tag: Tag,
    reasons: &mut [(Feature, f32)],
    facts: &Facts,
    roles: &BTreeMap<String, ParameterRole>,
) -> Vec<String> {
    reasons.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut found: Vec<String> = vec![];
    for (feature, _) in reasons.iter() {
        for reason in told(*feature, tag, facts, roles) {
            if !found.contains(&reason) {
                found.push(reason);
            }
        }
        if found.len() >= REASONS {
            break;
        }
    }
    found.truncate(REASONS);
    if found.is_empty() {
        // What the words add up to spoke alone: no capability goes without a reason.
        found.extend(reasons.first().map(|(feature, _)| format!("signal:{}", feature.name())));
    }
    found
}

fn told(feature: Feature, tag: Tag, facts: &Facts, roles: &BTreeMap<String, ParameterRole>) -> Vec<String> {
    match feature {
        Feature::Frame(voice, strength) => frame(voice, strength, tag, facts),
        Feature::Thing(place, thing) => {
            let voices = place.voices().iter().filter(|voice| facts.things(**voice).has(thing));
            voices.map(|voice| word(*voice, facts.words(*voice, None, Some(thing)), thing)).collect()
        }
        // Every tool gets or sends something: that is no reason to tell.
        Feature::Named(_) | Feature::Opening(_) => vec![],
        Feature::Role(role) => of_role(role, roles),
        Feature::Is(Condition::PathRead | Condition::PathChanged | Condition::PathUsed | Condition::PathWritten) => {
            of_role(Role::Path, roles)
        }
        Feature::Is(Condition::PathElsewhere) => of_role(Role::Path, roles),
        Feature::Is(Condition::QueryUnbound) => of_role(Role::Query, roles),
        Feature::Is(Condition::CommandTaken) => of_role(Role::Command, roles),
        Feature::Cue(_, cue) => vec![format!("kind:{}", cue.name().replace(' ', "_"))],
        Feature::Is(Condition::Product | Condition::ProductOfServer) => {
            facts.brand.iter().map(|brand| format!("product:{}", cut(&brand.word))).collect()
        }
        Feature::Is(Condition::OpenWorld) => vec!["annotation:openWorldHint=true".to_owned()],
        Feature::Is(Condition::ClosedWorld) => vec!["annotation:openWorldHint=false".to_owned()],
        Feature::Is(condition) => spoken_of(condition, facts),
    }
}

/// The words of the things that a condition is about.
fn spoken_of(condition: Condition, facts: &Facts) -> Vec<String> {
    use Thing::{Database, Doc, Engine, Env, File, Folder, Git, Hosted, Listener, Secret};
    let things: &[Thing] = match condition {
        Condition::FileRead | Condition::FileChanged => &[File, Folder, Git],
        Condition::DocumentRead | Condition::DocumentChanged => &[Doc],
        Condition::DatabaseRead | Condition::DatabaseChanged | Condition::DatabaseRun => &[Database, Engine, Hosted],
        Condition::SecretRead | Condition::SecretChanged => &[Secret, Env],
        Condition::PortOpened => &[Listener],
        _ => return vec![],
    };
    let voices = [Voice::Name, Voice::Lead, Voice::Parameter].into_iter();
    let spoken = voices.flat_map(|voice| things.iter().map(move |thing| (voice, *thing)));
    let words = spoken.filter(|(voice, thing)| facts.things(*voice).has(*thing));
    words.map(|(voice, thing)| word(voice, facts.words(voice, None, Some(thing)), thing)).take(2).collect()
}

fn of_role(role: Role, roles: &BTreeMap<String, ParameterRole>) -> Vec<String> {
    let named = roles.iter().find(|(_, known)| known.role == role);
    let told = |(name, known): (&String, &ParameterRole)| {
        format!("param:{}:role={role}:confidence={}", cut(name), known.confidence)
    };
    named.map(told).into_iter().collect()
}

/// The words of a voice that speak of `thing`; the other tools are many, and their words are not kept.
fn word(voice: Voice, words: &str, thing: Thing) -> String {
    let kind = match voice {
        Voice::Name => "name_token",
        Voice::Title => "title_token",
        Voice::Lead | Voice::Body => "description",
        Voice::Parameter => "param_text",
        Voice::Server => "server_token",
        Voice::Around => "other_tools",
    };
    format!("{kind}:{}", if words.is_empty() { thing.name() } else { words })
}

/// The words of the act on a thing that speaks so strongly.
fn frame(voice: Voice, strength: u8, tag: Tag, facts: &Facts) -> Vec<String> {
    let pair = facts.pairs(voice).find_map(|(act, things)| {
        let thing = things.iter().find(|thing| strengths(act, *thing)[tag as usize] == strength)?;
        Some((act, thing))
    });
    let Some((act, thing)): Option<(Act, Thing)> = pair else { return vec![] };
    if matches!(voice, Voice::Name | Voice::Title) {
        // A thing alone is shown: then there is no word for the act.
        let parts = [facts.words(voice, Some(act), None), facts.words(voice, None, Some(thing))];
        return parts.into_iter().filter(|part| !part.is_empty()).map(|part| word(voice, part, thing)).collect();
    }
    let words = facts.words(voice, Some(act), Some(thing));
    // Where nothing is done to it, the thing alone is what was said.
    let words = if words.is_empty() { facts.words(voice, None, Some(thing)) } else { words };
    vec![word(voice, words, thing)]
}
