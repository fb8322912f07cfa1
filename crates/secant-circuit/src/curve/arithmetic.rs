//! The parameters of curves, and their arithmetic outside of circuits.

use crate::{
    Error,
    pairing::{Bls12_381, Bn254, PairingCurve},
};
use ark_ec::short_weierstrass::SWCurveConfig;
use ark_ff::{BigInteger, PrimeField};
use num_bigint::BigUint;
use num_traits::One;
use rand::RngCore;
use secant_field::modular::Modular;
use secant_gfp::{self as gfp, Affine, Coefficient, Coordinates as _, Curve, Policy, named};
use std::{fmt::Debug, sync::Arc};

/// The coordinates of an affine point.
pub type Coordinates = (BigUint, BigUint);

/// A curve's parameters, and its arithmetic.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The modulus of the field.
    pub modulus: BigUint,
    /// The coefficient `a`.
    pub a: BigUint,
    /// The coefficient `b`.
    pub b: BigUint,
    /// The order of the generator.
    pub order: BigUint,
    /// The generator.
    pub generator: Coordinates,
    arithmetic: Arc<dyn Arithmetic>,
}

/// The first 256 bits of the fraction of pi: a nothing-up-my-sleeve constant.
pub(crate) fn digits_of_pi() -> BigUint {
    const PI: &str = "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89";
    BigUint::parse_bytes(PI.as_bytes(), 16).unwrap_or_default()
}

/// The arithmetic of a curve that witnesses need.
trait Arithmetic: Debug + Send + Sync {
    fn contains(&self, p: &Coordinates) -> bool;
    fn cofactor(&self) -> BigUint;
    fn is_in_subgroup(&self, p: &Coordinates) -> bool;
    fn lift(&self, x: &BigUint, odd: bool) -> Option<Coordinates>;
    fn double_mul(&self, k: &BigUint, l: &BigUint, p: &Coordinates) -> Option<Coordinates>;
    fn multiples(&self, p: &Coordinates, k: &BigUint, step: &BigUint, count: usize) -> Vec<Option<Coordinates>>;
}

/// The integer as limbs, least significant first.
fn limbs(x: &BigUint) -> Vec<u64> {
    x.to_u64_digits()
}

/// The integer below the modulus that an element represents.
pub fn integer_of<M: Modular>(field: &M, element: &M::Element) -> BigUint {
    integer(field.to_limbs(element).as_ref())
}

fn integer(limbs: &[u64]) -> BigUint {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// A random integer from 1 to the order minus one.
pub(super) fn random_scalar(order: &BigUint, rng: &mut impl RngCore) -> BigUint {
    let mut bytes = vec![0; order.bits().div_ceil(8) as usize + 8];
    rng.fill_bytes(&mut bytes);
    BigUint::from_bytes_le(&bytes) % (order - 1u32) + 1u32
}

/// The coordinates of a point; `None` for the identity.
pub fn coordinates<C: Curve>(curve: &C, point: &Affine<C>) -> Option<Coordinates> {
    let f = curve.field();
    match point {
        Affine::Point { x, y } => Some((integer_of(f, x), integer_of(f, y))),
        _ => None,
    }
}

fn point<C: Curve>(curve: &C, (x, y): &Coordinates) -> Option<Affine<C>> {
    let f = curve.field();
    curve.affine(&f.reduce(&limbs(x)), &f.reduce(&limbs(y)))
}

impl<C: Curve> Arithmetic for C {
    fn contains(&self, p: &Coordinates) -> bool {
        let p_is = integer(self.field().modulus().as_ref());
        p.0 < p_is && p.1 < p_is && point(self, p).is_some()
    }

    fn cofactor(&self) -> BigUint {
        integer(Curve::cofactor(self))
    }

    fn is_in_subgroup(&self, p: &Coordinates) -> bool {
        point(self, p).is_some_and(|p| Curve::is_in_subgroup(self, &p))
    }

    fn lift(&self, x: &BigUint, odd: bool) -> Option<Coordinates> {
        coordinates(self, &self.decompress(&self.field().reduce(&limbs(x)), odd)?)
    }

    fn double_mul(&self, k: &BigUint, l: &BigUint, p: &Coordinates) -> Option<Coordinates> {
        let p = point(self, p)?;
        let sum = secant_gfp::double_mul(self, &self.scalar(&limbs(k)), &self.scalar(&limbs(l)), &p);
        coordinates(self, &sum.to_affine(self))
    }

    fn multiples(&self, p: &Coordinates, k: &BigUint, step: &BigUint, count: usize) -> Vec<Option<Coordinates>> {
        let Some(p) = point(self, p) else {
            return vec![None; count];
        };
        let p = self.point(&p);
        let mut multiple = &p * &self.scalar(&limbs(k));
        let step = &p * &self.scalar(&limbs(step));
        (0..count)
            .map(|_| {
                let affine = coordinates(self, &multiple.to_affine());
                multiple = &multiple + &step;
                affine
            })
            .collect()
    }
}

/// Makes the parameters of any curve.
struct Of;

impl named::Visitor for Of {
    type Output = Parameters;

    fn visit<C: Curve + 'static>(self, curve: &C) -> Parameters {
        Parameters::of(curve)
    }
}

/// The numbers of [`gfp::Parameters`], for any curve.
struct Bytes;

impl named::Visitor for Bytes {
    type Output = [Vec<u8>; 7];

    fn visit<C: Curve + 'static>(self, curve: &C) -> Self::Output {
        let (f, scalars) = (curve.field(), curve.scalars());
        let (x, y) = coordinates(curve, &curve.generator()).unwrap_or_default();
        let (p, n, h) = (f.modulus(), scalars.modulus(), curve.cofactor());
        let (p, n, h) = (integer(p.as_ref()), integer(n.as_ref()), integer(h));
        let (a, b) = (integer_of(f, &curve.a().value(f)), integer_of(f, curve.b()));
        [p, a, b, x, y, n, h].map(|number| number.to_bytes_be())
    }
}

impl Parameters {
    /// The parameters of a curve.
    pub fn of<C: Curve + 'static>(curve: &C) -> Self {
        let f = curve.field();
        let generator = coordinates(curve, &curve.generator()).unwrap_or_default();
        Self {
            modulus: integer(f.modulus().as_ref()),
            a: integer_of(f, &curve.a().value(f)),
            b: integer_of(f, curve.b()),
            order: integer(curve.scalars().modulus().as_ref()),
            generator,
            arithmetic: Arc::new(curve.clone()),
        }
    }

    /// The parameters of a curve known by its parameters alone. They are checked, as [`gfp::RuntimeCurve::new`]
    /// describes.
    ///
    /// # Errors
    /// If they do not describe a curve with a generator of prime order.
    pub(super) fn validated(parameters: &gfp::Parameters<'_>) -> Result<Self, gfp::CurveError> {
        gfp::visit(parameters, &Policy::NONE, Of)
    }

    /// The parameters of a named curve.
    ///
    /// The arithmetic is that of a curve given at run time. Witnesses need little of it, and it is compiled once for
    /// all names.
    pub fn named(name: named::Name) -> Self {
        let [p, a, b, x, y, n, h] = name.visit(Bytes);
        let [p, a, b, x, y, n, h] = [&p, &a, &b, &x, &y, &n, &h];
        match Self::validated(&gfp::Parameters { p, a, b, x, y, n, h }) {
            Ok(parameters) => parameters,
            Err(error) => unreachable!("{name}: {error}"),
        }
    }

    /// The parameters of one of arkworks' groups.
    ///
    /// # Errors
    /// If they do not describe a curve with a generator of prime order.
    pub fn of_group<C: SWCurveConfig<BaseField: PrimeField>>() -> Result<Self, Error> {
        let element = |x: C::BaseField| x.into_bigint().to_bytes_be();
        let parameters = gfp::Parameters {
            p: &C::BaseField::MODULUS.to_bytes_be(),
            a: &element(C::COEFF_A),
            b: &element(C::COEFF_B),
            x: &element(C::GENERATOR.x),
            y: &element(C::GENERATOR.y),
            n: &C::ScalarField::MODULUS.to_bytes_be(),
            h: &integer(C::COFACTOR).to_bytes_be(),
        };
        Self::validated(&parameters).map_err(|error| Error::Unsupported(error.to_string()))
    }

    /// The parameters of BN254's first group, `y^2 = x^3 + 3`, whose order is the circuit's own modulus.
    ///
    /// # Errors
    /// None: these are parameters of a curve.
    pub fn bn254() -> Result<Self, Error> {
        Self::of_group::<<Bn254 as PairingCurve>::G1>()
    }

    /// The parameters of BLS12-381's first group, `y^2 = x^3 + 4`. The curve has a cofactor: points may be outside the
    /// group
    /// ([`assert_in_g1`](crate::pairing::circuit::Pairing::assert_in_g1)).
    ///
    /// # Errors
    /// None: these are parameters of a curve.
    pub fn bls12_381() -> Result<Self, Error> {
        Self::of_group::<<Bls12_381 as PairingCurve>::G1>()
    }

    /// A random integer from 1 to the order minus one.
    pub fn random_scalar(&self, rng: &mut impl RngCore) -> BigUint {
        random_scalar(&self.order, rng)
    }

    /// Whether these are coordinates, below the modulus, of a point of the curve.
    pub fn contains(&self, p: &Coordinates) -> bool {
        self.arithmetic.contains(p)
    }

    /// The number of points divided by the order of the generator.
    pub fn cofactor(&self) -> BigUint {
        self.arithmetic.cofactor()
    }

    /// Whether the generator's order is the number of points. Otherwise points of the curve may have another order.
    pub fn has_prime_order(&self) -> bool {
        self.cofactor().is_one()
    }

    /// Whether these are coordinates, below the modulus, of a multiple of the generator.
    pub fn is_in_subgroup(&self, p: &Coordinates) -> bool {
        self.contains(p) && self.arithmetic.is_in_subgroup(p)
    }

    /// The point with this first coordinate and an odd or even second one, below the modulus; `None` if there is none.
    pub fn lift(&self, x: &BigUint, odd: bool) -> Option<Coordinates> {
        if *x >= self.modulus {
            return None;
        }
        self.arithmetic.lift(x, odd)
    }

    /// `k G + l P`; `None` for the identity, or if `P` is not on the curve.
    pub fn double_mul(&self, k: &BigUint, l: &BigUint, p: &Coordinates) -> Option<Coordinates> {
        self.arithmetic.double_mul(k, l, p)
    }

    /// `k G`; `None` for the identity.
    pub fn multiple(&self, k: &BigUint) -> Option<Coordinates> {
        self.multiple_of(&self.generator, k)
    }

    /// `k P`; `None` for the identity, or if `P` is not on the curve.
    pub fn multiple_of(&self, p: &Coordinates, k: &BigUint) -> Option<Coordinates> {
        self.arithmetic.multiples(p, k, &BigUint::ZERO, 1).pop().flatten()
    }

    /// `k G`, `(k + step) G`, `(k + 2 step) G`, ...; `None` for the identity.
    pub fn multiples(&self, k: &BigUint, step: &BigUint, count: usize) -> Vec<Option<Coordinates>> {
        self.arithmetic.multiples(&self.generator, k, step, count)
    }

    /// `k P`, `(k + step) P`, `(k + 2 step) P`, ...; `None` for the identity, or if `P` is not on the curve.
    pub fn multiples_of(&self, p: &Coordinates, k: &BigUint, step: &BigUint, count: usize) -> Vec<Option<Coordinates>> {
        self.arithmetic.multiples(p, k, step, count)
    }
}
