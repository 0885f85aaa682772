//! Any file of baselines is read or refused; one that is read is written as it is, and can be held against any call and
//! learn from it, after which it is still sound.
//!
//! Pieces: the arguments of a call, and the file.

use super::pieces;
use vetgate_guard::{Answered, BaselineSettings, Baselines, Observed, Shape};

pub(crate) fn run(input: &str) {
    let [arguments, text] = pieces(input);
    let settings = BaselineSettings::default();
    let shape = Shape::of(arguments);
    assert!(shape.pointers().iter().all(|pointer| pointer.chars().all(|c| !c.is_control())));
    let Ok(mut baselines) = Baselines::from_json(text.as_bytes(), &settings) else { return };
    let written = baselines.to_json();
    let again = Baselines::from_json(&written, &settings).expect("what was written is read");
    assert_eq!(again.to_json(), written);
    let destinations = [arguments.to_owned()];
    let tools: Vec<(String, String)> =
        baselines.tools().map(|of| (of.server.to_string(), of.tool.to_string())).collect();
    for (server, tool) in tools.iter().take(4) {
        let observed = Observed { server, tool, shape: &shape, destinations: &destinations, now_ms: 1 << 41 };
        let answered = Answered { server, tool, bytes: arguments.len() as u64, is_error: false };
        let _ = (baselines.consider(&observed), baselines.consider_response(&answered), baselines.show(server, tool));
        baselines.teach(&observed, Some(&answered));
    }
    Baselines::from_json(&baselines.to_json(), &settings).expect("what has learnt is sound");
}
