//! Multiplication and MSM against plain double-and-add of arkworks, on its own curves.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/small_order.rs"]
mod small_order;

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, short_weierstrass as sw, twisted_edwards as te};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField, UniformRand};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_engine::Group;
use small_order::point_of_order;

/// The integer multiple by arkworks' double-and-add, which no curve overrides.
fn naive<G: CurveGroup>(p: &G::Affine, scalar: &[u64]) -> G {
    ark_ec::scalar_mul::double_and_add_affine(p, scalar)
}

fn any_sw<C: sw::SWCurveConfig>(rng: &mut StdRng) -> sw::Affine<C> {
    loop {
        if let Some(p) = sw::Affine::get_point_from_x_unchecked(C::BaseField::rand(rng), rng.r#gen()) {
            return p;
        }
    }
}

fn any_te<C: te::TECurveConfig>(rng: &mut StdRng) -> te::Affine<C> {
    loop {
        if let Some(p) = te::Affine::get_point_from_y_unchecked(C::BaseField::rand(rng), rng.r#gen()) {
            return p;
        }
    }
}

fn scalars<G: PrimeGroup>(rng: &mut StdRng) -> Vec<Vec<u64>> {
    let r = G::ScalarField::MODULUS;
    let mut minus = r;
    minus.sub_with_borrow(&1u64.into());
    let mut plus = r;
    plus.add_with_carry(&1u64.into());
    let mut v: Vec<Vec<u64>> = vec![vec![], vec![0], vec![0, 0, 0], vec![u64::MAX; 10]];
    v.extend((1..=33).map(|x| vec![x]));
    v.extend([r.as_ref().to_vec(), minus.as_ref().to_vec(), plus.as_ref().to_vec()]);
    v.extend((1..=10).map(|n| (0..n).map(|_| rng.r#gen()).collect()));
    v
}

fn check<G: Group>(any: impl Fn(&mut StdRng) -> G::Affine, complete: bool) {
    let mut rng = StdRng::seed_from_u64(7);
    let subgroup = |rng: &mut StdRng| G::rand(rng).into_affine();
    let mut points = vec![G::Affine::zero(), G::generator().into_affine(), subgroup(&mut rng)];
    if complete {
        points.extend([any(&mut rng), any(&mut rng)]);
    }
    for p in &points {
        for s in scalars::<G>(&mut rng) {
            assert_eq!(G::scalar_mul(p, &s).unwrap(), naive::<G>(p, &s), "{s:?}");
        }
    }
    for n in (0..70).chain([100, 150, 257]) {
        let mut bases: Vec<_> = (0..n).map(|_| subgroup(&mut rng)).collect();
        let mut scalars: Vec<_> = (0..n).map(|_| G::ScalarField::rand(&mut rng)).collect();
        for i in 0..n {
            match rng.r#gen_range(0..12) {
                0 => bases[i] = G::Affine::zero(),
                1 => bases[i] = bases[0],
                2 => bases[i] = (-bases[0].into_group()).into_affine(),
                3 => scalars[i] = G::ScalarField::ZERO,
                4 => scalars[i] = scalars[0],
                5 => scalars[i] = -G::ScalarField::ONE,
                6 => scalars[i] = -scalars[0],
                7 if complete => bases[i] = any(&mut rng),
                8 => scalars[i] = G::ScalarField::from(rng.r#gen::<u8>()),
                _ => {}
            }
        }
        let expected: G = bases
            .iter()
            .zip(&scalars)
            .map(|(b, s)| naive::<G>(b, s.into_bigint().as_ref()))
            .sum();
        assert_eq!(G::multi_scalar_mul(&bases, &scalars).unwrap(), expected, "{n}");
    }
    // An arithmetic progression, where sums of neighbours meet each other's doubles.
    let g = G::generator();
    let bases: Vec<_> = (0..100u64)
        .map(|i| (g * G::ScalarField::from(i)).into_affine())
        .collect();
    let ones = vec![G::ScalarField::ONE; 100];
    assert_eq!(
        G::multi_scalar_mul(&bases, &ones).unwrap(),
        g * G::ScalarField::from(4950u64)
    );
}

#[test]
fn bls12_381_g1() {
    check::<ark_bls12_381::G1Projective>(any_sw, true);
}

#[test]
fn bls12_381_g2() {
    check::<ark_bls12_381::G2Projective>(any_sw, true);
}

#[test]
fn secp256r1() {
    check::<ark_secp256r1::Projective>(any_sw, true);
}

#[test]
fn jubjub() {
    check::<ark_ed_on_bls12_381::EdwardsProjective>(any_te, true);
    check::<ark_ed_on_bls12_381::SWProjective>(any_sw, true);
}

#[test]
fn bandersnatch() {
    check::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>(any_te, false);
    check::<ark_ed_on_bls12_381_bandersnatch::SWProjective>(any_sw, true);
}

/// Points of small order make the table of odd multiples meet equal and opposite points.
#[test]
fn points_of_small_order() {
    type G = ark_ed_on_bls12_381::SWProjective;
    let mut rng = StdRng::seed_from_u64(3);
    let r = <ark_ed_on_bls12_381::Fr as PrimeField>::MODULUS;
    let mut seen = 0;
    while seen < 4 {
        let p = naive::<G>(&any_sw(&mut rng), r.as_ref()).into_affine();
        seen += usize::from(!p.is_zero());
        for s in scalars::<G>(&mut rng) {
            assert_eq!(G::scalar_mul(&p, &s).unwrap(), naive::<G>(&p, &s));
        }
        let bases = vec![p; 60];
        let scalars: Vec<_> = (0..60).map(|_| ark_ed_on_bls12_381::Fr::rand(&mut rng)).collect();
        let expected: G = bases
            .iter()
            .zip(&scalars)
            .map(|(b, s)| naive::<G>(b, s.into_bigint().as_ref()))
            .sum();
        assert_eq!(G::multi_scalar_mul(&bases, &scalars).unwrap(), expected);
        assert_eq!(
            G::multi_scalar_mul(&bases[..10], &scalars[..10]).unwrap(),
            scalars[..10]
                .iter()
                .map(|s| naive::<G>(&p, s.into_bigint().as_ref()))
                .sum::<G>()
        );
    }
}

/// Points of odd order below 32, whose odd multiples have no table, alone and among others in short sums.
fn odd_orders<C: sw::SWCurveConfig>(primes: &[u64])
where
    sw::Projective<C>: Group<ScalarField = C::ScalarField, Affine = sw::Affine<C>>,
{
    let mut rng = StdRng::seed_from_u64(13);
    let mut points: Vec<_> = primes
        .iter()
        .map(|prime| {
            point_of_order(*prime, &mut rng, |p, k| {
                Some(naive::<sw::Projective<C>>(p, k).into_affine())
            })
            .unwrap()
        })
        .collect();
    // Of an order with two factors, and outside the subgroup by one of them.
    points.push((points[0] + points[points.len() - 1]).into_affine());
    points.push((any_sw::<C>(&mut rng) + points[0]).into_affine());
    let scalars = scalars::<sw::Projective<C>>(&mut rng);
    for p in &points {
        for s in &scalars {
            assert_eq!(
                sw::Projective::<C>::scalar_mul(p, s).unwrap(),
                naive::<sw::Projective<C>>(p, s),
                "{p} {s:?}"
            );
            assert_eq!(
                secant_engine::scalars::sw::mul(p, s),
                naive::<sw::Projective<C>>(p, s),
                "{p} {s:?}"
            );
        }
    }
    for n in 1..24 {
        let bases: Vec<_> = (0..n)
            .map(|i| {
                if i % 5 == 4 {
                    any_sw(&mut rng)
                } else {
                    points[i % points.len()]
                }
            })
            .collect();
        for scalar in [None, Some(-C::ScalarField::ONE), Some(C::ScalarField::from(33u64))] {
            let scalars: Vec<_> = (0..n)
                .map(|_| scalar.unwrap_or_else(|| C::ScalarField::rand(&mut rng)))
                .collect();
            let terms = bases.iter().zip(&scalars);
            let expected = terms
                .map(|(b, s)| naive::<sw::Projective<C>>(b, s.into_bigint().as_ref()))
                .sum();
            assert_eq!(
                sw::Projective::<C>::multi_scalar_mul(&bases, &scalars).unwrap(),
                expected,
                "{n}"
            );
            assert_eq!(secant_engine::msm::sw::msm(&bases, &scalars), expected, "{n}");
        }
    }
}

#[test]
fn points_of_odd_small_order() {
    odd_orders::<ark_bls12_381::g1::Config>(&[3, 11]);
    odd_orders::<ark_bls12_381::g2::Config>(&[13, 23]);
    odd_orders::<ark_bls12_377::g1::Config>(&[3, 7, 13]);
}

/// Windows of every width, though no number of points would choose some of them.
fn widths<G: secant_engine::LaneGroup>() {
    let mut rng = StdRng::seed_from_u64(4);
    for n in [1, 7, 100] {
        let bases: Vec<G> = (0..n).map(|_| G::rand(&mut rng)).collect();
        let scalars: Vec<_> = (0..n).map(|_| G::ScalarField::rand(&mut rng)).collect();
        let expected: G = bases.iter().zip(&scalars).map(|(p, s)| *p * s).sum();
        let bases = G::normalize_batch(&bases);
        for width in [0, 2, 3, 4, 5, 8, 11, 14, 16, 20] {
            match secant_engine::msm_of_width_on_lanes::<G>(&bases, &scalars, Some(width)) {
                Some(sum) => assert_eq!(sum.unwrap(), expected, "{n} points, {width} bits"),
                None => eprintln!("skipped: no lanes"),
            }
        }
    }
}

#[test]
fn windows_of_any_width() {
    widths::<ark_bls12_381::G1Projective>();
    widths::<ark_ed_on_bls12_381::EdwardsProjective>();
}

/// A window at a time, each of another shape: the additions of one go on while those of the next begin.
#[test]
fn windows_of_unlike_shapes() {
    type G = ark_bn254::G1Projective;
    type Fr = ark_bn254::Fr;
    // Enough for lanes not to take windows together.
    const COUNT: usize = 17_000;
    let mut rng = StdRng::seed_from_u64(12);
    let some: Vec<_> = (0..262).map(|_| G::rand(&mut rng)).collect();
    let points: Vec<_> = (0..COUNT).map(|i| some[i / 131] + some[131 + i % 131]).collect();
    let mut bases = G::normalize_batch(&points);
    // Equal and opposite neighbours.
    for i in (0..COUNT - 2).step_by(50) {
        bases[i + 1] = bases[i];
        bases[i + 2] = -bases[i];
    }
    let check = |width: u32, digit: &dyn Fn(usize, usize) -> u64| {
        let windows = 0..248 / width as usize;
        let scalar = |i| {
            let digits = windows.clone().rev().map(|window| digit(window, i));
            digits.fold(Fr::ZERO, |sum, digit| sum * Fr::from(1u64 << width) + Fr::from(digit))
        };
        let scalars: Vec<_> = (0..COUNT).map(scalar).collect();
        let expected = <G as ark_ec::VariableBaseMSM>::msm(&bases, &scalars).unwrap();
        let check = || match secant_engine::msm_of_width_on_lanes::<G>(&bases, &scalars, Some(width)) {
            Some(sum) => assert_eq!(sum.unwrap(), expected),
            None => eprintln!("skipped: no lanes"),
        };
        check();
        #[cfg(feature = "parallel")]
        for threads in [1, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(check);
        }
    };
    check(8, &|window, i| match window % 6 {
        // All buckets, none, one, a few, one of a few points, and points of which half cancel the others.
        0 => ((i as u64 * 0x9e37_79b9) >> 7) % 128,
        1 => 0,
        2 => 77,
        3 => i as u64 % 3,
        4 => u64::from(i < 40),
        _ => u64::from((1..=2).contains(&(i % 50))),
    });
    // Buckets of one row only, which are a long list when they are added up.
    check(13, &|_, i| 65 + i as u64 % 64);
}

/// More points than lanes take at a time, all of few scalars, and points that their formulas do not serve in the last
/// part only.
#[test]
fn sums_on_lanes_in_parts() {
    use ark_ec::{AffineRepr, CurveConfig, VariableBaseMSM, short_weierstrass::Affine};
    use ark_ff::Field;
    type C = ark_bls12_377::g1::Config;
    type Fr = <C as CurveConfig>::ScalarField;
    const BLOCK: usize = 1 << 16;
    let mut rng = StdRng::seed_from_u64(9);
    let some: Vec<Affine<C>> = (0..1000)
        .map(|_| ark_bls12_377::G1Projective::rand(&mut rng).into_affine())
        .collect();
    for n in [BLOCK - 1, BLOCK, BLOCK + 1] {
        let bases: Vec<_> = (0..n).map(|i| some[i * i % 1000]).collect();
        let scalars: Vec<_> = (0..n).map(|i| Fr::from(i as u64 * 0x9e37_79b9 % 5000)).collect();
        match secant_engine::msm_on_lanes::<ark_bls12_377::G1Projective>(&bases, &scalars) {
            Some(sum) => assert_eq!(
                sum.unwrap(),
                ark_bls12_377::G1Projective::msm(&bases, &scalars).unwrap()
            ),
            None => eprintln!("skipped: no lanes"),
        }
    }
    // (-1, 0) has order two: P + T after P is what the complete formulas fail on, and say so.
    let t = Affine::<C>::new_unchecked(-ark_bls12_377::Fq::ONE, ark_bls12_377::Fq::from(0));
    assert!(t.is_on_curve());
    let mut bases: Vec<_> = (0..BLOCK + 100).map(|i| some[i % 1000]).collect();
    let mut scalars = vec![Fr::from(0); BLOCK + 100];
    (bases[BLOCK + 1], bases[BLOCK + 2]) = (some[0], (some[0] + t).into_affine());
    (scalars[BLOCK + 1], scalars[BLOCK + 2]) = (Fr::from(2), Fr::from(1));
    assert!(secant_engine::msm_on_lanes::<ark_bls12_377::G1Projective>(&bases, &scalars).is_none());
    let exact = some[0] * Fr::from(3) + t;
    assert_eq!(secant_engine::msm::sw::msm(&bases, &scalars), exact);
    assert!(!bases[BLOCK + 2].is_zero());
}

/// Prepared bases of small order have the identity among their multiples, which affine formulas do not serve.
#[test]
fn fixed_bases_of_small_order() {
    use ark_ec::{CurveConfig, VariableBaseMSM, short_weierstrass::Affine};
    use secant_engine::{FixedBase, FixedBaseMsm};
    type G = ark_bls12_381::G1Projective;
    type Fr = ark_bls12_381::Fr;
    let mut rng = StdRng::seed_from_u64(10);
    // (0, 2) has order three; the points whose order is a power of eleven are those of order eleven.
    let three = Affine::<ark_bls12_381::g1::Config>::new_unchecked(0.into(), 2.into());
    assert!(three.is_on_curve());
    let mut bases = vec![three];
    while bases.len() < 4 {
        let p: Affine<_> = any_sw(&mut rng);
        let r = naive::<G>(&p, Fr::MODULUS.as_ref()).into_affine();
        let rest = 76_329_603_384_216_526_031_706_109_802_092_473_003_u128 / 121;
        let q = naive::<G>(&r, &[rest as u64, (rest >> 64) as u64]).into_affine();
        if !q.is_zero() && naive::<G>(&q, &[11]).into_affine().is_zero() {
            bases.push(q);
        }
    }
    for base in bases {
        for count in [1, 1000, 1 << 20] {
            let prepared = FixedBase::<G>::new(&base, count);
            for scalar in [19u64, 3, 11, 33, 1 << 40]
                .map(Fr::from)
                .into_iter()
                .chain([Fr::rand(&mut rng)])
            {
                let expected = naive::<G>(&base, scalar.into_bigint().as_ref());
                assert_eq!(prepared.mul_each(&[scalar]).unwrap(), [expected], "{base} by {scalar}");
            }
        }
    }
    type H = ark_bls12_377::G1Projective;
    type S = <ark_bls12_377::g1::Config as CurveConfig>::ScalarField;
    let mut bases: Vec<_> = (0..300).map(|_| H::rand(&mut rng).into_affine()).collect();
    let scalars: Vec<_> = (0..300).map(|_| S::rand(&mut rng)).collect();
    let without = H::msm(&bases[1..], &scalars[1..]).unwrap();
    bases[0] = Affine::new_unchecked(-ark_bls12_377::Fq::ONE, ark_bls12_377::Fq::from(0));
    let sum = naive::<H>(&bases[0], scalars[0].into_bigint().as_ref()) + without;
    for levels in [1, 8] {
        assert_eq!(FixedBaseMsm::<H>::new(&bases, levels).msm(&scalars).unwrap(), sum);
    }
}

/// Prepared bases are read as they were given, identities too, and fewer scalars take the first of them.
#[test]
fn fixed_bases_are_kept() {
    fn check<G: CurveGroup + secant_engine::LaneGroup + Group>() {
        use secant_engine::FixedBaseMsm;
        let mut rng = StdRng::seed_from_u64(11);
        for n in [0, 1, 7, 8, 9, 100] {
            let points: Vec<G> = (0..n)
                .map(|i| if i % 5 == 1 { G::zero() } else { G::rand(&mut rng) })
                .collect();
            let bases = G::normalize_batch(&points);
            let scalars: Vec<_> = (0..n + 2).map(|_| G::ScalarField::rand(&mut rng)).collect();
            for levels in [1, 4] {
                let prepared = FixedBaseMsm::<G>::new(&bases, levels);
                assert_eq!(prepared.bases(), bases);
                for count in [0, n / 2, n, n + 2] {
                    let sum: G = points.iter().zip(&scalars[..count]).map(|(p, s)| *p * s).sum();
                    assert_eq!(prepared.msm(&scalars[..count]).unwrap(), sum, "{n} {levels} {count}");
                }
            }
        }
    }
    check::<ark_bls12_381::G1Projective>();
    check::<ark_bn254::G1Projective>();
    check::<ark_secp256k1::Projective>();
    check::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>();
}
