//! What a call brings.

use crate::adversary::scenario::{Answer, Tool};
use serde_json::{Value, json};

/// What is said where a scenario says nothing.
const USUAL: &str = "ok";

/// The answer of a tool to its `call`th call.
pub(super) fn chosen<'t>(tool: &'t Tool, arguments: &str, call: u64) -> Option<&'t Answer> {
    tool.answers.iter().find(|answer| {
        answer.when.as_ref().is_none_or(|when| {
            when.argument.as_ref().is_none_or(|text| arguments.contains(text.as_str()))
                && when.call.is_none_or(|from| call >= from)
        })
    })
}

/// The result of a call as the protocol has it.
pub(super) fn of(answer: Option<&Answer>) -> Value {
    let Some(answer) = answer else {
        return json!({"resultType": "complete", "content": [{"type": "text", "text": USUAL}]});
    };
    let text = answer.text.as_deref().unwrap_or(USUAL);
    let text = match (answer.size, answer.depth) {
        (Some(size), _) => filled(text, size),
        (None, Some(depth)) => format!("{}{}{}", "[".repeat(depth), Value::from(text), "]".repeat(depth)),
        (None, None) => text.to_owned(),
    };
    let content = match &answer.content {
        Some(content) => Value::Array(content.clone()),
        None => json!([{"type": "text", "text": text}]),
    };
    // Where the revision does not know its type, the SDK leaves it out.
    let mut result = json!({"resultType": "complete", "content": content, "isError": answer.error});
    if let Some(structured) = &answer.structured {
        result["structuredContent"] = structured.clone();
    }
    result
}

/// The text again and again, `size` bytes or a little more; its last word stands at the end.
fn filled(text: &str, size: usize) -> String {
    let line = if text.is_empty() { USUAL } else { text };
    let mut filled = String::with_capacity(size + line.len());
    while filled.len() < size {
        filled.push_str(line);
        filled.push('\n');
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(answers: Value) -> Tool {
        serde_json::from_value(json!({"name": "t", "answers": answers})).unwrap()
    }

    #[test]
    fn the_first_answer_that_fits_is_given() {
        let tool = tool(json!([
            {"when": {"argument": "mars"}, "text": "red"}, {"when": {"call": 3}, "text": "late"}, {"text": "usual"}
        ]));
        let said = |arguments: &str, call| chosen(&tool, arguments, call).and_then(|answer| answer.text.clone());
        assert_eq!(said("{\"planet\":\"mars\"}", 9).as_deref(), Some("red"));
        assert_eq!(said("{}", 3).as_deref(), Some("late"));
        assert_eq!(said("{}", 2).as_deref(), Some("usual"));
    }

    #[test]
    fn results_can_be_large_and_deep() {
        let large = of(Some(&Answer { text: Some("x".into()), size: Some(1000), ..Answer::default() }));
        assert!(large["content"][0]["text"].as_str().unwrap().len() >= 1000);
        let deep = of(Some(&Answer { depth: Some(100_000), ..Answer::default() }));
        assert!(deep["content"][0]["text"].as_str().unwrap().contains(&"[".repeat(100_000)));
    }
}
