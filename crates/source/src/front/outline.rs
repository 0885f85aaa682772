//! A module as one short text, for tests: what was understood, without places.
//!
//! Statements are separated by `; `, blocks stand in braces, operators come first: `(+ a b)`, `(and a b)`.

use crate::form::{
    Argument, ArgumentKind, Block, Case, Class, Clause, Comparison, Entry, ExpressionId, ExpressionKind, Function,
    FunctionKind, Imported, Module, Operator, Parameter, ParameterKind, Pattern, Statement, StatementKind,
};
use std::fmt::Write;

/// The body of the file, and in it all that it declares.
pub(crate) fn outline(module: &Module) -> String {
    Outline(module).block(&module.functions[0].body)
}

struct Outline<'m>(&'m Module);

fn join(parts: impl IntoIterator<Item = String>, separator: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(separator)
}

fn option(before: &str, part: Option<String>) -> String {
    part.map_or_else(String::new, |part| format!("{before}{part}"))
}

impl Outline<'_> {
    fn block(&self, block: &Block) -> String {
        join(block.iter().map(|statement| self.statement(statement)), "; ")
    }

    fn braced(&self, before: &str, block: &Block) -> String {
        if block.is_empty() { String::new() } else { format!("{before} {{{}}}", self.block(block)) }
    }

    fn statement(&self, statement: &Statement) -> String {
        match &statement.kind {
            StatementKind::Expression(id) => self.expression(*id),
            StatementKind::Assign { pattern, value, annotation } => {
                let annotation = option(": ", annotation.map(|id| self.expression(id)));
                format!("{}{annotation} = {}", self.pattern(pattern), self.expression(*value))
            }
            StatementKind::Return(value) => format!("return{}", option(" ", value.map(|id| self.expression(id)))),
            StatementKind::Raise(value) => format!("raise{}", option(" ", value.map(|id| self.expression(id)))),
            StatementKind::Break => "break".to_owned(),
            StatementKind::Continue => "continue".to_owned(),
            StatementKind::If { test, then, otherwise } => {
                let otherwise = self.braced(" else", otherwise);
                format!("if {} {{{}}}{otherwise}", self.expression(*test), self.block(then))
            }
            StatementKind::Loop { pattern, items, test, body, otherwise } => {
                let pattern = option(" ", pattern.as_ref().map(|pattern| self.pattern(pattern)));
                let items = option(" in ", items.map(|id| self.expression(id)));
                let test = option(" while ", test.map(|id| self.expression(id)));
                let otherwise = self.braced(" else", otherwise);
                format!("loop{pattern}{items}{test} {{{}}}{otherwise}", self.block(body))
            }
            StatementKind::Try { body, handlers, otherwise, finally } => {
                let mut text = format!("try {{{}}}", self.block(body));
                for (name, block) in handlers {
                    let name = option(" ", name.as_ref().map(ToString::to_string));
                    let _ = write!(text, " catch{name} {{{}}}", self.block(block));
                }
                text + &self.braced(" else", otherwise) + &self.braced(" finally", finally)
            }
            StatementKind::Switch { subject, cases } => {
                let cases = join(cases.iter().map(|case| self.case(case)), " ");
                format!("switch {} {{{cases}}}", self.expression(*subject))
            }
            StatementKind::Function(id) => self.function(self.0.function(*id)),
            StatementKind::Class(id) => self.class(self.0.class(*id)),
            StatementKind::Import(import) => {
                let dots = ".".repeat(import.dots as usize);
                format!("import {dots}{} {{{}}}", import.module, join(import.names.iter().map(imported), ", "))
            }
            StatementKind::Export(names) => format!("export {{{}}}", pairs(names)),
            StatementKind::ReExport { module, names } => format!("export {{{}}} from {module}", pairs(names)),
        }
    }

    fn case(&self, case: &Case) -> String {
        let values = join(case.values.iter().map(|id| format!(" {}", self.expression(*id))), " |");
        let binding = option(" as ", case.binding.as_ref().map(|pattern| self.pattern(pattern)));
        let guard = option(" if ", case.guard.map(|id| self.expression(id)));
        format!("case{values}{binding}{guard} {{{}}}", self.block(&case.body))
    }

    fn function(&self, function: &Function) -> String {
        let kind = match function.kind {
            FunctionKind::Plain => "fn",
            FunctionKind::Arrow => "arrow",
            FunctionKind::Method => "method",
            FunctionKind::Static => "static",
            FunctionKind::OfClass => "of-class",
            FunctionKind::Getter => "get",
            FunctionKind::Setter => "set",
            FunctionKind::Constructor => "constructor",
        };
        let decorators = join(function.decorators.iter().map(|id| format!("@{} ", self.expression(*id))), "");
        let name = if function.name.is_empty() { String::new() } else { format!(" {}", function.name) };
        let parameters = join(function.parameters.iter().map(|parameter| self.parameter(parameter)), ", ");
        let doc = option(" doc ", function.doc.as_ref().map(|(doc, _)| format!("{doc:?}")));
        let outer = join(function.outer.iter().map(|name| format!(" outer {name}")), "");
        format!("{decorators}{kind}{name}({parameters}){doc}{outer} {{{}}}", self.block(&function.body))
    }

    fn parameter(&self, parameter: &Parameter) -> String {
        let kind = match parameter.kind {
            ParameterKind::Positional => "",
            ParameterKind::Keyword => "by-name ",
            ParameterKind::ListRest => "*",
            ParameterKind::DictRest => "**",
        };
        let annotation = option(": ", parameter.annotation.map(|id| self.expression(id)));
        let default = option(" = ", parameter.default.map(|id| self.expression(id)));
        format!("{kind}{}{annotation}{default}", self.pattern(&parameter.pattern))
    }

    fn class(&self, class: &Class) -> String {
        let decorators = join(class.decorators.iter().map(|id| format!("@{} ", self.expression(*id))), "");
        let doc = option(" doc ", class.doc.as_ref().map(|(doc, _)| format!("{doc:?}")));
        let mut members = Vec::new();
        for field in &class.fields {
            let place = if field.is_static { "static field" } else { "field" };
            let annotation = option(": ", field.annotation.map(|id| self.expression(id)));
            let value = option(" = ", field.value.map(|id| self.expression(id)));
            members.push(format!("{place} {}{annotation}{value}", field.name));
        }
        members.extend(class.methods.iter().map(|id| self.function(self.0.function(*id))));
        members.extend(class.body.iter().map(|statement| self.statement(statement)));
        let bases = self.list(&class.bases, ", ");
        format!("{decorators}class {}({bases}){doc} {{{}}}", class.name, members.join("; "))
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Name(name, _) => name.to_string(),
            Pattern::Member(object, name) => format!("{}.{name}", self.expression(*object)),
            Pattern::Index(object, key) => format!("{}[{}]", self.expression(*object), self.expression(*key)),
            Pattern::List(items) => format!("[{}]", join(items.iter().map(|item| self.pattern(item)), ", ")),
            Pattern::Object(members, rest) => {
                let mut members: Vec<_> =
                    members.iter().map(|(name, pattern)| format!("{name}: {}", self.pattern(pattern))).collect();
                members.extend(rest.iter().map(|name| format!("...{name}")));
                format!("{{{}}}", members.join(", "))
            }
            Pattern::Rest(rest) => format!("...{}", self.pattern(rest)),
            Pattern::Default(pattern, value) => format!("{} = {}", self.pattern(pattern), self.expression(*value)),
            Pattern::Ignored => "_".to_owned(),
        }
    }

    fn list(&self, ids: &[ExpressionId], separator: &str) -> String {
        join(ids.iter().map(|id| self.expression(*id)), separator)
    }

    fn prefixed(&self, sign: &str, ids: &[ExpressionId]) -> String {
        format!("({sign}{})", join(ids.iter().map(|id| format!(" {}", self.expression(*id))), ""))
    }

    fn expression(&self, id: ExpressionId) -> String {
        match &self.0.expression(id).kind {
            ExpressionKind::Name(name) => name.to_string(),
            ExpressionKind::This => "this".to_owned(),
            ExpressionKind::Super => "super".to_owned(),
            ExpressionKind::Text(text) => format!("{text:?}"),
            ExpressionKind::Number(number) => number.to_string(),
            ExpressionKind::Bool(value) => value.to_string(),
            ExpressionKind::Nothing => "nothing".to_owned(),
            ExpressionKind::Regex(regex) => format!("/{regex}/"),
            ExpressionKind::Template(parts) => self.prefixed("template", parts),
            ExpressionKind::Tagged { tag, values } => {
                format!("{}{}", self.expression(*tag), self.prefixed("tag", values))
            }
            ExpressionKind::List(items) => format!("[{}]", self.list(items, ", ")),
            ExpressionKind::Dict(entries) => {
                format!("{{{}}}", join(entries.iter().map(|entry| self.entry(entry)), ", "))
            }
            ExpressionKind::Member(object, name) => format!("{}.{name}", self.expression(*object)),
            ExpressionKind::Index(object, key) => format!("{}[{}]", self.expression(*object), self.expression(*key)),
            ExpressionKind::Slice(of) => self.prefixed("slice", &[*of]),
            ExpressionKind::Keys(of) => self.prefixed("keys", &[*of]),
            ExpressionKind::Call { callee, arguments, is_new } => {
                let new = if *is_new { "new " } else { "" };
                let arguments = join(arguments.iter().map(|argument| self.argument(argument)), ", ");
                format!("{new}{}({arguments})", self.expression(*callee))
            }
            ExpressionKind::Sum(terms) => self.prefixed("+", terms),
            ExpressionKind::Binary(operator, left, right) => self.prefixed(sign(*operator), &[*left, *right]),
            ExpressionKind::Compare(how, left, right) => self.prefixed(comparison(*how), &[*left, *right]),
            ExpressionKind::And(left, right) => self.prefixed("and", &[*left, *right]),
            ExpressionKind::Or(left, right) => self.prefixed("or", &[*left, *right]),
            ExpressionKind::Not(of) => self.prefixed("not", &[*of]),
            ExpressionKind::Conditional { test, then, otherwise } => self.prefixed("if", &[*test, *then, *otherwise]),
            ExpressionKind::Function(function) => self.function(self.0.function(*function)),
            ExpressionKind::Class(class) => self.class(self.0.class(*class)),
            ExpressionKind::Comprehension { element, clauses } => {
                let clauses = join(clauses.iter().map(|clause| self.clause(clause)), "");
                format!("(each {}{clauses})", self.list(element, ": "))
            }
            ExpressionKind::Await(of) => self.prefixed("await", &[*of]),
            ExpressionKind::Yield(of) => self.prefixed("yield", of.as_slice()),
            ExpressionKind::Spread(of) => format!("...{}", self.expression(*of)),
            ExpressionKind::Assign(pattern, value) => {
                format!("({} := {})", self.pattern(pattern), self.expression(*value))
            }
            ExpressionKind::Sequence(parts) => self.prefixed("seq", parts),
            ExpressionKind::Other(parts) => self.prefixed("other", parts),
        }
    }

    fn clause(&self, clause: &Clause) -> String {
        let tests = join(clause.tests.iter().map(|id| format!(" if {}", self.expression(*id))), "");
        format!(" for {} in {}{tests}", self.pattern(&clause.pattern), self.expression(clause.items))
    }

    fn entry(&self, entry: &Entry) -> String {
        match entry {
            Entry::Pair(key, value) => format!("{}: {}", self.expression(*key), self.expression(*value)),
            Entry::Spread(of) => format!("...{}", self.expression(*of)),
        }
    }

    fn argument(&self, argument: &Argument) -> String {
        let name = argument.name.as_ref().map_or_else(String::new, |name| format!("{name}="));
        let kind = match argument.kind {
            ArgumentKind::Plain => "",
            ArgumentKind::List => "*",
            ArgumentKind::Dict => "**",
        };
        format!("{name}{kind}{}", self.expression(argument.value))
    }
}

fn imported(imported: &Imported) -> String {
    match imported {
        Imported::Whole { local, is_root: true } => format!("root as {local}"),
        Imported::Whole { local, is_root: false } => format!("whole as {local}"),
        Imported::Named { name, local } if name == local => name.to_string(),
        Imported::Named { name, local } => format!("{name} as {local}"),
        Imported::Star => "*".to_owned(),
    }
}

fn pairs(names: &[(crate::form::Name, crate::form::Name)]) -> String {
    join(names.iter().map(|(one, other)| format!("{one}: {other}")), ", ")
}

fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Modulo => "%",
        Operator::Divide => "/",
        Operator::Pipe => "|",
        Operator::Arithmetic => "op",
    }
}

fn comparison(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::In => "in",
        Comparison::NotIn => "not-in",
        Comparison::InstanceOf => "instanceof",
        Comparison::Order => "<",
    }
}
