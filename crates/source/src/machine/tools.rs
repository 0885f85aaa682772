//! Running the handlers of what was registered.

use super::observe::{RawFlow, RawReach};
use super::registry::{Convention, Handler, Registered, Request};
use super::report::Lines;
use super::schema::Schema;
use super::taint::SourceKind;
use super::value::{Argument, Shape, Spot, Value};
use super::{Machine, Running, STEPS_OF_TOOL};
use crate::analysis::{Analysis, Prompt, Tool};
use crate::form::{Name, Pattern};
use serde_json::{Map, Value as Json};
use std::rc::Rc;

/// A tool as it is declared.
pub(super) struct Declared {
    pub(super) name: Name,
    pub(super) title: Option<Value>,
    pub(super) description: Option<(Name, Spot)>,
    pub(super) schema: Option<Rc<Schema>>,
    pub(super) annotations: Option<Value>,
    pub(super) spot: Spot,
}

impl Machine<'_> {
    /// Runs every handler that was registered, and tells what came of it.
    pub(super) fn judge_tools(mut self) -> Analysis {
        let mut analysis = Analysis::default();
        let lines = Lines::of(self.program);
        let registered = std::mem::take(&mut self.registry.tools);
        for tool in &registered {
            if let Some(tool) = self.judge_registered(tool, &lines) {
                add_tool(&mut analysis, tool);
            }
        }
        let handlers = std::mem::take(&mut self.registry.handlers);
        self.judge_dispatch(&handlers, &mut analysis, &lines);
        let prompts = std::mem::take(&mut self.registry.prompts);
        for prompt in &prompts {
            if let Some(prompt) = self.judge_prompt(prompt, &lines) {
                analysis.prompts.push(prompt);
            }
        }
        self.judge_prompt_handlers(&handlers, &mut analysis, &lines);
        let cut: Vec<String> = analysis
            .tools
            .iter()
            .filter(|tool| tool.is_cut)
            .map(|tool| format!("the code of the tool `{}` is too large to analyze completely", tool.name))
            .collect();
        analysis.cut.extend(cut);
        let at_import = std::mem::take(&mut self.found.at_import);
        analysis.at_import = at_import.iter().map(|reach| lines.reach(self.program, reach)).collect();
        let elsewhere = std::mem::take(&mut self.found.elsewhere);
        analysis.flows = elsewhere.iter().map(|flow| lines.flow(self.program, flow, &self.sources)).collect();
        let calls = std::mem::take(&mut self.found.calls);
        analysis.calls = calls.into_iter().map(|call| lines.call(self.program, call)).collect();
        analysis
    }

    pub(super) fn judge_registered(&mut self, tool: &Registered, lines: &Lines) -> Option<Tool> {
        let names: Vec<Name> = match &tool.name {
            Some(name) => name.texts().cloned().collect(),
            None => self
                .signature(&tool.handler)
                .iter()
                .map(|closure| self.program.module(closure.module).function(closure.function).name.clone())
                .collect(),
        };
        let name = names.into_iter().find(|name| !name.is_empty())?;
        let name = match self.registry.mounts.get(&tool.server) {
            Some(prefix) => format!("{prefix}_{name}").into(),
            None => name,
        };
        let documented = self.signature(&tool.handler).and_then(|closure| {
            let function = self.program.module(closure.module).function(closure.function);
            let (text, span) = function.doc.clone()?;
            Some((text, Spot { module: closure.module, span }))
        });
        let is_parameters = tool.convention == Convention::Parameters;
        let schema = match (&tool.schema, is_parameters) {
            (Some(schema), _) => self.schema(schema, 0),
            (None, true) => self.schema_of_handler(&tool.handler),
            (None, false) => None,
        };
        let description = tool.description.as_ref().and_then(|text| Some((known_text(text)?, text.spot)));
        let declared = Declared {
            name,
            title: tool.title.clone(),
            description: description.or(documented.filter(|_| is_parameters)),
            schema: schema.clone(),
            annotations: tool.annotations.clone(),
            spot: tool.spot,
        };
        self.begin(STEPS_OF_TOOL, Running::Tool);
        let answer = self.call_handler(tool, schema.as_ref());
        self.observe_answer(&answer);
        Some(self.tool(declared, &tool.handler, lines))
    }

    /// Calls a handler with what a client may send.
    pub(super) fn call_handler(&mut self, tool: &Registered, schema: Option<&Rc<Schema>>) -> Value {
        let spot = tool.spot;
        match tool.convention {
            Convention::Parameters => {
                let arguments = self.parameters_of(&tool.handler, schema);
                self.outside(spot, |machine| machine.call(&tool.handler, None, arguments, spot))
            }
            Convention::Object => {
                let mut arguments = Vec::new();
                if tool.schema.is_some() {
                    let input = self.input(String::new(), SourceKind::Request, schema.cloned(), spot);
                    arguments.push(Argument { name: None, value: input, is_spread: false });
                }
                self.outside(spot, |machine| machine.call(&tool.handler, None, arguments, spot))
            }
        }
    }

    /// Does something outside of all functions, in the module of a place.
    pub(super) fn outside<T>(&mut self, spot: Spot, work: impl FnOnce(&mut Self) -> T) -> T {
        let frame = match self.modules[spot.module as usize] {
            super::Loaded::In(frame) => frame,
            super::Loaded::Not => self.new_frame(None),
        };
        self.within(spot.module, frame, work)
    }

    /// The schema of a function's parameters.
    pub(super) fn schema_of_handler(&mut self, handler: &Value) -> Option<Rc<Schema>> {
        let closure = self.signature(handler)?;
        let function = self.program.module(closure.module).function(closure.function);
        let mut parts = Vec::new();
        for parameter in self.sent_parameters(&closure) {
            let parameter = &function.parameters[parameter];
            if let Pattern::Name(name, _) = &parameter.pattern {
                let schema = self.schema_of_parameter(closure.module, closure.frame, parameter);
                parts.push((name.clone(), schema));
            }
        }
        Some(Rc::new(self.schema_of_parts(parts, Spot { module: closure.module, span: function.span })))
    }

    /// Which parameters a client fills: not the object, not the context.
    pub(super) fn sent_parameters(&mut self, closure: &super::value::Closure) -> Vec<usize> {
        let function = self.program.module(closure.module).function(closure.function);
        let takes_this = function.class.is_some()
            && matches!(function.kind, crate::form::FunctionKind::Method | crate::form::FunctionKind::OfClass);
        let mut sent = Vec::new();
        for (at, parameter) in function.parameters.iter().enumerate().skip(usize::from(takes_this)) {
            let class = parameter
                .annotation
                .map(|annotation| self.within(closure.module, closure.frame, |machine| machine.evaluate(annotation)));
            let is_context = class.iter().flat_map(Value::libraries).any(|library| {
                let name = library.path.trim_end_matches("[]").rsplit('.').next().unwrap_or_default();
                matches!(name, "Context" | "RequestContext" | "ServerContext" | "CurrentContext")
            });
            let default = parameter
                .default
                .map(|default| self.within(closure.module, closure.frame, |machine| machine.evaluate(default)));
            let is_injected = default
                .iter()
                .flat_map(Value::libraries)
                .any(|library| library.path.ends_with("Depends()") || library.path.ends_with("CurrentContext()"));
            if !is_context && !is_injected {
                sent.push(at);
            }
        }
        sent
    }

    /// Arguments by name, as a client may send them.
    pub(super) fn parameters_of(&mut self, handler: &Value, schema: Option<&Rc<Schema>>) -> Vec<Argument> {
        let Some(closure) = self.signature(handler) else { return Vec::new() };
        let function = self.program.module(closure.module).function(closure.function);
        let mut arguments = Vec::new();
        for at in self.sent_parameters(&closure) {
            let parameter = &function.parameters[at];
            let Pattern::Name(name, span) = &parameter.pattern else { continue };
            let spot = Spot { module: closure.module, span: *span };
            let part = schema.and_then(|schema| schema.members.get(name).cloned());
            let input = self.input(name.to_string(), SourceKind::Input, part, spot);
            // An object of a class of the tree has that class's methods.
            let class = parameter
                .annotation
                .map(|annotation| self.within(closure.module, closure.frame, |machine| machine.evaluate(annotation)));
            let value = match class.as_ref().and_then(Value::only) {
                Some(Shape::Class(class))
                    if !input.strands().iter().all(|strand| strand.clean.has(super::clean::Clean::ALL)) =>
                {
                    let class = *class;
                    self.outside(spot, |machine| {
                        machine.instantiate(
                            class,
                            vec![Argument { name: Some("**".into()), value: input, is_spread: true }],
                            spot,
                        )
                    })
                }
                _ => input,
            };
            arguments.push(Argument { name: Some(name.clone()), value, is_spread: false });
        }
        arguments
    }

    /// What was found out about a tool, whose handler has just run.
    pub(super) fn tool(&mut self, declared: Declared, handler: &Value, lines: &Lines) -> Tool {
        let mut places: Vec<(String, Spot)> = Vec::new();
        let mut json = Map::new();
        json.insert("name".to_owned(), Json::from(&*declared.name));
        places.push(("/name".to_owned(), declared.spot));
        if let Some(title) = declared.title.as_ref().and_then(|title| Some((known_text(title)?, title.spot))) {
            json.insert("title".to_owned(), Json::from(&*title.0));
            places.push(("/title".to_owned(), title.1));
        }
        if let Some((text, spot)) = &declared.description {
            json.insert("description".to_owned(), Json::from(&**text));
            places.push(("/description".to_owned(), *spot));
        }
        let schema = declared.schema.as_ref().map(|schema| schema.to_json("/inputSchema", &mut places));
        json.insert("inputSchema".to_owned(), schema.unwrap_or_else(|| serde_json::json!({ "type": "object" })));
        if let Some(annotations) = &declared.annotations
            && let Some(annotations_json) = self.json_of(annotations, 0)
        {
            json.insert("annotations".to_owned(), camel(annotations_json));
            places.push(("/annotations".to_owned(), annotations.spot));
        }
        let reaches = std::mem::take(&mut self.found.reaches);
        let flows = std::mem::take(&mut self.found.flows);
        let unresolved = self.found.unresolved.take();
        let function = handler.closures().next().map(|closure| Spot {
            module: closure.module,
            span: self.program.module(closure.module).function(closure.function).span,
        });
        Tool {
            name: declared.name,
            definition: Json::Object(json).to_string(),
            parts: places.into_iter().map(|(pointer, spot)| (pointer, lines.place(self.program, spot))).collect(),
            place: lines.place(self.program, declared.spot),
            handler: function.map(|spot| lines.place(self.program, spot)),
            reaches: reaches.iter().map(|reach: &RawReach| lines.reach(self.program, reach)).collect(),
            flows: flows.iter().map(|flow: &RawFlow| lines.flow(self.program, flow, &self.sources)).collect(),
            unresolved: unresolved.map(|(call, spot)| (call, lines.place(self.program, spot))),
            is_cut: self.is_cut,
        }
    }

    pub(super) fn judge_prompt(&mut self, prompt: &Registered, lines: &Lines) -> Option<Prompt> {
        let function = prompt
            .handler
            .closures()
            .next()
            .map(|closure| self.program.module(closure.module).function(closure.function).name.clone());
        let name = prompt.name.as_ref().and_then(|name| name.as_text().cloned()).or(function)?;
        let schema = match (&prompt.schema, prompt.convention) {
            (Some(schema), _) => self.schema(schema, 0),
            (None, Convention::Parameters) => self.schema_of_handler(&prompt.handler),
            (None, Convention::Object) => None,
        };
        self.begin(STEPS_OF_TOOL, Running::Prompt);
        let result = self.call_handler(prompt, schema.as_ref());
        self.observe_prompt(&result, 0);
        let description = prompt.description.as_ref().and_then(known_text);
        Some(self.prompt(name, description, prompt.spot, lines))
    }

    pub(super) fn prompt(&mut self, name: Name, description: Option<Name>, spot: Spot, lines: &Lines) -> Prompt {
        self.found.reaches.clear();
        let flows = std::mem::take(&mut self.found.flows);
        let flows = flows.iter().filter(|flow| flow.danger == crate::analysis::Danger::Prompt);
        Prompt {
            name,
            description,
            place: lines.place(self.program, spot),
            flows: flows.map(|flow| lines.flow(self.program, flow, &self.sources)).collect(),
        }
    }

    /// Prompts that one handler lists and another gives.
    pub(super) fn judge_prompt_handlers(&mut self, handlers: &[Handler], analysis: &mut Analysis, lines: &Lines) {
        let mut listed: Vec<Declared> = Vec::new();
        for handler in handlers.iter().filter(|handler| handler.request == Request::ListPrompts) {
            self.begin(STEPS_OF_TOOL, Running::Program);
            let result = self.answer(handler, None, None);
            listed.extend(self.declared_in(&result, "prompts", handler.spot));
        }
        for handler in handlers.iter().filter(|handler| handler.request == Request::GetPrompt) {
            for prompt in &listed {
                self.begin(STEPS_OF_TOOL, Running::Prompt);
                let input = self.input("arguments".to_owned(), SourceKind::Input, None, handler.spot);
                let name = Value::of(Shape::Text(prompt.name.clone()), prompt.spot);
                let result = self.answer(handler, Some(name), Some(input));
                self.observe_prompt(&result, 0);
                let description = prompt.description.as_ref().map(|(text, _)| text.clone());
                let prompt = self.prompt(prompt.name.clone(), description, prompt.spot, lines);
                analysis.prompts.push(prompt);
            }
        }
    }
}

/// The text of a description, as far as it is known.
pub(super) fn known_text(value: &Value) -> Option<Name> {
    match value.only() {
        Some(Shape::Text(text)) => Some(text.clone()),
        Some(Shape::Joined(parts)) => {
            let text: String = parts
                .iter()
                .map(|part| super::expression::plain_text(part).unwrap_or_else(|| "…".to_owned()))
                .collect();
            Some(text.into())
        }
        _ => value.texts().next().cloned(),
    }
}

/// Adds a tool; of two with one name at one place the first stays.
pub(super) fn add_tool(analysis: &mut Analysis, tool: Tool) {
    if !analysis.tools.iter().any(|known| known.name == tool.name && known.place == tool.place) {
        analysis.tools.push(tool);
    }
}

/// Annotations by the names that they have on the wire: Python's newer SDK writes `read_only_hint`.
fn camel(annotations: serde_json::Value) -> serde_json::Value {
    let serde_json::Value::Object(members) = annotations else { return annotations };
    let rename = |name: String| {
        let mut parts = name.split('_');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |mut sum, part| {
            let mut letters = part.chars();
            sum.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            sum.push_str(letters.as_str());
            sum
        })
    };
    members.into_iter().map(|(name, value)| (rename(name), value)).collect()
}
