//! The forms in which policies and rules are given and taken.

use super::super::decision::who;
use super::super::document::reference;
use super::{CALLS, RULES, TEXTS};
use serde_json::{Value, json};
use vetgate_guard::Action;

pub(in super::super) fn schemas() -> Vec<(&'static str, Value)> {
    let (text, flag) = (json!({"type": "string"}), json!({"type": "boolean"}));
    let count = json!({"type": "integer", "minimum": 0});
    let actions: Vec<&str> = Action::ALL.iter().map(|action| action.name()).collect();
    let action = json!({"enum": actions});
    let rule = json!({
        "type": "object",
        "required": ["when", "action", "reason"],
        "additionalProperties": false,
        "properties": {
            "when": {"type": "string", "minLength": 1, "maxLength": TEXTS.0, "description": "The condition, a CEL expression."},
            "action": action,
            "reason": {"type": "string", "minLength": 1, "maxLength": TEXTS.1},
        },
    });
    let rules = json!({"type": "array", "maxItems": RULES, "items": reference("Rule")});
    let threshold = json!({"type": "integer", "minimum": 0, "maximum": 100});
    let policy_parts = json!({
        "type": "object",
        "description": "As in `security` of the configuration; missing keys have their defaults.",
        "additionalProperties": false,
        "properties": {
            "tool_policy": {
                "type": "object",
                "additionalProperties": false,
                "properties": {"read": action, "write": action, "destructive": action, "contradiction": action},
            },
            "risk_assessment": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "enabled": flag, "auto_flag_threshold": threshold, "require_approval_threshold": threshold,
                    "block_on_critical": flag,
                },
            },
            "trifecta": {"enum": ["off", "warn", "hold", "deny"]},
            "rules": {"type": "array", "items": reference("Rule")},
        },
    });
    let mut added = rule.clone();
    added["required"] = json!(["when", "action", "reason", "by", "time_ms"]);
    added["properties"]["by"] = text.clone();
    added["properties"]["time_ms"] = count.clone();
    let policy = json!({
        "type": "object",
        "required": ["configuration", "mode", "policy", "rules", "revision"],
        "additionalProperties": false,
        "properties": {
            "configuration": {"type": "string", "description": "The file."},
            "mode": {"enum": ["enforce", "log_only"]},
            "policy": reference("PolicyParts"),
            "rules": {"type": "array", "items": added, "description": "The added rules. They are checked after the rules of the configuration."},
            "revision": {"type": "string", "description": "The revision of the added rules."},
        },
    });
    let trial = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "policy": reference("PolicyParts"),
            "rules": rules,
            "calls": {"type": "integer", "minimum": 1, "maximum": CALLS.1, "description": "How many of the newest calls; the default is 5000."},
            "hold": {"type": "string", "description": "The id of a held call that is judged too."},
        },
    });
    let decided = json!({
        "type": "object",
        "required": ["action", "by", "reason", "is_flagged", "quarantines"],
        "additionalProperties": false,
        "properties": {"action": action, "by": text, "reason": text, "is_flagged": flag, "quarantines": flag},
    });
    let counts = json!({
        "type": "object",
        "required": ["allow", "hold", "deny"],
        "additionalProperties": false,
        "properties": {"allow": count, "hold": count, "deny": count},
    });
    let shown = json!({
        "type": "object",
        "required": ["record", "time_ms", "session", "server", "tool", "risk", "was", "would"],
        "additionalProperties": false,
        "properties": {
            "record": count, "time_ms": count, "session": text, "server": text, "tool": text, "risk": count,
            "was": decided, "would": decided,
        },
    });
    let mut or_none = decided.clone();
    or_none["type"] = json!(["object", "null"]);
    let tried = json!({
        "type": "object",
        "required": [
            "calls", "changed", "stricter", "looser", "was", "would", "by", "shown", "unjudged", "without_arguments",
            "is_whole", "hold",
        ],
        "additionalProperties": false,
        "properties": {
            "calls": count, "changed": count, "stricter": count, "looser": count,
            "was": counts, "would": counts,
            "by": {"type": "array", "items": {
                "type": "object",
                "required": ["action", "by", "calls"],
                "additionalProperties": false,
                "properties": {"action": action, "by": text, "calls": count},
            }},
            "shown": {"type": "array", "items": shown, "description": "The newest 100 of the calls whose decision changes."},
            "unjudged": {"type": "integer", "minimum": 0, "description": "Calls that were recorded without a judgement; they are left out."},
            "without_arguments": {"type": "integer", "minimum": 0, "description": "Calls whose arguments are no longer kept in full."},
            "is_whole": {"type": "boolean", "description": "True if there are no older calls."},
            "hold": or_none,
        },
    });
    let saving = json!({
        "type": "object",
        "required": ["rules", "revision"],
        "additionalProperties": false,
        "properties": {
            "rules": rules,
            "revision": {"type": "string", "description": "The revision of the rules that this change is based on."},
            "by": who(),
        },
    });
    vec![
        ("Rule", rule),
        ("PolicyParts", policy_parts),
        ("Policy", policy),
        ("PolicyTrial", trial),
        ("PolicyTried", tried),
        ("RulesToSave", saving),
    ]
}
