//! Names, members and items.

use super::Machine;
use super::clean::Clean;
use super::heap::Made;
use super::taint::SourceKind;
use super::value::{Call, ClassRef, Closure, Library, Shape, Spot, Value};
use crate::form::{FunctionKind, Name};
use std::rc::Rc;

/// How many bases of bases are looked through.
const BASES: usize = 8;

impl<'p> Machine<'p> {
    /// A member of a value.
    pub(super) fn member(&mut self, of: &Value, name: &Name, spot: Spot) -> Value {
        let mut found: Option<Value> = None;
        let mut add = |value: Value| {
            found = Some(found.as_ref().map_or_else(|| value.clone(), |known| known.or(&value)));
        };
        for shape in of.shapes() {
            let value = match shape {
                // `this` of a method is the object that has it, not the others that the value can be.
                Shape::Object(id) => self.object_member(*id, &of.alone(shape), name, spot),
                Shape::Class(class) => self.class_member(*class, name, &of.alone(shape), spot, 0),
                Shape::Module(module) => self.exported(*module, name, spot, 0).unwrap_or_else(|| Value::unknown(spot)),
                Shape::Library(library) => self.library_member(library, of, name, spot),
                Shape::Input(_) => self.input_part(of, name, spot),
                // Members of enumerations are their values here.
                Shape::Text(_) | Shape::Number(_) if &**name == "value" => of.clone(),
                // A promise of nothing is still one.
                Shape::Nothing if !matches!(&**name, "then" | "catch" | "finally") => continue,
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
        let found = found.unwrap_or_else(|| Value::unknown(spot));
        self.told_by_verdict(found, of, name, spot)
    }

    /// `found.ok`: what held on the ways on which it is true, and on the others.
    fn told_by_verdict(&mut self, value: Value, of: &Value, name: &Name, spot: Spot) -> Value {
        let ways = of.conditions().map(|extra| extra.ways.clone()).unwrap_or_default();
        if ways.is_empty() || value.truth().is_some() {
            return value;
        }
        let answers: Vec<Option<bool>> = ways.iter().map(|(way, _)| self.member(way, name, spot).truth()).collect();
        if answers.iter().all(Option::is_none) {
            return value;
        }
        let facts = ways.iter().map(|(_, facts)| facts);
        let [then, otherwise] = super::condition::by_answer(answers.into_iter().zip(facts));
        value.with(|extra| (extra.then, extra.otherwise) = (then, otherwise))
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
    pub(super) fn secret_part(&mut self, of: &Value, name: &Name, spot: Spot) -> Value {
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

    pub(super) fn library_member(&mut self, library: &Rc<Library>, of: &Value, name: &Name, spot: Spot) -> Value {
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
    pub(super) fn part_of_path(&mut self, of: &Value, name: &str, spot: Spot) -> Option<Value> {
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

    pub(super) fn object_member(&mut self, id: u32, of: &Value, name: &Name, spot: Spot) -> Value {
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

    pub(super) fn own_member(&mut self, class: ClassRef, name: &Name, this: &Value, spot: Spot) -> Option<Value> {
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
