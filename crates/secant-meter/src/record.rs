//! Counting while something runs.

use crate::{
    profile::{Overhead, Profile},
    tree::{Counts, Key, Tree},
};
use quanta::Clock;
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

thread_local! {
    /// The counts of this thread, if it is counting.
    static LOCAL: RefCell<Option<Local>> = const { RefCell::new(None) };
}

/// The counts of one thread.
struct Local {
    tree: Tree,
    clock: Clock,
    /// The tree that these counts are merged into at the end.
    whole: Arc<Mutex<Tree>>,
    /// The path in `whole` at which they are merged.
    path: Vec<Key>,
}

/// The clock, calibrated once.
fn clock() -> Clock {
    static CLOCK: OnceLock<Clock> = OnceLock::new();
    CLOCK.get_or_init(Clock::new).clone()
}

/// Converts ticks to nanoseconds.
fn nanoseconds(clock: &Clock, ticks: u64) -> f64 {
    clock.delta_as_nanos(0, ticks) as f64
}

/// The number of active records. While it is zero, a call costs a load and a branch.
static RECORDS: AtomicUsize = AtomicUsize::new(0);

/// A guard for one call, which ends when the guard is dropped.
#[derive(Debug)]
#[must_use = "the call ends when this is dropped"]
pub struct Call {
    counts: Counts,
    /// When the call started, or `None` if it is not counted.
    start: Option<u64>,
}

/// Starts a call of the procedure `name` on `elements` values of type `T`. `halves` is its own cost for each element,
/// without counted calls, in halves of a product of a prime field.
#[inline(always)]
pub fn enter<T: ?Sized>(name: &'static str, elements: u64, halves: u64) -> Call {
    let counts = Counts {
        calls: 1,
        elements,
        halves: elements * halves,
        ticks: 0,
    };
    let mut call = Call { counts, start: None };
    if RECORDS.load(Ordering::Relaxed) > 0 {
        let of = std::any::type_name::<T>;
        call.start = start(Key { name, of });
    }
    call
}

#[cold]
#[inline(never)]
fn start(key: Key) -> Option<u64> {
    LOCAL.with_borrow_mut(|local| {
        local.as_mut().map(|local| {
            local.tree.enter(key);
            local.clock.raw()
        })
    })
}

impl Drop for Call {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(start) = self.start {
            end(start, self.counts);
        }
    }
}

#[cold]
#[inline(never)]
fn end(start: u64, mut counts: Counts) {
    LOCAL.with_borrow_mut(|local| {
        if let Some(local) = local {
            counts.ticks = local.clock.raw().saturating_sub(start);
            local.tree.leave(counts);
        }
    });
}

/// A position in a record, which can be carried to another thread.
#[derive(Clone, Debug)]
pub struct Position(Option<(Arc<Mutex<Tree>>, Vec<Key>)>);

/// The position of the procedure that is running.
pub fn current_position() -> Position {
    Position(LOCAL.with_borrow(|local| {
        local.as_ref().map(|local| {
            let path = local.path.iter().copied().chain(local.tree.path()).collect();
            (Arc::clone(&local.whole), path)
        })
    }))
}

impl Position {
    /// Runs a part of the procedure at this position, on this thread or another.
    pub fn run<R>(&self, part: impl FnOnce() -> R) -> R {
        let Self(Some((whole, path))) = self else {
            return part();
        };
        let local = Local {
            tree: Tree::new(),
            clock: clock(),
            whole: Arc::clone(whole),
            path: path.clone(),
        };
        let _counting = ThreadRecording::start(local);
        part()
    }
}

/// While this guard lives, this thread counts into a new tree. Its earlier counts are set aside.
struct ThreadRecording {
    before: Option<Local>,
}

impl ThreadRecording {
    fn start(local: Local) -> Self {
        Self {
            before: LOCAL.replace(Some(local)),
        }
    }
}

impl Drop for ThreadRecording {
    fn drop(&mut self) {
        if let Some(Local { tree, whole, path, .. }) = LOCAL.replace(self.before.take()) {
            let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
            whole.merge(&path, &tree);
        }
    }
}

/// Runs `operation` and returns its result and a profile of its calls.
///
/// Times are without the [`Overhead`], measured on calls that do nothing. For procedures of a few nanoseconds
/// [`measure`] is more accurate.
pub fn record<R>(operation: impl FnOnce() -> R) -> (R, Profile) {
    let (result, tree) = count(operation);
    let clock = clock();
    let profile = Profile::new(&tree, overhead(), |ticks| nanoseconds(&clock, ticks));
    (result, profile)
}

/// Runs an operation on this thread alone and returns its result and a profile. The profile is that of the fastest of
/// `runs` runs, after a first run that fills the caches. Before each counted run the operation runs without counting.
/// The median difference is the cost of counting for this very operation, which is lower if the processor counts while
/// it waits for products anyway.
///
/// ```
/// struct Fp;
/// fn add(a: u64, b: u64) -> u64 {
///     let _call = secant_meter::enter::<Fp>("add", 1, 0);
///     a + b
/// }
///
/// let (sum, profile) = secant_meter::measure(5, || (0..1000).fold(0, add));
/// assert_eq!(sum, 499_500);
/// for procedure in profile.procedures() {
///     println!("{} {}: {} calls, {} ns", procedure.name, procedure.of, procedure.calls, procedure.total_ns);
/// }
/// ```
///
/// # Panics
/// If `runs` is zero.
pub fn measure<R>(runs: usize, operation: impl Fn() -> R) -> (R, Profile) {
    let clock = clock();
    drop(operation());
    let mut differences = Vec::with_capacity(runs);
    let mut best: Option<(R, Tree)> = None;
    for _ in 0..runs {
        let start = clock.raw();
        drop(operation());
        let without = clock.raw().saturating_sub(start);
        let (result, tree) = count(&operation);
        differences.push(nanoseconds(&clock, tree.ticks()) - nanoseconds(&clock, without));
        if best.as_ref().is_none_or(|(_, best)| tree.ticks() < best.ticks()) {
            best = Some((result, tree));
        }
    }
    let (result, tree) = best.expect("there are runs");
    differences.sort_unstable_by(f64::total_cmp);
    // Calls that are not counted take a little time too. That time is not subtracted.
    let each = (differences[runs / 2] / tree.calls().max(1) as f64).max(0.0);
    let of_calls = overhead();
    let overhead = Overhead {
        inside_ns: of_calls.inside_ns * each / of_calls.call_ns,
        call_ns: each,
    };
    (
        result,
        Profile::new(&tree, overhead, |ticks| nanoseconds(&clock, ticks)),
    )
}

/// Runs `operation` and returns its result and its tree.
fn count<R>(operation: impl FnOnce() -> R) -> (R, Tree) {
    /// Counts as one more active record while it lives.
    struct More;

    impl Drop for More {
        fn drop(&mut self) {
            RECORDS.fetch_sub(1, Ordering::Relaxed);
        }
    }

    RECORDS.fetch_add(1, Ordering::Relaxed);
    let _more = More;
    let whole = Arc::new(Mutex::new(Tree::new()));
    let here = Position(Some((Arc::clone(&whole), Vec::new())));
    // The root is timed too: time between its calls is not counted anywhere else.
    let (start, clock) = (clock().raw(), clock());
    let result = here.run(operation);
    let ticks = clock.raw().saturating_sub(start);
    let mut tree = whole.lock().unwrap_or_else(PoisonError::into_inner).clone();
    tree.set_ticks(ticks);
    (result, tree)
}

/// The cost of counting a call that does nothing: the least of several measurements.
fn overhead() -> Overhead {
    /// The calls of one measurement, and the number of measurements.
    const CALLS: u64 = 1 << 12;
    const ROUNDS: usize = 32;
    let clock = clock();
    let mut least = Overhead {
        inside_ns: f64::MAX,
        call_ns: f64::MAX,
    };
    for _ in 0..ROUNDS {
        let (ticks, tree) = count(|| {
            let start = clock.raw();
            for _ in 0..CALLS {
                let _call = enter::<Overhead>("nothing", 1, 0);
            }
            clock.raw().saturating_sub(start)
        });
        let inside = tree.branches().last().map_or(0, |branch| branch.counts.ticks);
        let each = |ticks| nanoseconds(&clock, ticks) / CALLS as f64;
        least.inside_ns = least.inside_ns.min(each(inside));
        least.call_ns = least.call_ns.min(each(ticks));
    }
    least
}
