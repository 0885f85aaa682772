//! Names, members and items.

use super::Machine;
use super::clean::Clean;
use super::expression::key_of;
use super::heap::Made;
use super::taint::SourceKind;
use super::value::{Argument, Call, ClassRef, Closure, Library, Shape, Spot, Value};
use crate::form::{ExpressionId, ExpressionKind, FunctionKind, Name, StatementKind};
use std::rc::Rc;

/// How many bases of bases are looked through.
const BASES: usize = 8;

impl<'p> Machine<'p> {
    /// What a name stands for.
    pub(super) fn look_up(&mut self, name: &Name, spot: Spot) -> Value {
        let mut frame = Some(self.frame());
        let mut is_first = true;
        while let Some(at) = frame {
            let here = &self.frames[at as usize];
            let is_outer = is_first && here.outer.contains(name);
            if !is_outer && let Some(value) = here.variables.get(name) {
                return value.clone();
            }
            for star in here.stars.clone() {
                if let Some(value) = self.exported(star, name, spot, 0) {
                    return value;
                }
            }
            frame = self.frames[at as usize].parent;
            is_first = false;
        }
        if &**name == "__name__" {
            return Value::unknown(spot);
        }
        // A variable that has no value yet, because its module is still being loaded, is not a library's.
        Value::library(name, spot)
    }

    /// Sets a variable.
    pub(super) fn assign(&mut self, name: &Name, value: Value) {
        let mut at = self.frame();
        if self.frames[at as usize].outer.contains(name) {
            while let Some(parent) = self.frames[at as usize].parent {
                at = parent;
                if self.frames[at as usize].variables.contains_key(name) {
                    break;
                }
            }
            let known = self.frames[at as usize].variables.get(name).cloned();
            let value = known.map_or(value.clone(), |known| known.or(&value));
            self.set_variable(at as usize, name.clone(), value);
            return;
        }
        self.set_variable(at as usize, name.clone(), value);
    }

    /// What `this` is.
    pub(super) fn this(&mut self, spot: Spot) -> Value {
        self.current_this().unwrap_or_else(|| Value::unknown(spot))
    }

    pub(super) fn current_this(&self) -> Option<Value> {
        let mut frame = Some(self.frame());
        while let Some(at) = frame {
            let here = &self.frames[at as usize];
            if here.this.is_some() {
                return here.this.clone();
            }
            frame = here.parent;
        }
        None
    }

    /// `super().name`, `super.name`.
    pub(super) fn super_member(&mut self, of: ExpressionId, name: &Name, spot: Spot) -> Option<Value> {
        let module = self.program.module(self.module());
        if !is_super(&module.expression(of).kind, module) {
            return None;
        }
        let this = self.current_this().or_else(|| self.first_parameter())?;
        let class = self.stack.last().and_then(|activation| {
            let function = self.program.module(activation.module).function(activation.function);
            Some((activation.module, function.class?))
        });
        let (module, class) = class?;
        let object = self.class_object(module, class, spot);
        self.base_member(ClassRef { module, class, object }, name, &this, spot, 0)
    }

    /// Python's `self`, where it is not called `this`.
    fn first_parameter(&self) -> Option<Value> {
        let activation = self.stack.last()?;
        let function = self.program.module(activation.module).function(activation.function);
        match &function.parameters.first()?.pattern {
            crate::form::Pattern::Name(name, _) => self.frames[activation.frame as usize].variables.get(name).cloned(),
            _ => None,
        }
    }

    /// A member of a value.
    pub(super) fn member(&mut self, of: &Value, name: &Name, spot: Spot) -> Value {
        let mut found: Option<Value> = None;
        let mut add = |value: Value| {
            found = Some(found.as_ref().map_or_else(|| value.clone(), |known| known.or(&value)));
        };
        for shape in of.shapes() {
            let value = match shape {
                Shape::Object(id) => self.object_member(*id, of, name, spot),
                Shape::Class(class) => self.class_member(*class, name, of, spot, 0),
                Shape::Module(module) => self.exported(*module, name, spot, 0).unwrap_or_else(|| Value::unknown(spot)),
                Shape::Library(library) => self.library_member(library, of, name, spot),
                Shape::Input(_) => self.input_part(of, name, spot),
                // Members of enumerations are their values here.
                Shape::Text(_) | Shape::Number(_) if &**name == "value" => of.clone(),
                Shape::Nothing => continue,
                Shape::Function(closure) if matches!(&**name, "__name__" | "name" | "__qualname__") => {
                    let function = self.program.module(closure.module).function(closure.function);
                    Value::of(Shape::Text(function.name.clone()), spot)
                }
                Shape::Function(closure) if &**name == "__doc__" => {
                    let function = self.program.module(closure.module).function(closure.function);
                    match &function.doc {
                        Some((text, span)) => {
                            Value::of(Shape::Text(text.clone()), Spot { module: closure.module, span: *span })
                        }
                        None => Value::of(Shape::Nothing, spot),
                    }
                }
                _ => self.method_of(of, name, spot),
            };
            add(value);
        }
        found.unwrap_or_else(|| Value::unknown(spot))
    }

    /// A method of something whose class is not known: named by `?`.
    pub(super) fn method_of(&mut self, of: &Value, name: &Name, spot: Spot) -> Value {
        let library = Library { path: format!("?.{name}").into(), call: None, receiver: Some(Rc::new(of.clone())) };
        let part = if of.is_unknown() { self.secret_part(of, name, spot) } else { self.interned_part(of, name, spot) };
        let value = Value::of(Shape::Library(Rc::new(library)), spot);
        let value = Value { taint: part.taint, symbol: part.symbol, extra: part.extra, ..value };
        self.told_by_address(value, of, name)
    }

    /// A part of something that strangers have a hand in, the same each time it is asked for.
    pub(super) fn interned_part(&mut self, of: &Value, name: &Name, spot: Spot) -> Value {
        if of.strands().is_empty() {
            return Value::unknown(spot);
        }
        if of.symbol == 0 {
            return self.derived(std::slice::from_ref(of), spot, "");
        }
        if let Some(part) = self.parts.get(&(of.symbol, name.clone())) {
            return part.clone().at(spot);
        }
        let mut part = self.derived(std::slice::from_ref(of), spot, "");
        // A part of a request is not the whole of it.
        if let Some(taint) = &mut part.taint {
            for strand in Rc::make_mut(taint) {
                if self.sources.get(&strand.source).is_some_and(|source| source.kind == SourceKind::Request) {
                    strand.clean |= Clean::LOG;
                }
            }
        }
        if matches!(&**name, "hostname" | "host" | "netloc" | "origin") {
            part = part.with(|extra| extra.stands_for.push((of.symbol, Clean::URL)));
        }
        self.parts.insert((of.symbol, name.clone()), part.clone());
        part
    }

    /// A part that is a secret by its name, whoever it comes from.
    fn secret_part(&mut self, of: &Value, name: &Name, spot: Spot) -> Value {
        let part = self.interned_part(of, name, spot);
        // Where a server sends its callers on to, a stranger decides.
        let is_header =
            |library: &Rc<Library>| library.path.ends_with(".headers") || library.path.ends_with(".headers.get");
        if name.eq_ignore_ascii_case("location") && of.libraries().any(is_header) {
            return self.source("the Location header of a response".to_owned(), SourceKind::Input, spot);
        }
        let is_headers = &**name == "headers" && of.libraries().next().is_none();
        if !part.strands().is_empty() || !(is_headers || super::table::is_secret_name(name)) {
            return part;
        }
        let kind = if is_headers { SourceKind::Request } else { SourceKind::Secret };
        self.source(name.to_string(), kind, spot)
    }

    fn library_member(&mut self, library: &Rc<Library>, of: &Value, name: &Name, spot: Spot) -> Value {
        if let Some(value) = self.environment(&library.path, name, spot) {
            return value;
        }
        if &*library.path == "pathlib.Path()"
            && let Some(value) = self.part_of_path(of, name, spot)
        {
            return value;
        }
        // What a library's object was made with: `Tool(name="x").name`.
        if let Some(given) = library.call.as_deref().and_then(|call| made_with(call, name))
            && is_constructor(&library.path)
        {
            return given.clone();
        }
        let path: Name = if library.path.is_empty() { name.clone() } else { format!("{}.{name}", library.path).into() };
        let part = match library.call.is_some() || library.path.ends_with("[]") {
            true => self.secret_part(of, name, spot),
            false => self.interned_part(of, name, spot),
        };
        let member = Library { path, call: None, receiver: Some(Rc::new(of.clone())) };
        let value = Value::of(Shape::Library(Rc::new(member)), spot);
        let value = Value { taint: part.taint, symbol: part.symbol, extra: part.extra, ..value };
        self.told_by_address(value, of, name)
    }

    /// What pathlib tells of a path.
    fn part_of_path(&mut self, of: &Value, name: &str, spot: Spot) -> Option<Value> {
        Some(match name {
            "name" | "stem" => self.derived_as(std::slice::from_ref(of), Clean::PATH, spot, ""),
            "suffix" | "anchor" | "drive" => Value::unknown(spot),
            "parent" => {
                let folder = self.folder(std::slice::from_ref(of), spot);
                self.as_library(folder, "pathlib.Path()")
            }
            _ => return None,
        })
    }

    /// A variable of the environment, if `path` is where they are.
    pub(super) fn environment(&mut self, path: &str, name: &str, spot: Spot) -> Option<Value> {
        if !is_environment(path) {
            return None;
        }
        if matches!(name, "get" | "items" | "keys" | "values" | "copy" | "setdefault" | "update" | "pop") {
            return None;
        }
        Some(self.variable_of_environment(name, None, path, spot))
    }

    /// The variable `name` of the environment.
    pub(super) fn variable_of_environment(
        &mut self,
        name: &str,
        default: Option<Value>,
        path: &str,
        spot: Spot,
    ) -> Value {
        let shape = Shape::Environment(name.into(), default.map(Rc::new));
        if super::table::is_secret_name(name) {
            self.reach_secret(path, name, spot);
            let source = self.source(format!("environment variable {name}"), SourceKind::Secret, spot);
            return Value { taint: source.taint, symbol: source.symbol, ..Value::of(shape, spot) };
        }
        Value::of(shape, spot)
    }

    /// All variables of the environment at once: their secrets are among them.
    pub(super) fn whole_environment(&mut self, spot: Spot) -> Value {
        let key: (u32, Name) = (0, "*environment*".into());
        if let Some(known) = self.parts.get(&key) {
            return known.clone().at(spot);
        }
        let value = self.source("the environment".to_owned(), SourceKind::Secret, spot);
        self.parts.insert(key, value.clone());
        value
    }

    fn object_member(&mut self, id: u32, of: &Value, name: &Name, spot: Spot) -> Value {
        let object = &self.heap[id as usize];
        let own = object.members.get(name).cloned();
        let rest = object.rest.clone();
        let made = object.made.clone();
        match (own, made) {
            (Some(value), Made::Instance(_) | Made::Class) => value,
            (Some(value), Made::Dict) if self.is_script() || !is_dict_method(name) => value,
            (_, Made::Instance(class)) => {
                let value = self.class_member(class, name, of, spot, 0);
                match rest {
                    Some(rest) if value.is_unknown() => self.derived(&[rest], spot, ""),
                    _ => value,
                }
            }
            (_, Made::List | Made::Dict) if rest.is_none() || is_dict_method(name) || is_list_method(name) => {
                self.method_of(of, name, spot)
            }
            _ => {
                let method = self.method_of(of, name, spot);
                rest.map_or(method.clone(), |rest| rest.or(&method))
            }
        }
    }

    /// A member of a class, or of an object of it where `this` is one.
    pub(super) fn class_member(
        &mut self,
        class: ClassRef,
        name: &Name,
        this: &Value,
        spot: Spot,
        depth: usize,
    ) -> Value {
        self.own_member(class, name, this, spot)
            .or_else(|| self.base_member(class, name, this, spot, depth))
            .unwrap_or_else(|| {
                if &**name == "__dict__" {
                    return self.as_dict(this, spot);
                }
                // What pydantic and its like give to every class.
                let library =
                    Library { path: format!("class.{name}").into(), call: None, receiver: Some(Rc::new(this.clone())) };
                Value::of(Shape::Library(Rc::new(library)), spot)
            })
    }

    fn own_member(&mut self, class: ClassRef, name: &Name, this: &Value, spot: Spot) -> Option<Value> {
        let value = self.heap[class.object as usize].members.get(name)?.clone();
        let is_instance = matches!(this.only(), Some(Shape::Object(_)) | None | Some(Shape::Unknown));
        let Some(Shape::Function(closure)) = value.only() else { return Some(value) };
        let function = self.program.module(closure.module).function(closure.function);
        if function.class.is_none() {
            return Some(value);
        }
        let bound = |this: Value| {
            let closure = Closure { this: Some(this), ..Closure::clone(closure) };
            Value::of(Shape::Function(Rc::new(closure)), spot)
        };
        match function.kind {
            // In JavaScript, `this` is the class there.
            FunctionKind::Static if self.program.module(class.module).language.is_script() => {
                Some(bound(Value::of(Shape::Class(class), spot)))
            }
            FunctionKind::Static => Some(value),
            FunctionKind::Getter if is_instance => Some(self.call(&bound(this.clone()), None, Vec::new(), spot)),
            FunctionKind::OfClass => Some(bound(Value::of(Shape::Class(class), spot))),
            _ if is_instance => Some(bound(this.clone())),
            _ => Some(value),
        }
    }

    /// A member of what a class extends.
    pub(super) fn base_member(
        &mut self,
        class: ClassRef,
        name: &Name,
        this: &Value,
        spot: Spot,
        depth: usize,
    ) -> Option<Value> {
        if depth >= BASES {
            return None;
        }
        for base in self.bases(class) {
            for shape in base.shapes() {
                match shape {
                    Shape::Class(base) if *base != class => {
                        let own = self.own_member(*base, name, this, spot);
                        if let Some(value) = own.or_else(|| self.base_member(*base, name, this, spot, depth + 1)) {
                            return Some(value);
                        }
                    }
                    Shape::Library(library) if !is_plain_base(&library.path) => {
                        let path = format!("{}().{name}", library.path);
                        let member = Library { path: path.into(), call: None, receiver: Some(Rc::new(this.clone())) };
                        return Some(Value::of(Shape::Library(Rc::new(member)), spot));
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// An item of a value.
    pub(super) fn index(&mut self, of: &Value, key: &Value, spot: Spot) -> Value {
        if let Some(name) = key.as_text().cloned() {
            let mut found: Option<Value> = None;
            for shape in of.shapes() {
                let value = match shape {
                    Shape::Object(id) => self.dict_item(*id, &name, spot),
                    Shape::Library(library) => match self.environment(&library.path, &name, spot) {
                        Some(value) => value,
                        None => self.library_item(library, of, key, spot),
                    },
                    Shape::Class(_) | Shape::Module(_) | Shape::Input(_) => self.member(of, &name, spot),
                    _ => self.secret_part(of, &name, spot),
                };
                found = Some(found.map_or(value.clone(), |known| known.or(&value)));
            }
            return found.unwrap_or_else(|| Value::unknown(spot));
        }
        let mut found: Option<Value> = None;
        for shape in of.shapes() {
            let value = match shape {
                Shape::Object(id) => {
                    let object = &self.heap[*id as usize];
                    let place = match key.only() {
                        Some(Shape::Number(number)) => object.items.get(*number as usize).cloned(),
                        _ => None,
                    };
                    let named = key_of(key).and_then(|name| object.members.get(&name).cloned());
                    // Something of a table that the code wrote: which one, a stranger may say, but not what it is.
                    place.or(named).unwrap_or_else(|| any_of(object.values(), spot))
                }
                Shape::Library(library) => self.library_item(library, of, key, spot),
                Shape::Input(_) => self.item_of(of, spot),
                _ => self.derived(std::slice::from_ref(of), spot, ""),
            };
            found = Some(found.map_or(value.clone(), |known| known.or(&value)));
        }
        found.unwrap_or_else(|| Value::unknown(spot))
    }

    fn dict_item(&mut self, id: u32, name: &Name, spot: Spot) -> Value {
        let object = &self.heap[id as usize];
        if let Some(value) = object.members.get(name) {
            return value.clone();
        }
        let (rest, made) = (object.rest.clone(), object.made.clone());
        match (rest, made) {
            (Some(rest), _) => rest,
            (None, Made::Instance(_)) => {
                let this = Value::of(Shape::Object(id), spot);
                self.member(&this, name, spot)
            }
            (None, _) => Value::of(Shape::Nothing, spot),
        }
    }

    fn library_item(&mut self, library: &Rc<Library>, of: &Value, key: &Value, spot: Spot) -> Value {
        let arguments = match self.items_of(key, 64) {
            Some(items) => items,
            None => vec![key.clone()],
        };
        let call = Call {
            arguments: arguments.into_iter().map(|value| Argument { name: None, value, is_spread: false }).collect(),
            serial: self.symbol(),
        };
        let item = Library {
            path: format!("{}[]", library.path).into(),
            call: Some(Rc::new(call)),
            receiver: Some(Rc::new(of.clone())),
        };
        let part = match key.as_text() {
            Some(name) => self.secret_part(of, &name.clone(), spot),
            None => self.derived(std::slice::from_ref(of), spot, ""),
        };
        let value = Value::of(Shape::Library(Rc::new(item)), spot);
        Value { taint: part.taint, symbol: part.symbol, extra: part.extra, ..value }
    }

    /// Whether a test asks if the module runs as a program.
    pub(super) fn is_main_test(&self, test: ExpressionId) -> bool {
        let module: &'p crate::form::Module = self.program.module(self.module());
        match &module.expression(test).kind {
            ExpressionKind::Compare(crate::form::Comparison::Equal, left, right) => [left, right].iter().any(|side| {
                matches!(&module.expression(**side).kind, ExpressionKind::Name(name) if &**name == "__name__")
                    || matches!(&module.expression(**side).kind, ExpressionKind::Member(of, name)
                        if (&**name == "main") && matches!(&module.expression(*of).kind, ExpressionKind::Name(name) if &**name == "require"))
            }),
            _ => false,
        }
    }

    /// The classes and libraries that a class extends.
    pub(super) fn bases(&mut self, class: ClassRef) -> Vec<Value> {
        let declared = self.program.module(class.module).class(class.class);
        let object = class.object;
        let key: Name = "*bases*".into();
        if let Some(known) = self.heap[object as usize].members.get(&key).cloned() {
            return self.items_of(&known, BASES).unwrap_or_default();
        }
        let frame = self.modules[class.module as usize];
        let super::Loaded::In(frame) = frame else { return Vec::new() };
        let bases = self.within(class.module, frame, |machine| {
            declared.bases.iter().take(BASES).map(|&base| machine.evaluate(base)).collect::<Vec<_>>()
        });
        let list = self.list(bases.clone(), Spot::default());
        self.heap[object as usize].members.insert(key, list);
        bases
    }

    /// What a module offers under a name.
    pub(super) fn exported(&mut self, module: u32, name: &Name, spot: Spot, depth: usize) -> Option<Value> {
        if depth > 12 {
            return None;
        }
        self.load(module);
        let super::Loaded::In(frame) = self.modules[module as usize] else { return None };
        let form = self.program.module(module);
        if !form.language.is_script() {
            let here = &self.frames[frame as usize];
            if let Some(value) = here.variables.get(name) {
                return Some(value.clone());
            }
            for star in here.stars.clone() {
                if let Some(value) = self.exported(star, name, spot, depth + 1) {
                    return Some(value);
                }
            }
            // A module of the package.
            let inner = self.program.resolve_python(module, 1, name);
            return inner.filter(|_| form.path.ends_with("__init__.py")).map(|inner| {
                self.load(inner);
                Value::of(Shape::Module(inner), spot)
            });
        }
        for statement in &form.functions[0].body {
            match &statement.kind {
                StatementKind::Export(pairs) => {
                    if let Some((_, local)) = pairs.iter().find(|(offered, _)| offered == name) {
                        let value = self.frames[frame as usize].variables.get(local).cloned();
                        return Some(value.unwrap_or_else(|| Value::unknown(spot)));
                    }
                }
                StatementKind::ReExport { module: from, names } => {
                    for (there, here) in names {
                        if here == name || &**here == "*" {
                            let value = self.reexported(module, from, there, name, spot, depth);
                            if value.is_some() {
                                return value;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        self.offered_by_assignment(frame, name, spot)
    }

    fn reexported(
        &mut self,
        module: u32,
        from: &Name,
        there: &Name,
        name: &Name,
        spot: Spot,
        depth: usize,
    ) -> Option<Value> {
        let is_all = &**there == "*";
        match self.program.resolve_script(module, from) {
            Some(inner) if is_all && depth <= 12 => self.exported(inner, name, spot, depth + 1),
            Some(inner) => self.exported(inner, there, spot, depth + 1),
            None if is_all => None,
            None => {
                let of = Value::library(&super::import::script_library(from), spot);
                Some(self.member(&of, there, spot))
            }
        }
    }

    /// `module.exports = {...}`, `exports.x = ...`.
    fn offered_by_assignment(&mut self, frame: u32, name: &Name, spot: Spot) -> Option<Value> {
        let whole = self.frames[frame as usize].variables.get("*exports*").cloned();
        let single = self.frames[frame as usize].variables.get(&Name::from(format!("*exports*.{name}"))).cloned();
        if single.is_some() {
            return single;
        }
        let whole = whole?;
        if &**name == "default" {
            return Some(whole);
        }
        Some(self.member(&whole, name, spot))
    }
}

fn is_super(kind: &ExpressionKind, module: &crate::form::Module) -> bool {
    match kind {
        ExpressionKind::Super => true,
        ExpressionKind::Call { callee, .. } => match &module.expression(*callee).kind {
            ExpressionKind::Super => true,
            ExpressionKind::Name(name) => &**name == "super",
            _ => false,
        },
        _ => false,
    }
}

/// What an object was made with under that name: an argument, or a member of its only argument's object is not looked at.
fn made_with<'c>(call: &'c Call, name: &Name) -> Option<&'c Value> {
    call.arguments.iter().find(|argument| argument.name.as_ref() == Some(name)).map(|argument| &argument.value)
}

/// Whether a path is the result of making an object of a class, by its capital letter.
fn is_constructor(path: &str) -> bool {
    let Some(made) = path.strip_suffix("()") else { return false };
    made.rsplit('.').next().is_some_and(|last| last.starts_with(|letter: char| letter.is_ascii_uppercase()))
}

/// Bases that give a class nothing of interest.
fn is_plain_base(path: &str) -> bool {
    matches!(
        path.rsplit('.').next().unwrap_or(path),
        "object"
            | "ABC"
            | "Protocol"
            | "BaseModel"
            | "Enum"
            | "StrEnum"
            | "IntEnum"
            | "TypedDict"
            | "NamedTuple"
            | "Exception"
            | "Error"
            | "Generic[]"
            | "str"
            | "int"
            | "dict"
            | "list"
            | "ValueError"
            | "RuntimeError"
    )
}

fn is_dict_method(name: &str) -> bool {
    matches!(
        name,
        "get"
            | "items"
            | "keys"
            | "values"
            | "pop"
            | "update"
            | "setdefault"
            | "copy"
            | "has"
            | "set"
            | "entries"
            | "forEach"
    )
}

fn is_list_method(name: &str) -> bool {
    matches!(
        name,
        "append"
            | "push"
            | "extend"
            | "add"
            | "insert"
            | "map"
            | "filter"
            | "forEach"
            | "find"
            | "some"
            | "every"
            | "includes"
            | "concat"
            | "flatMap"
            | "join"
            | "reduce"
            | "index"
            | "length"
            | "slice"
            | "sort"
            | "has"
            | "entries"
            | "values"
            | "keys"
    )
}

/// Where the variables of the environment are.
pub(super) fn is_environment(path: &str) -> bool {
    matches!(path, "os.environ" | "process.env" | "Deno.env" | "Bun.env" | "import.meta.env")
}

/// One of several.
pub(super) fn any_of<'v>(values: impl Iterator<Item = &'v Value>, spot: Spot) -> Value {
    values.take(128).cloned().reduce(|a, b| a.or(&b)).unwrap_or_else(|| Value::unknown(spot))
}
