//! What servers register: tools, prompts, and handlers that dispatch on a name.

use super::Machine;
use super::value::{Argument, Library, Shape, Spot, Value};
use crate::form::{ExpressionKind, Function, Module, Name};
use crate::words::libraries::REGISTRARS;
use std::collections::BTreeMap;

/// What was registered so far.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    pub(crate) tools: Vec<Registered>,
    pub(crate) prompts: Vec<Registered>,
    pub(crate) handlers: Vec<Handler>,
    /// Servers that are part of another under a prefix: the server's number, and the prefix.
    pub(crate) mounts: BTreeMap<u32, Name>,
    /// Which texts the name of a called tool was compared with, and the symbol of that name.
    pub(crate) compared: Vec<(Name, Spot)>,
    pub(crate) name_symbol: u32,
}

/// A tool or prompt that is registered with its handler.
#[derive(Debug, Clone)]
pub(crate) struct Registered {
    pub(crate) name: Option<Value>,
    pub(crate) title: Option<Value>,
    pub(crate) description: Option<Value>,
    pub(crate) schema: Option<Value>,
    pub(crate) annotations: Option<Value>,
    pub(crate) handler: Value,
    pub(crate) convention: Convention,
    /// The server that it is registered with, by the number of the call that made it.
    pub(crate) server: u32,
    pub(crate) spot: Spot,
}

/// How a handler is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Convention {
    /// With each argument by its name.
    Parameters,
    /// With all arguments as one object.
    Object,
}

/// A handler of requests of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Handler {
    pub(crate) request: Request,
    pub(crate) handler: Value,
    /// Whether it is called with a name and arguments, or with a request that holds them.
    pub(crate) takes: Takes,
    pub(crate) server: u32,
    pub(crate) spot: Spot,
}

/// What a handler is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// `(name, arguments)`.
    NameAndArguments,
    /// `(request)`, with `params`.
    Request,
    /// `(context, params)`.
    ContextAndParams,
}

/// What a handler answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    ListTools,
    CallTool,
    ListPrompts,
    GetPrompt,
}

/// Where a module names something that registers, in order.
pub(crate) fn mentions(module: &Module) -> Vec<u32> {
    let mut starts: Vec<u32> = Vec::new();
    for expression in &module.expressions {
        let is_one = match &expression.kind {
            ExpressionKind::Member(_, name) => REGISTRARS.contains(&&**name),
            ExpressionKind::Call { arguments, .. } => arguments.iter().any(|argument| {
                argument.name.as_deref().is_some_and(|name| matches!(name, "on_call_tool" | "on_list_tools"))
            }),
            _ => false,
        };
        if is_one {
            starts.push(expression.span.start);
        }
    }
    starts.sort_unstable();
    starts
}

/// Whether a function names something that registers, or is where a program begins.
pub(crate) fn is_entrance(mentions: &[u32], function: &Function) -> bool {
    let from = mentions.partition_point(|&start| start < function.span.start);
    let does_register = mentions.get(from).is_some_and(|&start| start < function.span.end);
    let name = &*function.name;
    let is_main = matches!(
        name,
        "main"
            | "serve"
            | "run"
            | "start"
            | "cli"
            | "_main"
            | "run_server"
            | "start_server"
            | "create_server"
            | "createServer"
            | "startServer"
            | "runServer"
            | "build_server"
            | "make_server"
            | "create_app"
            | "bootstrap"
    );
    does_register || is_main
}

impl Machine<'_> {
    /// Sees whether a call registers something; whether it did, so that what it is given is not called at once.
    pub(super) fn register(&mut self, library: &Library, arguments: &[Argument], spot: Spot) -> bool {
        let path = &*library.path;
        let name = path.rsplit('.').next().unwrap_or(path);
        let server = server_of(library);
        let function = arguments.iter().find(|argument| argument.value.closures().next().is_some());
        match name {
            // `@mcp.tool` and `mcp.tool(function)`; `server.tool("name", ..., handler)`.
            "tool" | "prompt" if path.contains('.') => {
                let Some(function) = function.map(|argument| argument.value.clone()) else { return false };
                let registered = match arguments
                    .first()
                    .is_some_and(|argument| argument.name.is_none() && argument.value.closures().next().is_some())
                {
                    true => self.decorated_function(arguments.get(1..).unwrap_or_default(), function, server, spot),
                    false => self.listed_in_order(arguments, function, server, spot),
                };
                self.keep(name == "prompt", registered);
                true
            }
            // `@mcp.tool(...)`, whose result is called with the function.
            "tool()" | "prompt()" if path.contains('.') && !path.ends_with("get_prompt()") => {
                let Some(function) = function.map(|argument| argument.value.clone()) else { return false };
                let options = library.call.as_ref().map(|call| call.arguments.clone()).unwrap_or_default();
                let registered = self.decorated_function(&options, function, server, spot);
                self.keep(name == "prompt()", registered);
                true
            }
            "add_tool" | "from_function" => {
                let Some(function) = function.map(|argument| argument.value.clone()) else { return false };
                let options: Vec<Argument> =
                    arguments.iter().filter(|argument| argument.name.is_some()).cloned().collect();
                let registered = self.decorated_function(&options, function, server, spot);
                self.keep(false, registered);
                true
            }
            "registerTool" | "registerPrompt" => {
                let Some(function) = function.map(|argument| argument.value.clone()) else { return false };
                let config =
                    arguments.get(1).map(|argument| argument.value.clone()).unwrap_or_else(|| Value::unknown(spot));
                let registered = self.told_in_object(arguments.first(), &config, function, server, spot);
                self.keep(name == "registerPrompt", registered);
                true
            }
            // `server.experimental.tasks.registerToolTask(name, { ... }, { createTask, ... })`.
            "registerToolTask" => {
                let members = arguments.get(2).map(|argument| argument.value.clone());
                let create = members.and_then(|members| {
                    members.objects().find_map(|id| self.heap[id as usize].members.get("createTask").cloned())
                });
                let (Some(create), Some(config)) = (create, arguments.get(1).map(|argument| argument.value.clone()))
                else {
                    return false;
                };
                let registered = self.told_in_object(arguments.first(), &config, create, server, spot);
                self.keep(false, registered);
                true
            }
            // A library that takes everything in one object.
            "addTool" | "addPrompt" => {
                let Some(config) = arguments.first().map(|argument| argument.value.clone()) else { return false };
                let execute = ["execute", "handler", "load", "callback"].iter().find_map(|name| {
                    config.objects().find_map(|id| self.heap[id as usize].members.get(*name).cloned())
                });
                let Some(execute) = execute else { return false };
                let registered = self.told_in_object(None, &config, execute, server, spot);
                self.keep(name == "addPrompt", registered);
                true
            }
            "Tool()" | "McpTool()" if self.is_script() => {
                let Some(function) = function.map(|argument| argument.value.clone()) else { return false };
                let config = library
                    .call
                    .as_ref()
                    .and_then(|call| call.arguments.first())
                    .map(|argument| argument.value.clone());
                let config = config.unwrap_or_else(|| Value::unknown(spot));
                let registered = self.told_in_object(None, &config, function, server, spot);
                self.keep(false, registered);
                true
            }
            "list_tools()" | "call_tool()" | "list_prompts()" | "get_prompt()" => {
                let Some(function) = function.map(|argument| argument.value.clone()) else { return false };
                let request = match name {
                    "list_tools()" => Request::ListTools,
                    "call_tool()" => Request::CallTool,
                    "list_prompts()" => Request::ListPrompts,
                    _ => Request::GetPrompt,
                };
                self.handle(request, function, Takes::NameAndArguments, server, spot);
                true
            }
            "setRequestHandler" => {
                let Some(function) = function.map(|argument| argument.value.clone()) else { return false };
                let Some(request) = arguments.first().and_then(|argument| request_of(&argument.value)) else {
                    return true;
                };
                self.handle(request, function, Takes::Request, server, spot);
                true
            }
            "Server" | "MCPServer" => {
                for argument in arguments {
                    let request = match argument.name.as_deref() {
                        Some("on_list_tools") => Request::ListTools,
                        Some("on_call_tool") => Request::CallTool,
                        Some("on_list_prompts") => Request::ListPrompts,
                        Some("on_get_prompt") => Request::GetPrompt,
                        _ => continue,
                    };
                    self.handle(request, argument.value.clone(), Takes::ContextAndParams, super::value::newest(), spot);
                }
                arguments.iter().any(|argument| argument.name.as_deref().is_some_and(|name| name.starts_with("on_")))
            }
            "mount" | "import_server" => {
                let prefix = arguments.iter().find_map(|argument| argument.value.as_text().cloned());
                let mounted = arguments
                    .iter()
                    .flat_map(|argument| argument.value.libraries())
                    .find_map(|library| library.call.clone());
                if let (Some(prefix), Some(mounted)) = (prefix, mounted) {
                    self.registry.mounts.insert(mounted.serial, prefix);
                }
                false
            }
            _ => false,
        }
    }

    fn handle(&mut self, request: Request, handler: Value, takes: Takes, server: u32, spot: Spot) {
        let is_known = |known: &Handler| known.request == request && known.spot == spot;
        if !self.registry.handlers.iter().any(is_known) && self.registry.handlers.len() < 512 {
            self.registry.handlers.push(Handler { request, handler, takes, server, spot });
        }
    }

    fn keep(&mut self, is_prompt: bool, registered: Registered) {
        let kept = if is_prompt { &mut self.registry.prompts } else { &mut self.registry.tools };
        let name = |registered: &Registered| registered.name.as_ref().and_then(|name| name.as_text().cloned());
        let is_known = |known: &Registered| known.spot == registered.spot && name(known) == name(&registered);
        if kept.len() < 4_096 && !kept.iter().any(is_known) {
            kept.push(registered);
        }
    }

    /// A function whose parameters are the arguments.
    fn decorated_function(&mut self, options: &[Argument], function: Value, server: u32, spot: Spot) -> Registered {
        let named = |name: &str| {
            options.iter().find(|option| option.name.as_deref() == Some(name)).map(|option| option.value.clone())
        };
        let first = options.first().filter(|option| option.name.is_none()).map(|option| option.value.clone());
        // What decorates it stands where the function does.
        let place = function.spot;
        Registered {
            name: named("name").or(first).filter(|name| !matches!(name.only(), Some(Shape::Nothing))),
            title: named("title"),
            description: named("description"),
            schema: None,
            annotations: named("annotations"),
            handler: function,
            convention: Convention::Parameters,
            server,
            spot: if place == Spot::default() { spot } else { place },
        }
    }

    /// `server.tool(name, description?, schema?, annotations?, handler)`.
    fn listed_in_order(&mut self, arguments: &[Argument], function: Value, server: u32, spot: Spot) -> Registered {
        let rest: Vec<Value> = arguments.iter().skip(1).map(|argument| argument.value.clone()).collect();
        let description = rest.first().filter(|value| is_texty(value)).cloned();
        let mut objects = rest.iter().filter(|value| !is_texty(value) && value.closures().next().is_none()).cloned();
        let (first, second) = (objects.next(), objects.next());
        let is_annotations = |value: &Value| {
            value.objects().any(|id| self.heap[id as usize].order.iter().any(|name| name.ends_with("Hint")))
        };
        let (schema, annotations) = match first {
            Some(first) if is_annotations(&first) => (None, Some(first)),
            first => (first, second),
        };
        Registered {
            name: arguments.first().map(|argument| argument.value.clone()),
            title: None,
            description,
            schema,
            annotations,
            handler: function,
            convention: Convention::Object,
            server,
            spot,
        }
    }

    /// `server.registerTool(name, { description, inputSchema, ... }, handler)`.
    fn told_in_object(
        &mut self,
        name: Option<&Argument>,
        config: &Value,
        function: Value,
        server: u32,
        spot: Spot,
    ) -> Registered {
        let mut member = |names: &[&str]| {
            names.iter().find_map(|name| {
                let value = self.member(config, &Name::from(*name), spot);
                (!value.is_unknown() && !value.libraries().any(|library| library.path.starts_with("?.")))
                    .then_some(value)
            })
        };
        Registered {
            name: name.map(|argument| argument.value.clone()).or_else(|| member(&["name"])),
            title: member(&["title"]),
            description: member(&["description"]),
            schema: member(&["inputSchema", "parameters", "argsSchema", "arguments"]),
            annotations: member(&["annotations"]),
            handler: function,
            convention: Convention::Object,
            server,
            spot,
        }
    }

    /// Notes what the name of a tool is compared with, where the tools are known by nothing else.
    pub(super) fn note_comparison(&mut self, tested: &Value, fixed: &Value) {
        if self.registry.name_symbol != 0
            && tested.symbol == self.registry.name_symbol
            && let Some(text) = fixed.as_text()
            && !text.is_empty()
            && !self.registry.compared.iter().any(|(known, _)| known == text)
        {
            self.registry.compared.push((text.clone(), fixed.spot));
        }
    }

    /// `server.settings.host = "0.0.0.0"`: a setting is like a call that is given it.
    pub(super) fn configure(&mut self, library: &Library, name: &Name, value: &Value) {
        let spot = value.spot;
        let path: Name = format!("{}.{name}=", library.path).into();
        if library.path.ends_with(".settings") && self.found.calls.len() < 2_000 {
            let argument = Argument { name: Some(name.clone()), value: value.clone(), is_spread: false };
            let arguments = self.given(&[argument]);
            self.found.calls.push(super::observe::RawCall { path, arguments, spot });
        }
    }
}

fn is_texty(value: &Value) -> bool {
    value.shapes().iter().all(|shape| matches!(shape, Shape::Text(_) | Shape::Joined(_)))
}

/// The server that something is registered with: the call that made what its method is called on.
fn server_of(library: &Library) -> u32 {
    let mut receiver = library.receiver.clone();
    for _ in 0..4 {
        let Some(value) = receiver else { return 0 };
        let Some(library) = value.libraries().next().cloned() else { return 0 };
        if let Some(call) = &library.call
            && !library.path.ends_with(".tool()")
        {
            return call.serial;
        }
        receiver = library.receiver.clone();
    }
    0
}

/// What a request's schema, or its method's name, asks for.
fn request_of(value: &Value) -> Option<Request> {
    let text = value.as_text().cloned();
    let name = match &text {
        Some(text) => text.to_string(),
        None => value.libraries().next()?.path.rsplit('.').next()?.to_owned(),
    };
    match name.as_str() {
        "ListToolsRequestSchema" | "tools/list" => Some(Request::ListTools),
        "CallToolRequestSchema" | "tools/call" => Some(Request::CallTool),
        "ListPromptsRequestSchema" | "prompts/list" => Some(Request::ListPrompts),
        "GetPromptRequestSchema" | "prompts/get" => Some(Request::GetPrompt),
        _ => None,
    }
}
