//! An interpreter that runs a program without its inputs: every value is what it can be, every way is taken.
//!
//! One engine answers all questions. Running the bodies of modules shows which tools are registered, whatever the style:
//! decorators, loops over tables, classes, handlers from other files. Running a handler with parameters that stand for
//! what a client sends shows which calls it reaches and whether what was sent gets there unchecked.
//!
//! # Guarantees
//! Time and memory are bounded: every expression costs a step, and each run has a number of them ([`STEPS_OF_TOOL`]); calls go
//! [`CALLS`] deep, a function is entered twice at most on one way, loops over what is not known are run twice. What was cut
//! is told.
//!
//! # Cannot see
//! What depends on values at run time: attributes set by name, monkey patching, code that is loaded, types of parameters
//! that are nowhere written.

mod annotation;
mod bind;
mod call;
mod charset;
mod clean;
mod condition;
mod dispatch;
mod effect;
mod element;
mod environment;
mod export;
mod exposure;
mod expression;
mod frame;
mod function;
mod given;
mod heap;
mod import;
mod input;
mod item;
mod iteration;
mod join;
mod library;
mod member;
mod method;
mod observe;
mod pattern;
mod prompt;
mod registry;
mod report;
mod schema;
mod statement;
mod table;
mod taint;
mod text;
mod tools;
mod validation;
mod value;
mod variable;

use crate::analysis::Analysis;
use crate::form::{FunctionId, Name};
use crate::program::{Program, is_test};
use clean::{Facts, Symbol};
use frame::{Activation, Frame, State};
use heap::Object;
use observe::Found;
use registry::Registry;
use std::collections::BTreeMap;
use std::rc::Rc;
use value::{FrameId, Spot, Value};

/// Steps for one tool or prompt.
const STEPS_OF_TOOL: u64 = 120_000;
/// Steps for the body of one module.
const STEPS_OF_MODULE: u64 = 300_000;
/// Steps for the bodies of all modules.
const STEPS_OF_MODULES: u64 = 3_000_000;
/// Steps for everything together.
const STEPS: u64 = 24_000_000;
/// How deep calls go.
const CALLS: usize = 40;
/// How deep expressions and calls are nested together.
const NESTING: usize = 1_500;
/// The stack of the thread that all this runs on: enough for [`NESTING`] in a build without optimization.
const STACK: usize = 512 << 20;

/// Runs a program and tells what was found.
pub(crate) fn run(program: &Program) -> Analysis {
    let analysis = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let running = thread.spawn_scoped(scope, || Machine::new(program).run());
        running.ok().and_then(|running| running.join().ok())
    });
    analysis.unwrap_or_else(|| Analysis {
        cut: vec!["the code could not be analyzed: the analysis failed".to_owned()],
        ..Analysis::default()
    })
}

/// What a module has become so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loaded {
    Not,
    /// Its body is running, or has run, in that frame.
    In(FrameId),
}

/// What is being run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Running {
    /// The body of a module, when it is imported.
    Import,
    /// What only runs as a program, and functions that nobody calls.
    Program,
    /// The handler of a tool.
    Tool,
    /// The handler of a prompt.
    Prompt,
}

pub(crate) struct Machine<'p> {
    program: &'p Program,
    frames: Vec<Frame>,
    heap: Vec<Object>,
    facts: Facts,
    /// What held where the statement that is being run began.
    facts_at_statement: Facts,
    /// What functions wrap, by the function that wraps it.
    wrapped: BTreeMap<(u32, FunctionId, FrameId), Rc<value::Closure>>,
    sources: BTreeMap<Symbol, taint::Source>,
    /// Parts of values by name, so that the same part is the same value whenever it is asked for.
    parts: BTreeMap<(Symbol, Name), Value>,
    /// Tests that were made and do not count, with why.
    near_misses: BTreeMap<Symbol, (Spot, &'static str)>,
    modules: Vec<Loaded>,
    stack: Vec<Activation>,
    memo: BTreeMap<u64, Rc<call::Remembered>>,
    nesting: usize,
    steps: u64,
    /// Steps that are left for the bodies of modules.
    steps_of_modules: u64,
    /// Steps that are left for everything.
    steps_left: u64,
    /// Modules whose bodies were not followed to the end.
    cut_modules: Vec<u32>,
    is_cut: bool,
    /// Whether what was just called never comes back.
    is_dead: bool,
    /// What was thrown since the last place that catches.
    thrown: Option<Value>,
    running: Running,
    found: Found,
    registry: Registry,
    /// Which functions have been run.
    entered: std::collections::BTreeSet<(u32, FunctionId)>,
}

impl<'p> Machine<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            frames: Vec::new(),
            heap: Vec::new(),
            facts: Facts::default(),
            facts_at_statement: Facts::default(),
            wrapped: BTreeMap::new(),
            sources: BTreeMap::new(),
            parts: BTreeMap::new(),
            near_misses: BTreeMap::new(),
            modules: vec![Loaded::Not; program.modules.len()],
            stack: Vec::new(),
            memo: BTreeMap::new(),
            nesting: 0,
            steps: 0,
            steps_of_modules: STEPS_OF_MODULES,
            steps_left: STEPS,
            cut_modules: Vec::new(),
            is_cut: false,
            is_dead: false,
            thrown: None,
            running: Running::Import,
            found: Found::default(),
            registry: Registry::default(),
            entered: Default::default(),
        }
    }

    fn run(mut self) -> Analysis {
        self.begin(0, Running::Import);
        let modules = 0..self.program.modules.len() as u32;
        for module in modules.filter(|&module| !is_test(&self.program.module(module).path)) {
            self.load(module);
        }
        self.begin(STEPS_OF_MODULES, Running::Program);
        self.enter_the_rest();
        let cut_modules = self.cut_modules.iter().map(|&module| &self.program.module(module).path);
        let mut cut: Vec<String> =
            cut_modules.map(|path| format!("the body of {path} is too large to analyze completely")).collect();
        if self.is_cut {
            cut.push("the code that starts the server is too large to analyze completely".to_owned());
        }
        let mut analysis = self.judge_tools();
        analysis.cut.splice(0..0, cut);
        analysis
    }

    /// Begins a run of its own, with so many steps.
    fn begin(&mut self, steps: u64, running: Running) {
        self.steps = steps.min(self.steps_left);
        self.is_cut = false;
        self.running = running;
        self.memo.clear();
        self.facts = Facts::default();
        self.thrown = None;
        self.found.reaches.clear();
        self.found.flows.clear();
        self.found.unresolved = None;
    }

    /// Takes a step; whether there was one left.
    fn step(&mut self) -> bool {
        if self.steps == 0 {
            self.is_cut = true;
            return false;
        }
        self.steps -= 1;
        self.steps_left -= 1;
        true
    }

    /// Takes as many steps as work is worth that grows with what is there.
    fn charge(&mut self, work: usize) {
        let steps = (work as u64 / 8).min(self.steps);
        self.steps -= steps;
        self.steps_left -= steps;
    }

    /// Sets a variable of a frame.
    fn set_variable(&mut self, frame: usize, name: Name, value: Value) {
        let variables = &mut self.frames[frame].variables;
        if Rc::strong_count(variables) > 1 {
            let count = variables.len();
            self.charge(count);
        }
        Rc::make_mut(&mut self.frames[frame].variables).insert(name, value);
    }

    fn symbol(&mut self) -> Symbol {
        value::fresh()
    }

    fn activation(&mut self) -> &mut Activation {
        self.stack.last_mut().expect("something is running")
    }

    /// The module that is running.
    fn module(&self) -> u32 {
        self.stack.last().map_or(0, |activation| activation.module)
    }

    fn frame(&self) -> FrameId {
        self.stack.last().map_or(0, |activation| activation.frame)
    }

    /// What must be put back where ways part.
    fn save(&self) -> State {
        State { variables: self.frames[self.frame() as usize].variables.clone(), facts: self.facts.clone() }
    }

    fn restore(&mut self, state: State) {
        let frame = self.frame() as usize;
        self.frames[frame].variables = state.variables;
        self.facts = state.facts;
    }

    /// Functions that nobody called, but that look as if they register something, are run with what is not known: a factory
    /// that a program elsewhere calls.
    fn enter_the_rest(&mut self) {
        for (at, module) in self.program.modules.iter().enumerate().filter(|(_, module)| !is_test(&module.path)) {
            let mentions = registry::mentions(module);
            let mut inner_until = 0;
            let mut functions: Vec<usize> = (1..module.functions.len()).collect();
            functions.sort_by_key(|&function| module.functions[function].span.start);
            for function in functions {
                let declared = &module.functions[function];
                let is_inner = declared.span.start < inner_until;
                inner_until = inner_until.max(if declared.class.is_none() { declared.span.end } else { 0 });
                let id = FunctionId(function as u32);
                // What a package's set-up does, it does when it is installed.
                if let (Some(class), true) =
                    (declared.class, module.path.ends_with("setup.py") && &*declared.name == "run")
                {
                    self.running = Running::Import;
                    self.enter_class(at as u32, class, &declared.name);
                    self.running = Running::Program;
                }
                if is_inner || self.entered.contains(&(at as u32, id)) || !registry::is_entrance(&mentions, declared) {
                    continue;
                }
                match declared.class {
                    None => self.enter_alone(at as u32, id),
                    Some(class) => self.enter_class(at as u32, class, &declared.name),
                }
            }
        }
    }
}
