//! Measures the fuel weights again and prints `src/weights.rs`:
//! `SECANT_BACKEND=adx cargo run --release -p secant-host --features measure --example weights`.
//!
//! An argument is what times are multiplied by, on a machine that is faster or slower than that of `FUEL_PER_NS`.
//! A charge is twice what ordinary inputs take: `tests/fuel.rs` holds the dearest inputs below it, on the portable back end too.

use ark_ec::{CurveGroup, short_weierstrass::Projective};
use ark_ff::{Field, UniformRand};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_abi::Function;
use secant_curve::{
    GroupId, GroupVisitor, Host, HostedGroup, HostedPairing, Native, PairingId, PairingVisitor, raw::as_bytes,
};
use secant_host::execute;
use std::hint::black_box;
use std::iter::successors;
use std::time::Instant;

/// The least time of a call in nanoseconds, over a tenth of a second and nine calls: what else a machine does only adds to it.
fn time<R>(mut f: impl FnMut() -> R) -> u64 {
    let (mut least, mut calls) = (u64::MAX, 0);
    let start = Instant::now();
    while calls < 9 || start.elapsed().as_millis() < 100 {
        let call = Instant::now();
        black_box(f());
        least = least.min(call.elapsed().as_nanos() as u64);
        calls += 1;
    }
    least
}

/// What times are multiplied by.
#[derive(Clone, Copy)]
struct Scale(f64);

impl Scale {
    /// The argument, if it is a positive number; one if there is none.
    fn of_arguments() -> Option<Self> {
        let Some(scale) = std::env::args().nth(1) else {
            return Some(Self(1.0));
        };
        let scale = scale.parse().ok()?;
        (scale > 0.0 && f64::is_finite(scale)).then_some(Self(scale))
    }

    /// The charge for what takes ordinary inputs this long.
    fn charge(self, ns: u64) -> u64 {
        self.round(2 * ns)
    }

    /// Two significant digits, upwards.
    fn round(self, ns: u64) -> u64 {
        let ns = (ns as f64 * self.0) as u64;
        let unit = 10u64.pow(ns.max(1).ilog10().saturating_sub(1));
        ns.div_ceil(unit) * unit
    }
}

/// The time of a whole call: lengths, validation, the operation.
fn call(function: Function, curve: u32, a: &[u8], b: &[u8], out_len: usize) -> u64 {
    let mut out = vec![0; out_len];
    time(|| execute(function, curve, a, b, &mut out).expect("the call is well-formed"))
}

/// Prints the weights of a curve.
struct Measure(Scale);

impl GroupVisitor for Measure {
    type Output = ();

    fn visit<G: HostedGroup>(self) {
        group::<G>(self.0);
    }
}

impl PairingVisitor for Measure {
    type Output = ();

    fn visit<P: HostedPairing>(self) {
        pairing::<P>(self.0);
    }
}

fn group<G: HostedGroup>(scale: Scale) {
    let mut rng = StdRng::seed_from_u64(1);
    let few: Vec<G> = (0..64).map(|_| G::rand(&mut rng)).collect();
    let projective: Vec<G> = few.iter().map(|p| *p + few[1]).cycle().take(256).collect();
    let few = G::normalize_batch(&few);
    let bases: Vec<_> = few.iter().cycle().take(4096).copied().collect();
    let scalars: Vec<_> = (0..4096).map(|_| G::ScalarField::rand(&mut rng)).collect();
    let integer: [u64; 64] = core::array::from_fn(|_| rng.r#gen());
    let (curve, size) = (G::ID as u32, size_of::<G::Affine>());
    let mul = |limbs| {
        call(
            Function::Mul,
            curve,
            as_bytes(&bases[..1]),
            as_bytes(&integer[..limbs]),
            size,
        )
    };
    let (one, many) = (mul(1), mul(64));
    let per_limb = many.saturating_sub(one) / 63;
    let base = one.saturating_sub(per_limb).max(one / 8);
    let msm = [1, 16, 256, 4096].map(|n| {
        let (a, b) = (as_bytes(&bases[..n]), as_bytes(&scalars[..n]));
        scale.charge(call(Function::Msm, curve, a, b, size) / n as u64)
    });
    let normalize = scale.charge(call(Function::Normalize, curve, as_bytes(&projective), &[], 256 * size) / 256);
    println!(
        "    GroupWeights {{ id: GroupId::{:?}, mul: ({}, {}), msm: {msm:?}, normalize: {normalize} }},",
        G::ID,
        scale.charge(base),
        scale.charge(per_limb)
    );
}

fn pairing<P: HostedPairing>(scale: Scale) {
    let mut rng = StdRng::seed_from_u64(1);
    let p: Vec<_> = (0..8)
        .map(|_| Projective::<P::G1>::rand(&mut rng).into_affine())
        .collect();
    let q: Vec<_> = (0..8)
        .map(|_| Projective::<P::G2>::rand(&mut rng).into_affine())
        .collect();
    let (curve, size) = (P::ID as u32, size_of::<P::Target>());
    let loops = |n| {
        call(
            Function::MultiMillerLoop,
            curve,
            as_bytes(&p[..n]),
            as_bytes(&q[..n]),
            size,
        )
    };
    let (one, eight) = (loops(1), loops(8));
    let per_pair = eight.saturating_sub(one) / 7;
    let f = Native::multi_miller_loop::<P>(&p, &q).expect("computing in place does not fail");
    let last = call(Function::FinalExponentiation, curve, as_bytes(&[f]), &[], size);
    let (base, per_element) = target_group::<P>(&f, &mut rng);
    println!(
        "    PairingWeights {{ id: PairingId::{:?}, miller_loop: ({}, {}), final_exponentiation: {}, gt_multi_exp: ({}, {}) }},",
        P::ID,
        scale.charge(one.saturating_sub(per_pair)),
        scale.charge(per_pair),
        scale.charge(last),
        scale.charge(base),
        scale.charge(per_element)
    );
}

/// A line above the times of multi-exponentiations, with the slope between two of them: the one that is least above them at its
/// worst. More elements take less time each.
fn target_group<P: HostedPairing>(f: &P::Target, rng: &mut StdRng) -> (u64, u64) {
    let g = Native::final_exponentiation::<P>(f).expect("the Miller loop is not zero");
    let elements: Vec<_> = successors(Some(g), |power| Some(power.square() * g))
        .take(256)
        .collect();
    let exponents: Vec<_> = (0..256).map(|_| P::Fr::rand(rng)).collect();
    let times = [1, 2, 3, 4, 5, 8, 16, 64, 256].map(|n| {
        let (a, b) = (as_bytes(&elements[..n]), as_bytes(&exponents[..n]));
        let time = call(Function::GtMultiExp, P::ID as u32, a, b, size_of::<P::Target>());
        (n as f64, time as f64)
    });
    let line = |slope: f64| {
        let base = times.iter().fold(0f64, |base, (n, time)| base.max(time - n * slope));
        let worst = times
            .iter()
            .fold(0f64, |worst, (n, time)| worst.max((base + n * slope) / time));
        (worst, base, slope)
    };
    let slopes = times.iter().enumerate().flat_map(|(i, (n, time))| {
        times[i + 1..]
            .iter()
            .map(move |(more, longer)| (longer - time) / (more - n))
    });
    let best = slopes.map(line).min_by(|a, b| a.0.total_cmp(&b.0));
    let (_, base, per_element) = best.expect("there are several times");
    (base as u64, per_element as u64)
}

fn main() {
    // Fuel must pay for the work on machines without lanes, and for inputs that lanes do not serve.
    if std::env::var("SECANT_BACKEND").as_deref() != Ok("adx") {
        eprintln!("weights are those of single elements: run this with SECANT_BACKEND=adx");
        std::process::exit(2);
    }
    let Some(scale) = Scale::of_arguments() else {
        eprintln!("what times are multiplied by has to be a positive number");
        std::process::exit(2);
    };
    println!("/// The weights of all groups.\n#[rustfmt::skip]\npub const GROUP_WEIGHTS: &[GroupWeights] = &[");
    GroupId::ALL.iter().for_each(|id| id.visit::<Native, _>(Measure(scale)));
    println!(
        "];\n\n/// The weights of all pairings.\n#[rustfmt::skip]\npub const PAIRING_WEIGHTS: &[PairingWeights] = &["
    );
    PairingId::ALL
        .iter()
        .for_each(|id| id.visit::<Native, _>(Measure(scale)));
    println!("];");
}
