//! Whole circuits of products of pairings, with public points that may be the identity.
//!
//! The public coordinates of a point are its own times a bit, so they are zeros for the identity, as in EIP-197 and
//! EIP-2537. `(0, 0)` is on neither curve: the public inputs determine which points are the identity, and the prover
//! has no choice. In place of the identity the prover uses any other point of the group, of which nothing is public.
//!
//! A pair with the identity must count as one. So its lines are evaluated at `(x, 0)` instead of `(x, y)`:
//!
//! ```text
//! - l x w    + mu w^3   = w (mu w^2 - l x)      D
//! - l x w^2  + mu                               M
//! ```
//!
//! Up to a factor in `Fp6` that is `w` or one. `w^2` is in `Fp6`, so the class of `w` has order two, which is prime to
//! `r`. So it is an `r`-th power, and the witness absorbs it, as it absorbs `w^3` ([`super::super`]). So the pair
//! changes neither whether the product is one nor its value. If such a line were zero, the relation of its step would
//! have no solution, because `f` is not zero, and there would be no proof. No line of the generators is zero.

use super::{ExtensionElement, G1Point, G2Point, Pairing};
use crate::{
    Builder, Cell, Error, Fr,
    foreign::Element,
    pairing::{Fp12Of, PairingCurve, basis, integer, model::Pair},
};
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};

impl<C: PairingCurve> Pairing<C> {
    /// A whole circuit: the product of pairings is a value, all of it public. For each pair the public inputs are `x`,
    /// `y` of the first point and `x`, `y` of the second, and at the end the coefficients of `w^0` to `w^5` of the
    /// value. For elements of the quadratic extension these are the coefficients of 1 and `u`, and each integer is in
    /// parts of 128 bits, lowest first.
    ///
    /// The circuit checks that all points are in their groups. The coordinates of the identity are zeros, and its pair
    /// counts as one. One circuit and one key serve all products of so many pairs, whichever of the points are the
    /// identity.
    ///
    /// # Errors
    /// As [`Self::product`] and [`Self::assert_in_g1`].
    pub fn product_public(&self, b: &mut Builder, pairs: &[Pair<C>]) -> Result<(), Error> {
        let points = self.public_pairs(b, pairs)?;
        let ExtensionElement(value) = self.product(b, &points)?;
        self.publish(b, value.iter().flatten())
    }

    /// A whole circuit: the product of pairings is one. The pairs are public, as in [`Self::product_public`]. Without
    /// pairs the product is one, and the circuit has no public inputs.
    ///
    /// # Errors
    /// As [`Self::assert_one`] and [`Self::assert_in_g1`].
    pub fn one_public(&self, b: &mut Builder, pairs: &[Pair<C>]) -> Result<(), Error> {
        if pairs.is_empty() {
            // halo2 needs at least one column.
            b.constant(1);
            return Ok(());
        }
        let points = self.public_pairs(b, pairs)?;
        self.assert_one(b, &points)
    }

    /// The public inputs of [`Self::product_public`], or of [`Self::one_public`] if there is no value.
    pub fn public_inputs(&self, pairs: &[Pair<C>], value: Option<&Fp12Of<C>>) -> Vec<Fr> {
        let coordinates = pairs.iter().flat_map(|(p, q)| {
            // Zeros for the identity.
            let (p, q) = (p.xy().unwrap_or_default(), q.xy().unwrap_or_default());
            [p.0, p.1, q.0.c0, q.0.c1, q.1.c0, q.1.c1]
        });
        let value = value.into_iter().flat_map(basis::pairs::<C>).flat_map(|z| [z.c0, z.c1]);
        coordinates
            .chain(value)
            .flat_map(|x| self.field.parts_of(&integer(x)))
            .collect()
    }

    /// The points for the Miller loop, from pairs that are made public.
    fn public_pairs(&self, b: &mut Builder, pairs: &[Pair<C>]) -> Result<Vec<(G1Point, G2Point)>, Error> {
        let (mut points, mut shown) = (Vec::new(), Vec::new());
        for (p, q) in pairs {
            let [p_is_point, q_is_point] = [p.is_zero(), q.is_zero()].map(|is_identity| b.bit(!is_identity));
            let first = self.g1(b, &or_generator(p))?;
            let second = self.g2(b, &or_generator(q))?;
            self.assert_in_g1(b, &first)?;
            shown.extend([&first.x, &first.y].map(|c| self.times_bit(b, c, p_is_point)));
            let coordinates = second.x.iter().chain(&second.y);
            shown.extend(coordinates.map(|c| self.times_bit(b, c, q_is_point)));
            let both = b.mul(p_is_point, q_is_point);
            let y = self.times_bit(b, &first.y, both);
            points.push((G1Point { x: first.x, y }, second));
        }
        self.publish(b, shown.iter())?;
        Ok(points)
    }

    /// The element if the bit is 1, or zero in all limbs.
    fn times_bit(&self, b: &mut Builder, x: &Element, bit: Cell) -> Element {
        let limbs: Vec<_> = x.limbs().iter().map(|&limb| b.mul(limb, bit)).collect();
        self.field.chosen(b, &limbs, false)
    }

    fn publish<'a>(&self, b: &mut Builder, mut elements: impl Iterator<Item = &'a Element>) -> Result<(), Error> {
        elements.try_for_each(|element| self.field.publish(b, element))
    }
}

/// The point, or the generator if the point is the identity.
fn or_generator<G: SWCurveConfig>(point: &Affine<G>) -> Affine<G> {
    if point.is_zero() { Affine::generator() } else { *point }
}
