//! Types of Python as schemas.

use super::Machine;
use super::charset;
use super::clean::Clean;
use super::schema::{DEPTH, Schema};
use super::value::{Argument, ClassRef, Shape, Spot, Value};
use crate::form::Name;
use std::rc::Rc;

impl Machine<'_> {
    /// A type of Python.
    pub(super) fn schema_of_type(
        &mut self,
        made: &str,
        last: &str,
        arguments: &[Argument],
        spot: Spot,
        depth: usize,
    ) -> Option<Schema> {
        let argument = |at: usize| arguments.get(at).map(|argument| argument.value.clone());
        Some(match last {
            "str" | "bytes" | "SecretStr" | "AnyUrl" | "HttpUrl" | "EmailStr" | "Path" | "FilePath" | "PurePath" => {
                Schema::leaf("string", Clean::NONE, spot)
            }
            "int" | "PositiveInt" | "NonNegativeInt" | "conint" => Schema::leaf("integer", Clean::ALL, spot),
            "float" | "Decimal" | "PositiveFloat" | "confloat" => Schema::leaf("number", Clean::ALL, spot),
            "bool" => Schema::leaf("boolean", Clean::ALL, spot),
            "UUID" | "UUID4" | "date" | "datetime" | "time" | "timedelta" => Schema::leaf("string", Clean::ALL, spot),
            "Literal" => {
                let choices = arguments.iter().filter_map(|argument| self.json_of(&argument.value, 0)).collect();
                Schema { choices, ..Schema::leaf("string", Clean::ALL, spot) }
            }
            "Annotated" => {
                let mut schema = self.copy(&argument(0)?, depth).unwrap_or_default();
                for note in arguments.get(1..).unwrap_or_default() {
                    self.annotate(&mut schema, &note.value.clone());
                }
                schema
            }
            "Optional" => Schema { is_optional: true, ..self.copy(&argument(0)?, depth)? },
            "Union" => {
                let all = arguments.iter().map(|argument| argument.value.clone()).reduce(|a, b| a.or(&b))?;
                self.copy(&all, depth)?
            }
            "list" | "List" | "Sequence" | "tuple" | "Tuple" | "set" | "Set" | "Iterable" => {
                let item = argument(0).and_then(|item| self.schema(&item, depth + 1));
                Schema { kind: Some("array"), item, spot, ..Schema::default() }
            }
            "dict" | "Dict" | "Mapping" | "object" => Schema { kind: Some("object"), spot, ..Schema::default() },
            "constr" => {
                let mut schema = Schema::leaf("string", Clean::NONE, spot);
                self.restrict(&mut schema, arguments);
                schema
            }
            "Tool" | "Any" => return None,
            _ if made.is_empty() => return None,
            _ => return None,
        })
    }

    /// What `Field(...)` or a text beside a type adds.
    pub(super) fn annotate(&mut self, schema: &mut Schema, note: &Value) {
        if let Some(text) = note.as_text() {
            schema.description = Some((text.clone(), note.spot));
        }
        for library in note.libraries() {
            if library.path.ends_with("Field()")
                || library.path.ends_with("StringConstraints()")
                || library.path.ends_with("Doc()")
            {
                let arguments = library.call.as_ref().map(|call| call.arguments.clone()).unwrap_or_default();
                self.restrict(schema, &arguments);
            }
        }
    }

    pub(super) fn restrict(&mut self, schema: &mut Schema, arguments: &[Argument]) {
        for argument in arguments {
            match argument.name.as_deref() {
                Some("description") => {
                    if let Some(text) = argument.value.as_text() {
                        schema.description = Some((text.clone(), argument.value.spot));
                    }
                }
                Some("pattern" | "regex") => {
                    if let Some(pattern) = argument.value.as_text() {
                        schema.clean |= charset::allowed(pattern, false, false).unwrap_or(Clean::NONE);
                    }
                }
                Some("default") => {
                    schema.is_optional = true;
                    schema.default = self.json_of(&argument.value, 0);
                }
                Some("default_factory") => schema.is_optional = true,
                None if !matches!(argument.value.only(), Some(Shape::Library(_))) => {
                    schema.is_optional = true;
                    schema.default = self.json_of(&argument.value, 0);
                }
                _ => {}
            }
        }
    }

    /// A class of data: its fields with their types. An enumeration: its values.
    pub(super) fn schema_of_class(&mut self, class: ClassRef, spot: Spot, depth: usize) -> Option<Schema> {
        let declared = self.program.module(class.module).class(class.class);
        let bases = self.bases(class);
        let is_enum = bases.iter().flat_map(Value::libraries).any(|library| library.path.ends_with("Enum"));
        if is_enum {
            let values: Vec<Value> = declared
                .fields
                .iter()
                .filter_map(|field| self.heap[class.object as usize].members.get(&field.name).cloned())
                .collect();
            let choices = values.iter().filter_map(|value| self.json_of(value, 0)).collect();
            return Some(Schema { choices, ..Schema::leaf("string", Clean::ALL, spot) });
        }
        let mut schema = Schema { kind: Some("object"), spot, ..Schema::default() };
        for base in bases {
            if let Some(Shape::Class(base)) = base.only()
                && *base != class
                && let Some(inherited) = self.schema_of_class(*base, spot, depth + 1).filter(|_| depth < DEPTH)
            {
                schema.order.extend(inherited.order);
                schema.members.extend(inherited.members);
            }
        }
        let super::Loaded::In(frame) = self.modules[class.module as usize] else { return Some(schema) };
        for field in &declared.fields {
            let Some(annotation) = field.annotation else { continue };
            let (class_type, value) = self.within(class.module, frame, |machine| {
                (machine.evaluate(annotation), field.value.map(|value| machine.evaluate(value)))
            });
            let mut member = self.copy(&class_type, depth).unwrap_or_default();
            member.spot = class_type.spot;
            if let Some(value) = value {
                let is_field = value.libraries().any(|library| library.path.ends_with("Field()"));
                if is_field {
                    self.annotate(&mut member, &value);
                } else {
                    member.is_optional = true;
                    member.default = self.json_of(&value, 0);
                }
            }
            if !schema.members.contains_key(&field.name) {
                schema.order.push(field.name.clone());
            }
            schema.members.insert(field.name.clone(), Rc::new(member));
        }
        Some(schema)
    }

    /// A field's value, as far as the type of the field restricts it.
    pub(super) fn restricted_by_field(&mut self, class: ClassRef, field: &Name, value: Value) -> Value {
        if value.strands().is_empty() {
            return value;
        }
        let spot = value.spot;
        let schema = self.schema_of_class(class, spot, 0);
        match schema.and_then(|schema| schema.members.get(field).cloned()) {
            Some(schema) if schema.clean != Clean::NONE => self.derived_as(&[value], schema.clean, spot, ""),
            _ => value,
        }
    }

    /// The schema of a function's parameter, by its annotation and default.
    pub(super) fn schema_of_parameter(
        &mut self,
        module: u32,
        frame: u32,
        parameter: &crate::form::Parameter,
    ) -> Schema {
        let (class_type, default) = self.within(module, frame, |machine| {
            (
                parameter.annotation.map(|annotation| machine.evaluate(annotation)),
                parameter.default.map(|default| machine.evaluate(default)),
            )
        });
        let mut schema = class_type.as_ref().and_then(|class_type| self.copy(class_type, 0)).unwrap_or_default();
        schema.spot = Spot { module, span: parameter.span };
        if let Some(default) = default {
            if default.libraries().any(|library| library.path.ends_with("Field()")) {
                self.annotate(&mut schema, &default);
            } else {
                schema.is_optional = true;
                schema.default = self.json_of(&default, 0);
            }
        }
        schema
    }
}
