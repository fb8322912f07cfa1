//! Constants, the group law and the raw form: the tests that need no host.

use crate::model::{GroupModel, assert_point, carry, limbs, transfer_all};
use crate::samples::{rescaled, rng, special};
use ark_ec::AffineRepr;
use ark_ff::{Field, UniformRand};
use secant_curve::raw::{self, Invalid, Raw};

/// All parameters of the curve and of its two fields.
pub fn constants<G: GroupModel, U: GroupModel>() {
    assert_eq!(G::constants(), U::constants());
    let mut rng = rng(1);
    for _ in 0..20 {
        let x = U::BaseField::rand(&mut rng);
        let tested = G::times_coefficients(carry(&x));
        assert_eq!(tested.map(|y| limbs(&y)), U::times_coefficients(x).map(|y| limbs(&y)));
    }
    assert!(G::is_on_curve(&G::Affine::generator()));
    assert_eq!(G::is_complete(), U::is_complete());
    // The same random bits give the same point.
    let (tested, oracle) = (
        G::rand(&mut crate::samples::rng(2)),
        U::rand(&mut crate::samples::rng(2)),
    );
    assert_point(tested, oracle, "random point");
}

/// Addition, mixed addition, doubling, negation, equality and normalisation.
pub fn group_law<G: GroupModel, U: GroupModel>() {
    let mut rng = rng(2);
    let mut points: Vec<U> = vec![];
    for p in special::<U>(&mut rng) {
        // Equal and opposite points, with equal and different denominators.
        points.extend([
            p.into_group(),
            -p.into_group(),
            rescaled(&p, &mut rng),
            -rescaled::<U>(&p, &mut rng),
        ]);
    }
    let tested: Vec<G> = transfer_all(&points);
    for (g, u) in tested.iter().zip(&points) {
        assert_point(-*g, -*u, "negation");
        assert_point(g.double(), u.double(), "doubling");
        assert_eq!(g.is_zero(), u.is_zero());
        for (h, v) in tested.iter().zip(&points) {
            let (ha, va): (G::Affine, U::Affine) = ((*h).into_affine(), (*v).into_affine());
            assert_point(*g + h, *u + v, "sum");
            assert_point(*g - h, *u - v, "difference");
            assert_point(*g + ha, *u + va, "mixed sum");
            assert_point(*g - ha, *u - va, "mixed difference");
            assert_point(ha + ha, va + va, "sum of affine points");
            assert_eq!(g == h, u == v, "equality");
        }
    }
    let affine: Vec<Vec<u64>> = points.iter().map(|u| limbs(&u.into_affine())).collect();
    assert_eq!(
        G::normalize_batch(&tested).iter().map(limbs).collect::<Vec<_>>(),
        affine
    );
    assert_point(tested.iter().sum::<G>(), points.iter().sum::<U>(), "sum of many");
    assert!(G::normalize_batch(&[]).is_empty());
}

/// The raw form: the limbs of the coordinates in order, read back from any address.
pub fn raw_form<G: GroupModel, U: GroupModel>() {
    let mut rng = rng(3);
    let points: Vec<U::Affine> = special::<U>(&mut rng);
    let tested: Vec<G::Affine> = transfer_all(&points);
    for (p, q) in tested.iter().zip(&points) {
        if let Some((x, y)) = q.xy() {
            let coordinates = [limbs(&x), limbs(&y)].concat();
            assert_eq!(limbs(p), coordinates);
            assert_eq!(p.xy().map(|(x, y)| [limbs(&x), limbs(&y)].concat()), Some(coordinates));
        }
        assert_eq!(p.is_zero(), q.is_zero());
    }
    let bytes = raw::as_bytes(&tested);
    assert_eq!(bytes, raw::as_bytes(&points));
    for offset in 0..8 {
        let moved = [&vec![0; offset], bytes].concat();
        assert_eq!(
            &raw::from_bytes::<G::Affine>(&moved[offset..]).unwrap()[..],
            &tested[..]
        );
    }
    assert!(raw::from_bytes::<G::Affine>(&bytes[1..]).is_none());
    let mut written = vec![raw::zeroed::<G::Affine>(); tested.len()];
    raw::as_bytes_mut(&mut written).copy_from_slice(bytes);
    assert_eq!(written, tested);
}

/// Changed limbs are detected: the element is not canonical, or not on the curve.
pub fn raw_check<G: GroupModel, U: GroupModel>() {
    let mut rng = rng(4);
    for p in special::<U>(&mut rng) {
        let affine: G::Affine = carry(&p);
        let projective: G = carry(&rescaled::<U>(&p, &mut rng));
        assert_eq!((check(&affine), check(&projective)), (Ok(()), Ok(())));
        let n = limbs(&affine).len();
        for i in 0..n {
            let changed = element::<G::Affine>(&affine, |x| x[i] = x[i].wrapping_add(1));
            assert!(check(&changed).is_err(), "limb {i}");
        }
        let changed = element::<G::Affine>(&affine, |x| x[n / 2..].fill(u64::MAX));
        assert_eq!(check(&changed), Err(Invalid::NotCanonical));
        let modulus = U::BaseField::characteristic();
        let changed = element::<G::Affine>(&affine, |x| x[..modulus.len()].copy_from_slice(modulus));
        assert_eq!(check(&changed), Err(Invalid::NotCanonical));
        let changed = element::<G>(&projective, |x| x[n / 2..].fill(u64::MAX));
        assert_eq!(check(&changed), Err(Invalid::NotCanonical));
        let changed = element::<G>(&projective, |x| x[0] = x[0].wrapping_add(1));
        // A Jacobian identity may have any numerators. Only its denominator makes it the identity.
        let jacobian = size_of::<G>() == 3 * size_of::<G::BaseField>();
        assert_eq!(check(&changed).is_ok(), projective.is_zero() && jacobian);
    }
}

fn element<T: Raw>(x: &T, change: impl Fn(&mut [u64])) -> T {
    let mut changed = limbs(x);
    change(&mut changed);
    let bytes: Vec<u8> = changed.iter().flat_map(|l| l.to_le_bytes()).collect();
    raw::from_bytes::<T>(&bytes).unwrap()[0]
}

fn check<T: Raw>(x: &T) -> Result<(), Invalid> {
    Raw::check(x)
}
