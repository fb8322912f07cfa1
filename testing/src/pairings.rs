//! Pairings, compared with upstream's: not only the pairing, but also the result of each step.

use crate::encoding::bytes;
use crate::model::{FieldModel, GroupModel, carry, limbs, transfer_all};
use crate::samples::{rng, scalars, subgroup};
use ark_ec::{
    AffineRepr, CurveGroup, PrimeGroup,
    pairing::{MillerLoopOutput, Pairing, PairingOutput},
};
use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field, PrimeField, UniformRand, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Compress, Validate};
use rand::{Rng, rngs::StdRng};
use secant_curve::{HostError, PairingCheck, pairing_check};

/// A pairing whose elements can be carried over.
pub trait PairingModel:
    Pairing<
        ScalarField: FieldModel,
        TargetField: FieldModel,
        G1: GroupModel<Affine = Self::G1Affine>,
        G2: GroupModel<Affine = Self::G2Affine>,
    >
{
}

impl<E> PairingModel for E where
    E: Pairing<
            ScalarField: FieldModel,
            TargetField: FieldModel,
            G1: GroupModel<Affine = E::G1Affine>,
            G2: GroupModel<Affine = E::G2Affine>,
        >
{
}

type Pairs<V> = (Vec<<V as Pairing>::G1Affine>, Vec<<V as Pairing>::G2Affine>);

/// Pairs of points of the subgroups, with identities, and with points outside the subgroups.
fn cases<V: PairingModel>(rng: &mut StdRng) -> Vec<Pairs<V>> {
    let mut all = vec![];
    for n in [0, 1, 2, 3, 5] {
        let (p, q) = (subgroup::<V::G1>(n, rng), subgroup::<V::G2>(n, rng));
        all.push((p.clone(), q.clone()));
        for i in 0..n {
            let (mut p1, mut q1) = (p.clone(), q.clone());
            p1[i] = V::G1Affine::zero();
            all.push((p1.clone(), q.clone()));
            q1[(i + 1) % n] = V::G2Affine::zero();
            all.push((p.clone(), q1.clone()));
            all.push((p1, q1));
        }
        let outside = (0..n).map(|_| (V::G1::any(rng), V::G2::any(rng)));
        all.push(outside.unzip());
        all.push((vec![V::G1Affine::generator(); n], vec![V::G2Affine::generator(); n]));
    }
    all
}

/// Upstream's Miller loop, for at most four pairs at a time. That of BW6 is wrong for more pairs, because it starts
/// every chunk of four from the common factor.
fn miller_loop<V: PairingModel>(p: &[V::G1Affine], q: &[V::G2Affine]) -> MillerLoopOutput<V> {
    let chunks = p.chunks(4).zip(q.chunks(4));
    MillerLoopOutput(
        chunks
            .map(|(p, q)| V::multi_miller_loop(p.to_vec(), q.to_vec()).0)
            .product(),
    )
}

/// The output of the Miller loop, limb for limb, and the pairing.
pub fn miller_loops<E: PairingModel, V: PairingModel>() {
    for (p, q) in cases::<V>(&mut rng(1)) {
        let (tp, tq): (Vec<E::G1Affine>, Vec<E::G2Affine>) = (transfer_all(&p), transfer_all(&q));
        let oracle = miller_loop::<V>(&p, &q);
        assert_eq!(
            limbs(&E::multi_miller_loop(tp.clone(), tq.clone()).0),
            limbs(&oracle.0),
            "{} pairs",
            p.len()
        );
        let oracle = V::final_exponentiation(oracle).unwrap();
        assert_eq!(
            limbs(&E::multi_pairing(tp.clone(), tq.clone()).0),
            limbs(&oracle.0),
            "{} pairs",
            p.len()
        );
        if let ([p], [q]) = (&tp[..], &tq[..]) {
            assert_eq!(
                limbs(&E::miller_loop(*p, *q).0),
                limbs(&V::miller_loop(carry::<_, V::G1Affine>(p), carry::<_, V::G2Affine>(q)).0)
            );
            assert_eq!(limbs(&E::pairing(*p, *q).0), limbs(&oracle.0));
        }
    }
}

/// Pairs that fill lanes with some left over, more pairs than a Miller loop takes at a time, and identities at the
/// boundaries between parts.
pub fn many_pairs<E: PairingModel, V: PairingModel>() {
    let mut rng = rng(5);
    let (p, q) = (subgroup::<V::G1>(3, &mut rng), subgroup::<V::G2>(3, &mut rng));
    for n in [16, 24, 31, 127, 128, 129, 257] {
        let mut ps: Vec<_> = (0..n).map(|i| p[i % 3]).collect();
        let mut qs: Vec<_> = (0..n).map(|i| q[i / 3 % 3]).collect();
        for i in [0, 126, 127, 128, n - 1] {
            let i = i.min(n - 1);
            if i % 2 == 0 {
                ps[i] = V::G1Affine::zero();
            } else {
                qs[i] = V::G2Affine::zero();
            }
        }
        let (tp, tq): (Vec<E::G1Affine>, Vec<E::G2Affine>) = (transfer_all(&ps), transfer_all(&qs));
        let oracle = miller_loop::<V>(&ps, &qs);
        assert_eq!(limbs(&E::multi_miller_loop(tp, tq).0), limbs(&oracle.0), "{n} pairs");
    }
}

/// Points of the second group with and without their lines.
pub fn prepared<E: PairingModel + PairingCheck, V: PairingModel>() {
    let mut rng = rng(9);
    let mut all = cases::<V>(&mut rng);
    let (p, q) = (subgroup::<V::G1>(3, &mut rng), subgroup::<V::G2>(3, &mut rng));
    for n in [16, 19, 40, 129, 150] {
        let mut ps: Vec<_> = (0..n).map(|i| p[i % 3]).collect();
        let mut qs: Vec<_> = (0..n).map(|i| q[i / 3 % 3]).collect();
        ps[n / 2] = V::G1Affine::zero();
        qs[n - 1] = V::G2Affine::zero();
        all.push((ps, qs));
    }
    for (p, q) in all {
        let oracle = miller_loop::<V>(&p, &q);
        let product = V::final_exponentiation(MillerLoopOutput(oracle.0)).unwrap();
        let (p, q): (Vec<E::G1Affine>, Vec<E::G2Affine>) = (transfer_all(&p), transfer_all(&q));
        // All, about half, and the last one.
        let some = rng.r#gen::<u64>();
        let with_lines: [&dyn Fn(usize) -> bool; 3] =
            [&|_| true, &|i| (some >> (i % 61)) & 1 == 1, &|i| i + 1 == q.len()];
        for with_lines in with_lines {
            let q: Vec<E::G2Prepared> = q
                .iter()
                .enumerate()
                .map(|(i, q)| if with_lines(i) { E::with_lines(*q) } else { (*q).into() })
                .collect();
            let f = E::multi_miller_loop(p.clone(), q.clone());
            assert_eq!(limbs(&f.0), limbs(&oracle.0), "{} pairs", p.len());
            assert_eq!(E::pairing_check_prepared(&p, &q), Ok(product.is_zero()));
            if !p.is_empty() {
                assert_eq!(E::pairing_check_prepared(&p[1..], &q), Err(HostError::UnequalCounts));
            }
        }
    }
    // A point with lines equals the same point without, and so do their bytes.
    let q: E::G2Affine = carry(&q[0]);
    for compress in [Compress::Yes, Compress::No] {
        assert_eq!(
            bytes(&E::with_lines(q), compress),
            bytes(&E::G2Prepared::from(q), compress)
        );
        round_trip(&E::with_lines(q), compress);
    }
}

/// The final exponentiation of arbitrary elements. Zero has none.
pub fn final_exponentiations<E: PairingModel, V: PairingModel>() {
    let mut rng = rng(2);
    let mut inputs = vec![V::TargetField::ONE, -V::TargetField::ONE, V::TargetField::from(2u8)];
    inputs.extend((0..6).map(|_| V::TargetField::rand(&mut rng)));
    for f in inputs {
        let oracle = V::final_exponentiation(MillerLoopOutput(f)).unwrap();
        let tested = E::final_exponentiation(MillerLoopOutput(carry(&f))).unwrap();
        assert_eq!(limbs(&tested.0), limbs(&oracle.0));
        cyclotomic::<E::TargetField, V::TargetField>(tested.0, oracle.0, &mut rng);
    }
    assert!(E::final_exponentiation(MillerLoopOutput(E::TargetField::ZERO)).is_none());
    // Upstream's BW6 panics here. The others have no result either.
}

fn cyclotomic<F, U>(f: F, u: U, rng: &mut StdRng)
where
    F: FieldModel + CyclotomicMultSubgroup,
    U: FieldModel + CyclotomicMultSubgroup,
{
    let exponent: [u64; 4] = rng.r#gen();
    assert_eq!(limbs(&f.cyclotomic_square()), limbs(&u.cyclotomic_square()));
    assert_eq!(limbs(&f.cyclotomic_exp(exponent)), limbs(&u.cyclotomic_exp(exponent)));
    assert_eq!(
        f.cyclotomic_inverse().map(|x| limbs(&x)),
        u.cyclotomic_inverse().map(|x| limbs(&x))
    );
    assert_eq!(f.cyclotomic_square(), f.square());
}

/// Bilinearity and non-degeneracy of the pairing.
pub fn bilinearity<E: PairingModel, V: PairingModel>() {
    let mut rng = rng(3);
    let (p, q) = (subgroup::<V::G1>(2, &mut rng), subgroup::<V::G2>(2, &mut rng));
    let (p, q): (Vec<E::G1Affine>, Vec<E::G2Affine>) = (transfer_all(&p), transfer_all(&q));
    let s: Vec<E::ScalarField> = transfer_all(&scalars::<V::ScalarField>(2, &mut rng));
    let e = E::pairing(p[0], q[0]);
    assert_ne!(e, PairingOutput::ZERO);
    assert_eq!(E::pairing(p[0] * s[0], q[0] * s[1]), e * (s[0] * s[1]));
    assert_eq!(E::pairing(p[0] + p[1], q[0]), e + E::pairing(p[1], q[0]));
    assert_eq!(E::pairing(p[0], q[0] + q[1]), e + E::pairing(p[0], q[1]));
    assert_eq!(
        e.mul_bigint(<E::ScalarField as PrimeField>::MODULUS),
        PairingOutput::ZERO
    );
    assert_eq!(
        E::multi_pairing([p[0], (-p[0].into_group()).into_affine()], [q[0], q[0]]),
        PairingOutput::ZERO
    );
    assert_eq!(
        limbs(&PairingOutput::<E>::generator().0),
        limbs(&PairingOutput::<V>::generator().0)
    );
}

/// Lists of different lengths cause a panic, as in upstream.
pub fn unequal_lengths<E: PairingModel, V: PairingModel>() {
    fn panics<E: PairingModel>(ps: usize, qs: usize) -> bool {
        let pairing = || {
            let (p, q) = (vec![E::G1Affine::generator(); ps], vec![E::G2Affine::generator(); qs]);
            E::multi_pairing(p, q)
        };
        std::panic::catch_unwind(pairing).is_err()
    }
    // In a guest a panic ends the program, so this can only be tested natively.
    let unequal: &[_] = if cfg!(panic = "abort") {
        &[]
    } else {
        &[(2, 1), (1, 2), (1, 0), (0, 1)]
    };
    for &(ps, qs) in unequal {
        assert!(panics::<E>(ps, qs) && panics::<V>(ps, qs));
    }
    assert!(!panics::<E>(1, 1) && !panics::<V>(1, 1));
}

/// Encodings of pairing outputs and of prepared points.
pub fn encoding<E: PairingModel, V: PairingModel>() {
    let mut rng = rng(4);
    for compress in [Compress::Yes, Compress::No] {
        let good = PairingOutput::<V>::rand(&mut rng);
        let bad = PairingOutput::<V>(V::TargetField::rand(&mut rng));
        for (output, member) in [(good, true), (bad, false), (PairingOutput::ZERO, true)] {
            let tested = PairingOutput::<E>(carry(&output.0));
            let oracle = bytes(&output, compress);
            assert_eq!(bytes(&tested, compress), oracle);
            for (validate, accepted) in [(Validate::Yes, member), (Validate::No, true)] {
                let back = PairingOutput::<E>::deserialize_with_mode(&oracle[..], compress, validate);
                let upstream = PairingOutput::<V>::deserialize_with_mode(&oracle[..], compress, validate);
                assert_eq!(upstream.is_ok(), accepted);
                assert_eq!(back.ok(), accepted.then_some(tested));
            }
        }
        let (p, q): (E::G1Affine, E::G2Affine) = (
            carry(&subgroup::<V::G1>(1, &mut rng)[0]),
            carry(&subgroup::<V::G2>(1, &mut rng)[0]),
        );
        let expected = E::miller_loop(p, q);
        let (pp, pq) = (E::G1Prepared::from(p), E::G2Prepared::from(q));
        let (pp, pq) = (round_trip(&pp, compress), round_trip(&pq, compress));
        assert_eq!(E::miller_loop(pp, pq), expected);
        let identity = (
            E::G1Prepared::from(E::G1Affine::zero()),
            E::G2Prepared::from(E::G2Affine::zero()),
        );
        assert_eq!(
            E::miller_loop(round_trip(&identity.0, compress), q).0,
            E::TargetField::ONE
        );
        assert_eq!(
            E::miller_loop(p, round_trip(&identity.1, compress)).0,
            E::TargetField::ONE
        );
        // A prepared point is validated like the point.
        let outside: E::G2Affine = carry(&V::G2::any(&mut rng));
        let encoded = bytes(&E::G2Prepared::from(outside), compress);
        assert!(E::G2Prepared::deserialize_with_mode(&encoded[..], compress, Validate::Yes).is_err());
        assert!(E::G2Prepared::deserialize_with_mode(&encoded[..], compress, Validate::No).is_ok());
    }
}

fn round_trip<T: CanonicalSerialize + CanonicalDeserialize>(x: &T, compress: Compress) -> T {
    let encoded = bytes(x, compress);
    assert_eq!(encoded.len(), x.serialized_size(compress));
    let unchecked = T::deserialize_with_mode(&encoded[..], compress, Validate::No).unwrap();
    assert_eq!(bytes(&unchecked, compress), encoded);
    T::deserialize_with_mode(&encoded[..], compress, Validate::Yes).unwrap()
}

/// Whether products are one: by pairs that cancel, by pairs that do not, and by none.
pub fn checks<E: PairingModel + PairingCheck, V: PairingModel>() {
    let mut rng = rng(8);
    for n in [0, 1, 2, 3, 20] {
        let s = scalars::<V::ScalarField>(2 * n, &mut rng);
        let (mut p, mut q, mut sum) = (vec![], vec![], V::ScalarField::ZERO);
        for (a, b) in s[..n].iter().zip(&s[n..]) {
            sum += *a * b;
            p.push((V::G1::generator() * a).into_affine());
            q.push((V::G2::generator() * b).into_affine());
        }
        p.push((V::G1::generator() * -sum).into_affine());
        q.push(V::G2Affine::generator());
        let (tp, tq): (Vec<E::G1Affine>, Vec<E::G2Affine>) = (transfer_all(&p), transfer_all(&q));
        assert_eq!(pairing_check::<E>(&tp, &tq), Ok(true));
        assert_eq!(pairing_check::<E>(&tp[..n], &tq[..n]), Ok(n == 0));
        assert_eq!(pairing_check::<E>(&tp[..n], &tq), Err(HostError::UnequalCounts));
    }
    for (p, q) in cases::<V>(&mut rng) {
        let one = V::final_exponentiation(miller_loop::<V>(&p, &q)).unwrap().is_zero();
        assert_eq!(pairing_check::<E>(&transfer_all(&p), &transfer_all(&q)), Ok(one));
    }
    let identities = [E::G1Affine::zero(); 2];
    assert_eq!(
        pairing_check::<E>(&identities, &[E::G2Affine::generator(); 2]),
        Ok(true)
    );
}
