//! Products of pairings in circuits: every relation of [`super::model`], as formulas.
//!
//! Elements of `Fp12` matter only up to a factor in `Fp6`. So instead of multiplying by a line `l`, a step may divide
//! by `conj(l)`: `1 / conj(l)` is `l` up to the norm `l conj(l)`. A step of the Miller loop is then one relation of
//! degree 2, without an intermediate element:
//!
//! ```text
//! f' conj(l) = f^2            doubling
//! f' conj(l) = f c            addition, with the witness or its inverse
//! f' conj(l) = f              each further pair
//! ```
//!
//! No `conj(l)` is zero, so each `f'` is determined.

mod public;

use super::{
    Fp2Of, Fp6Of, Fp12Of, PairingCurve, Torus,
    algebra::linear2,
    basis, digits,
    extension::{ExtensionElement, Pair2, pairs_of},
    formulas::{
        Factor, class_is, line_step, linear_map, loop_step, on_g1, on_g2, product_is_one, psi, same, torus_frobenius,
        torus_output, torus_product,
    },
    integer,
    model::{Line, Refusal, Step, Witness, steps},
    tail,
};
use crate::{
    Builder, Cell, Error, Shape, curve,
    foreign::{Element, Field, Formula, FormulaGate, Operand, Var},
};
use ark_ec::{
    AffineRepr, CurveConfig, CurveGroup,
    short_weierstrass::{Affine, Projective},
};
use ark_ff::{AdditiveGroup, Field as _, PrimeField, Zero};
use num_bigint::{BigInt, BigUint};
use std::{fmt, marker::PhantomData, sync::Arc};

/// A value of pairings in `Fp12`: the coefficients of `w^0` to `w^5`, not reduced.
pub type Target = ExtensionElement<6>;

/// A point of the first group, on its curve.
#[derive(Clone, Debug)]
pub struct G1Point {
    x: Element,
    y: Element,
}

/// A point of the twist, on its curve.
#[derive(Clone, Debug)]
pub struct G2Point {
    x: Pair2,
    y: Pair2,
}

impl G1Point {
    /// The coordinates.
    pub fn coordinates(&self) -> [&Element; 2] {
        [&self.x, &self.y]
    }
}

impl G2Point {
    /// The coordinates.
    pub fn coordinates(&self) -> [&Pair2; 2] {
        [&self.x, &self.y]
    }
}

/// `a` of the class `a + w`: the coefficients of `w^0`, `w^2`, `w^4`.
type TorusElement = [Pair2; 3];

/// A line. Its slope is multiplied by `x` of the point at which the line is evaluated.
struct LineElements {
    slope_x: Pair2,
    mu: Pair2,
}

/// Pairings over one curve.
#[derive(Clone)]
pub struct Pairing<C: PairingCurve> {
    /// The field of the first group's coordinates.
    pub field: Field,
    gates: Arc<Gates>,
    curve: PhantomData<C>,
}

impl<C: PairingCurve> fmt::Debug for Pairing<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pairing")
            .field("field", &self.field)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Gates {
    on_g1: Arc<FormulaGate>,
    double_g1: Arc<FormulaGate>,
    add_g1: Arc<FormulaGate>,
    on_g2: Arc<FormulaGate>,
    double: Arc<FormulaGate>,
    add: Arc<FormulaGate>,
    negate_point: Arc<FormulaGate>,
    /// One gate for each of the powers 1 to 3.
    psi: Vec<Arc<FormulaGate>>,
    same_point: Arc<FormulaGate>,
    square_and_line: Arc<FormulaGate>,
    root_and_line: Arc<FormulaGate>,
    line: Arc<FormulaGate>,
    one: Arc<FormulaGate>,
    class: Arc<FormulaGate>,
    torus: TorusGates,
}

#[derive(Debug)]
struct TorusGates {
    square: Arc<FormulaGate>,
    product: Arc<FormulaGate>,
    inverse: Arc<FormulaGate>,
    /// One gate for each of the powers 1 to 3.
    frobenius: Vec<Arc<FormulaGate>>,
    same: Arc<FormulaGate>,
    output: Arc<FormulaGate>,
}

impl<C: PairingCurve> Pairing<C> {
    /// Makes the gates of a curve. The name must be unique in a circuit.
    ///
    /// # Errors
    /// If the limbs of the shape are too long.
    pub fn new(name: &str, shape: Shape) -> Result<Self, Error> {
        let field = Field::new(&format!("the field of {name}"), &C::Fp::MODULUS.into(), shape)?;
        let gate = |formula: Formula| formula.over(&field);
        let negated = |z: [Var; 2]| z.map(|z| -z);
        let gates = Gates {
            on_g1: gate(on_g1::<C>())?,
            double_g1: gate(curve::double(BigInt::ZERO))?,
            add_g1: gate(curve::add())?,
            on_g2: gate(on_g2::<C>())?,
            double: gate(line_step("tangent", false))?,
            add: gate(line_step("line", true))?,
            negate_point: gate(linear_map("opposite point", |[x, y]| [linear2(x), negated(y)]))?,
            psi: (1..4).map(|power| gate(psi::<C>(power))).collect::<Result<_, _>>()?,
            same_point: gate(same::<2>("end of the loop"))?,
            square_and_line: gate(loop_step::<C>("f' conj(l) = f^2", &Factor::Square))?,
            root_and_line: gate(loop_step::<C>("f' conj(l) = f c", &Factor::Root))?,
            line: gate(loop_step::<C>("f' conj(l) = f", &Factor::One))?,
            one: gate(product_is_one::<C>())?,
            class: gate(class_is::<C>())?,
            torus: TorusGates {
                square: gate(torus_product::<C>("square of a class", true))?,
                product: gate(torus_product::<C>("product of classes", false))?,
                inverse: gate(linear_map("inverse class", |a: [[Var; 2]; 3]| a.map(negated)))?,
                frobenius: (1..4)
                    .map(|i| gate(torus_frobenius::<C>(i)))
                    .collect::<Result<_, _>>()?,
                same: gate(same::<3>("equal classes"))?,
                output: gate(torus_output::<C>())?,
            },
        };
        Ok(Self {
            field,
            gates: gates.into(),
            curve: PhantomData,
        })
    }

    fn witness2(&self, b: &mut Builder, z: Fp2Of<C>) -> Pair2 {
        [z.c0, z.c1].map(|c| self.field.witness(b, &integer(c)))
    }

    fn value(x: &Element) -> C::Fp {
        C::Fp::from(x.value().clone())
    }

    fn value2(z: &Pair2) -> Fp2Of<C> {
        Fp2Of::<C>::new(Self::value(&z[0]), Self::value(&z[1]))
    }

    fn value6(a: &TorusElement) -> Torus<C> {
        let [a0, a2, a4] = a.each_ref().map(Self::value2);
        Torus(Fp6Of::<C>::new(a0, a2, a4))
    }

    fn value12(f: &[Pair2; 6]) -> Fp12Of<C> {
        basis::of_pairs::<C>(f.each_ref().map(Self::value2))
    }

    /// Applies a gate whose outputs are in the quadratic extension.
    fn apply<const N: usize>(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[&[Element]],
        outputs: [Fp2Of<C>; N],
    ) -> Result<[Pair2; N], Error> {
        let inputs: Vec<Operand<'_>> = inputs.iter().flat_map(|part| part.iter().map(Operand::from)).collect();
        let values: Vec<BigUint> = outputs.iter().flat_map(|z| [integer(z.c0), integer(z.c1)]).collect();
        let ExtensionElement(pairs) = pairs_of(self.field.apply(b, gate, &inputs, &values)?)?;
        Ok(pairs)
    }

    /// A point of the first group that the prover chooses; see [`Self::g1_of`].
    ///
    /// # Errors
    /// If it is the identity or not on the curve.
    pub fn g1(&self, b: &mut Builder, p: &Affine<C::G1>) -> Result<G1Point, Error> {
        let (x, y) = p.xy().ok_or_else(identity)?;
        let [x, y] = [x, y].map(|c| self.field.witness(b, &integer(c)));
        self.g1_of(b, x, y)
    }

    /// The point of the first group with these coordinates. The circuit checks that it is on the curve.
    ///
    /// On BLS12-381 the circuit does not check that it is in the subgroup ([`Self::assert_in_g1`] does). A point
    /// outside pairs as its component in the subgroup.
    ///
    /// # Errors
    /// If it is not on the curve.
    pub fn g1_of(&self, b: &mut Builder, x: Element, y: Element) -> Result<G1Point, Error> {
        let xx = integer(Self::value(&x).square());
        self.field
            .apply(b, &self.gates.on_g1, &[(&x).into(), (&y).into()], &[xx])?;
        Ok(G1Point { x, y })
    }

    /// A constant point of the first group.
    ///
    /// # Errors
    /// If it is the identity, not on the curve or not in the group.
    pub fn constant_g1(&self, p: &Affine<C::G1>) -> Result<G1Point, Error> {
        let (x, y) = p.xy().ok_or_else(identity)?;
        if !p.is_on_curve() || !p.is_in_correct_subgroup_assuming_on_curve() {
            return Err(Error::Unsatisfied("a constant point of the first group".to_owned()));
        }
        let [x, y] = [x, y].map(|c| self.field.constant(&integer(c)));
        Ok(G1Point { x, y })
    }

    /// A constant point of the second group. For other points the slopes of lines are not determined.
    ///
    /// # Errors
    /// If it is the identity, not on the twist or not in the group.
    pub fn constant_g2(&self, q: &Affine<C::G2>) -> Result<G2Point, Error> {
        let (x, y) = q.xy().ok_or_else(identity)?;
        if !q.is_on_curve() || !q.is_in_correct_subgroup_assuming_on_curve() {
            return Err(Error::Unsatisfied("a constant point of the second group".to_owned()));
        }
        let [x, y] = [x, y].map(|z| [z.c0, z.c1].map(|c| self.field.constant(&integer(c))));
        Ok(G2Point { x, y })
    }

    /// Checks that a point of the first group's curve has the order of the group.
    ///
    /// On BN254 every point has. On BLS12-381 the circuit shows that the point is `1 - x` times another point of the
    /// curve. Multiplication by `1 - x` takes all points to the group (RFC 9380, 8.8.1), and `1 - x` is prime to the
    /// order.
    ///
    /// # Errors
    /// If the point has another order.
    pub fn assert_in_g1(&self, b: &mut Builder, p: &G1Point) -> Result<(), Error> {
        if <C::G1 as CurveConfig>::COFACTOR == [1] {
            return Ok(());
        }
        let outside = || Error::Unsatisfied("a point of the first group".to_owned());
        let factor = (1 - C::X).unsigned_abs();
        let [x, y] = [&p.x, &p.y].map(Self::value);
        let inverse = C::Fr::from(factor).inverse().ok_or_else(outside)?;
        let of = (Affine::<C::G1>::new_unchecked(x, y) * inverse).into_affine();
        if of.mul_bigint(C::Fr::characteristic()) != Projective::zero() {
            return Err(outside());
        }
        let (x, y) = of.xy().ok_or_else(outside)?;
        let x = self.field.witness_to_compare(b, &integer(x));
        let y = self.field.witness(b, &integer(y));
        let of = self.g1_of(b, x, y)?;
        let one = b.constant(1);
        let mut multiple = of.clone();
        for bit in (0..factor.ilog2()).rev() {
            multiple = self.add_g1(b, &multiple, None)?;
            if factor >> bit & 1 == 1 {
                multiple = self.add_g1(b, &multiple, Some((&of, one)))?;
            }
        }
        self.field.assert_equal(b, &multiple.x, &p.x)?;
        self.field.assert_equal(b, &multiple.y, &p.y)
    }

    /// `2 P`, or the sum with another point. The cell beside that point is the constant one, its sign.
    fn add_g1(&self, b: &mut Builder, p: &G1Point, other: Option<(&G1Point, Cell)>) -> Result<G1Point, Error> {
        let [x, y] = [&p.x, &p.y].map(Self::value);
        let (dy, dx, x2) = match other {
            None => (x.square() * C::Fp::from(3u64), y.double(), x),
            Some((q, _)) => {
                let [x2, y2] = [&q.x, &q.y].map(Self::value);
                (y2 - y, x2 - x, x2)
            }
        };
        let inverse = dx
            .inverse()
            .ok_or_else(|| Error::Exceptional("a sum of equal points".to_owned()))?;
        let slope = dy * inverse;
        let x3 = slope.square() - x - x2;
        let y3 = slope * (x - x3) - y;
        let mut inputs: Vec<Operand<'_>> = vec![(&p.x).into(), (&p.y).into()];
        let gate = match other {
            None => &self.gates.double_g1,
            Some((q, one)) => {
                inputs.extend([Operand::from(&q.x), (&q.y).into(), one.into()]);
                &self.gates.add_g1
            }
        };
        let elements = self.field.apply(b, gate, &inputs, &[slope, x3, y3].map(integer))?;
        let [_, x, y] = elements
            .try_into()
            .map_err(|_| Error::Unsupported("as many outputs as values".to_owned()))?;
        Ok(G1Point { x, y })
    }

    /// A point of the twist that the prover chooses; see [`Self::g2_of`].
    ///
    /// # Errors
    /// If it is the identity or not on the curve.
    pub fn g2(&self, b: &mut Builder, q: &Affine<C::G2>) -> Result<G2Point, Error> {
        let (x, y) = q.xy().ok_or_else(identity)?;
        let [x, y] = [x, y].map(|z| self.witness2(b, z));
        self.g2_of(b, x, y)
    }

    /// The point of the twist with these coordinates. The circuit checks that it is on the curve, and each pairing
    /// checks that it is in the second group.
    ///
    /// # Errors
    /// If it is not on the curve.
    pub fn g2_of(&self, b: &mut Builder, x: Pair2, y: Pair2) -> Result<G2Point, Error> {
        let xx = Self::value2(&x).square();
        self.apply(b, &self.gates.on_g2, &[&x, &y], [xx])?;
        Ok(G2Point { x, y })
    }

    fn point(q: &G2Point) -> (Fp2Of<C>, Fp2Of<C>) {
        (Self::value2(&q.x), Self::value2(&q.y))
    }

    /// `-q`.
    fn opposite(&self, b: &mut Builder, q: &G2Point) -> Result<G2Point, Error> {
        let (x, y) = Self::point(q);
        let [x, y] = self.apply(b, &self.gates.negate_point, &[&q.x, &q.y], [x, -y])?;
        Ok(G2Point { x, y })
    }

    /// `sign psi^power(q)`.
    fn psi(&self, b: &mut Builder, q: &G2Point, power: usize, sign: i8) -> Result<G2Point, Error> {
        let image = match power.checked_sub(1) {
            None => q.clone(),
            Some(i) => {
                let (x, y) = super::model::psi::<C>(Self::point(q), power, 1);
                let [x, y] = self.apply(b, &self.gates.psi[i], &[&q.x, &q.y], [x, y])?;
                G2Point { x, y }
            }
        };
        if sign < 0 { self.opposite(b, &image) } else { Ok(image) }
    }

    /// One step from `t`: the line at a point, and the next point.
    fn line(
        &self,
        b: &mut Builder,
        t: &G2Point,
        other: Option<&G2Point>,
        p: &G1Point,
        line: &Line<C>,
    ) -> Result<(LineElements, G2Point), Error> {
        let x_p = Self::value(&p.x);
        let at_x = Fp2Of::<C>::new(line.slope.c0 * x_p, line.slope.c1 * x_p);
        let outputs = [line.slope, line.mu, line.sum.0, line.sum.1, at_x];
        let x_p = std::slice::from_ref(&p.x);
        let [_, mu, x, y, slope_x] = match other {
            None => self.apply(b, &self.gates.double, &[&t.x, &t.y, x_p], outputs)?,
            Some(r) => self.apply(b, &self.gates.add, &[&t.x, &t.y, &r.x, &r.y, x_p], outputs)?,
        };
        Ok((LineElements { slope_x, mu }, G2Point { x, y }))
    }

    /// A step of the loop: `f' conj(l)` is `f^2`, `f c` or `f`.
    fn step(
        &self,
        b: &mut Builder,
        f: &[Pair2; 6],
        factor: &StepFactor<'_>,
        (line, p, value): (&LineElements, &G1Point, Fp12Of<C>),
    ) -> Result<[Pair2; 6], Error> {
        let of = Self::value12(f);
        let (gate, root, product) = match factor {
            StepFactor::Square => (&self.gates.square_and_line, None, of.square()),
            StepFactor::Root(root) => (&self.gates.root_and_line, Some(*root), of * Self::value6(root).lift()),
            StepFactor::One => (&self.gates.line, None, of),
        };
        let conjugate = super::torus::conjugate::<C>(&value).inverse();
        let conjugate = conjugate.ok_or_else(|| Error::Unsatisfied("a line that is not zero".to_owned()))?;
        let next = basis::pairs::<C>(&(product * conjugate));
        let mut inputs: Vec<&[Element]> = f.iter().map(|z| &z[..]).collect();
        inputs.extend(root.into_iter().flatten().map(|z| &z[..]));
        inputs.extend([&line.slope_x[..], &line.mu[..], std::slice::from_ref(&p.y)]);
        self.apply(b, gate, &inputs, next)
    }

    /// The product of the Miller loops of all pairs and of all powers of the witness but the last, and that last power.
    fn loops(
        &self,
        b: &mut Builder,
        pairs: &[(G1Point, G2Point)],
        witness: &Witness<C>,
    ) -> Result<([Pair2; 6], TorusElement), Error> {
        let [a0, a2, a4] = [witness.root.0.c0, witness.root.0.c1, witness.root.0.c2];
        let root: TorusElement = [a0, a2, a4].map(|a| self.witness2(b, a));
        let inverse = self.torus_inverse(b, &root)?;
        let opposites = pairs.iter().map(|(_, q)| self.opposite(b, q));
        let opposites = opposites.collect::<Result<Vec<_>, _>>()?;
        let mut f = self.lift(&root);
        let mut points: Vec<G2Point> = pairs.iter().map(|(_, q)| q.clone()).collect();
        for (i, step) in steps::<C>().into_iter().enumerate() {
            let power = match step {
                Step::Frobenius { power, sign } => Some(self.torus_signed_frobenius(b, &root, power, sign)?),
                _ => None,
            };
            let mut factor = match (step, &power) {
                (Step::Double, _) => StepFactor::Square,
                (Step::Add { sign: 1 }, _) => StepFactor::Root(&root),
                (_, Some(power)) => StepFactor::Root(power),
                _ => StepFactor::Root(&inverse),
            };
            for (((p, q), opposite), (t, lines)) in
                pairs.iter().zip(&opposites).zip(points.iter_mut().zip(&witness.lines))
            {
                let image;
                let other = match step {
                    Step::Double => None,
                    Step::Add { sign: 1 } => Some(q),
                    Step::Add { .. } => Some(opposite),
                    Step::Frobenius { power, sign } => {
                        image = self.psi(b, q, power, sign)?;
                        Some(&image)
                    }
                };
                let (line, next) = self.line(b, t, other, p, &lines[i])?;
                *t = next;
                let value = lines[i].at((Self::value(&p.x), Self::value(&p.y)));
                f = self.step(b, &f, &factor, (&line, p, value))?;
                factor = StepFactor::One;
            }
        }
        let (last, sign) = tail::<C>().pop().unwrap_or_default();
        for ((_, q), end) in pairs.iter().zip(&points) {
            let image = self.psi(b, q, last, -sign)?;
            self.apply(b, &self.gates.same_point, &[&end.x, &end.y, &image.x, &image.y], [])?;
        }
        let power = self.torus_signed_frobenius(b, &root, last, sign)?;
        Ok((f, power))
    }

    /// `a + w`.
    fn lift(&self, a: &TorusElement) -> [Pair2; 6] {
        let [a0, a2, a4] = a.clone();
        let zero = self.field.constant(&BigUint::ZERO);
        let one = self.field.constant(&1u32.into());
        let none = [zero.clone(), zero.clone()];
        [a0, [one, zero], a2, none.clone(), a4, none]
    }

    /// Constrains the product of the pairings to one.
    ///
    /// # Errors
    /// If it is not one, or a second point is not in its group.
    pub fn assert_one(&self, b: &mut Builder, pairs: &[(G1Point, G2Point)]) -> Result<(), Error> {
        let witness = Self::witness(pairs)?;
        if witness.value.is_some() {
            return Err(Error::Unsatisfied("a product of pairings is one".to_owned()));
        }
        let (f, power) = self.loops(b, pairs, &witness)?;
        let inputs: Vec<&[Element]> = f.iter().chain(&power).map(|z| &z[..]).collect();
        self.apply(b, &self.gates.one, &inputs, [])?;
        Ok(())
    }

    /// The product of the pairings, which must not be one.
    ///
    /// # Errors
    /// If it is one, or a second point is not in its group.
    pub fn product(&self, b: &mut Builder, pairs: &[(G1Point, G2Point)]) -> Result<Target, Error> {
        let witness = Self::witness(pairs)?;
        let one = || Error::Exceptional("a product of pairings that is one".to_owned());
        let class = witness.value.ok_or_else(one)?;
        let (f, power) = self.loops(b, pairs, &witness)?;
        let t: TorusElement = [class.0.c0, class.0.c1, class.0.c2].map(|a| self.witness2(b, a));
        let last = Self::value6(&power).lift();
        let scale = (Self::value12(&f) * last).c1;
        let inputs: Vec<&[Element]> = f.iter().chain(&power).chain(&t).map(|z| &z[..]).collect();
        self.apply(b, &self.gates.class, &inputs, [scale.c0, scale.c1, scale.c2])?;
        self.assert_order(b, &t)?;
        let mut s = t;
        for exponents in C::OUTPUT {
            s = self.torus_power(b, &s, exponents)?;
        }
        let value = Self::value6(&s).lift();
        let conjugate = super::torus::conjugate::<C>(&value).inverse().ok_or_else(one)?;
        let inputs: Vec<&[Element]> = s.iter().map(|z| &z[..]).collect();
        let g = basis::pairs::<C>(&(value * conjugate));
        Ok(ExtensionElement(self.apply(b, &self.gates.torus.output, &inputs, g)?))
    }

    /// The witness for points on their curves. A pair whose first point is `(x, 0)` counts as one.
    fn witness(pairs: &[(G1Point, G2Point)]) -> Result<Witness<C>, Error> {
        if pairs.is_empty() {
            return Err(Error::Unsupported("a product of no pairings".to_owned()));
        }
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(p, q)| ((Self::value(&p.x), Self::value(&p.y)), Self::point(q)))
            .collect();
        Witness::of_coordinates(&pairs).map_err(|refusal| match refusal {
            Refusal::Line { .. } => Error::Exceptional(refusal.to_string()),
            _ => Error::Unsatisfied(refusal.to_string()),
        })
    }

    fn torus_apply(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[&TorusElement],
        value: Option<Torus<C>>,
    ) -> Result<TorusElement, Error> {
        let Torus(a) = value.ok_or_else(|| Error::Exceptional("a power that is one".to_owned()))?;
        let inputs: Vec<&[Element]> = inputs.iter().flat_map(|a| a.iter().map(|z| &z[..])).collect();
        self.apply(b, gate, &inputs, [a.c0, a.c1, a.c2])
    }

    fn torus_inverse(&self, b: &mut Builder, a: &TorusElement) -> Result<TorusElement, Error> {
        let value = Self::value6(a).inverse();
        self.torus_apply(b, &self.gates.torus.inverse, &[a], Some(value))
    }

    fn torus_square(&self, b: &mut Builder, a: &TorusElement) -> Result<TorusElement, Error> {
        let value = Self::value6(a).square();
        self.torus_apply(b, &self.gates.torus.square, &[a], value)
    }

    fn torus_product(&self, b: &mut Builder, x: &TorusElement, y: &TorusElement) -> Result<TorusElement, Error> {
        let value = Self::value6(x).product(&Self::value6(y));
        self.torus_apply(b, &self.gates.torus.product, &[x, y], value)
    }

    /// The power of an element by `sign p^i`.
    fn torus_signed_frobenius(
        &self,
        b: &mut Builder,
        a: &TorusElement,
        i: usize,
        sign: i8,
    ) -> Result<TorusElement, Error> {
        let image = match i.checked_sub(1) {
            None => a.clone(),
            Some(gate) => {
                let value = Self::value6(a).frobenius(i);
                self.torus_apply(b, &self.gates.torus.frobenius[gate], &[a], value)?
            }
        };
        if sign < 0 {
            self.torus_inverse(b, &image)
        } else {
            Ok(image)
        }
    }

    /// The power of an element by `sum exponents[i] p^i`, as in [`Torus::power`].
    fn torus_power(&self, b: &mut Builder, a: &TorusElement, exponents: &[i8; 4]) -> Result<TorusElement, Error> {
        let mut images = Vec::new();
        for (i, &exponent) in exponents.iter().enumerate().filter(|(_, e)| **e != 0) {
            let image = self.torus_signed_frobenius(b, a, i, exponent.signum())?;
            images.push((image, exponent.unsigned_abs()));
        }
        let mut result: Option<TorusElement> = None;
        for bit in (0..7).rev() {
            if let Some(known) = &result {
                result = Some(self.torus_square(b, known)?);
            }
            for (image, _) in images.iter().filter(|(_, exponent)| exponent >> bit & 1 == 1) {
                result = Some(match &result {
                    Some(known) => self.torus_product(b, known, image)?,
                    None => image.clone(),
                });
            }
        }
        result.ok_or_else(|| Error::Unsupported("a power of zero".to_owned()))
    }

    /// Checks that a class has the order of the groups, as in [`Torus::has_order_r`].
    fn assert_order(&self, b: &mut Builder, t: &TorusElement) -> Result<(), Error> {
        let inverse = self.torus_inverse(b, t)?;
        let mut power = t.clone();
        for digit in digits::<C>().into_iter().skip(1) {
            power = self.torus_square(b, &power)?;
            match digit {
                0 => (),
                1 => power = self.torus_product(b, &power, t)?,
                _ => power = self.torus_product(b, &power, &inverse)?,
            }
        }
        let mut terms = tail::<C>();
        let (last, sign) = terms.pop().unwrap_or_default();
        for (i, sign) in terms {
            let image = self.torus_signed_frobenius(b, t, i, sign)?;
            power = self.torus_product(b, &power, &image)?;
        }
        let end = self.torus_signed_frobenius(b, t, last, -sign)?;
        let inputs: Vec<&[Element]> = power.iter().chain(&end).map(|z| &z[..]).collect();
        self.apply(b, &self.gates.torus.same, &inputs, [])?;
        Ok(())
    }
}

/// What a step multiplies by.
enum StepFactor<'a> {
    Square,
    Root(&'a TorusElement),
    One,
}

fn identity() -> Error {
    Error::Exceptional("a point that is the identity".to_owned())
}
