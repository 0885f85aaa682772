//! What was found out about the source of a server: its tools, what their code reaches, and what reaches it.
//!
//! Plain data. How it is found is the business of [`machine`](crate::machine); what it means is judged by the rules that
//! read it.

use crate::form::{Name, Span};
use vetgate_capability::{HandlerCalls, Sink, Tag};

/// All that is known of a tree of source files.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    /// Every file that was offered, in the order of paths, with what became of it.
    pub files: Vec<File>,
    /// The tools that the code offers, in the order in which they are offered.
    pub tools: Vec<Tool>,
    /// The prompts that the code offers.
    pub prompts: Vec<Prompt>,
    /// What the code does as soon as it is loaded, outside of the part that only runs as a program.
    pub at_import: Vec<Reach>,
    /// What goes into logs outside of the handlers of tools: in middleware, at the start.
    pub flows: Vec<Flow>,
    /// Calls of libraries that are worth a rule's look: transports, listeners, middleware, handlers of requests, logging.
    pub calls: Vec<LibraryCall>,
    /// What was not looked at to the end, in words for people.
    pub cut: Vec<String>,
}

/// One file that was offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Where it is, relative to the root.
    pub path: Name,
    /// Why it could not be read at all; `None` if it was read.
    pub unread: Option<String>,
    /// Parts of it that could not be read: the line, and what is wrong.
    pub problems: Vec<(usize, &'static str)>,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, relative to the root.
    pub file: Name,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// One past the last column.
    pub end_column: usize,
    /// The bytes of the file.
    pub span: Span,
}

/// A tool that the code offers.
#[derive(Debug, Clone)]
pub struct Tool {
    /// Its name.
    pub name: Name,
    /// What it declares, as JSON with the members of `tools/list` that could be worked out: `name`, `title`,
    /// `description`, `inputSchema`, `annotations`. What is not known is left out.
    pub definition: String,
    /// Where the parts of the definition stand in the source: JSON pointer and place. A part that is not here stands where its
    /// parent does.
    pub parts: Vec<(String, Place)>,
    /// Where it is declared.
    pub place: Place,
    /// The function that handles it. `None` means that the code was not found: the tool is *not analyzed*.
    pub handler: Option<Place>,
    /// What its code reaches, each once.
    pub reaches: Vec<Reach>,
    /// Where its input goes without a check that counts.
    pub flows: Vec<Flow>,
    /// The first call in its code whose effect is not known, as it is written: a library without rows, an object of
    /// unknown class. What such a call reaches was not seen.
    pub unresolved: Option<(Name, Place)>,
    /// Whether the look at its code was cut short.
    pub is_cut: bool,
}

impl Tool {
    /// The input of layer 2 of the capability classifier; `None` if the code was not found.
    pub fn handler_calls(&self) -> Option<HandlerCalls> {
        self.handler.as_ref()?;
        let sinks = self.reaches.iter().filter_map(Reach::sink).collect();
        let unresolved = self.unresolved.as_ref().map(|(call, place)| format!("{call}@{}:{}", place.file, place.line));
        let cut = self.is_cut.then(|| format!("{}:{}, too long to analyze", self.place.file, self.place.line));
        Some(HandlerCalls { sinks, unresolved: unresolved.or(cut) })
    }
}

/// A call with a capability that code reaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// What it needs; `None` for what is only of interest to a rule (loading of code, logging).
    pub tag: Option<Tag>,
    /// What it is a danger for if a stranger decides what it is given.
    pub danger: Option<Danger>,
    /// The call as it is shown: `open()`.
    pub call: Name,
    /// Its full name: `subprocess.run`, `fs.promises.readFile`.
    pub path: Name,
    /// Where it stands.
    pub place: Place,
    /// The functions that lead there, outermost first: the name, and where it is called.
    pub through: Vec<(Name, Place)>,
    /// What is known of the texts it is given: paths, addresses, commands; `…` for what is not known.
    pub texts: Vec<String>,
}

impl Reach {
    /// As evidence for the classifier.
    pub fn sink(&self) -> Option<Sink> {
        Some(Sink {
            tag: self.tag?,
            call: self.call.to_string(),
            file: self.place.file.to_string(),
            line: self.place.line,
        })
    }
}

/// What a call is a danger for if a stranger decides what it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Danger {
    /// A file outside of where it should be.
    Path,
    /// Another command than meant.
    Command,
    /// Another query than meant.
    Sql,
    /// A request to a place inside the house.
    Url,
    /// Code.
    Code,
    /// A secret, or a whole request, in a log.
    Log,
    /// Instructions in a prompt.
    Prompt,
}

/// Input that reaches a dangerous call.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// What it is a danger for.
    pub danger: Danger,
    /// What goes there: `path`, `arguments.url`, `environment variable API_KEY`.
    pub source: String,
    /// The call that it reaches.
    pub reach: Reach,
    /// How it gets there: places with a word on each, the source first, the call last.
    pub steps: Vec<(Place, String)>,
    /// Where a check was made that does not count, and why: "tested before it is resolved".
    pub near_miss: Option<(Place, String)>,
}

/// A prompt that the code offers.
#[derive(Debug, Clone)]
pub struct Prompt {
    /// Its name.
    pub name: Name,
    /// Its description.
    pub description: Option<Name>,
    /// Where it is declared.
    pub place: Place,
    /// Where arguments become part of its text.
    pub flows: Vec<Flow>,
}

/// A call of a library.
#[derive(Debug, Clone)]
pub struct LibraryCall {
    /// Its full name: `uvicorn.run`, `express().listen`.
    pub path: Name,
    /// What it is given, by position (`0`, `1`) or name (`host`, `0.enableDnsRebindingProtection`): what is known of the
    /// values.
    pub arguments: Vec<(String, Given)>,
    /// Where it stands.
    pub place: Place,
}

/// What is known of a value that a call is given.
#[derive(Debug, Clone, PartialEq)]
pub enum Given {
    /// A text; `…` stands for what is not known in it.
    Text(String),
    /// A number.
    Number(f64),
    /// True or false.
    Bool(bool),
    /// One of several, by defaults or branches.
    OneOf(Vec<Given>),
    /// An environment variable, with its default.
    Environment(String, Option<Box<Given>>),
    /// A function of the tree, with the texts that occur in it: what middleware looks at.
    Function(Vec<Name>),
    /// What a library returned or offers, by its full name.
    Library(Name),
    /// Nothing: `None`, `null`.
    Nothing,
    /// Not known.
    Unknown,
}
