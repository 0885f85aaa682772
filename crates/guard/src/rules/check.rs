//! A rule's expression, held against what rules can speak of.

use super::LONGEST;
use super::schema::{FUNCTIONS, MACROS, OPERATORS, Schema, VARIABLES};
use super::syntax::{Slip, slip};
use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, LiteralValue};
use cel::{Env, IdedExpr, Program};
use regex::{Regex, RegexBuilder};
use std::collections::BTreeMap;
use vetgate_sensitive::Settings;
use vetgate_text::distance::slips;
use vetgate_text::render::safe;

/// How deep an expression nests at most.
const DEEPEST: usize = 40;
/// How deep its brackets nest at most: what the parser is given.
const BRACKETS: usize = 20;
/// The most memory that a compiled pattern takes.
const PATTERN_BYTES: usize = 1 << 18;

/// An expression that can be used.
pub(super) struct Checked {
    pub(super) program: Program,
    /// The variables that it asks for.
    pub(super) variables: Vec<&'static str>,
    /// Its patterns.
    pub(super) patterns: BTreeMap<String, Regex>,
}

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) message: String,
}

/// Parses and checks `text`; `sensitive` says which kinds of sensitive data there are.
pub(super) fn checked(env: &Env, text: &str, sensitive: &Settings) -> Result<Checked, Fault> {
    let at_start = |message: String| Fault { line: 1, column: 1, message };
    if text.trim().is_empty() {
        return Err(at_start("the expression is empty".to_owned()));
    }
    if text.len() > LONGEST {
        return Err(at_start(format!("the expression has {} bytes; at most {LONGEST} are possible", text.len())));
    }
    if let Some(offset) = too_deep(text) {
        return Err(place(text, offset, format!("brackets nest deeper than {BRACKETS}")));
    }
    let program = env.compile(text).map_err(|errors| {
        if let Some(Slip { offset, message }) = slip(text) {
            return place(text, offset, message.to_owned());
        }
        let first = errors.errors.first();
        let (line, column) = first.map_or((1, 1), |error| error.pos);
        let said = first.map_or_else(String::new, |error| format!(" ({})", safe(&error.msg, 200)));
        Fault {
            line: usize::try_from(line).unwrap_or(1).max(1),
            column: usize::try_from(column).unwrap_or(1).max(1),
            message: format!("the expression cannot be parsed from here on{said}"),
        }
    })?;
    let mut check = Check { variables: vec![], patterns: BTreeMap::new(), scope: vec![], sensitive };
    let fault = |(id, message): (u64, String)| {
        place(text, program.source_info().offset_for(id).map_or(0, |(start, _)| start as usize), message)
    };
    let schema = check.expression(program.expression(), 0).map_err(fault)?;
    let is_sum = matches!(&program.expression().expr, Expr::Call(call) if call.func_name == "_+_");
    if is_sum || !schema.may_be_bool() {
        return Err(at_start("the expression must be true or false".to_owned()));
    }
    let Check { variables, patterns, .. } = check;
    Ok(Checked { program, variables, patterns })
}

/// The line and column of the character `offset`.
fn place(text: &str, offset: usize, message: String) -> Fault {
    let (mut line, mut column) = (1, 1);
    for c in text.chars().take(offset) {
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    Fault { line, column, message }
}

/// Where brackets nest too deep.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.chars().position(|c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > BRACKETS
    })
}

/// The known name that is nearest to `name`, or all known ones if none is near, as the end of a message.
fn nearest<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> String {
    let known: Vec<&str> = known.collect();
    similar(name, &known).unwrap_or_else(|| format!("; known: {}", known.join(", ")))
}

/// The known name that is nearest to `name`, if one is near, as the end of a message.
fn similar(name: &str, known: &[&str]) -> Option<String> {
    let letters = |text: &str| text.chars().take(40).map(|c| c.to_ascii_lowercase()).collect::<Vec<_>>();
    let own = letters(name);
    let (distance, one) = known.iter().map(|one| (slips(&own, &letters(one)), *one)).min()?;
    (distance <= 2 || own.starts_with(&letters(one))).then(|| format!("; did you mean `{one}`?"))
}

/// The same for words, of which one is known by its beginning too: `crit`, `extern`.
fn nearest_word(word: &str, known: &[&str]) -> String {
    /// More words than this are for a page.
    const LISTED: usize = 20;
    let begins = |one: &&&str| word.len() >= 2 && one.starts_with(&word.to_ascii_lowercase());
    match (known.iter().find(begins), similar(word, known)) {
        (Some(one), _) => format!("; did you mean `{one}`?"),
        (None, Some(near)) => near,
        (None, None) if known.len() > LISTED => "; `docs/kinds.md` lists all of them".to_owned(),
        (None, None) => format!("; known: {}", known.join(", ")),
    }
}

/// Whether two things can be compared at all.
fn comparable(id: u64, one: Schema, other: Schema) -> Result<(), Wrong> {
    match (one.in_words(), other.in_words()) {
        (Some(one), Some(other)) if one != other => Err((id, format!("{one} is compared with {other}"))),
        _ => Ok(()),
    }
}

type Wrong = (u64, String);

struct Check<'c> {
    variables: Vec<&'static str>,
    patterns: BTreeMap<String, Regex>,
    /// What a list that is gone through binds.
    scope: Vec<(String, Schema)>,
    sensitive: &'c Settings,
}

impl Check<'_> {
    /// What `node` gives, if all in it is known.
    fn expression(&mut self, node: &IdedExpr, depth: usize) -> Result<Schema, Wrong> {
        if depth > DEEPEST {
            return Err((node.id, format!("the expression nests deeper than {DEEPEST}")));
        }
        let below = depth + 1;
        match &node.expr {
            Expr::Literal(LiteralValue::Boolean(_)) => Ok(Schema::Bool),
            Expr::Literal(LiteralValue::String(_)) => Ok(Schema::Text),
            Expr::Literal(LiteralValue::Null) => Ok(Schema::Any),
            Expr::Literal(_) => Ok(Schema::Number),
            Expr::Ident(name) => self.variable(node.id, name),
            Expr::Select(select) => {
                let of = self.expression(&select.operand, below)?;
                let field = field(node.id, of, &select.field)?;
                Ok(if select.test { Schema::Bool } else { field })
            }
            Expr::Call(call) => self.call(node.id, call, below),
            Expr::Comprehension(comprehension) => self.comprehension(node.id, comprehension, below),
            Expr::List(list) => {
                for element in &list.elements {
                    self.expression(element, below)?;
                }
                Ok(Schema::List(&Schema::Any))
            }
            Expr::Map(map) => {
                for entry in &map.entries {
                    let EntryExpr::MapEntry(entry) = &entry.expr else { continue };
                    self.expression(&entry.key, below)?;
                    self.expression(&entry.value, below)?;
                }
                Ok(Schema::List(&Schema::Any))
            }
            Expr::Struct(_) => Err((node.id, "rules cannot build messages".to_owned())),
            Expr::Unspecified => Err((node.id, "something is missing here".to_owned())),
        }
    }

    fn variable(&mut self, id: u64, name: &str) -> Result<Schema, Wrong> {
        if let Some((_, schema)) = self.scope.iter().rev().find(|(bound, _)| bound == name) {
            return Ok(*schema);
        }
        match VARIABLES.iter().find(|(known, _)| *known == name) {
            Some((known, schema)) => {
                self.variables.push(known);
                Ok(*schema)
            }
            None => {
                let known = VARIABLES.iter().map(|(known, _)| *known);
                Err((id, format!("there is no variable `{}`{}", safe(name, 40), nearest(name, known))))
            }
        }
    }

    fn call(&mut self, id: u64, call: &CallExpr, depth: usize) -> Result<Schema, Wrong> {
        let name = call.func_name.as_str();
        let mut of = None;
        if let Some(target) = &call.target {
            of = Some(self.expression(target, depth)?);
        }
        let mut given = vec![];
        for argument in &call.args {
            given.push(self.expression(argument, depth)?);
        }
        match (name, call.args.as_slice(), given.as_slice()) {
            ("matches", ..) => self.pattern(id, call)?,
            ("_==_" | "_!=_", [one, other], [first, second]) => {
                comparable(id, *first, *second)?;
                self.word(other, *first)?;
                self.word(one, *second)?;
            }
            ("_>=_" | "_<=_" | "_>_" | "_<_", _, [first, second]) => comparable(id, *first, *second)?,
            ("@in", [one, list], [first, Schema::List(element)]) => {
                comparable(id, *first, **element)?;
                self.word(one, **element)?;
                if let Expr::List(list) = &list.expr {
                    list.elements.iter().try_for_each(|element| self.word(element, *first))?;
                }
            }
            ("@in", _, [_, Schema::Text | Schema::Word(_)]) => {
                return Err((id, "`in` searches lists; to search text use `.contains(…)`".to_owned()));
            }
            _ => {}
        }
        if let (Some(Schema::List(_)), "contains" | "startsWith" | "endsWith" | "matches" | "lowerAscii") = (of, name) {
            return Err((id, format!("a list has no `{name}`; write `'…' in …` for what is in a list")));
        }
        if name == "_[_]" {
            let of = of.or(given.first().copied()).unwrap_or(Schema::Any);
            return match (of, call.args.last().map(|index| &index.expr)) {
                (Schema::List(element), _) => Ok(*element),
                (Schema::Fields(_), Some(Expr::Literal(LiteralValue::String(key)))) => field(id, of, key.inner()),
                _ => Ok(Schema::Any),
            };
        }
        match (name, given.as_slice()) {
            ("_?_:_", [_, first, _]) => return Ok(*first),
            // Of texts a text, of lists a list.
            ("_+_", [Schema::Any, other]) => return Ok(*other),
            ("_+_", [first @ Schema::List(_), _]) => return Ok(*first),
            ("_+_", [Schema::Text | Schema::Word(_), _]) => return Ok(Schema::Text),
            _ => {}
        }
        if let Some((_, gives)) = OPERATORS.iter().chain(FUNCTIONS).find(|(known, _)| *known == name) {
            return Ok(*gives);
        }
        let known = FUNCTIONS.iter().map(|(known, _)| *known).chain(MACROS.iter().copied());
        Err((id, format!("there is no function `{}`{}", safe(name, 40), nearest(name, known))))
    }

    /// A literal that is compared with one of a few words must be one of them.
    fn word(&self, node: &IdedExpr, compared: Schema) -> Result<(), Wrong> {
        let (Schema::Word(words), Expr::Literal(LiteralValue::String(literal))) = (compared, &node.expr) else {
            return Ok(());
        };
        let (literal, all) = (literal.inner(), words.all(self.sensitive));
        if all.contains(&literal) {
            return Ok(());
        }
        let hint = nearest_word(literal, &all);
        Err((node.id, format!("there is no {} `{}`{hint}", words.name(), safe(literal, 40))))
    }

    /// The pattern of `matches` is written out, so that it is compiled once and known to be sound.
    fn pattern(&mut self, id: u64, call: &CallExpr) -> Result<(), Wrong> {
        let Some(Expr::Literal(LiteralValue::String(pattern))) = call.args.last().map(|argument| &argument.expr) else {
            return Err((id, "the pattern of `matches` must be literal text".to_owned()));
        };
        let pattern = pattern.inner();
        let regex = RegexBuilder::new(pattern).size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_BYTES).build();
        match regex {
            Ok(regex) => {
                self.patterns.insert(pattern.to_owned(), regex);
                Ok(())
            }
            Err(error) => Err((id, format!("the pattern cannot be used: {}", safe(&error.to_string(), 200)))),
        }
    }

    fn comprehension(&mut self, id: u64, comprehension: &ComprehensionExpr, depth: usize) -> Result<Schema, Wrong> {
        if !self.scope.is_empty() {
            return Err((id, "lists cannot be iterated inside each other; write two rules, or use `in`".to_owned()));
        }
        let range = self.expression(&comprehension.iter_range, depth)?;
        let element = match range {
            Schema::List(element) => *element,
            Schema::Fields(_) => Schema::Text,
            _ => Schema::Any,
        };
        let start = self.expression(&comprehension.accu_init, depth)?;
        self.scope.push((comprehension.iter_var.clone(), element));
        if let Some(second) = &comprehension.iter_var2 {
            self.scope.push((second.clone(), Schema::Any));
        }
        self.scope.push((comprehension.accu_var.clone(), start));
        self.expression(&comprehension.loop_cond, depth)?;
        self.expression(&comprehension.loop_step, depth)?;
        let result = self.expression(&comprehension.result, depth);
        self.scope.clear();
        result
    }
}

/// What the field `name` of something gives.
fn field(id: u64, of: Schema, name: &str) -> Result<Schema, Wrong> {
    match of {
        Schema::Fields(fields) => match fields.iter().find(|(known, _)| *known == name) {
            Some((_, schema)) => Ok(*schema),
            None => {
                let known = fields.iter().map(|(known, _)| *known);
                Err((id, format!("there is no field `{}`{}", safe(name, 40), nearest(name, known))))
            }
        },
        Schema::Any => Ok(Schema::Any),
        _ => Err((id, format!("the value before `.{}` has no fields", safe(name, 40)))),
    }
}
