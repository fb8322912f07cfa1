//! What hostile JSON takes: memory within a small multiple of what is read, and time in proportion to its length.
//!
//! A program of its own, as its allocator counts.

use secant_verify::groth16::{Error, File, Files, Groth16Files};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The system's allocator, with the sum of what is allocated and its largest value.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const VK: &str = include_str!("../fixtures/snarkjs/bn128/multiplier/verification_key.json");
const PROOF: &str = include_str!("../fixtures/snarkjs/bn128/multiplier/proof.json");
const PUBLIC: &str = include_str!("../fixtures/snarkjs/bn128/multiplier/public.json");
const SIZE: usize = 16 << 20;

type Outcome = Result<Groth16Files<ark_bn254::Bn254>, Error>;

/// Reads the files and returns what came of it, the memory that it took and the shortest time of some.
fn read([vk, proof, public]: [&str; 3]) -> (Outcome, usize, Duration) {
    let files = Files {
        vk: vk.as_bytes(),
        proof: proof.as_bytes(),
        public: public.as_bytes(),
    };
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let mut times = (0..3).map(|_| {
        let start = Instant::now();
        let outcome = Groth16Files::read(&files);
        (outcome, start.elapsed())
    });
    let (outcome, first) = times.next().expect("three times");
    let shortest = times.fold(first, |shortest, (_, time)| shortest.min(time));
    (outcome, PEAK.load(Ordering::Relaxed) - before, shortest)
}

/// So many bytes of items.
fn items(item: &str, last: &str) -> String {
    format!("[{}{last}]", item.repeat(SIZE / item.len()))
}

fn is_malformed(outcome: &Outcome, expected: File) -> bool {
    matches!(outcome, Err(Error::Malformed { file, .. }) if *file == expected)
}

/// What the outcome of a file must be.
type Check = fn(&Outcome) -> bool;

/// One test, so that nothing else allocates meanwhile.
#[test]
fn hostile_json() {
    let field = |text: &str, value: &str| text.replacen('{', &format!("{{\"unknown\": {value},"), 1);
    let in_ic = |value: &str| VK.replacen("\"IC\": [", &format!("\"IC\": [{value},"), 1);
    let many = items("{\"\":0},", "0");
    let inputs = items("\"1\",", "\"1\"");
    let nested = items("[[[[]]]],", "0");
    let text = format!("\"{}\"", "\\u0041".repeat(SIZE / 6));
    let point = format!("[{text},\"2\"]");
    let hostile: [([&str; 3], Check); 9] = [
        ([VK, PROOF, &many], |outcome| is_malformed(outcome, File::Public)),
        (
            [VK, PROOF, &inputs],
            |outcome| matches!(outcome, Err(Error::InputCount { expected: 2, found }) if *found > 1 << 20),
        ),
        ([VK, PROOF, &nested], |outcome| is_malformed(outcome, File::Public)),
        ([&field(VK, &many), PROOF, PUBLIC], Result::is_ok),
        ([&field(VK, &nested), PROOF, PUBLIC], Result::is_ok),
        ([&field(VK, &text), PROOF, PUBLIC], Result::is_ok),
        ([&in_ic(&many[1..many.len() - 1]), PROOF, PUBLIC], |outcome| {
            matches!(outcome, Err(Error::KeyCount { declared: 2, .. }))
        }),
        ([&in_ic(&point), PROOF, PUBLIC], |outcome| {
            matches!(outcome, Err(Error::KeyCount { declared: 2, found: 3 }))
        }),
        ([VK, &field(PROOF, &many), PUBLIC], |outcome| {
            matches!(outcome, Err(Error::TooLong { file: File::Proof, .. }))
        }),
    ];
    for (i, (files, expected)) in hostile.into_iter().enumerate() {
        let (outcome, peak, time) = read(files);
        assert!(expected(&outcome), "case {i}: {:?}", outcome.err());
        assert!(peak < 64 << 20, "case {i} takes {} MiB", peak >> 20);
        println!("case {i}: {} KiB, {time:?}", peak >> 10);
        // Without optimisation it takes longer.
        if !cfg!(debug_assertions) {
            // Objects, of which the first case has the most, and other items, which are more.
            let limit = Duration::from_millis(if i == 0 { 200 } else { 600 });
            assert!(time < limit, "case {i} takes {time:?}");
        }
    }
}
