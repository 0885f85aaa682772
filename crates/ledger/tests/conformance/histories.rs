//! Random histories: whatever happens to a store happens to a plain list as well, and both must say the same.

use crate::make::{Factory, Rule, begun, chain, checkpoint, standing, subject};
use crate::model::{Model, Step};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use vetgate_ledger::store::StoreError;
use vetgate_ledger::{Body, Entry, Filter, Hash, Item, Kind, Order, Query, State, Verdict};

/// A step before it is known what there is to be done it to.
#[derive(Debug, Clone)]
enum Draft {
    Append { count: u64, entries: Vec<Entry> },
    Head,
    Checkpoint,
    Standing(usize, State),
    Listed(usize),
    Begin(u64),
    End(u64),
    Forget(f64),
    Remove(f64),
    Enqueue(u64),
    Dequeue(u64),
    Postpone(u64, u64),
}

#[derive(Debug, Clone)]
enum Event {
    /// One transaction in one of two stores on the same place, which fails at its end or not.
    Transaction {
        is_second: bool,
        fails: bool,
        drafts: Vec<Draft>,
    },
    Query(Box<Query>),
    Reopen,
}

fn entries() -> impl Strategy<Value = Entry> {
    let word = || select(vec!["", "a", "b", "files"]).prop_map(str::to_owned);
    let texts = (word(), word(), word(), word(), word(), word(), word());
    let numbers = (select(Kind::ALL), proptest::option::of(select(Verdict::ALL)), 0..5_u8, 0..50_u64);
    let bodies = (proptest::option::of(0..4_usize), proptest::option::of(0..4_usize));
    let options = (proptest::option::of(0..40_u64), proptest::option::of(word()));
    (texts, numbers, bodies, options).prop_map(|(texts, numbers, bodies, (duration_us, error))| {
        let (session, principal, server, method, name, request, trace) = texts;
        let (kind, verdict, risk, time_ms) = numbers;
        let body = |size: Option<usize>| size.map(|size| Body::whole("x".repeat(size)));
        let (arguments, response) = (body(bodies.0), body(bodies.1));
        Entry {
            session,
            principal,
            server,
            method,
            name,
            request,
            trace,
            verdict,
            risk,
            time_ms,
            duration_us,
            error,
            arguments,
            response,
            ..Entry::new(kind)
        }
    })
}

fn filters() -> impl Strategy<Value = Filter> {
    let word =
        || proptest::option::weighted(0.2, select(vec!["", "a", "b", "files", "nowhere"]).prop_map(str::to_owned));
    let number = |end: u64| proptest::option::weighted(0.2, 0..end);
    let texts = (word(), word(), word(), word(), word(), word(), word());
    let kinds = proptest::collection::vec(select(Kind::ALL), 0..3);
    let verdicts = proptest::collection::vec(select(Verdict::ALL), 0..3);
    let numbers = (number(6), number(45), number(9), number(60), number(60));
    (texts, kinds, verdicts, proptest::option::weighted(0.2, any::<bool>()), numbers).prop_map(
        |(texts, kinds, verdicts, failed, numbers)| {
            let (session, principal, server, method, name, request, trace) = texts;
            let (risk, duration_from_us, bytes_from, since_ms, until_ms) = numbers;
            Filter {
                kinds,
                verdicts,
                session,
                principal,
                server,
                method,
                name,
                request,
                trace,
                failed,
                risk_from: risk.map(|risk| u8::try_from(risk).unwrap()),
                duration_from_us,
                bytes_from,
                since_ms,
                until_ms,
            }
        },
    )
}

fn drafts() -> impl Strategy<Value = Draft> {
    prop_oneof![
        4 => (prop_oneof![3 => 1..4_u64, 2 => 1500..2200_u64], proptest::collection::vec(entries(), 1..40))
            .prop_map(|(count, entries)| Draft::Append { count, entries }),
        1 => Just(Draft::Head),
        1 => Just(Draft::Checkpoint),
        1 => (0..6_usize, select(State::ALL)).prop_map(|(index, state)| Draft::Standing(index, state)),
        1 => (0..6_usize).prop_map(Draft::Listed),
        1 => (0..4_u64).prop_map(Draft::Begin),
        1 => (0..4_u64).prop_map(Draft::End),
        1 => (0.0..1.0).prop_map(Draft::Forget),
        1 => (0.0..0.7).prop_map(Draft::Remove),
        1 => (0..6_u64).prop_map(Draft::Enqueue),
        1 => (1..6_u64).prop_map(Draft::Dequeue),
        1 => (1..6_u64, 0..6_u64).prop_map(|(id, next)| Draft::Postpone(id, next)),
    ]
}

fn events() -> impl Strategy<Value = Event> {
    let orders = select(vec![Order::Newest, Order::Oldest]);
    let after = proptest::option::of(0..9000_u64);
    let limits = prop_oneof![1..5_usize, 1..4000_usize];
    let query = (filters(), orders, after, limits);
    prop_oneof![
        4 => (any::<bool>(), proptest::bool::weighted(0.2), proptest::collection::vec(drafts(), 1..5))
            .prop_map(|(is_second, fails, drafts)| Event::Transaction { is_second, fails, drafts }),
        6 => query.prop_map(|(filter, order, after, limit)| Event::Query(Box::new(Query { filter, order, after, limit }))),
        1 => Just(Event::Reopen),
    ]
}

impl Draft {
    fn step(&self, model: &Model, last: (u64, Hash)) -> Step {
        let subject = |index: usize| {
            subject(["files", "mail"][index % 2], Item::ALL[index % 3], ["read", "write", ""][index % 3])
        };
        let through = |part: f64| {
            let first = model.records.first().map_or(0, |record| record.id);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
            let count = (model.records.len() as f64 * part) as u64;
            first + count
        };
        match self {
            Self::Append { count, entries } => {
                let entries = entries.iter().cycle().take(usize::try_from(*count).unwrap()).cloned();
                Step::Append(chain(last.0 + 1, last.1, entries))
            }
            Self::Head => Step::Head(checkpoint(last.0)),
            Self::Checkpoint => Step::Checkpoint(checkpoint(last.0)),
            Self::Standing(index, state) => Step::Standing(Box::new(standing(subject(*index), *state))),
            Self::Listed(index) => Step::Listed(subject(*index).server, subject(*index).item),
            Self::Begin(ticket) => Step::Begin(Box::new(begun(["one", "two"][usize::from(*ticket > 1)], *ticket))),
            Self::End(ticket) => Step::End(["one", "two"][usize::from(*ticket > 1)].to_owned(), *ticket),
            Self::Forget(part) => Step::Forget(through(*part)),
            Self::Remove(part) => Step::Remove(through(*part)),
            Self::Enqueue(next) => Step::Enqueue(format!("message for {next}"), *next),
            Self::Dequeue(id) => Step::Dequeue(*id),
            Self::Postpone(id, next) => Step::Postpone(*id, 2, *next),
        }
    }
}

fn check(open: Factory<'_>, events: &[Event]) {
    let mut stores = [open(), open()];
    let (mut model, mut last) = (Model::default(), (0, Hash::NONE));
    for event in events {
        match event {
            Event::Reopen => stores = [open(), open()],
            Event::Query(query) => {
                let page = stores[0].reader().unwrap().page(query).unwrap();
                assert_eq!((page.records, page.next), model.page(query), "{query:?}");
            }
            Event::Transaction { is_second, fails, drafts } => {
                let (mut after, mut end) = (model.clone(), last);
                let done = stores[usize::from(*is_second)].transact(&mut |rows| {
                    for draft in drafts {
                        draft.step(&after, end).take(rows, &mut after)?;
                        end = after.records.last().map_or(end, |record| (record.id, record.hash));
                    }
                    if *fails { Err(StoreError::Other("changed its mind".to_owned())) } else { Ok(()) }
                });
                assert_eq!(done.is_err(), *fails, "{done:?}");
                if !fails {
                    (model, last) = (after, end);
                }
                model.compare(stores[usize::from(!is_second)].reader().unwrap().as_mut()).unwrap();
            }
        }
    }
    stores[0].reader().unwrap().examine().unwrap();
}

/// Runs random histories, each in a place that `fresh` makes.
pub(crate) fn run(fresh: &dyn Fn(Rule<'_>)) {
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    let histories = proptest::collection::vec(events(), 1..25);
    runner
        .run(&histories, |events| {
            fresh(&|open| check(open, &events));
            Ok(())
        })
        .unwrap();
}
