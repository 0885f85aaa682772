//! Tools that one handler lists and another calls.

use super::heap::{Made, Object};
use super::registry::{Handler, Request, Takes};
use super::report::Lines;
use super::taint::SourceKind;
use super::tools::{Declared, add_tool, known_text};
use super::value::{Argument, Shape, Spot, Value};
use super::{Machine, Running, STEPS_OF_TOOL};
use crate::analysis::Analysis;
use crate::form::Name;

impl Machine<'_> {
    /// Tools that one handler lists and another calls.
    pub(super) fn judge_dispatch(&mut self, handlers: &[Handler], analysis: &mut Analysis, lines: &Lines) {
        let mut listed: Vec<(u32, Vec<Declared>)> = Vec::new();
        for handler in handlers.iter().filter(|handler| handler.request == Request::ListTools) {
            self.begin(STEPS_OF_TOOL * 4, Running::Program);
            let result = self.answer(handler, None, None);
            let declared = self.declared_in(&result, "tools", handler.spot);
            listed.push((handler.server, declared));
        }
        let calls: Vec<&Handler> = handlers.iter().filter(|handler| handler.request == Request::CallTool).collect();
        for (at, call) in calls.iter().enumerate() {
            // One server has one list; where they cannot be told apart, the one at the same place in the order.
            let own = listed
                .iter()
                .position(|(server, declared)| *server == call.server && call.server != 0 && !declared.is_empty())
                .or_else(|| (listed.len() == calls.len()).then_some(at))
                .or_else(|| (!listed.is_empty()).then_some(0))
                .filter(|&at| listed.get(at).is_some());
            let mut declared = own.map(|at| std::mem::take(&mut listed[at].1)).unwrap_or_default();
            if declared.is_empty() {
                declared = self.names_compared(call);
            }
            for tool in declared {
                self.begin(STEPS_OF_TOOL, Running::Tool);
                let schema = tool.schema.clone().filter(|_| call.takes == Takes::NameAndArguments);
                let spot = tool.spot;
                let input = self.input("arguments".to_owned(), SourceKind::Request, schema, spot);
                let name = Value::of(Shape::Text(tool.name.clone()), spot);
                let answer = self.answer(call, Some(name), Some(input));
                self.observe_answer(&answer);
                let tool = self.tool(tool, &call.handler, lines);
                add_tool(analysis, tool);
            }
        }
        // What is listed and handled nowhere.
        for tool in listed.into_iter().flat_map(|(_, declared)| declared) {
            if analysis.tools.iter().any(|known| known.name == tool.name) {
                continue;
            }
            self.begin(STEPS_OF_TOOL, Running::Tool);
            let nobody = Value::unknown(tool.spot);
            let tool = self.tool(tool, &nobody, lines);
            add_tool(analysis, tool);
        }
    }

    /// The tools that a handler knows by comparing their names.
    pub(super) fn names_compared(&mut self, call: &Handler) -> Vec<Declared> {
        self.begin(STEPS_OF_TOOL, Running::Program);
        let input = self.input("arguments".to_owned(), SourceKind::Request, None, call.spot);
        let name = self.source("name".to_owned(), SourceKind::Input, call.spot);
        self.registry.name_symbol = name.symbol;
        self.registry.compared.clear();
        self.answer(call, Some(name), Some(input));
        self.registry.name_symbol = 0;
        let compared = std::mem::take(&mut self.registry.compared);
        let declared = |(name, spot): (Name, Spot)| Declared {
            name,
            title: None,
            description: None,
            schema: None,
            annotations: None,
            spot,
        };
        compared.into_iter().map(declared).collect()
    }

    /// Runs a handler of requests.
    pub(super) fn answer(&mut self, handler: &Handler, name: Option<Value>, input: Option<Value>) -> Value {
        let spot = handler.spot;
        let plain = |value: Value| Argument { name: None, value, is_spread: false };
        let mut params = Object::new(Made::Dict);
        if let (Some(name), Some(input)) = (&name, &input) {
            params.put(&"name".into(), name.clone());
            params.put(&"arguments".into(), input.clone());
        }
        let arguments = match handler.takes {
            Takes::NameAndArguments => name.into_iter().chain(input).map(plain).collect(),
            Takes::ContextAndParams => {
                let params = self.allocate(params, spot);
                vec![plain(Value::unknown(spot)), plain(params)]
            }
            Takes::Request => {
                let params = self.allocate(params, spot);
                let mut request = Object::new(Made::Dict);
                request.put(&"params".into(), params);
                let request = self.allocate(request, spot);
                vec![plain(request), plain(Value::unknown(spot))]
            }
        };
        self.outside(spot, |machine| machine.call(&handler.handler, None, arguments, spot))
    }

    /// The tools or prompts in the answer of a list handler.
    pub(super) fn declared_in(&mut self, result: &Value, member: &str, spot: Spot) -> Vec<Declared> {
        let mut declared = Vec::new();
        let mut lists = vec![result.clone()];
        lists.push(self.member(result, &member.into(), spot));
        for list in lists {
            for id in list.objects().collect::<Vec<_>>() {
                if self.heap[id as usize].made != Made::List {
                    continue;
                }
                let items: Vec<Value> = self.heap[id as usize].values().cloned().collect();
                for item in items {
                    self.declare(&item, &mut declared);
                }
            }
        }
        declared
    }

    pub(super) fn declare(&mut self, item: &Value, declared: &mut Vec<Declared>) {
        let spot = item.spot;
        // A list that is put together in branches holds several for one place.
        for shape in item.shapes() {
            let item = Value::of(shape.clone(), spot);
            let mut member = |name: &str| {
                let value = self.member(&item, &name.into(), spot);
                let is_known = !value.is_unknown()
                    && !value
                        .libraries()
                        .any(|library| library.path.starts_with("?.") || library.path.ends_with(&format!(".{name}")));
                is_known.then_some(value)
            };
            let names: Vec<(Name, Spot)> = member("name")
                .map(|name| name.texts().map(|text| (text.clone(), name.spot)).collect())
                .unwrap_or_default();
            let schema = member("inputSchema").or_else(|| member("input_schema")).or_else(|| member("parameters"));
            let description = member("description").and_then(|text| Some((known_text(&text)?, text.spot)));
            let (title, annotations) = (member("title"), member("annotations"));
            let schema = schema.and_then(|schema| self.schema(&schema, 0));
            for (name, spot) in names {
                if !name.is_empty() && !declared.iter().any(|known| known.name == name) {
                    let (title, description) = (title.clone(), description.clone());
                    declared.push(Declared {
                        name,
                        title,
                        description,
                        schema: schema.clone(),
                        annotations: annotations.clone(),
                        spot,
                    });
                }
            }
        }
    }
}
