//! What an expression can stand for, as far as it can be told without running it.

use super::clean::{Clean, Facts, Symbol};
use crate::form::{ClassId, FunctionId, Name, Span};
use std::cell::Cell;
use std::rc::Rc;

/// A place: the number of a module, and a range of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Spot {
    pub(crate) module: u32,
    pub(crate) span: Span,
}

/// An activation of a function, or the body of a module, by number.
pub(crate) type FrameId = u32;

/// An object on the heap, by number.
pub(crate) type ObjectId = u32;

/// What an expression can stand for: one of several shapes, with what strangers had a part in it.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub(super) shapes: Rc<Vec<Shape>>,
    /// What of it came from a stranger, or is a secret.
    pub(crate) taint: Taint,
    /// Which value it is, for facts that are learned of it later; 0 where nothing could be learned.
    pub(crate) symbol: Symbol,
    /// Where it comes from.
    pub(crate) spot: Spot,
    /// What most values do not have.
    pub(crate) extra: Option<Rc<Extra>>,
}

/// What is known of few values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extra {
    /// What this is a part of, in a way that a test of this is a test of that: the host of an address.
    pub(crate) stands_for: Vec<(Symbol, Clean)>,
    /// What holds where this is true.
    pub(crate) then: Facts,
    /// What holds where this is false.
    pub(crate) otherwise: Facts,
    /// What a function returned on each of its ways, and what held there: a verdict is worth what it was given for.
    pub(crate) ways: Vec<(Value, Facts)>,
}

/// One thing that a value can be.
#[derive(Debug, Clone)]
pub(crate) enum Shape {
    /// Anything.
    Unknown,
    /// A text.
    Text(Name),
    /// A text of parts, of which not all are known.
    Joined(Rc<Vec<Value>>),
    /// A number.
    Number(f64),
    /// True or false.
    Bool(bool),
    /// `None`, `null`.
    Nothing,
    /// A list, dictionary, or object of a class of the tree.
    Object(ObjectId),
    /// A function of the tree.
    Function(Rc<Closure>),
    /// A class of the tree.
    Class(ClassRef),
    /// A module of the tree.
    Module(u32),
    /// What a library offers or returned.
    Library(Rc<Library>),
    /// What a client sends, or a part of it.
    Input(Rc<Input>),
    /// An environment variable, with its default.
    Environment(Name, Option<Rc<Value>>),
}

/// A function with what it was defined in.
#[derive(Debug, Clone)]
pub(crate) struct Closure {
    pub(crate) module: u32,
    pub(crate) function: FunctionId,
    /// Where it was defined.
    pub(crate) frame: FrameId,
    /// What `this` is, or Python's first argument.
    pub(crate) this: Option<Value>,
    /// Arguments that were given before it is called (`functools.partial`, `bind`).
    pub(crate) given: Vec<Argument>,
}

/// A class of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClassRef {
    pub(crate) module: u32,
    pub(crate) class: ClassId,
    /// The heap's object that holds its own members.
    pub(crate) object: ObjectId,
}

/// Something of a library.
#[derive(Debug, Clone)]
pub(crate) struct Library {
    /// Its full name; `()` stands for the result of a call, `[]` for an item.
    pub(crate) path: Name,
    /// The call whose result it is.
    pub(crate) call: Option<Rc<Call>>,
    /// What it was taken from.
    pub(crate) receiver: Option<Rc<Value>>,
}

/// A call of a library, kept with its result.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) arguments: Vec<Argument>,
    /// A number of its own.
    pub(crate) serial: u32,
}

/// An argument.
#[derive(Debug, Clone)]
pub(crate) struct Argument {
    pub(crate) name: Option<Name>,
    pub(crate) value: Value,
    /// Whether its items or members are arguments.
    pub(crate) is_spread: bool,
}

/// A part of what a client sends.
#[derive(Debug)]
pub(crate) struct Input {
    /// Which value it is: a symbol, and a number in the list of sources.
    pub(crate) symbol: Symbol,
    /// What is known of it before the code runs.
    pub(crate) schema: Option<Rc<super::schema::Schema>>,
}

/// What of a value came from strangers.
pub(crate) type Taint = Option<Rc<Vec<Strand>>>;

/// One source that had a part in a value.
#[derive(Debug, Clone)]
pub(crate) struct Strand {
    /// The source.
    pub(crate) source: Symbol,
    /// What was done to it on the way.
    pub(crate) clean: Clean,
    /// How it came here.
    pub(crate) trail: Option<Rc<Trail>>,
}

/// How a value came here: the last step, and those before.
#[derive(Debug)]
pub(crate) struct Trail {
    pub(crate) spot: Spot,
    pub(crate) note: Name,
    pub(crate) before: Option<Rc<Trail>>,
    pub(crate) length: u32,
}

thread_local! {
    /// The newest symbol. Each analysis has a thread of its own, so that numbers are the same each time.
    static NEWEST: Cell<Symbol> = const { Cell::new(0) };
}

/// A symbol that nothing has yet.
pub(super) fn fresh() -> Symbol {
    NEWEST.set(NEWEST.get() + 1);
    NEWEST.get()
}

/// The newest symbol.
pub(super) fn newest() -> Symbol {
    NEWEST.get()
}

/// How many steps of a way are kept.
const STEPS: u32 = 24;
/// How many shapes one value can have. More make it unknown besides.
const SHAPES: usize = 24;

impl Value {
    /// A value of one shape.
    pub(crate) fn of(shape: Shape, spot: Spot) -> Self {
        Self { shapes: Rc::new(vec![shape]), taint: None, symbol: 0, spot, extra: None }
    }

    /// Anything.
    pub(crate) fn unknown(spot: Spot) -> Self {
        Self::of(Shape::Unknown, spot)
    }

    /// A text.
    pub(crate) fn text(text: &str, spot: Spot) -> Self {
        Self::of(Shape::Text(text.into()), spot)
    }

    /// Something of a library.
    pub(crate) fn library(path: &str, spot: Spot) -> Self {
        Self::of(Shape::Library(Rc::new(Library { path: path.into(), call: None, receiver: None })), spot)
    }

    /// What it can be.
    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// What it is, if that is but one thing.
    pub(crate) fn only(&self) -> Option<&Shape> {
        match self.shapes() {
            [shape] => Some(shape),
            _ => None,
        }
    }

    /// The text that it is.
    pub(crate) fn as_text(&self) -> Option<&Name> {
        match self.only()? {
            Shape::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Every text that it can be.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Name> {
        self.shapes().iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }

    /// Every function of the tree that it can be.
    pub(crate) fn closures(&self) -> impl Iterator<Item = &Rc<Closure>> {
        self.shapes().iter().filter_map(|shape| match shape {
            Shape::Function(closure) => Some(closure),
            _ => None,
        })
    }

    /// Every object that it can be.
    pub(crate) fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.shapes().iter().filter_map(|shape| match shape {
            Shape::Object(object) => Some(*object),
            _ => None,
        })
    }

    /// Everything of a library that it can be.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = &Rc<Library>> {
        self.shapes().iter().filter_map(|shape| match shape {
            Shape::Library(library) => Some(library),
            _ => None,
        })
    }

    /// Whether it can be anything.
    pub(crate) fn is_unknown(&self) -> bool {
        self.shapes().iter().any(|shape| matches!(shape, Shape::Unknown))
    }

    /// Whether it is true or false, if that is certain.
    pub(crate) fn truth(&self) -> Option<bool> {
        let of = |shape: &Shape| match shape {
            Shape::Text(text) => Some(!text.is_empty()),
            Shape::Number(number) => Some(*number != 0.0),
            Shape::Bool(bool) => Some(*bool),
            Shape::Nothing => Some(false),
            Shape::Function(_) | Shape::Class(_) | Shape::Module(_) => Some(true),
            _ => None,
        };
        let first = of(self.shapes.first()?)?;
        self.shapes.iter().all(|shape| of(shape) == Some(first)).then_some(first)
    }

    /// The same value, seen at another place.
    pub(crate) fn at(mut self, spot: Spot) -> Self {
        self.spot = spot;
        self
    }

    /// Whether it is the very same value.
    pub(crate) fn is_identical(&self, other: &Self) -> bool {
        let is_same_taint = match (&self.taint, &other.taint) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        Rc::ptr_eq(&self.shapes, &other.shapes) && self.symbol == other.symbol && is_same_taint
    }

    /// One or the other.
    pub(crate) fn or(&self, other: &Self) -> Self {
        if Rc::ptr_eq(&self.shapes, &other.shapes) && self.symbol == other.symbol && other.taint.is_none() {
            return self.clone();
        }
        let mut shapes = Vec::clone(&self.shapes);
        for shape in other.shapes() {
            if !shapes.iter().any(|known| known.is_same(shape)) {
                shapes.push(shape.clone());
            }
        }
        if shapes.len() > SHAPES {
            shapes.truncate(SHAPES);
            shapes.push(Shape::Unknown);
        }
        // `x or ""`: what is learned of it is learned of the one that a stranger has a hand in.
        let (symbol, extra) = match (self.strands().is_empty(), other.strands().is_empty()) {
            _ if self.symbol == other.symbol => (self.symbol, self.extra.clone()),
            (false, true) => (self.symbol, self.extra.clone()),
            (true, false) => (other.symbol, other.extra.clone()),
            (true, true) => (0, None),
            // What is learned of the one that it turns out to be is learned of neither, but of what both stand for.
            (false, false) => (fresh(), self.common_standing(other)),
        };
        Self { shapes: Rc::new(shapes), taint: union(&self.taint, &other.taint), symbol, spot: self.spot, extra }
    }

    /// The value if it is this one of its shapes.
    pub(super) fn alone(&self, shape: &Shape) -> Self {
        match self.only() {
            Some(_) => self.clone(),
            None => Self { shapes: Rc::new(vec![shape.clone()]), ..self.clone() },
        }
    }

    /// What a test of one or the other is a test of.
    fn common_standing(&self, other: &Self) -> Option<Rc<Extra>> {
        let itself = |value: &Self| [(value.symbol, Clean::PATH)];
        let others: Vec<(Symbol, Clean)> = other.stands_for().iter().copied().chain(itself(other)).collect();
        let own = self.stands_for().iter().copied().chain(itself(self));
        let stands_for: Vec<(Symbol, Clean)> = own.filter(|one| one.0 != 0 && others.contains(one)).collect();
        (!stands_for.is_empty()).then(|| Rc::new(Extra { stands_for, ..Extra::default() }))
    }

    /// What holds where it is true, and where it is false.
    pub(crate) fn conditions(&self) -> Option<&Extra> {
        self.extra.as_deref()
    }

    /// With something that few values have.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Extra)) -> Self {
        let mut extra = self.extra.as_deref().cloned().unwrap_or_default();
        change(&mut extra);
        self.extra = Some(Rc::new(extra));
        self
    }

    /// What a test of this is a test of.
    pub(crate) fn stands_for(&self) -> &[(Symbol, Clean)] {
        self.extra.as_deref().map_or(&[], |extra| &extra.stands_for)
    }

    /// Its strands.
    pub(crate) fn strands(&self) -> &[Strand] {
        self.taint.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl Shape {
    /// Whether it is the same thing, so that one of both is enough.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unknown, Self::Unknown) | (Self::Nothing, Self::Nothing) => true,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (Self::Class(a), Self::Class(b)) => a == b,
            (Self::Module(a), Self::Module(b)) => a == b,
            (Self::Function(a), Self::Function(b)) => {
                Rc::ptr_eq(a, b)
                    || (a.module, a.function, a.frame) == (b.module, b.function, b.frame)
                        && a.this.is_none()
                        && b.this.is_none()
                        && a.given.is_empty()
                        && b.given.is_empty()
            }
            (Self::Library(a), Self::Library(b)) => Rc::ptr_eq(a, b) || (a.path == b.path && a.call.is_none()),
            (Self::Input(a), Self::Input(b)) => a.symbol == b.symbol,
            (Self::Joined(a), Self::Joined(b)) => Rc::ptr_eq(a, b),
            (Self::Environment(a, _), Self::Environment(b, _)) => a == b,
            _ => false,
        }
    }
}

/// What both have from strangers. A source that both have is as clean as in the worse of them.
pub(crate) fn union(a: &Taint, b: &Taint) -> Taint {
    let (Some(left), Some(right)) = (a, b) else { return a.clone().or_else(|| b.clone()) };
    if Rc::ptr_eq(left, right) {
        return a.clone();
    }
    let mut strands = Vec::clone(left);
    for strand in right.iter() {
        match strands.iter_mut().find(|known| known.source == strand.source) {
            Some(known) => known.clean = known.clean & strand.clean,
            None => strands.push(strand.clone()),
        }
    }
    Some(Rc::new(strands))
}

/// The way with one more step.
pub(crate) fn step(before: &Option<Rc<Trail>>, spot: Spot, note: &str) -> Option<Rc<Trail>> {
    let length = before.as_ref().map_or(0, |trail| trail.length);
    if length >= STEPS || before.as_ref().is_some_and(|trail| trail.spot == spot) {
        return before.clone();
    }
    Some(Rc::new(Trail { spot, note: note.into(), before: before.clone(), length: length + 1 }))
}
