//! The graph for programs: all of it.

use super::Graph;

impl Graph {
    /// The graph as JSON, indented: `session`, `calls` and `edges`, in order. [`serde_json`] reads it back.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).expect("plain data is written as JSON");
        json.push('\n');
        json
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{long, theft};
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for graph in [theft(), long(300, 5, 2), Graph::new("", vec![], vec![])] {
            let read: Graph = serde_json::from_str(&graph.to_json()).expect("as it was written");
            assert_eq!(read, graph);
        }
    }

    #[test]
    fn the_names_of_its_parts_are_stable() {
        let json: serde_json::Value = serde_json::from_str(&theft().to_json()).expect("JSON");
        assert_eq!(json["calls"][3]["verdict"], "deny");
        assert_eq!(json["edges"][0]["to"]["call"], 3);
        assert_eq!(json["edges"][1]["pattern"], "secret_to_external");
        assert_eq!(json["edges"][1]["level"], "critical");
        assert_eq!(json["edges"][1]["transforms"][0], "base64");
    }
}
