//! No input makes an operation compute much more than ordinary ones do: hosts charge fuel by lengths alone.
//!
//! Products of the base field are counted, which are the same on every machine. `secant-host/tests/fuel.rs` has the times.

#[path = "../../crates/secant-engine/tests/common/small_order.rs"]
mod small_order;

use ark_ec::{
    CurveGroup, PrimeGroup,
    scalar_mul::double_and_add_affine,
    short_weierstrass::{Affine, Projective},
};
use ark_ff::{AdditiveGroup, Field, UniformRand};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_curve::{Host, HostedGroup, HostedPairing, Native, SwCurve, bls12_377, bls12_381, bn254, bw6_761};
use secant_field::lanes;
use secant_meter::record;
use small_order::point_of_order;

/// Products of the base field, without lanes.
fn products<R>(operation: impl FnOnce() -> R) -> f64 {
    lanes::with_or_without(false, || record(operation)).1.products()
}

fn of_order<C: SwCurve>(prime: u64, rng: &mut StdRng) -> Affine<C> {
    let mul = |p: &Affine<C>, scalar: &[u64]| Some(double_and_add_affine::<Affine<C>>(p, scalar).into_affine());
    point_of_order(prime, rng, mul).expect("the prime divides the cofactor")
}

/// Limbs whose digits are many for some width of windows.
const LIMBS: [u64; 6] = [
    u64::MAX,
    0xff00_ff00_ff00_ff00,
    0x5555_5555_5555_5555,
    0x1111_1111_1111_1111,
    0x0842_1084_2108_4211,
    1 << 63,
];

/// What an input may cost beyond an ordinary one: digits at every place where a window ends, in place of most.
const MARGIN: f64 = 1.25;

/// Multiplications and short sums of points of all orders. The host computes with `Native`.
fn group<C: SwCurve<Host = Native>>(primes: &[u64])
where
    Projective<C>: HostedGroup + CurveGroup<Affine = Affine<C>, ScalarField = C::ScalarField>,
{
    let mut rng = StdRng::seed_from_u64(1);
    let ordinary = Projective::<C>::rand(&mut rng).into_affine();
    let mut points = vec![ordinary];
    for prime in primes {
        let small = of_order::<C>(*prime, &mut rng);
        points.extend([small, (ordinary + small).into_affine()]);
    }
    let any: [u64; 4] = std::array::from_fn(|_| rng.r#gen());

    let mul = |p: &Affine<C>, integer: &[u64]| products(|| Native::mul::<Projective<C>>(p, integer));
    let usual = mul(&ordinary, &any);
    for p in &points {
        for limb in LIMBS {
            let cost = mul(p, &[limb; 4]);
            assert!(
                cost <= MARGIN * usual,
                "{limb:x} times {p} costs {cost} products, others {usual}"
            );
        }
    }

    let sum =
        |bases: &[Affine<C>], scalars: &[C::ScalarField]| products(|| Native::msm::<Projective<C>>(bases, scalars));
    for len in [2, 3, 8, 17, 18, 40] {
        let bases: Vec<_> = (0..len)
            .map(|_| Projective::<C>::rand(&mut rng).into_affine())
            .collect();
        let scalars: Vec<_> = (0..len).map(|_| C::ScalarField::rand(&mut rng)).collect();
        let usual = sum(&bases, &scalars);
        for (i, p) in points.iter().enumerate() {
            let with_opposite = (0..len).map(|j| if j % 2 == 0 { *p } else { -*p }).collect::<Vec<_>>();
            for bases in [vec![*p; len], with_opposite] {
                for scalar in [
                    -C::ScalarField::ONE,
                    (-C::ScalarField::ONE).double(),
                    C::ScalarField::from(u64::MAX).pow([3]),
                ] {
                    let cost = sum(&bases, &vec![scalar; len]);
                    assert!(
                        cost <= MARGIN * usual,
                        "{len} of point {i} cost {cost} products, others {usual}"
                    );
                }
            }
        }
    }
}

#[test]
fn multiplications_and_sums() {
    group::<bls12_381::g1::Config<Native>>(&[3, 11]);
    group::<bls12_381::g2::Config<Native>>(&[13, 23]);
    group::<bls12_377::g1::Config<Native>>(&[2, 3, 7, 13]);
}

/// Final exponentiations of what guests may ask for, among it the Miller loop of a point of small order.
fn pairing<P: HostedPairing>(prime: Option<u64>)
where
    P::G1: SwCurve<Host = Native>,
    P::G2: SwCurve<Host = Native>,
{
    let mut rng = StdRng::seed_from_u64(1);
    let exponentiation = |f: &P::Target| products(|| Native::final_exponentiation::<P>(f));
    let usual = exponentiation(&P::Target::rand(&mut rng));
    let q = Projective::<P::G2>::generator().into_affine();
    let mut elements = vec![P::Target::ONE, -P::Target::ONE, P::Target::from(2u64)];
    if let Some(prime) = prime {
        let p = of_order::<P::G1>(prime, &mut rng);
        elements.extend(Native::multi_miller_loop::<P>(&[p], &[q]));
    }
    for f in elements {
        let cost = exponentiation(&f);
        assert!(cost <= 1.05 * usual, "{f} costs {cost} products, others {usual}");
    }
}

#[test]
fn final_exponentiations() {
    pairing::<bls12_381::Config<Native>>(Some(11));
    pairing::<bls12_377::Config<Native>>(Some(3));
    pairing::<bw6_761::Config<Native>>(Some(2));
    pairing::<bn254::Config<Native>>(None);
}
