//! Declaring functions and classes, and giving arguments to parameters.

use super::Machine;
use super::heap::{Made, Object};
use super::value::{Argument, ClassRef, Closure, FrameId, Shape, Spot, Value};
use crate::form::{ClassId, Function, FunctionId, FunctionKind, Name, ParameterKind, Pattern};
use std::rc::Rc;

impl Machine<'_> {
    /// Declares a function and applies its decorators.
    pub(super) fn declare_function(&mut self, id: FunctionId) {
        let module = self.module();
        let function = self.program.module(module).function(id);
        let value = self.decorated(id);
        if !function.name.is_empty() {
            self.assign(&function.name, value);
        }
    }

    /// The function with its decorators applied.
    fn decorated(&mut self, id: FunctionId) -> Value {
        let module = self.module();
        let function = self.program.module(module).function(id);
        let spot = Spot { module, span: function.span };
        let closure = Closure { module, function: id, frame: self.frame(), this: None, given: Vec::new() };
        let mut value = Value::of(Shape::Function(Rc::new(closure)), spot);
        for &decorator in function.decorators.iter().rev() {
            let applied = self.evaluate(decorator);
            value = self.decorate(&applied, value, spot);
        }
        value
    }

    /// What a decorator makes of a function. What is not known leaves it as it is: a wrapper calls what it wraps.
    pub(super) fn decorate(&mut self, decorator: &Value, value: Value, spot: Spot) -> Value {
        let is_ours = decorator.closures().next().is_some()
            || decorator.shapes().iter().any(|shape| matches!(shape, Shape::Class(_) | Shape::Object(_)));
        let argument = Argument { name: None, value: value.clone(), is_spread: false };
        if !is_ours {
            // A library's decorator takes the function; it does not call it yet.
            for library in decorator.libraries().cloned().collect::<Vec<_>>() {
                if &*library.path == "functools.wraps()" {
                    self.note_wrapped(&library, &value);
                }
                self.observe_call(&library, std::slice::from_ref(&argument), spot);
                self.register(&library, std::slice::from_ref(&argument), spot);
            }
            return value;
        }
        let result = self.call(decorator, None, vec![argument], spot);
        let wrapper = result.closures().next().map(|closure| self.wrapped.contains_key(&key_of_closure(closure)));
        match wrapper {
            Some(true) => result,
            Some(false) => value.or(&result),
            None => value,
        }
    }

    /// `@functools.wraps(handler)` on a function: it is called with what the handler takes.
    fn note_wrapped(&mut self, library: &super::value::Library, wrapper: &Value) {
        let wrapped = library.call.as_ref().and_then(|call| call.arguments.first()?.value.closures().next().cloned());
        if let (Some(wrapped), Some(wrapper)) = (wrapped, wrapper.closures().next()) {
            self.wrapped.insert(key_of_closure(wrapper), wrapped);
        }
    }

    /// The function whose parameters a handler takes: what it wraps, if it wraps something.
    pub(super) fn signature(&self, handler: &Value) -> Option<Rc<Closure>> {
        let mut closure = handler.closures().next()?.clone();
        for _ in 0..8 {
            match self.wrapped.get(&key_of_closure(&closure)) {
                Some(wrapped) => closure = wrapped.clone(),
                None => break,
            }
        }
        Some(closure)
    }

    /// Declares a class.
    pub(super) fn declare_class(&mut self, id: ClassId) {
        let class = self.program.module(self.module()).class(id);
        let spot = self.spot(class.span);
        let value = self.class_value(id, spot);
        if !class.name.is_empty() {
            self.assign(&class.name, value.clone());
        }
        for &decorator in &class.decorators {
            let decorator = self.evaluate(decorator);
            let argument = Argument { name: None, value: value.clone(), is_spread: false };
            self.call(&decorator, None, vec![argument], spot);
        }
    }

    /// A class, with its fields and methods on the heap.
    pub(super) fn class_value(&mut self, id: ClassId, spot: Spot) -> Value {
        let module = self.module();
        let object = self.class_object(module, id, spot);
        Value::of(Shape::Class(ClassRef { module, class: id, object }), spot)
    }

    /// The object that holds a class's own members, made when it is first needed.
    pub(super) fn class_object(&mut self, module: u32, id: ClassId, spot: Spot) -> u32 {
        let key: Name = format!("*class*{}", id.0).into();
        let super::Loaded::In(home) = self.modules[module as usize] else { return self.lone_class(spot) };
        if let Some(Shape::Class(known)) = self.frames[home as usize].variables.get(&key).and_then(Value::only) {
            return known.object;
        }
        let object = self.lone_class(spot);
        let value = Value::of(Shape::Class(ClassRef { module, class: id, object }), spot);
        self.set_variable(home as usize, key, value);
        let class = self.program.module(module).class(id);
        let is_script = self.program.module(module).language.is_script();
        for &method in &class.methods {
            let declared = self.program.module(module).function(method);
            let closure = Closure { module, function: method, frame: self.frame(), this: None, given: Vec::new() };
            let value = Value::of(Shape::Function(Rc::new(closure)), Spot { module, span: declared.span });
            let name: Name = if declared.kind == FunctionKind::Setter {
                format!("*set*{}", declared.name).into()
            } else {
                declared.name.clone()
            };
            self.heap[object as usize].put(&name, value.clone());
            if declared.decorators.iter().len() > 0 {
                for &decorator in declared.decorators.iter().rev() {
                    let decorator = self.evaluate(decorator);
                    let spot = Spot { module, span: declared.span };
                    self.decorate(&decorator, value.clone(), spot);
                }
            }
        }
        // Statements of the body can use its fields, as in a frame of its own.
        let frame = self.new_frame(Some(self.frame()));
        self.within(module, frame, |machine| {
            for field in &class.fields {
                if is_script && !field.is_static {
                    continue;
                }
                let value = match field.value {
                    Some(value) => machine.evaluate(value),
                    None => continue,
                };
                machine.heap[object as usize].put(&field.name, value.clone());
                machine.assign(&field.name, value);
            }
            machine.block(&class.body);
        });
        object
    }

    fn lone_class(&mut self, _spot: Spot) -> u32 {
        self.heap.push(Object::new(Made::Class));
        self.heap.len() as u32 - 1
    }

    /// Gives arguments to the parameters of a function, in its own frame, which is the one that is running.
    pub(super) fn give(&mut self, function: &Function, this: Option<Value>, arguments: Vec<Argument>, spot: Spot) {
        let mut places: Vec<Value> = Vec::new();
        let mut named: Vec<(Name, Value)> = Vec::new();
        let mut spread: Option<Value> = None;
        for argument in arguments {
            match argument {
                Argument { is_spread: true, value, .. } => spread = Some(value),
                Argument { name: Some(name), value, .. } => named.push((name, value)),
                Argument { value, .. } => places.push(value),
            }
        }
        let takes_this = function.class.is_some()
            && matches!(
                function.kind,
                FunctionKind::Method
                    | FunctionKind::OfClass
                    | FunctionKind::Getter
                    | FunctionKind::Constructor
                    | FunctionKind::Setter
            )
            && !self.is_script();
        if takes_this && let Some(this) = &this {
            places.insert(0, this.clone());
        }
        let mut places = places.into_iter();
        for parameter in &function.parameters {
            let value = match parameter.kind {
                ParameterKind::ListRest => {
                    let left: Vec<Value> = places.by_ref().collect();
                    match &spread {
                        Some(spread) if left.is_empty() => spread.clone(),
                        _ => self.list(left, spot),
                    }
                }
                ParameterKind::DictRest => {
                    let mut object = Object::new(Made::Dict);
                    named.drain(..).for_each(|(name, value)| object.put(&name, value));
                    let value = self.allocate(object, spot);
                    spread.as_ref().map_or(value.clone(), |spread| value.or(spread))
                }
                ParameterKind::Positional | ParameterKind::Keyword => {
                    let by_name = match &parameter.pattern {
                        Pattern::Name(name, _) => named.iter().position(|(given, _)| given == name),
                        _ => None,
                    };
                    let given = match by_name {
                        Some(at) => Some(named.remove(at).1),
                        None if parameter.kind == ParameterKind::Positional => places.next(),
                        None => None,
                    };
                    self.parameter(parameter, given, spread.as_ref(), spot)
                }
            };
            self.bind_here(&parameter.pattern, value, spot);
        }
    }

    fn parameter(
        &mut self,
        parameter: &crate::form::Parameter,
        given: Option<Value>,
        spread: Option<&Value>,
        spot: Spot,
    ) -> Value {
        let name = match &parameter.pattern {
            Pattern::Name(name, _) => Some(name),
            _ => None,
        };
        let mut value = match (given, spread, parameter.default) {
            (Some(value), _, _) => value,
            (None, Some(spread), _) => match name {
                Some(name) => self.member(spread, name, spot),
                None => spread.clone(),
            },
            (None, None, Some(default)) => {
                let value = self.evaluate(default);
                // `limit: int = Field(10, ...)`, `ctx = Depends(...)`: what a library makes of it is not known.
                if value.libraries().next().is_some() { Value::unknown(spot) } else { value }
            }
            (None, None, None) => Value::of(Shape::Nothing, spot),
        };
        let is_vague = matches!(value.only(), Some(Shape::Unknown | Shape::Nothing));
        if is_vague && let Some(annotation) = parameter.annotation {
            value = self.seen_as(value, annotation);
        }
        value
    }

    /// Binds in the frame that is running, whatever outer frames have.
    fn bind_here(&mut self, pattern: &Pattern, value: Value, spot: Spot) {
        if let Pattern::Name(name, _) = pattern {
            let frame = self.frame() as usize;
            self.set_variable(frame, name.clone(), value);
        } else {
            self.bind(pattern, value, spot);
        }
    }

    /// A value that is not known, as its annotation says: an object of a class of the tree or of a library.
    pub(super) fn seen_as(&mut self, value: Value, annotation: crate::form::ExpressionId) -> Value {
        let class = self.evaluate(annotation);
        let spot = value.spot;
        let shape = match class.shapes().iter().find(|shape| matches!(shape, Shape::Class(_) | Shape::Library(_))) {
            Some(Shape::Class(class)) => {
                let instance = self.allocate(Object::new(Made::Instance(*class)), spot);
                instance.shapes()[0].clone()
            }
            Some(Shape::Library(library)) if !super::table::is_plain_type(&library.path) => {
                let path = format!("{}()", library.path);
                Shape::Library(Rc::new(super::value::Library { path: path.into(), call: None, receiver: None }))
            }
            _ => return value,
        };
        let seen = Value::of(shape, spot);
        Value { taint: value.taint, symbol: value.symbol, extra: value.extra, ..seen }
    }

    /// Makes an object of a class of the tree.
    pub(super) fn instantiate(&mut self, class: ClassRef, arguments: Vec<Argument>, spot: Spot) -> Value {
        let declared = self.program.module(class.module).class(class.class);
        let instance = self.allocate(Object::new(Made::Instance(class)), spot);
        let home: FrameId = match self.modules[class.module as usize] {
            super::Loaded::In(frame) => frame,
            super::Loaded::Not => return instance,
        };
        self.initial_fields(class, &instance, home, 0);
        let constructor =
            if self.program.module(class.module).language.is_script() { "constructor" } else { "__init__" };
        let method = self.class_member(class, &constructor.into(), &instance, spot, 0);
        if method.closures().next().is_some() {
            self.call(&method, None, arguments, spot);
            return instance;
        }
        self.made_by_factories(class, &instance, spot);
        // Without a constructor of its own, a class of data takes its fields: dataclass, pydantic, NamedTuple.
        let fields: Vec<Name> = declared.fields.iter().map(|field| field.name.clone()).collect();
        let mut places = fields.iter();
        let id = instance.objects().next().unwrap_or_default();
        for argument in arguments {
            match argument {
                Argument { is_spread: true, value, .. } => {
                    for field in &fields {
                        let member = self.member(&value, field, spot);
                        let member = self.restricted_by_field(class, field, member);
                        self.heap[id as usize].put(field, member);
                    }
                }
                Argument { name: Some(name), value, .. } => {
                    let value = self.restricted_by_field(class, &name, value);
                    self.heap[id as usize].put(&name, value);
                }
                Argument { value, .. } => {
                    if let Some(name) = places.next() {
                        self.heap[id as usize].put(name, value);
                    }
                }
            }
        }
        instance
    }

    /// Fields that start as a list or dictionary of their own: `field(default_factory=list)`.
    fn made_by_factories(&mut self, class: ClassRef, instance: &Value, spot: Spot) {
        let fields = &self.program.module(class.module).class(class.class).fields;
        let id = instance.objects().next().unwrap_or_default();
        for field in fields {
            let default = self.heap[class.object as usize].members.get(&field.name).cloned();
            let factory = default.iter().flat_map(Value::libraries).find_map(|library| {
                let call = library.call.as_ref().filter(|_| library.path.to_ascii_lowercase().ends_with("field()"))?;
                let named =
                    call.arguments.iter().find(|argument| argument.name.as_deref() == Some("default_factory"))?;
                Some(named.value.clone())
            });
            if let Some(factory) = factory {
                let made = self.call(&factory, None, Vec::new(), spot);
                self.heap[id as usize].put(&field.name, made);
            }
        }
    }

    /// Fields that each object of a script's class gets.
    fn initial_fields(&mut self, class: ClassRef, instance: &Value, home: FrameId, depth: usize) {
        if depth > 4 || !self.program.module(class.module).language.is_script() {
            return;
        }
        for base in self.bases(class) {
            for shape in base.shapes() {
                if let Shape::Class(base) = shape
                    && *base != class
                    && let super::Loaded::In(home) = self.modules[base.module as usize]
                {
                    self.initial_fields(*base, instance, home, depth + 1);
                }
            }
        }
        let declared = self.program.module(class.module).class(class.class);
        let id = instance.objects().next().unwrap_or_default();
        let frame = self.new_frame(Some(home));
        self.frames[frame as usize].this = Some(instance.clone());
        self.within(class.module, frame, |machine| {
            for field in declared.fields.iter().filter(|field| !field.is_static) {
                if let Some(value) = field.value {
                    let value = machine.evaluate(value);
                    machine.heap[id as usize].put(&field.name, value);
                }
            }
        });
    }
}

fn key_of_closure(closure: &Closure) -> (u32, FunctionId, FrameId) {
    (closure.module, closure.function, closure.frame)
}
