//! One function per rule.

use crate::make::{Factory, Rule, append, begun, chain, checkpoint, entry, hold, records, standing, subject, write};
use vetgate_ledger::store::StoreError;
use vetgate_ledger::{Answer, Body, Entry, Filter, Hash, Item, Kind, Order, Query, Record, State, Verdict};

/// Every rule, by its name.
pub(crate) const RULES: &[(&str, Rule<'_>)] = &[
    ("a new store is empty", &a_new_store_is_empty),
    ("a record comes back as it was", &a_record_comes_back_as_it_was),
    ("an id is used once", &an_id_is_used_once),
    ("everything is there after reopening", &everything_is_there_after_reopening),
    ("a failed transaction leaves nothing", &a_failed_transaction_leaves_nothing),
    ("a transaction sees its own writes and readers do not", &a_transaction_sees_its_own_writes_and_readers_do_not),
    ("pages follow each other without gaps", &pages_follow_each_other_without_gaps),
    ("a page ends exactly", &a_page_ends_exactly),
    ("forgetting bodies leaves the chain", &forgetting_bodies_leaves_the_chain),
    ("removing takes the beginning only", &removing_takes_the_beginning_only),
    ("ids go on after everything was removed", &ids_go_on_after_everything_was_removed),
    ("a standing replaces the one before", &a_standing_replaces_the_one_before),
    ("standings are apart by server, identity, item and name", &standings_are_apart),
    ("a list is noted once", &a_list_is_noted_once),
    ("a begun call ends once", &a_begun_call_ends_once),
    ("a call that waits is there until it is removed", &a_call_that_waits_is_there_until_it_is_removed),
    ("the queue keeps its order and its delays", &the_queue_keeps_its_order_and_its_delays),
    ("two stores share one place", &two_stores_share_one_place),
    ("a store in order is found in order", &a_store_in_order_is_found_in_order),
];

fn a_new_store_is_empty(open: Factory<'_>) {
    let mut reader = open().reader().unwrap();
    assert_eq!(reader.head().unwrap(), None);
    let size = reader.size().unwrap();
    assert_eq!((size.records, size.first), (0, 0));
    assert!(reader.records(0, 10).unwrap().is_empty() && reader.standings().unwrap().is_empty());
    assert!(reader.checkpoints().unwrap().is_empty() && reader.begun().unwrap().is_empty());
    assert!(reader.queued(u64::MAX, 10).unwrap().is_empty() && reader.holds().unwrap().is_empty());
    let page = reader.page(&Query::default()).unwrap();
    assert!(page.records.is_empty() && page.next.is_none());
}

/// Texts with everything that databases trip over, numbers at their ends, and all that may be missing.
fn a_record_comes_back_as_it_was(open: Factory<'_>) {
    let odd = "a'b\"c\\ \u{0} \u{1F600} \u{202E} %_ é\n".to_owned();
    let full = Entry {
        kind: Kind::Security,
        time_ms: u64::MAX,
        session: odd.clone(),
        principal: odd.clone(),
        server: odd.clone(),
        method: odd.clone(),
        name: odd.clone(),
        verdict: Some(Verdict::Mask),
        risk: 255,
        duration_us: Some(u64::MAX),
        error: Some(odd.clone()),
        request: odd.clone(),
        trace: odd.clone(),
        note: odd.repeat(1000),
        arguments: Some(Body { bytes: u64::MAX, is_cut: true, text: odd.repeat(5000) }),
        response: Some(Body::whole("")),
    };
    let mut only_response = Entry::new(Kind::Scan);
    only_response.response = Some(Body::whole(odd.clone()));
    let entries = [full, Entry::new(Kind::Ledger), only_response, Entry { error: Some(String::new()), ..entry(1) }];
    let all_kinds = Kind::ALL.iter().map(|kind| Entry::new(*kind));
    let all_verdicts = Verdict::ALL.iter().map(|verdict| Entry { verdict: Some(*verdict), ..entry(2) });
    let expected = chain(1, Hash::NONE, entries.into_iter().chain(all_kinds).chain(all_verdicts));
    let mut store = open();
    append(store.as_mut(), &expected);
    let found = store.reader().unwrap().records(0, 100).unwrap();
    assert_eq!(found, expected);
    assert!(found.iter().all(|record| record.digest() == record.hash));
    let query = Query { order: Order::Oldest, ..Query::default() };
    assert_eq!(store.reader().unwrap().page(&query).unwrap().records, expected);
}

fn an_id_is_used_once(open: Factory<'_>) {
    let mut store = open();
    append(store.as_mut(), &records(2));
    let again = store.transact(&mut |rows| rows.append(&records(1)[0]));
    assert!(again.is_err());
    assert_eq!(store.reader().unwrap().records(0, 10).unwrap(), records(2));
}

fn everything_is_there_after_reopening(open: Factory<'_>) {
    let stands = standing(subject("files", Item::Tool, "read"), State::Approved);
    {
        let mut store = open();
        append(store.as_mut(), &records(3));
        write(store.as_mut(), |rows| {
            rows.set_head(&checkpoint(3), "a seal")?;
            rows.keep_checkpoint(&checkpoint(2))?;
            rows.put_standing(&stands)?;
            rows.note_listed(&stands.subject.server, Item::Tool)?;
            rows.begin(&begun("run", 4))?;
            rows.enqueue("message", 10)
        });
    }
    let mut reader = open().reader().unwrap();
    assert_eq!(reader.records(0, 10).unwrap(), records(3));
    assert_eq!(reader.head().unwrap(), Some(checkpoint(3)));
    assert_eq!(reader.checkpoints().unwrap(), [checkpoint(2)]);
    assert_eq!(reader.standings().unwrap(), std::slice::from_ref(&stands));
    assert!(reader.has_listed(&stands.subject.server, Item::Tool).unwrap());
    assert_eq!(reader.begun().unwrap(), [begun("run", 4)]);
    assert_eq!(reader.queue_length().unwrap(), 1);
}

fn a_failed_transaction_leaves_nothing(open: Factory<'_>) {
    let mut store = open();
    append(store.as_mut(), &records(2));
    write(store.as_mut(), |rows| rows.begin(&begun("run", 1)));
    let revision = store.reader().unwrap().revision().unwrap();
    let failed = store.transact(&mut |rows| {
        rows.append(&records(3)[2])?;
        rows.set_head(&checkpoint(3), "a seal")?;
        rows.keep_checkpoint(&checkpoint(3))?;
        rows.put_standing(&standing(subject("files", Item::Tool, "read"), State::Blocked))?;
        rows.note_listed(&subject("files", Item::Tool, "").server, Item::Tool)?;
        rows.end("run", 1)?;
        rows.begin(&begun("run", 2))?;
        rows.forget_bodies(1)?;
        rows.remove(1)?;
        rows.enqueue("message", 0)?;
        Err(StoreError::Other("changed its mind".to_owned()))
    });
    assert_eq!(failed, Err(StoreError::Other("changed its mind".to_owned())));
    let mut reader = store.reader().unwrap();
    assert_eq!(reader.records(0, 10).unwrap(), records(2));
    assert_eq!((reader.head().unwrap(), reader.revision().unwrap()), (None, revision));
    assert!(reader.checkpoints().unwrap().is_empty() && reader.standings().unwrap().is_empty());
    assert!(!reader.has_listed(&subject("files", Item::Tool, "").server, Item::Tool).unwrap());
    assert_eq!(reader.begun().unwrap(), [begun("run", 1)]);
    assert_eq!(reader.queue_length().unwrap(), 0);
    append(store.as_mut(), &records(3)[2..]);
    assert_eq!(store.reader().unwrap().records(0, 10).unwrap(), records(3));
}

fn a_transaction_sees_its_own_writes_and_readers_do_not(open: Factory<'_>) {
    let mut store = open();
    let mut reader = store.reader().unwrap();
    write(store.as_mut(), |rows| {
        rows.append(&records(1)[0])?;
        assert_eq!(rows.records(0, 10)?.len(), 1);
        assert_eq!(rows.page(&Query::default())?.records, records(1));
        assert_eq!(rows.size()?.records, 1);
        assert!(reader.records(0, 10)?.is_empty());
        Ok(())
    });
    assert_eq!(reader.records(0, 10).unwrap().len(), 1);
}

fn pages_follow_each_other_without_gaps(open: Factory<'_>) {
    let mut store = open();
    let all = records(5000);
    append(store.as_mut(), &all);
    for (order, filter) in [
        (Order::Newest, Filter::default()),
        (Order::Oldest, Filter::default()),
        (Order::Newest, Filter { server: Some("server-1".to_owned()), ..Filter::default() }),
        (Order::Oldest, Filter { server: Some("server-1".to_owned()), since_ms: Some(1500), ..Filter::default() }),
    ] {
        let mut expected: Vec<Record> = all.iter().filter(|record| filter.fits(record)).cloned().collect();
        if order == Order::Newest {
            expected.reverse();
        }
        let mut reader = store.reader().unwrap();
        let mut found = Vec::new();
        let mut query = Query { filter, order, after: None, limit: 300 };
        loop {
            let page = reader.page(&query).unwrap();
            found.extend(page.records);
            query.after = page.next;
            if query.after.is_none() {
                break;
            }
        }
        assert_eq!(found, expected);
    }
}

fn a_page_ends_exactly(open: Factory<'_>) {
    let mut store = open();
    append(store.as_mut(), &records(10));
    let mut reader = store.reader().unwrap();
    let mut page = |limit, after| reader.page(&Query { limit, after, ..Query::default() }).unwrap();
    assert_eq!(page(10, None).next, None);
    assert_eq!(page(9, None).next, Some(2));
    assert_eq!(page(usize::MAX, None).records.len(), 10);
    assert_eq!(page(5, Some(1)).records, []);
    assert_eq!(page(5, Some(0)).records, []);
    assert_eq!(page(5, Some(u64::MAX)).records.len(), 5);
    let mut oldest = |after| reader.page(&Query { order: Order::Oldest, after, ..Query::default() }).unwrap().records;
    assert_eq!(oldest(Some(8)).len(), 2);
    assert_eq!(oldest(Some(u64::MAX)), []);
    assert_eq!(reader.records(8, 10).unwrap().len(), 2);
    assert_eq!(reader.records(0, 3).unwrap(), records(3));
    assert_eq!(reader.records(u64::MAX, 3).unwrap(), []);
}

fn forgetting_bodies_leaves_the_chain(open: Factory<'_>) {
    let mut store = open();
    append(store.as_mut(), &records(10));
    let mut forgotten = Vec::new();
    for _ in 0..2 {
        write(store.as_mut(), |rows| {
            forgotten.push(rows.forget_bodies(6)?);
            Ok(())
        });
    }
    assert_eq!(forgotten, [6, 0]);
    let found = store.reader().unwrap().records(0, 100).unwrap();
    assert!(found.iter().zip(records(10)).all(|(found, was)| found.hash == was.hash && found.digest() == was.hash));
    for record in &found {
        let is_kept = record.arguments.as_ref().is_some_and(|body| body.kept.is_some());
        assert_eq!(is_kept, record.id > 6, "record {}", record.id);
    }
    assert_eq!(found[6..], records(10)[6..]);
}

fn removing_takes_the_beginning_only(open: Factory<'_>) {
    let mut store = open();
    let all = records(6000);
    append(store.as_mut(), &all);
    write(store.as_mut(), |rows| {
        [500, 1000, 2000].into_iter().try_for_each(|id| rows.keep_checkpoint(&checkpoint(id)))
    });
    let filter = Filter { server: Some("server-2".to_owned()), ..Filter::default() };
    for through in [1, 1000, 2047, 2048, 2049, 4100, 5999] {
        let before = store.reader().unwrap().size().unwrap();
        let mut removed = 0;
        write(store.as_mut(), |rows| {
            removed = rows.remove(through)?;
            Ok(())
        });
        let mut reader = store.reader().unwrap();
        let size = reader.size().unwrap();
        assert_eq!((size.records, size.first, removed), (6000 - through, through + 1, through + 1 - before.first));
        let left = &all[usize::try_from(through).unwrap()..];
        assert_eq!(reader.records(0, 10_000).unwrap(), left);
        let query = Query { filter: filter.clone(), order: Order::Oldest, after: None, limit: 10_000 };
        let expected: Vec<Record> = left.iter().filter(|record| filter.fits(record)).cloned().collect();
        assert_eq!(reader.page(&query).unwrap().records, expected, "through {through}");
        assert!(reader.checkpoints().unwrap().iter().all(|kept| kept.id > through));
        reader.examine().unwrap();
    }
}

fn ids_go_on_after_everything_was_removed(open: Factory<'_>) {
    let mut store = open();
    let all = records(8);
    append(store.as_mut(), &all[..5]);
    write(store.as_mut(), |rows| {
        rows.set_head(&checkpoint(5), "a seal")?;
        assert_eq!(rows.remove(u64::MAX)?, 5);
        Ok(())
    });
    assert_eq!(store.reader().unwrap().head().unwrap(), Some(checkpoint(5)));
    assert_eq!(store.reader().unwrap().size().unwrap().records, 0);
    append(store.as_mut(), &all[5..]);
    let size = store.reader().unwrap().size().unwrap();
    assert_eq!((size.records, size.first), (3, 6));
}

fn a_standing_replaces_the_one_before(open: Factory<'_>) {
    let mut store = open();
    let subject = subject("files", Item::Tool, "read");
    let mut revisions = vec![store.reader().unwrap().revision().unwrap()];
    for state in [State::Quarantined, State::Approved, State::Approved, State::Blocked] {
        let stands = standing(subject.clone(), state);
        write(store.as_mut(), |rows| rows.put_standing(&stands).map(drop));
        let mut reader = store.reader().unwrap();
        assert_eq!(reader.standing(&subject).unwrap(), Some(stands.clone()));
        assert_eq!(reader.standings().unwrap(), [stands]);
        revisions.push(reader.revision().unwrap());
    }
    assert!(revisions.is_sorted_by(|one, other| one < other), "{revisions:?}");
}

fn standings_are_apart(open: Factory<'_>) {
    let mut store = open();
    let mut all = Vec::new();
    for server in ["b", "a", "a\u{0}", ""] {
        for (item, name) in
            [(Item::Prompt, "read"), (Item::Tool, "read"), (Item::Tool, "READ"), (Item::Instructions, "")]
        {
            all.push(standing(subject(server, item, name), State::Quarantined));
        }
    }
    let mut moved = all[0].clone();
    moved.subject.server.identity = "another".to_owned();
    all.push(moved);
    write(store.as_mut(), |rows| all.iter().try_for_each(|standing| rows.put_standing(standing).map(drop)));
    all.sort_by(|one, other| one.subject.cmp(&other.subject));
    let mut reader = store.reader().unwrap();
    assert_eq!(reader.standings().unwrap(), all);
    for stands in &all {
        assert_eq!(reader.standing(&stands.subject).unwrap().as_ref(), Some(stands));
        let of_server: Vec<_> = all
            .iter()
            .filter(|one| one.subject.server == stands.subject.server && one.subject.item == stands.subject.item)
            .cloned()
            .collect();
        assert_eq!(reader.standings_of(&stands.subject.server, stands.subject.item).unwrap(), of_server);
    }
    assert_eq!(reader.standing(&subject("c", Item::Tool, "read")).unwrap(), None);
}

fn a_list_is_noted_once(open: Factory<'_>) {
    let mut store = open();
    let server = subject("files", Item::Tool, "").server;
    let other = subject("mail", Item::Tool, "").server;
    for _ in 0..2 {
        write(store.as_mut(), |rows| rows.note_listed(&server, Item::Tool).map(drop));
    }
    let mut reader = store.reader().unwrap();
    assert!(reader.has_listed(&server, Item::Tool).unwrap());
    assert!(!reader.has_listed(&server, Item::Prompt).unwrap() && !reader.has_listed(&other, Item::Tool).unwrap());
}

fn a_begun_call_ends_once(open: Factory<'_>) {
    let mut store = open();
    write(store.as_mut(), |rows| {
        rows.begin(&begun("one", 1))?;
        rows.begin(&begun("two", 1))?;
        rows.begin(&begun("one", u64::MAX))
    });
    assert!(store.transact(&mut |rows| rows.begin(&begun("one", 1))).is_err());
    write(store.as_mut(), |rows| {
        assert!(rows.end("one", 1)?);
        assert!(!rows.end("one", 1)?);
        assert!(!rows.end("three", 1)?);
        Ok(())
    });
    let mut left = store.reader().unwrap().begun().unwrap();
    left.sort_by(|one, other| one.run.cmp(&other.run));
    assert_eq!(left, [begun("one", u64::MAX), begun("two", 1)]);
}

fn a_call_that_waits_is_there_until_it_is_removed(open: Factory<'_>) {
    let mut store = open();
    let (late, early) = (hold("a", 7, None), hold("b", 3, None));
    write(store.as_mut(), |rows| {
        rows.put_hold(&late)?;
        rows.put_hold(&early)
    });
    let mut reader = open().reader().unwrap();
    assert_eq!(reader.holds().unwrap(), [early.clone(), late]);
    assert_eq!((reader.hold("b").unwrap(), reader.hold("c").unwrap()), (Some(early), None));
    let decided = hold("b", 3, Some(Answer::Deny));
    write(store.as_mut(), |rows| {
        rows.put_hold(&decided)?;
        assert!(rows.remove_hold("a")? && !rows.remove_hold("a")?);
        Ok(())
    });
    assert_eq!(reader.holds().unwrap(), [decided]);
}

fn the_queue_keeps_its_order_and_its_delays(open: Factory<'_>) {
    let mut store = open();
    write(store.as_mut(), |rows| {
        rows.enqueue("first", 0)?;
        rows.enqueue("later", 100)?;
        rows.enqueue("second", 50)?;
        rows.enqueue("never", u64::MAX)
    });
    let bodies = |now, limit| -> Vec<String> {
        let queued = open().reader().unwrap().queued(now, limit).unwrap();
        queued.into_iter().map(|message| message.body).collect()
    };
    assert_eq!(bodies(50, 10), ["first", "second"]);
    assert_eq!(bodies(100, 2), ["first", "later"]);
    let first = store.reader().unwrap().queued(0, 1).unwrap().remove(0);
    write(store.as_mut(), |rows| rows.postpone(first.id, 3, 70));
    assert_eq!(bodies(60, 10), ["second"]);
    let again = store.reader().unwrap().queued(70, 1).unwrap().remove(0);
    assert_eq!((again.id, again.attempts, again.next_ms, again.body.as_str()), (first.id, 3, 70, "first"));
    write(store.as_mut(), |rows| rows.dequeue(first.id));
    assert_eq!(bodies(100, 10), ["later", "second"]);
    assert_eq!(store.reader().unwrap().queue_length().unwrap(), 3);
    write(store.as_mut(), |rows| {
        let ids: Vec<u64> = rows.queued(u64::MAX, 10)?.into_iter().map(|message| message.id).collect();
        ids.into_iter().try_for_each(|id| rows.dequeue(id))?;
        rows.enqueue("new", 0)
    });
    let new = store.reader().unwrap().queued(0, 1).unwrap().remove(0);
    assert!(new.id > first.id + 3, "the number {} was used before", new.id);
}

/// Two gateways on one ledger: each sees what the other has committed, and neither overwrites the other.
fn two_stores_share_one_place(open: Factory<'_>) {
    let (mut one, mut other) = (open(), open());
    let all = records(4);
    append(one.as_mut(), &all[..1]);
    append(other.as_mut(), &all[1..2]);
    write(one.as_mut(), |rows| {
        assert_eq!(rows.records(0, 10)?, all[..2]);
        rows.append(&all[2])
    });
    assert!(other.transact(&mut |rows| rows.append(&all[2])).is_err());
    append(other.as_mut(), &all[3..]);
    assert_eq!(one.reader().unwrap().records(0, 10).unwrap(), all);
    let counted = std::thread::scope(|scope| {
        let count = |mut store: Box<dyn vetgate_ledger::store::Store>| {
            for _ in 0..100 {
                write(store.as_mut(), |rows| {
                    let head = rows.head()?.map_or(0, |head| head.id);
                    rows.set_head(&checkpoint(head + 1), "a seal")
                });
            }
        };
        let threads = [scope.spawn(move || count(one)), scope.spawn(move || count(other))];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        open().reader().unwrap().head().unwrap().unwrap().id
    });
    assert_eq!(counted, 200);
}

fn a_store_in_order_is_found_in_order(open: Factory<'_>) {
    let mut store = open();
    append(store.as_mut(), &records(4200));
    store.reader().unwrap().examine().unwrap();
}
