//! Endomorphisms, each equal to a multiplication but cheaper.

use super::{Coordinates, Parameters, Point, Weierstrass};
use crate::{
    Builder, Error,
    foreign::{Field, Formula, Linear},
};
use num_bigint::{BigInt, BigUint};
use secant_field::modular::BigModulus;

/// The endomorphism `(x, y) -> (beta x, y)`, which multiplies by `lambda`.
#[derive(Clone, Debug)]
pub struct Endomorphism {
    /// A third root of one in the field.
    pub beta: BigUint,
    /// A third root of one modulo the order.
    pub lambda: BigUint,
}

impl Endomorphism {
    /// The endomorphism of a curve with `a = 0` whose field and order have third roots of one.
    pub fn of(p: &Parameters, field: &Field) -> Result<Option<Self>, Error> {
        if p.a != BigUint::ZERO {
            return Ok(None);
        }
        let (Some(beta), Some(lambda)) = (third_root(&p.modulus)?, third_root(&p.order)?) else {
            return Ok(None);
        };
        let (x, y) = &p.generator;
        let image = p.multiple(&lambda);
        // The other beta belongs to the other lambda.
        let squared = field.reduce(&(&beta * &beta).into());
        Ok([beta, squared]
            .into_iter()
            .find(|beta| image == Some((field.reduce(&(beta * x).into()), y.clone())))
            .map(|beta| Self { beta, lambda }))
    }
}

/// The multiplication by a square root of -2, of a curve with a point `(center, 0)` of order two for which
///
/// ```text
/// y^2 = z^3 + 4 u z^2 + 2 u^2 z,    z = x - center,    center = 4 u / 3
/// ```
///
/// (j-invariant 8000). By `m = y / z`, the isogeny with this point in its kernel is `z' = m^2`,
/// `y' = m (z - 2 u^2 / z)`. The curve that it leads to is isomorphic to this one by a factor of `-1 / 2`. So
/// `z' = -m^2 / 2`, and `y' = factor m (2 x + 2 x' - center)` with `factor^2 = -1 / 8`. The square of this map is
/// multiplication by -2 on the whole curve. So on the subgroup it is multiplication by a root of -2, and the image of
/// the generator shows by which. (Gallant, Lambert and Vanstone, "Faster point multiplication on elliptic curves with
/// efficient endomorphisms", 2001.)
#[derive(Clone, Debug)]
pub struct SqrtMinusTwo {
    center: BigUint,
    factor: BigUint,
    /// A square root of -2 modulo the order.
    pub lambda: BigUint,
}

impl SqrtMinusTwo {
    /// The map for a curve of that form whose field and order have square roots of -2.
    pub fn of(p: &Parameters, field: &Field) -> Result<Option<Self>, Error> {
        let [a, b] = [&p.a, &p.b].map(|c| BigInt::from(c.clone()));
        // a = -(15 / 8) center^2 and b = (7 / 8) center^3.
        let Some(center) = field
            .divide(&(b * -15), &(&a * 7))
            .filter(|center| *center != BigUint::ZERO)
        else {
            return Ok(None);
        };
        let square = BigInt::from(&center * &center * 15u32);
        if field.reduce(&(a * 8 + square)) != BigUint::ZERO {
            return Ok(None);
        }
        let (Some(root), Some(lambda)) = (root_of_minus_two(&p.modulus)?, root_of_minus_two(&p.order)?) else {
            return Ok(None);
        };
        let image = p.multiple(&lambda);
        let negative = &p.modulus - &root;
        Ok([root, negative].into_iter().find_map(|root| {
            let found = Self {
                center: center.clone(),
                factor: field.divide(&root.into(), &4.into())?,
                lambda: lambda.clone(),
            };
            let [_, x, y] = found.image(field, &p.generator)?;
            (image == Some((x, y))).then_some(found)
        }))
    }

    /// `m` and the image of a point; `None` for the point of order two.
    fn image(&self, field: &Field, (x, y): &Coordinates) -> Option<[BigUint; 3]> {
        let [x, y, center, factor] = [x, y, &self.center, &self.factor].map(|c| BigInt::from(c.clone()));
        let slope = field.divide(&y, &(&x - &center))?;
        let m = BigInt::from(slope.clone());
        let image = BigInt::from(field.divide(&(-&m * &m), &2.into())?) + &center;
        let second = factor * m * (x * 2 + &image * 2 - center);
        Some([slope, field.reduce(&image), field.reduce(&second)])
    }

    /// The image of a point that is not of order two, so `x - center` is not zero. No point of the generator's order
    /// is.
    pub fn formula(&self, field: &Field) -> Result<Formula, Error> {
        let mut f = Formula::new("product with a square root of -2");
        let [x, y] = f.inputs();
        let [m, image, second] = [f.output(), f.output_to_compare(), f.output()];
        let center = Linear::from(BigInt::from(self.center.clone()));
        // The factor is too long for a factor of products.
        let inverse = field.divide(&1.into(), &self.factor.clone().into());
        let inverse = inverse.ok_or_else(|| Error::Unsupported("a root of -2 that is zero".to_owned()))?;
        f.zero("m (x - center) = y", m * (x - center.clone()) - y);
        f.zero("m^2 = -2 (x' - center)", m.square() + (image - center.clone()).times(2));
        f.zero(
            "y' = factor m (2 x + 2 x' - center)",
            second.times(inverse) - m * (x.times(2) + image.times(2) - center),
        );
        Ok(f)
    }
}

impl Weierstrass {
    /// A point of the generator's order times the square root of -2 of this curve.
    pub(super) fn times_root(&self, b: &mut Builder, p: &Point) -> Result<Point, Error> {
        let unsupported = || Error::Unsupported("a curve without a root of -2".to_owned());
        let (Some(root), Some(gate)) = (&self.root, &self.gates.root) else {
            return Err(unsupported());
        };
        let values = root
            .image(&self.field, &p.coordinates(&self.field))
            .ok_or_else(unsupported)?;
        let [_, x, y] = self.outputs(b, gate, &[(&p.x).into(), (&p.y).into()], values)?;
        Ok(Point { x, y })
    }
}

/// A square root of the negative of a number modulo a prime, if there is one.
fn root_of_negative(prime: &BigUint, number: u32) -> Result<Option<BigUint>, Error> {
    let arithmetic = BigModulus::from_be_bytes(&prime.to_bytes_be())
        .map_err(|error| Error::Unsupported(format!("a prime of a curve: {error}")))?;
    let square = arithmetic.reduce_le_bytes(&(prime - number).to_bytes_le());
    let root = arithmetic.sqrt(&square);
    Ok(root.map(|root| BigUint::from_bytes_le(&arithmetic.to_le_bytes(&root))))
}

/// A square root of -2 modulo a prime, if there is one.
pub(super) fn root_of_minus_two(prime: &BigUint) -> Result<Option<BigUint>, Error> {
    root_of_negative(prime, 2)
}

/// `(-1 + sqrt(-3)) / 2` modulo a prime, if there is one.
pub(super) fn third_root(prime: &BigUint) -> Result<Option<BigUint>, Error> {
    Ok(root_of_negative(prime, 3)?.map(|root| {
        // Halves an even number: one of the two with this residue is even.
        let twice = root + prime - 1u32;
        let twice = if twice.bit(0) { twice + prime } else { twice };
        (twice >> 1u32) % prime
    }))
}
