//! What is counted, on one thread and on several.

use secant_meter::{Node, Profile, current_position, enter, measure, record};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

struct Leaf;
#[allow(dead_code, reason = "a type to be named")]
struct Pair<T>(T);

fn leaf() {
    let _call = enter::<Leaf>("leaf", 1, 2);
}

fn branch<T>(leaves: usize) {
    let _call = enter::<T>("branch", leaves as u64, 0);
    (0..leaves).for_each(|_| leaf());
}

fn find<'a>(nodes: &'a [Node], path: &[&str]) -> &'a Node {
    let node = nodes
        .iter()
        .find(|node| node.procedure.name == path[0])
        .expect("a node");
    if path.len() == 1 {
        node
    } else {
        find(&node.children, &path[1..])
    }
}

/// The calls of every procedure of a type whose name ends so.
fn calls(profile: &Profile, name: &str, of: &str) -> u64 {
    let procedures = profile.procedures();
    let these = procedures.iter().filter(|p| p.name == name && p.of.ends_with(of));
    these.map(|p| p.calls).sum()
}

#[test]
fn instances_of_one_procedure_are_told_apart() {
    let ((), profile) = record(|| {
        branch::<Leaf>(3);
        branch::<Pair<Leaf>>(4);
        branch::<Leaf>(0);
        leaf();
    });
    assert_eq!(calls(&profile, "branch", "::Leaf"), 2);
    assert_eq!(calls(&profile, "branch", "Pair<record::Leaf>"), 1);
    assert_eq!(calls(&profile, "leaf", "Leaf"), 8);
    assert_eq!(profile.products(), 8.0);
    let node = &find(&profile.roots, &["branch", "leaf"]).procedure;
    assert_eq!((node.calls, node.products), (3, 3.0));
    assert_eq!(profile.procedures()[0].elements, 3);
}

#[test]
fn nothing_is_counted_outside() {
    leaf();
    let ((), profile) = record(|| ());
    assert_eq!(profile.roots, []);
    leaf();
    // A call that was begun outside and ends inside, and the reverse.
    let outside = enter::<Leaf>("outside", 1, 0);
    let (inside, profile) = record(|| {
        drop(outside);
        leaf();
        enter::<Leaf>("inside", 1, 0)
    });
    drop(inside);
    assert_eq!(
        calls(&profile, "outside", "Leaf") + calls(&profile, "inside", "Leaf"),
        0
    );
    assert_eq!(calls(&profile, "leaf", "Leaf"), 1);
}

#[test]
fn recursion_counts_once() {
    fn descend(depth: u32) {
        let _call = enter::<Leaf>("descend", 1, 2);
        if depth > 0 {
            descend(depth - 1);
        }
    }
    let ((), profile) = record(|| descend(4));
    let procedure = &profile.procedures()[0];
    assert_eq!((procedure.calls, procedure.products), (5, 5.0));
    assert_eq!(find(&profile.roots, &["descend"; 5]).children, []);
    assert_eq!(procedure.total_ns, profile.roots[0].procedure.total_ns);
}

#[test]
fn parts_on_other_threads_are_below_their_caller() {
    let ((), profile) = record(|| {
        let _call = enter::<Leaf>("caller", 1, 0);
        let here = current_position();
        thread::scope(|scope| {
            for i in 0..4 {
                let here = &here;
                scope.spawn(move || here.run(|| branch::<Leaf>(i)));
            }
            // Not carried: not counted.
            scope.spawn(|| branch::<Leaf>(100));
        });
        // On this thread too, as a part that it takes over meanwhile.
        here.run(|| branch::<Leaf>(10));
    });
    let node = find(&profile.roots, &["caller", "branch"]);
    let leaves = find(&node.children, &["leaf"]);
    assert_eq!((node.procedure.calls, leaves.procedure.calls), (5, 16));
}

#[test]
fn records_do_not_disturb_each_other() {
    let counts = |n| calls(&record(|| branch::<Leaf>(n)).1, "leaf", "Leaf");
    thread::scope(|scope| {
        let others: Vec<_> = (0..8).map(|i| scope.spawn(move || (i, counts(1000 * i)))).collect();
        for other in others {
            let (i, counted) = other.join().expect("counts");
            assert_eq!(counted, 1000 * i as u64);
        }
    });
    // One within another.
    let (inner, outer) = record(|| {
        leaf();
        let ((), inner) = record(|| branch::<Leaf>(2));
        leaf();
        inner
    });
    assert_eq!((calls(&inner, "leaf", "Leaf"), calls(&outer, "leaf", "Leaf")), (2, 2));
}

#[test]
fn calls_end_when_they_unwind() {
    let ((), profile) = record(|| {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let _call = enter::<Leaf>("unwinds", 1, 0);
            panic!("a panic that is caught");
        }));
        assert!(result.is_err());
        leaf();
    });
    assert_eq!(find(&profile.roots, &["leaf"]).procedure.calls, 1);
    assert_eq!(find(&profile.roots, &["unwinds"]).children, []);
}

#[test]
fn times_are_without_counting() {
    /// Work that takes as long counted or not.
    fn wait() {
        let _call = enter::<Leaf>("wait", 1, 0);
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(1) {}
    }
    let ((), profile) = measure(5, || {
        wait();
        (0..200_000).for_each(|_| leaf());
    });
    let [waited, leaves] = ["wait", "leaf"].map(|name| &find(&profile.roots, &[name]).procedure);
    assert!(
        waited.total_ns >= 0.9e6 && profile.total_ns >= waited.total_ns,
        "{profile:?}"
    );
    // Counting them takes at least 200 000 readings of a clock; without it next to nothing remains.
    assert_eq!(leaves.calls, 200_000);
    assert!(
        profile.overhead.call_ns > 1.0 && leaves.total_ns < 200_000.0 * profile.overhead.call_ns,
        "{profile:?}"
    );
}
