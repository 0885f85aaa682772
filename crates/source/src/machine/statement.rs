//! Running statements.

use super::Machine;
use super::frame::State;
use super::value::Value;
use crate::form::{Block, Case, ExpressionId, Pattern, Statement, StatementKind};

/// How often a loop over what is not known is run, so that what one round leaves behind is seen by the next.
const ROUNDS: usize = 2;
/// How many items of a list a loop goes through one by one.
const ITEMS: usize = 512;

impl Machine<'_> {
    /// Runs a block; whether its end is reached.
    pub(super) fn block(&mut self, block: &Block) -> bool {
        if self.is_script() {
            // Functions are there before the first statement.
            for statement in block {
                if let StatementKind::Function(function) = &statement.kind {
                    self.declare_function(*function);
                }
            }
        }
        block.iter().all(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> bool {
        if !self.step() {
            return false;
        }
        let outer = std::mem::replace(&mut self.facts_at_statement, self.facts.clone());
        let goes_on = self.perform(statement);
        self.facts_at_statement = outer;
        goes_on
    }

    fn perform(&mut self, statement: &Statement) -> bool {
        let spot = self.spot(statement.span);
        match &statement.kind {
            StatementKind::Expression(value) => {
                self.evaluate(*value);
                !std::mem::take(&mut self.is_dead)
            }
            StatementKind::Assign { pattern, value, annotation } => {
                let mut value = self.evaluate(*value);
                if value.is_unknown()
                    && let Some(annotation) = annotation
                {
                    value = self.seen_as(value, *annotation);
                }
                self.bind(pattern, value, spot);
                !std::mem::take(&mut self.is_dead)
            }
            StatementKind::Return(value) => {
                let value = match value {
                    Some(value) => self.evaluate(*value),
                    None => Value::of(super::value::Shape::Nothing, spot),
                };
                let facts = self.facts.clone();
                self.activation().returns.push((value, facts));
                false
            }
            StatementKind::Raise(value) => {
                if let Some(value) = value {
                    let value = self.evaluate(*value);
                    self.throw(value);
                }
                false
            }
            StatementKind::Break | StatementKind::Continue => {
                let state = self.save();
                if let Some(breaks) = self.activation().breaks.last_mut() {
                    breaks.push(state);
                }
                false
            }
            StatementKind::If { test, then, otherwise } => self.choose(*test, then, otherwise),
            StatementKind::Loop { pattern, items, test, body, otherwise } => {
                self.repeat(pattern.as_ref(), *items, *test, body);
                self.block(otherwise)
            }
            StatementKind::Try { body, handlers, otherwise, finally } => {
                self.attempt(body, handlers, otherwise, finally)
            }
            StatementKind::Switch { subject, cases } => self.switch(*subject, cases),
            StatementKind::Function(function) => {
                if !self.is_script() {
                    self.declare_function(*function);
                }
                true
            }
            StatementKind::Class(class) => {
                self.declare_class(*class);
                true
            }
            StatementKind::Import(import) => {
                self.import(import, spot);
                true
            }
            // What is offered is looked up when somebody asks for it.
            StatementKind::Export(_) | StatementKind::ReExport { .. } => true,
        }
    }

    /// Runs both ways, or the one that is certain.
    fn choose(&mut self, test: ExpressionId, then: &Block, otherwise: &Block) -> bool {
        if self.is_main_test(test) {
            let running = self.running;
            if running == super::Running::Import {
                self.running = super::Running::Program;
            }
            let goes_on = self.block(then);
            self.running = running;
            return goes_on;
        }
        let value = self.evaluate(test);
        self.is_dead = false;
        match value.truth() {
            Some(true) => {
                self.assume(&value, true);
                return self.block(then);
            }
            Some(false) => {
                self.assume(&value, false);
                return self.block(otherwise);
            }
            None => {}
        }
        let before = self.save();
        self.assume(&value, true);
        let first = self.block(then).then(|| self.save());
        self.restore(before);
        self.assume(&value, false);
        let second = self.block(otherwise).then(|| self.save());
        self.meet([first, second])
    }

    /// Goes on where several ways meet; whether one of them gets here.
    fn meet(&mut self, ways: impl IntoIterator<Item = Option<State>>) -> bool {
        match ways.into_iter().flatten().reduce(State::meet) {
            Some(state) => {
                self.charge(state.variables.len());
                self.restore(state);
                true
            }
            None => false,
        }
    }

    fn repeat(
        &mut self,
        pattern: Option<&Pattern>,
        items: Option<ExpressionId>,
        test: Option<ExpressionId>,
        body: &Block,
    ) {
        let over = items.map(|items| {
            let over = self.evaluate(items);
            let spot = over.spot;
            self.iterated(over, spot)
        });
        let known = over.as_ref().and_then(|over| self.items_of(over, ITEMS));
        self.activation().breaks.push(Vec::new());
        match known {
            Some(items) => {
                self.activation().rounds += 1;
                for item in items {
                    let before = self.save();
                    if let Some(pattern) = pattern {
                        let spot = item.spot;
                        self.bind(pattern, item, spot);
                    }
                    let end = self.block(body).then(|| self.save());
                    let left = std::mem::take(self.activation().breaks.last_mut().expect("pushed above"));
                    // Where every way leaves the function, the next item can still be reached by a `continue` above.
                    let after = end.into_iter().chain(left).reduce(State::meet).unwrap_or(before);
                    self.restore(after);
                    if self.steps == 0 {
                        break;
                    }
                }
                self.activation().rounds -= 1;
            }
            None => {
                let mut state = self.save();
                let mut learned: Option<super::clean::Facts> = None;
                for _ in 0..ROUNDS {
                    if let Some(test) = test {
                        let value = self.evaluate(test);
                        if value.truth() == Some(false) {
                            break;
                        }
                        self.assume(&value, true);
                    }
                    if let (Some(pattern), Some(over)) = (pattern, &over) {
                        let item = self.item_of(over, over.spot);
                        self.bind(pattern, item, over.spot);
                    }
                    let end = self.block(body).then(|| self.save());
                    let left = std::mem::take(self.activation().breaks.last_mut().expect("pushed above"));
                    for way in end.into_iter().chain(left) {
                        // What every round must pass is passed by what comes out of them: there is one, or nothing to check.
                        learned = Some(learned.map_or_else(|| way.facts.clone(), |known| known.common(&way.facts)));
                        state = state.meet(way);
                    }
                    self.restore(state.clone());
                }
                if let (Some(_), Some(learned)) = (&over, learned) {
                    self.facts.add_all(&learned);
                }
            }
        }
        self.activation().breaks.pop();
    }

    fn attempt(
        &mut self,
        body: &Block,
        handlers: &[(Option<crate::form::Name>, Block)],
        otherwise: &Block,
        finally: &Block,
    ) -> bool {
        let before = self.save();
        let outer = self.thrown.take();
        let goes_on = self.block(body);
        let error = std::mem::replace(&mut self.thrown, outer).unwrap_or_else(|| Value::unknown(Default::default()));
        // An error can come at any place of the body: what was assigned may hold, what was tested does not.
        let mut thrown = self.save().meet(before.clone());
        thrown.facts = before.facts.clone();
        let mut ways = vec![(goes_on && self.block(otherwise)).then(|| self.save())];
        for (name, handler) in handlers {
            self.restore(thrown.clone());
            if let Some(name) = name {
                self.assign(name, error.clone());
            }
            ways.push(self.block(handler).then(|| self.save()));
        }
        if handlers.is_empty() && !goes_on {
            ways.push(None);
        }
        let goes_on = self.meet(ways);
        if !goes_on {
            self.restore(thrown);
        }
        self.block(finally) && goes_on
    }

    /// Keeps what is thrown for whoever catches it.
    pub(super) fn throw(&mut self, value: Value) {
        self.thrown = Some(self.thrown.as_ref().map_or_else(|| value.clone(), |known| known.or(&value)));
    }

    fn switch(&mut self, subject: ExpressionId, cases: &[Case]) -> bool {
        let value = self.evaluate(subject);
        let falls_through = self.is_script();
        let mut before = self.save();
        let mut ways: Vec<Option<State>> = Vec::new();
        // The end of the case before, if it was reached without leaving.
        let mut above: Option<State> = None;
        let mut is_decided = false;
        self.activation().breaks.push(Vec::new());
        for case in cases {
            let choice = if is_decided { None } else { self.choice(&value, case) };
            let entered = choice.map(|(is_certain, tested)| {
                self.restore(before.clone());
                is_decided |= is_certain;
                if let Some(tested) = tested {
                    self.assume(&tested, true);
                }
                if let Some(pattern) = &case.binding {
                    self.bind(pattern, value.clone(), value.spot);
                }
                if let Some(guard) = case.guard {
                    let guard = self.evaluate(guard);
                    self.assume(&guard, true);
                }
                self.save()
            });
            if let Some(entry) = entered.into_iter().chain(above.take()).reduce(State::meet) {
                self.restore(entry);
                let end = self.block(&case.body).then(|| self.save());
                if falls_through { above = end } else { ways.push(end) }
            }
        }
        ways.push(above);
        let left = self.activation().breaks.pop().unwrap_or_default();
        ways.extend(left.into_iter().map(Some));
        if !is_decided {
            before.facts = before.facts.clone();
            ways.push(Some(before));
        }
        self.meet(ways)
    }

    /// Whether a case can be chosen: whether that is certain, and the test that was passed.
    fn choice(&mut self, value: &Value, case: &Case) -> Option<(bool, Option<Value>)> {
        if case.values.is_empty() {
            return Some((case.guard.is_none() && !case.binding.as_ref().is_some_and(is_partial), None));
        }
        let mut chosen: Option<(bool, Option<Value>)> = None;
        for &tried in &case.values {
            let tried = self.evaluate(tried);
            let equal = self.equal(value, &tried, tried.spot);
            match equal.truth() {
                Some(false) => {}
                Some(true) => return Some((case.guard.is_none(), Some(equal))),
                None => {
                    let tested = match chosen {
                        Some((_, Some(before))) => self.either(&before, &equal),
                        _ => equal,
                    };
                    chosen = Some((false, Some(tested)));
                }
            }
        }
        chosen
    }
}

/// Whether a pattern does not fit everything.
fn is_partial(pattern: &Pattern) -> bool {
    !matches!(pattern, Pattern::Name(..) | Pattern::Ignored)
}
