//! Encodings of points: the same bytes as upstream's, and the same answer to bytes that are not a point.

use crate::model::{GroupModel, carry, limbs};
use crate::samples::{rng, special, subgroup};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, Field, UniformRand};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Compress, Validate};
use rand::{Rng, rngs::StdRng};

const MODES: [(Compress, Validate); 4] = [
    (Compress::Yes, Validate::Yes),
    (Compress::Yes, Validate::No),
    (Compress::No, Validate::Yes),
    (Compress::No, Validate::No),
];

/// The encoding of a value.
pub fn bytes<T: CanonicalSerialize>(x: &T, compress: Compress) -> Vec<u8> {
    let mut out = vec![];
    x.serialize_with_mode(&mut out, compress).unwrap();
    out
}

/// Points of every kind have upstream's bytes, and decode again where decoding is allowed.
pub fn round_trips<G: GroupModel, U: GroupModel>() {
    let mut rng = rng(1);
    for p in special::<U>(&mut rng) {
        let tested: G::Affine = carry(&p);
        for (compress, validate) in MODES {
            let oracle = bytes(&p, compress);
            assert_eq!(bytes(&tested, compress), oracle);
            assert_eq!(tested.serialized_size(compress), oracle.len());
            // A projective point has the same bytes as its affine form.
            let projective: G = carry(&crate::samples::rescaled::<U>(&p, &mut rng));
            assert_eq!(bytes(&projective, compress), oracle);
            let back = G::Affine::deserialize_with_mode(&oracle[..], compress, validate);
            if validate == Validate::No || U::is_in_subgroup(&p) {
                assert_eq!(limbs(&back.unwrap()), limbs(&p));
                assert_eq!(
                    G::deserialize_with_mode(&oracle[..], compress, validate).unwrap(),
                    tested.into()
                );
            } else {
                assert!(back.is_err(), "a point outside the subgroup was accepted");
                assert!(G::deserialize_with_mode(&oracle[..], compress, validate).is_err());
            }
        }
    }
}

/// Encodings that are wrong or doubtful in some way.
pub(crate) fn malformed_encodings<U: GroupModel>(p: &U::Affine, compress: Compress, rng: &mut StdRng) -> Vec<Vec<u8>> {
    let good = bytes(p, compress);
    let n = good.len();
    // Truncated encodings, and encodings with trailing bytes.
    let mut all: Vec<Vec<u8>> = [0, 1, n / 2, n - 1].iter().map(|&k| good[..k].to_vec()).collect();
    all.push([&good[..], &[7]].concat());
    // All flags. They are in the first or the last byte of a coordinate.
    for at in [0, n / 2 - 1, n - 1] {
        for flags in 0..8u8 {
            let mut changed = good.clone();
            changed[at] = (changed[at] & 0x1f) | (flags << 5);
            all.push(changed);
        }
    }
    // Single flipped bits.
    for _ in 0..12 {
        let mut changed = good.clone();
        changed[rng.gen_range(0..n)] ^= 1 << rng.gen_range(0..8);
        all.push(changed);
    }
    // Coordinates at and around the modulus, in both byte orders and in every position.
    let modulus: Vec<u8> = U::BaseField::characteristic()
        .iter()
        .flat_map(|l| l.to_le_bytes())
        .collect();
    let width = <U::BaseField as Field>::BasePrimeField::ZERO.compressed_size();
    let le: Vec<u8> = modulus
        .iter()
        .copied()
        .chain(core::iter::repeat(0))
        .take(width)
        .collect();
    let be: Vec<u8> = le.iter().rev().copied().collect();
    for at in (0..=n - width).step_by(width) {
        for (number, low) in [(&le, 0), (&be, width - 1)] {
            for delta in [0u8, 1, 255] {
                let mut changed = good.clone();
                changed[at..at + width].copy_from_slice(number);
                changed[at + low] = changed[at + low].wrapping_add(delta);
                all.push(changed);
            }
        }
    }
    all.extend([vec![0; n], vec![255; n]]);
    all.extend((0..4).map(|_| (0..n).map(|_| rng.r#gen()).collect::<Vec<u8>>()));
    all
}

/// Doubtful bytes get upstream's answer.
///
/// secant is stricter in one case only: for an uncompressed BLS12-381 point that is not on the curve, where upstream's
/// `Validate::Yes` checks only the subgroup.
pub fn rejections<G: GroupModel, U: GroupModel>() {
    let mut rng = rng(2);
    let mut points = vec![U::Affine::zero(), U::Affine::generator(), subgroup::<U>(1, &mut rng)[0]];
    points.push(U::unchecked(U::BaseField::rand(&mut rng), U::BaseField::rand(&mut rng)));
    let (mut accepted, mut refused) = (0, 0);
    for p in points {
        for compress in [Compress::Yes, Compress::No] {
            for input in malformed_encodings::<U>(&p, compress, &mut rng) {
                for validate in [Validate::Yes, Validate::No] {
                    let tested = G::Affine::deserialize_with_mode(&input[..], compress, validate).ok();
                    let oracle = U::Affine::deserialize_with_mode(&input[..], compress, validate).ok();
                    let oracle = oracle.filter(|p| validate == Validate::No || U::is_on_curve(p));
                    match &tested {
                        Some(_) => accepted += 1,
                        None => refused += 1,
                    }
                    assert_eq!(tested.map(|p| limbs(&p)), oracle.map(|p| limbs(&p)), "{input:02x?}");
                    if let (Some(p), Validate::Yes) = (tested, validate) {
                        assert!(G::is_on_curve(&p) && G::is_in_subgroup(&p));
                    }
                }
            }
        }
    }
    assert!(accepted > 10 && refused > 10);
}

/// Points off the curve are refused, including those of an isomorphic curve, for which formulas without `b` and the
/// endomorphisms work as well. Upstream's BLS12-381 accepts such points uncompressed.
pub fn off_curve_is_refused<G: GroupModel, U: GroupModel>() {
    let mut rng = rng(3);
    let (x, y) = U::Affine::generator().xy().unwrap();
    for i in 0..10 {
        let u = U::BaseField::from(i + 2u64);
        let isomorphic = U::unchecked(x * u.square(), y * u.square() * u);
        let random = U::unchecked(U::BaseField::rand(&mut rng), U::BaseField::rand(&mut rng));
        let no_order = U::unchecked(u, U::BaseField::from(0u8));
        for p in [isomorphic, random, no_order] {
            assert!(!U::is_on_curve(&p) && !G::is_on_curve(&carry(&p)));
            let encoded = bytes(&p, Compress::No);
            assert!(G::Affine::deserialize_uncompressed(&encoded[..]).is_err());
            let unchecked = G::Affine::deserialize_uncompressed_unchecked(&encoded[..]);
            assert_eq!(limbs(&unchecked.unwrap()), limbs(&p));
        }
    }
}
