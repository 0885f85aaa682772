//! The form in which every language is read: functions, classes, statements and expressions, with their places.
//!
//! A front end lowers one file to a [`Module`]; nothing above this file knows a grammar. The form keeps what decides
//! where data goes and what code does, and drops the rest: types, comments, precedence. What a front end does not know
//! becomes [`ExpressionKind::Other`] with its parts, so that data that goes in is still seen to come out.

use std::ops::Range;
use std::sync::Arc;

/// A name or a short text, shared instead of copied.
pub type Name = Arc<str>;

/// A programming language that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// Python 3.
    Python,
    /// JavaScript, with or without JSX.
    JavaScript,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
}

impl Language {
    /// The language of a file, by its name.
    ///
    /// ```
    /// use vetgate_source::form::Language;
    ///
    /// assert_eq!(Language::of("src/server.py"), Some(Language::Python));
    /// assert_eq!(Language::of("dist/index.mjs"), Some(Language::JavaScript));
    /// assert_eq!(Language::of("types.d.ts"), None, "declarations hold no code");
    /// assert_eq!(Language::of("README.md"), None);
    /// ```
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit(['/', '\\']).next()?;
        if [".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| name.ends_with(ending)) {
            return None;
        }
        match name.rsplit_once('.')?.1 {
            "py" | "pyw" => Some(Self::Python),
            "js" | "mjs" | "cjs" | "jsx" => Some(Self::JavaScript),
            "ts" | "mts" | "cts" => Some(Self::TypeScript),
            "tsx" => Some(Self::Tsx),
            _ => None,
        }
    }

    /// Whether it is one of the JavaScript family.
    pub const fn is_script(self) -> bool {
        !matches!(self, Self::Python)
    }
}

/// A range of bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range as an index.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An expression of a module, by its number in [`Module::expressions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExpressionId(pub u32);

/// A function of a module, by its number in [`Module::functions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A class of a module, by its number in [`Module::classes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// One source file in our form.
#[derive(Debug, Clone)]
pub struct Module {
    /// Where it is, relative to the root of the tree, with `/`.
    pub path: Name,
    /// What it is written in.
    pub language: Language,
    /// All functions of the file, nested ones and methods included; the first is the file's own body.
    pub functions: Vec<Function>,
    /// All classes of the file.
    pub classes: Vec<Class>,
    /// All expressions of the file.
    pub expressions: Vec<Expression>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// A part of a file that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub span: Span,
    /// What is wrong, as part of a sentence: "syntax error", "nested deeper than 200 levels".
    pub what: &'static str,
}

/// A function, method, lambda or the body of a file.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name; empty if it has none.
    pub name: Name,
    /// What it is to its class.
    pub kind: FunctionKind,
    /// The class whose method it is.
    pub class: Option<ClassId>,
    /// What it takes, `self` included in Python.
    pub parameters: Vec<Parameter>,
    /// What it does. The value of `x => x + 1` and of a lambda is a `Return`.
    pub body: Block,
    /// What is applied to it, outermost first; an expression such as `server.tool()` or `app.tool`.
    pub decorators: Vec<ExpressionId>,
    /// The documentation string (Python) or the comment `/** … */` right before (JavaScript), cleaned of its marks.
    pub doc: Option<(Name, Span)>,
    /// Names that belong to an outer function or to the file though they are assigned here (`global`, `nonlocal`).
    pub outer: Vec<Name>,
    /// Where the whole of it is; a decorator is not part of it.
    pub span: Span,
}

/// What a function is to its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionKind {
    /// Not a method.
    Plain,
    /// A function that keeps the `this` of where it stands (`=>`).
    Arrow,
    /// A method of an object; Python's takes it as its first parameter.
    Method,
    /// A method of the class itself: `@staticmethod`, `static`.
    Static,
    /// A method that takes the class as its first parameter (`@classmethod`).
    OfClass,
    /// A property that is computed when it is read: `@property`, `get`.
    Getter,
    /// A property that is written by a function (`set`, `@x.setter`).
    Setter,
    /// `__init__`, `constructor`.
    Constructor,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// What it is bound to.
    pub pattern: Pattern,
    /// Its value where none is given.
    pub default: Option<ExpressionId>,
    /// Its type in Python, as an expression: `Literal["a", "b"]`, `int`. TypeScript's types are checked by nobody at run
    /// time and are dropped.
    pub annotation: Option<ExpressionId>,
    /// How it is given.
    pub kind: ParameterKind,
    /// Where it is.
    pub span: Span,
}

/// How a parameter is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// By place, or in Python by name too.
    Positional,
    /// By name alone.
    Keyword,
    /// Takes what is left of the places (`*args`, `...rest`).
    ListRest,
    /// Takes what is left of the names (`**kwargs`).
    DictRest,
}

/// A class.
#[derive(Debug, Clone)]
pub struct Class {
    /// Its name; empty if it has none.
    pub name: Name,
    /// What it extends, keyword arguments such as `metaclass=` left out.
    pub bases: Vec<ExpressionId>,
    /// What is applied to it.
    pub decorators: Vec<ExpressionId>,
    /// What it holds.
    pub fields: Vec<Field>,
    /// Its methods.
    pub methods: Vec<FunctionId>,
    /// Other statements of its body.
    pub body: Block,
    /// Its documentation.
    pub doc: Option<(Name, Span)>,
    /// Where the whole of it is.
    pub span: Span,
}

/// A field of a class: `timeout = 5`, `name: str`, `static x = 1`, `private x` of a constructor's parameter is none.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Option<ExpressionId>,
    /// Its type, in Python.
    pub annotation: Option<ExpressionId>,
    /// Whether it belongs to the class and not to each object. Always so in Python.
    pub is_static: bool,
}

/// Statements in order.
pub type Block = Vec<Statement>;

/// A statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it is.
    pub span: Span,
}

/// What a statement does.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// Computes.
    Expression(ExpressionId),
    /// Binds. `a = b = c` is two of them; `with open(x) as f` is one, followed by the body's statements.
    Assign {
        /// What is bound.
        pattern: Pattern,
        /// To what.
        value: ExpressionId,
        /// Python's type of it (`x: int = 1`).
        annotation: Option<ExpressionId>,
    },
    /// Leaves the function.
    Return(Option<ExpressionId>),
    /// Leaves by an error.
    Raise(Option<ExpressionId>),
    /// Leaves a loop or a `switch`.
    Break,
    /// Begins the loop's next round.
    Continue,
    /// Chooses. `elif` stands in `otherwise`. `assert x` is `if not x: raise`.
    If {
        /// On what.
        test: ExpressionId,
        /// Where it holds.
        then: Block,
        /// Where it does not.
        otherwise: Block,
    },
    /// Repeats: over the items of something, or while a test holds, or for ever. What a C-like `for` does first stands
    /// before it and its step at the end of its body.
    Loop {
        /// What each item is bound to.
        pattern: Option<Pattern>,
        /// What is gone through; for `for (k in o)` the keys are the items: see [`ExpressionKind::Keys`].
        items: Option<ExpressionId>,
        /// What must hold.
        test: Option<ExpressionId>,
        /// What is repeated.
        body: Block,
        /// Python's `else`.
        otherwise: Block,
    },
    /// Catches errors.
    Try {
        /// What is tried.
        body: Block,
        /// What is done on an error, with the name it is bound to.
        handlers: Vec<(Option<Name>, Block)>,
        /// Python's `else`.
        otherwise: Block,
        /// What is done in any case.
        finally: Block,
    },
    /// Chooses among many: `switch`, `match`.
    Switch {
        /// On what.
        subject: ExpressionId,
        /// The cases, in order.
        cases: Vec<Case>,
    },
    /// Declares a function and binds its name.
    Function(FunctionId),
    /// Declares a class and binds its name.
    Class(ClassId),
    /// Takes from another module.
    Import(Import),
    /// Offers to other modules what local names stand for (JavaScript): `(offered, local)`. `export default x` is an
    /// assignment to the name `*default*` and the pair `("default", "*default*")`.
    Export(Vec<(Name, Name)>),
    /// Offers what another module offers.
    ReExport {
        /// The module as it is written.
        module: Name,
        /// `(offered there, offered here)`; `("*", "*")` is all of it, `("*", "ns")` is all of it as one object.
        names: Vec<(Name, Name)>,
    },
}

/// A case of a choice among many.
#[derive(Debug, Clone)]
pub struct Case {
    /// The values that choose it; none means that anything does. Python's `case A | B` has two.
    pub values: Vec<ExpressionId>,
    /// What a pattern binds: `case {"path": p}`, `case str(x)`, `case other`.
    pub binding: Option<Pattern>,
    /// What must hold besides (`case x if ...`).
    pub guard: Option<ExpressionId>,
    /// What is done. In JavaScript it goes on with the next case unless it leaves (`break` included).
    pub body: Block,
    /// Where it is.
    pub span: Span,
}

/// What is taken from another module.
#[derive(Debug, Clone)]
pub struct Import {
    /// The module as it is written, without leading dots in Python: `mcp.server.fastmcp`, `./tools.js`.
    pub module: Name,
    /// Python's leading dots.
    pub dots: u32,
    /// What is taken.
    pub names: Vec<Imported>,
}

/// One thing that is taken from another module, and its name here.
#[derive(Debug, Clone)]
pub enum Imported {
    /// The module. `import a.b` binds `a` (and makes `a.b` known); `import a.b as c` and `import * as c` bind the whole
    /// path to `c`.
    Whole {
        /// The name here.
        local: Name,
        /// Whether `local` stands for the first part of the path alone.
        is_root: bool,
    },
    /// A name of it; `default` is JavaScript's default export.
    Named {
        /// The name there.
        name: Name,
        /// The name here.
        local: Name,
    },
    /// Every name (`from x import *`).
    Star,
}

/// What a value is bound to.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// A name.
    Name(Name, Span),
    /// A place in an object: `self.root`.
    Member(ExpressionId, Name),
    /// A place in a container: `table[key]`.
    Index(ExpressionId, ExpressionId),
    /// The items of a list, in order.
    List(Vec<Pattern>),
    /// The members of an object, and the name of what is left.
    Object(Vec<(Name, Pattern)>, Option<Name>),
    /// What is left of a list.
    Rest(Box<Pattern>),
    /// With a value where there is none.
    Default(Box<Pattern>, ExpressionId),
    /// Nothing.
    Ignored,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expression {
    /// What it computes.
    pub kind: ExpressionKind,
    /// Where it is.
    pub span: Span,
}

/// What an expression computes.
#[derive(Debug, Clone)]
pub enum ExpressionKind {
    /// What a name stands for.
    Name(Name),
    /// JavaScript's `this`.
    This,
    /// `super`, `super()`.
    Super,
    /// A text, decoded; bytes and docstrings too. Adjacent texts are one.
    Text(Name),
    /// A number.
    Number(f64),
    /// True or false.
    Bool(bool),
    /// `None`, `null`, `undefined`.
    Nothing,
    /// `/…/`.
    Regex(Name),
    /// Texts and values joined: f-string, template literal. A fixed part is a `Text`.
    Template(Vec<ExpressionId>),
    /// A function that is given a template: sql`...${x}`. The fixed parts and the values.
    Tagged {
        /// The function.
        tag: ExpressionId,
        /// The values.
        values: Vec<ExpressionId>,
    },
    /// A list, tuple or set; a [`ExpressionKind::Spread`] may stand in it.
    List(Vec<ExpressionId>),
    /// An object or dictionary.
    Dict(Vec<Entry>),
    /// A member: `a.b`, `a?.b`.
    Member(ExpressionId, Name),
    /// An item: `a[b]`.
    Index(ExpressionId, ExpressionId),
    /// Part of a sequence: `a[1:]`.
    Slice(ExpressionId),
    /// The names of an object's members: what `for (k in o)` goes through.
    Keys(ExpressionId),
    /// A call.
    Call {
        /// Of what.
        callee: ExpressionId,
        /// With what.
        arguments: Vec<Argument>,
        /// Whether it is `new X(...)`.
        is_new: bool,
    },
    /// `a + b`. A chain of them is nested to the left in source and one flat list here.
    Sum(Vec<ExpressionId>),
    /// Any other operator on two values: `%` and `/` are kept apart because they join texts and paths.
    Binary(Operator, ExpressionId, ExpressionId),
    /// A comparison. `a < b < c` is an `And`.
    Compare(Comparison, ExpressionId, ExpressionId),
    /// `a and b`, `a && b`.
    And(ExpressionId, ExpressionId),
    /// `a or b`, `a || b`, `a ?? b`.
    Or(ExpressionId, ExpressionId),
    /// `not a`, `!a`.
    Not(ExpressionId),
    /// `a if t else b`, `t ? a : b`.
    Conditional {
        /// On what.
        test: ExpressionId,
        /// Where it holds.
        then: ExpressionId,
        /// Where it does not.
        otherwise: ExpressionId,
    },
    /// A function as a value.
    Function(FunctionId),
    /// A class as a value.
    Class(ClassId),
    /// `[e for x in xs if c]`, and the same of sets, dictionaries and generators.
    Comprehension {
        /// What each item becomes; two for a dictionary.
        element: Vec<ExpressionId>,
        /// What is gone through, outermost first.
        clauses: Vec<Clause>,
    },
    /// `await x`: its value. `async for` and `async with` are as without.
    Await(ExpressionId),
    /// `yield x`, `yield* x`.
    Yield(Option<ExpressionId>),
    /// `*x`, `...x` in a list.
    Spread(ExpressionId),
    /// An assignment with a value: `(x := y)`, `a = b` inside an expression.
    Assign(Pattern, ExpressionId),
    /// `a, b`: the value of the last.
    Sequence(Vec<ExpressionId>),
    /// `typeof x`, `await`-less unary operators, JSX and all that is not known: its parts.
    Other(Vec<ExpressionId>),
}

/// A clause of a comprehension.
#[derive(Debug, Clone)]
pub struct Clause {
    /// What each item is bound to.
    pub pattern: Pattern,
    /// What is gone through.
    pub items: ExpressionId,
    /// What must hold of an item.
    pub tests: Vec<ExpressionId>,
}

/// An entry of an object or dictionary.
#[derive(Debug, Clone)]
pub enum Entry {
    /// A key with its value; a plain name as a key is a `Text`. A method is a `Function`.
    Pair(ExpressionId, ExpressionId),
    /// All entries of another (`**x`, `...x`).
    Spread(ExpressionId),
}

/// An argument of a call.
#[derive(Debug, Clone)]
pub struct Argument {
    /// Its name, where it is given by name (Python).
    pub name: Option<Name>,
    /// Its value.
    pub value: ExpressionId,
    /// How it is given.
    pub kind: ArgumentKind,
}

/// How an argument is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    /// As it is.
    Plain,
    /// Its items are the arguments (`*x`, `...x`).
    List,
    /// Its members are the arguments (`**x`).
    Dict,
}

/// An operator on two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `%`: in Python also the formatting of a text.
    Modulo,
    /// `/`: in Python also the joining of paths.
    Divide,
    /// `|`: in Python also the joining of dictionaries.
    Pipe,
    /// Any other: its value is a number.
    Arithmetic,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `==`, `===`, `is`.
    Equal,
    /// `!=`, `!==`, `is not`.
    NotEqual,
    /// `in`.
    In,
    /// `not in`.
    NotIn,
    /// `instanceof`.
    InstanceOf,
    /// `<`, `>=` and so on.
    Order,
}

impl Module {
    /// The expression of that number.
    pub fn expression(&self, id: ExpressionId) -> &Expression {
        &self.expressions[id.0 as usize]
    }

    /// The function of that number.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The class of that number.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }
}
