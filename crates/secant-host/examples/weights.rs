//! Measures the fuel weights again and prints `src/weights.rs`: `cargo run --release -p secant-host --example weights`.

use ark_ec::CurveGroup;
use ark_ff::UniformRand;
use rand::{SeedableRng, rngs::StdRng};
use secant_curve::{Host, HostedGroup, HostedPairing, Native, PairingCurve, for_each_curve};
use std::hint::black_box;
use std::time::Instant;

/// The median time of a call in nanoseconds, over a tenth of a second.
fn time<R>(mut f: impl FnMut() -> R) -> u64 {
    let mut samples = Vec::new();
    let start = Instant::now();
    while samples.len() < 3 || start.elapsed().as_millis() < 100 {
        let call = Instant::now();
        black_box(f());
        samples.push(call.elapsed().as_nanos() as u64);
    }
    samples.sort_unstable();
    samples[samples.len() / 2]
}

/// Two significant digits, upwards.
fn round(ns: u64) -> u64 {
    let unit = 10u64.pow(ns.max(1).ilog10().saturating_sub(1));
    ns.div_ceil(unit) * unit
}

fn group<G: HostedGroup>(name: &str) {
    let mut rng = StdRng::seed_from_u64(1);
    let few: Vec<G> = (0..64).map(|_| G::rand(&mut rng)).collect();
    let few = G::normalize_batch(&few);
    let bases: Vec<_> = few.iter().cycle().take(4096).copied().collect();
    let scalars: Vec<_> = (0..4096).map(|_| G::ScalarField::rand(&mut rng)).collect();
    let (one, eight) = (
        time(|| Native::mul::<G>(&bases[0], &[u64::MAX])),
        time(|| Native::mul::<G>(&bases[0], &[u64::MAX; 8])),
    );
    let per_limb = eight.saturating_sub(one) / 7;
    let base = one.saturating_sub(per_limb) + time(|| G::rand(&mut StdRng::seed_from_u64(1)).into_affine()) / 20;
    let msm = [1, 16, 256, 4096].map(|n| round(time(|| Native::msm::<G>(&bases[..n], &scalars[..n])) / n as u64));
    let projective: Vec<G> = bases
        .iter()
        .take(256)
        .map(|&p| G::from(p) + G::from(bases[1]))
        .collect();
    let normalize = round(time(|| Native::normalize(&projective)) / 256);
    println!(
        "    GroupWeights {{ id: GroupId::{name}, mul: ({}, {}), msm: {msm:?}, normalize: {normalize} }},",
        round(base),
        round(per_limb)
    );
}

fn pairing<P: HostedPairing>(name: &str, _: PairingCurve<P>) {
    let mut rng = StdRng::seed_from_u64(1);
    let p: Vec<_> = (0..8)
        .map(|_| ark_ec::short_weierstrass::Projective::<P::G1>::rand(&mut rng).into_affine())
        .collect();
    let q: Vec<_> = (0..8)
        .map(|_| ark_ec::short_weierstrass::Projective::<P::G2>::rand(&mut rng).into_affine())
        .collect();
    let (one, eight) = (
        time(|| Native::multi_miller_loop::<P>(&p[..1], &q[..1])),
        time(|| Native::multi_miller_loop::<P>(&p, &q)),
    );
    let per_pair = eight.saturating_sub(one) / 7;
    let f = Native::multi_miller_loop::<P>(&p, &q).expect("computing in place does not fail");
    let last = time(|| Native::final_exponentiation::<P>(&f));
    println!(
        "    PairingWeights {{ id: PairingId::{name}, miller_loop: ({}, {}), final_exponentiation: {} }},",
        round(one.saturating_sub(per_pair)),
        round(per_pair),
        round(last)
    );
}

macro_rules! measure {
    (groups { $(($group:ident, $g:literal, $gname:literal, $($gtype:ident)::+),)* }
     pairings { $(($pairing:ident, $p:literal, $pname:literal, $($ptype:ident)::+),)* }) => {
        println!("/// The weights of all groups.\n#[rustfmt::skip]\npub const GROUP_WEIGHTS: &[GroupWeights] = &[");
        $(group::<secant_curve::$($gtype)::+<Native>>(stringify!($group));)*
        println!("];\n\n/// The weights of all pairings.\n#[rustfmt::skip]\npub const PAIRING_WEIGHTS: &[PairingWeights] = &[");
        $(pairing(stringify!($pairing), secant_curve::$($ptype)::+::<Native>::default());)*
        println!("];");
    };
}

fn main() {
    for_each_curve!(measure);
}
