//! Products of pairings in circuits: every relation of [`super::model`], as formulas.
//!
//! Elements of `Fp12` count up to a factor in `Fp6`, so that a line `l` may divide instead of multiplying: `1 / conj(l)` is `l`
//! up to the norm `l conj(l)`. A step of the Miller loop is then one relation of degree 2, without an element in between:
//!
//! ```text
//! f' conj(l) = f^2            doubling
//! f' conj(l) = f c            addition, with the witness or its inverse
//! f' conj(l) = f              each further pair
//! ```
//!
//! No `conj(l)` is zero, so each `f'` is determined.

use super::{
    Fp2Of, Fp6Of, Fp12Of, PairingCurve, Torus, Twist, basis, digits, integer,
    model::{Line, Pair, Refusal, Step, Witness, line_exponents, steps},
    tail,
};
use crate::{
    Builder, Error, Fr, Shape,
    foreign::{Element, Field, Formula, FormulaGate, Linear, Operand, Quadratic, Var},
};
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{Field as _, PrimeField};
use num_bigint::{BigInt, BigUint};
use std::{fmt, marker::PhantomData, sync::Arc};

/// An element of the quadratic extension: the coefficients of 1 and `u`.
pub type Pair2 = [Element; 2];

/// An element of `Fp12`: the coefficients of `w^0` to `w^5`, which are not reduced: who publishes them has to check that
/// ([`Field::assert_reduced`]).
#[derive(Clone, Debug)]
pub struct Target(pub [Pair2; 6]);

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

/// `a` of the class of `a + w`: the coefficients of `w^0`, `w^2`, `w^4`.
type TorusElement = [Pair2; 3];

/// A line with the slope times `x` of the point that it is evaluated at.
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
    on_g2: Arc<FormulaGate>,
    double: Arc<FormulaGate>,
    add: Arc<FormulaGate>,
    negate_point: Arc<FormulaGate>,
    /// For the powers 1 to 3.
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
    /// For the powers 1 to 3.
    frobenius: Vec<Arc<FormulaGate>>,
    same: Arc<FormulaGate>,
    output: Arc<FormulaGate>,
}

/// Coefficients in the quadratic extension, of degree 1 and 2.
type Linear2 = [Linear; 2];
type Quadratic2 = [Quadratic; 2];
/// Polynomials in `w` with some of the coefficients of `w^0` to `w^5`.
type Linear12 = [Option<Linear2>; 6];

fn linear2(vars: [Var; 2]) -> Linear2 {
    vars.map(Linear::from)
}

fn constant2<C: PairingCurve>(z: Fp2Of<C>) -> [BigInt; 2] {
    [z.c0, z.c1].map(|c| BigInt::from(integer(c)))
}

fn add2(a: Quadratic2, b: Quadratic2) -> Quadratic2 {
    let ([a0, a1], [b0, b1]) = (a, b);
    [a0 + b0, a1 + b1]
}

fn times2(a: Quadratic2, factor: i64) -> Quadratic2 {
    a.map(|a| a.times(factor))
}

fn of2(a: Linear2) -> Quadratic2 {
    a.map(Quadratic::from)
}

fn product2(a: &Linear2, b: &Linear2) -> Quadratic2 {
    let times = |i: usize, j: usize| a[i].clone() * b[j].clone();
    [times(0, 0) - times(1, 1), times(0, 1) + times(1, 0)]
}

/// The square: `(c + d) (c - d)` and `2 c d`.
fn square2([c, d]: &Linear2) -> Quadratic2 {
    let sum = c.clone() + d.clone();
    let difference = c.clone() - d.clone();
    [sum * difference, (c.clone() * d.clone()).times(2)]
}

/// Times `xi`.
fn xi2<C: PairingCurve>([re, im]: Quadratic2) -> Quadratic2 {
    let xi = |q: &Quadratic| q.clone().times(C::XI);
    [xi(&re) - im.clone(), xi(&im) + re]
}

/// `gamma z`, or that of `z` conjugated.
fn scaled2(gamma: &[BigInt; 2], z: [Var; 2], conjugate: bool) -> Linear2 {
    let [re, im] = z;
    let im = im.times(if conjugate { -1 } else { 1 });
    let [c, d] = gamma;
    let re = Linear::from(re);
    [
        re.clone().times(c.clone()) - im.clone().times(d.clone()),
        re.times(d.clone()) + im.times(c.clone()),
    ]
}

fn product12<C: PairingCurve>(x: &Linear12, y: &Linear12) -> [Quadratic2; 6] {
    let mut low: [Quadratic2; 6] = Default::default();
    let mut high: [Quadratic2; 6] = Default::default();
    for (i, x) in x.iter().enumerate() {
        for (j, y) in y.iter().enumerate() {
            if let (Some(x), Some(y)) = (x, y) {
                let sum = if i + j < 6 {
                    &mut low[i + j]
                } else {
                    &mut high[i + j - 6]
                };
                *sum = add2(std::mem::take(sum), product2(x, y));
            }
        }
    }
    add12::<C>(low, high)
}

/// `low + xi high`.
fn add12<C: PairingCurve>(low: [Quadratic2; 6], high: [Quadratic2; 6]) -> [Quadratic2; 6] {
    let mut high = high.into_iter();
    low.map(|low| add2(low, xi2::<C>(high.next().unwrap_or_default())))
}

fn square12<C: PairingCurve>(x: &[Linear2; 6]) -> [Quadratic2; 6] {
    let mut low: [Quadratic2; 6] = Default::default();
    let mut high: [Quadratic2; 6] = Default::default();
    for i in 0..6 {
        for j in i..6 {
            let product = match i == j {
                true => square2(&x[i]),
                false => times2(product2(&x[i], &x[j]), 2),
            };
            let sum = if i + j < 6 {
                &mut low[i + j]
            } else {
                &mut high[i + j - 6]
            };
            *sum = add2(std::mem::take(sum), product);
        }
    }
    add12::<C>(low, high)
}

fn inputs2<const N: usize>(f: &mut Formula) -> [[Var; 2]; N] {
    std::array::from_fn(|_| f.inputs())
}

fn outputs2<const N: usize>(f: &mut Formula) -> [[Var; 2]; N] {
    std::array::from_fn(|_| f.outputs())
}

/// All parts are zero.
fn zero2(f: &mut Formula, name: &str, q: Quadratic2) {
    let [re, im] = q;
    f.zero(name, re);
    f.zero(format!("{name}, of u"), im);
}

/// `conj(l)` of a line from its slope times `x`, its `mu` and `y`.
fn conjugate_line<C: PairingCurve>(slope_x: [Var; 2], mu: [Var; 2], y: Var) -> Linear12 {
    let [at_y, at_x, at_mu] = line_exponents(C::TWIST);
    let mut all: Linear12 = Default::default();
    let sign = |exponent: usize| if exponent % 2 == 1 { -1 } else { 1 };
    all[at_y] = Some([y.times(sign(at_y)), Linear::default()]);
    all[at_x] = Some(slope_x.map(|c| c.times(-sign(at_x))));
    all[at_mu] = Some(mu.map(|c| c.times(sign(at_mu))));
    all
}

/// `a + w`.
fn lifted(a: [[Var; 2]; 3]) -> Linear12 {
    let [a0, a2, a4] = a.map(|a| Some(linear2(a)));
    let one = [Linear::from(BigInt::from(1)), Linear::default()];
    [a0, Some(one), a2, None, a4, None]
}

fn even(a: [[Var; 2]; 3]) -> Linear12 {
    let [a0, a2, a4] = a.map(|a| Some(linear2(a)));
    [a0, None, a2, None, a4, None]
}

/// The coefficients of `w^0`, `w^2`, `w^4`.
fn even_part([a, _, c, _, e, _]: [Quadratic2; 6]) -> [Quadratic2; 3] {
    [a, c, e]
}

/// `v = w^2`.
fn v() -> [Quadratic2; 3] {
    let one = of2([Linear::from(BigInt::from(1)), Linear::default()]);
    [Quadratic2::default(), one, Quadratic2::default()]
}

/// What a step of the loop multiplies by.
enum Factor {
    Square,
    Root,
    One,
}

/// `f' conj(l) = f^2`, `f c` or `f`.
fn loop_step<C: PairingCurve>(name: &str, factor: &Factor) -> Formula {
    let mut formula = Formula::new(name);
    let f: [[Var; 2]; 6] = inputs2(&mut formula);
    let root: Option<[[Var; 2]; 3]> = matches!(factor, Factor::Root).then(|| inputs2(&mut formula));
    let [slope_x, mu] = inputs2(&mut formula);
    let y = formula.input();
    let next: [[Var; 2]; 6] = outputs2(&mut formula);
    let line = conjugate_line::<C>(slope_x, mu, y);
    let left = product12::<C>(&next.map(|z| Some(linear2(z))), &line);
    let linear = f.map(linear2);
    let right = match (factor, root) {
        (Factor::Square, _) => square12::<C>(&linear),
        (_, Some(root)) => product12::<C>(&linear.map(Some), &lifted(root)),
        _ => linear.map(of2),
    };
    for (i, (left, right)) in left.into_iter().zip(right).enumerate() {
        zero2(
            &mut formula,
            &format!("coefficient of w^{i}"),
            add2(left, times2(right, -1)),
        );
    }
    formula
}

/// `y^2 = x^3 + b` over the field.
fn on_g1<C: PairingCurve>() -> Formula {
    let mut f = Formula::new("point of the first group");
    let [x, y] = f.inputs();
    let xx = f.output();
    let b = Linear::from(BigInt::from(integer(C::G1::COEFF_B)));
    f.zero("x x = xx", x * x - xx);
    f.zero("y y = xx x + b", y * y - x * xx - b);
    f
}

/// `y^2 = x^3 + b` over the quadratic extension.
fn on_g2<C: PairingCurve>() -> Formula {
    let mut f = Formula::new("point of the twist");
    let [x, y] = inputs2(&mut f);
    let [xx] = outputs2(&mut f);
    let [x, y, xx] = [x, y, xx].map(linear2);
    let minus = |q: Quadratic2| times2(q, -1);
    let b = constant2::<C>(C::G2::COEFF_B).map(|b| Quadratic::from(Linear::from(b)));
    zero2(&mut f, "x x = xx", add2(square2(&x), minus(of2(xx.clone()))));
    let cube = add2(product2(&x, &xx), b);
    zero2(&mut f, "y y = xx x + b", add2(square2(&y), minus(cube)));
    f
}

/// The tangent at a point, or the line through two, at `x` of a point of the first group, and the point that they make.
fn line_step(name: &str, addition: bool) -> Formula {
    let mut f = Formula::new(name);
    let [tx, ty] = inputs2(&mut f);
    let other: Option<[[Var; 2]; 2]> = addition.then(|| inputs2(&mut f));
    let x_p = f.input();
    let [slope, mu, x, y, slope_x] = outputs2(&mut f);
    let [tx, ty, slope, mu, x, y] = [tx, ty, slope, mu, x, y].map(linear2);
    let minus = |q: Quadratic2| times2(q, -1);
    let difference = |a: &Linear2, b: &Linear2| [a[0].clone() - b[0].clone(), a[1].clone() - b[1].clone()];
    let (rx, slope_is) = match other {
        Some([rx, ry]) => {
            let [rx, ry] = [rx, ry].map(linear2);
            let rise = of2(difference(&ry, &ty));
            let slope_is = add2(product2(&slope, &difference(&rx, &tx)), minus(rise));
            (rx, slope_is)
        }
        None => {
            let slope_is = add2(times2(product2(&slope, &ty), 2), times2(square2(&tx), -3));
            (tx.clone(), slope_is)
        }
    };
    zero2(&mut f, "slope", slope_is);
    let is = add2(product2(&slope, &tx), minus(of2(ty)));
    zero2(&mut f, "mu = slope x - y", add2(is, minus(of2(mu.clone()))));
    let sum = [0, 1].map(|i| tx[i].clone() + rx[i].clone() + x[i].clone());
    zero2(
        &mut f,
        "x = slope^2 - x_T - x_R",
        add2(square2(&slope), minus(of2(sum))),
    );
    let is = add2(product2(&slope, &x), of2(difference(&y, &mu)));
    zero2(&mut f, "y = mu - slope x", is);
    for (slope, slope_x) in slope.into_iter().zip(slope_x) {
        f.zero("slope at x", slope * Linear::from(x_p) - slope_x);
    }
    f
}

/// Outputs that are linear in inputs.
fn linear_map<const N: usize>(name: &str, map: impl Fn([[Var; 2]; N]) -> [Linear2; N]) -> Formula {
    let mut f = Formula::new(name);
    let inputs = inputs2(&mut f);
    let outputs: [[Var; 2]; N] = outputs2(&mut f);
    for (image, output) in map(inputs).into_iter().zip(outputs) {
        let [output0, output1] = output;
        let [image0, image1] = image;
        zero2(&mut f, "image", of2([image0 - output0, image1 - output1]));
    }
    f
}

/// Inputs that are equal.
fn same<const N: usize>(name: &str) -> Formula {
    let mut f = Formula::new(name);
    let (a, b): ([[Var; 2]; N], [[Var; 2]; N]) = (inputs2(&mut f), inputs2(&mut f));
    for (a, b) in a.into_iter().zip(b) {
        zero2(&mut f, "equality", of2([a[0] - b[0], a[1] - b[1]]));
    }
    f
}

/// `psi^power` of a point of the twist.
fn psi<C: PairingCurve>(power: usize) -> Formula {
    linear_map(&format!("psi^{power}"), |[x, y]| {
        let of = |z, k| {
            let gamma = basis::frobenius_factor::<C>(power as u32, k);
            let gamma = match C::TWIST {
                Twist::D => gamma,
                Twist::M => gamma.inverse().unwrap_or_default(),
            };
            scaled2(&constant2::<C>(gamma), z, power % 2 == 1)
        };
        [of(x, 2), of(y, 3)]
    })
}

/// The power of `p^i` of a class.
fn torus_frobenius<C: PairingCurve>(i: usize) -> Formula {
    linear_map(&format!("class to the power of p^{i}"), |a: [[Var; 2]; 3]| {
        let one = basis::frobenius_factor::<C>(i as u32, 1).inverse().unwrap_or_default();
        let mut k = 0;
        a.map(|a| {
            let gamma = basis::frobenius_factor::<C>(i as u32, k) * one;
            k += 2;
            scaled2(&constant2::<C>(gamma), a, i % 2 == 1)
        })
    })
}

/// `z (a + b) = a b + v`.
fn torus_product<C: PairingCurve>(name: &str, square: bool) -> Formula {
    let mut f = Formula::new(name);
    let a: [[Var; 2]; 3] = inputs2(&mut f);
    let b = if square { a } else { inputs2(&mut f) };
    let z: [[Var; 2]; 3] = outputs2(&mut f);
    let mut sum = even(a);
    for (sum, b) in sum.iter_mut().step_by(2).zip(b) {
        *sum = sum.take().map(|[re, im]| [re + b[0], im + b[1]]);
    }
    let left = even_part(product12::<C>(&even(z), &sum));
    let product = even_part(product12::<C>(&even(a), &even(b)));
    for ((left, product), v) in left.into_iter().zip(product).zip(v()) {
        zero2(&mut f, "z (a + b) = a b + v", add2(left, times2(add2(product, v), -1)));
    }
    f
}

/// `g (s - w) = s + w`.
fn torus_output<C: PairingCurve>() -> Formula {
    let mut f = Formula::new("value of a class");
    let s: [[Var; 2]; 3] = inputs2(&mut f);
    let g: [[Var; 2]; 6] = outputs2(&mut f);
    let plus = lifted(s);
    let mut minus = lifted(s);
    minus[1] = Some([Linear::from(BigInt::from(-1)), Linear::default()]);
    let left = product12::<C>(&g.map(|g| Some(linear2(g))), &minus);
    for (left, right) in left.into_iter().zip(plus) {
        let right = right.map_or_else(Quadratic2::default, of2);
        zero2(&mut f, "g (s - w) = s + w", add2(left, times2(right, -1)));
    }
    f
}

/// The odd coefficients of `f (c + w)` are zero.
fn product_is_one<C: PairingCurve>() -> Formula {
    let mut formula = Formula::new("product is one");
    let f: [[Var; 2]; 6] = inputs2(&mut formula);
    let c = inputs2(&mut formula);
    let [_, a, _, b, _, c] = product12::<C>(&f.map(|f| Some(linear2(f))), &lifted(c));
    for q in [a, b, c] {
        zero2(&mut formula, "odd coefficient", q);
    }
    formula
}

/// `f (c + w) = s (t + w)` with an `s` in `Fp6`.
fn class_is<C: PairingCurve>() -> Formula {
    let mut formula = Formula::new("class of the product");
    let f: [[Var; 2]; 6] = inputs2(&mut formula);
    let (c, t) = (inputs2(&mut formula), inputs2(&mut formula));
    let s: [[Var; 2]; 3] = outputs2(&mut formula);
    let left = product12::<C>(&f.map(|f| Some(linear2(f))), &lifted(c));
    let right = product12::<C>(&even(s), &lifted(t));
    for (left, right) in left.into_iter().zip(right) {
        zero2(&mut formula, "f (c + w) = s (t + w)", add2(left, times2(right, -1)));
    }
    formula
}

impl<C: PairingCurve> Pairing<C> {
    /// The gates of a curve; the name is unique in a circuit.
    ///
    /// # Errors
    /// If limbs of the shape are too long.
    pub fn new(name: &str, shape: Shape) -> Result<Self, Error> {
        let field = Field::new(&format!("the field of {name}"), &C::Fp::MODULUS.into(), shape)?;
        let gate = |formula: Formula| formula.over(&field);
        let negated = |z: [Var; 2]| z.map(|z| -z);
        let gates = Gates {
            on_g1: gate(on_g1::<C>())?,
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

    /// Outputs in the quadratic extension.
    fn apply<const N: usize>(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[&[Element]],
        outputs: [Fp2Of<C>; N],
    ) -> Result<[Pair2; N], Error> {
        let inputs: Vec<Operand<'_>> = inputs.iter().flat_map(|part| part.iter().map(Operand::from)).collect();
        let values: Vec<BigUint> = outputs.iter().flat_map(|z| [integer(z.c0), integer(z.c1)]).collect();
        let mut elements = self.field.apply(b, gate, &inputs, &values)?.into_iter();
        let mut next = || {
            elements
                .next()
                .ok_or_else(|| Error::Unsupported("as many outputs as values".to_owned()))
        };
        let mut all = Vec::with_capacity(N);
        for _ in 0..N {
            all.push([next()?, next()?]);
        }
        all.try_into()
            .map_err(|_| Error::Unsupported("as many outputs as values".to_owned()))
    }

    /// A point of the first group of the prover's choice: as [`Self::g1_of`].
    ///
    /// # Errors
    /// If it is the identity or not on the curve.
    pub fn g1(&self, b: &mut Builder, p: &Affine<C::G1>) -> Result<G1Point, Error> {
        let (x, y) = p.xy().ok_or_else(identity)?;
        let [x, y] = [x, y].map(|c| self.field.witness(b, &integer(c)));
        self.g1_of(b, x, y)
    }

    /// The point of the first group with these coordinates: the circuit checks that it is on the curve.
    ///
    /// On BLS12-381 the circuit does not check that it is in the subgroup: what is outside pairs as its part in it.
    ///
    /// # Errors
    /// If it is not on the curve.
    pub fn g1_of(&self, b: &mut Builder, x: Element, y: Element) -> Result<G1Point, Error> {
        let xx = integer(Self::value(&x).square());
        self.field
            .apply(b, &self.gates.on_g1, &[(&x).into(), (&y).into()], &[xx])?;
        Ok(G1Point { x, y })
    }

    /// A point of the twist of the prover's choice: as [`Self::g2_of`].
    ///
    /// # Errors
    /// If it is the identity or not on the curve.
    pub fn g2(&self, b: &mut Builder, q: &Affine<C::G2>) -> Result<G2Point, Error> {
        let (x, y) = q.xy().ok_or_else(identity)?;
        let [x, y] = [x, y].map(|z| self.witness2(b, z));
        self.g2_of(b, x, y)
    }

    /// The point of the twist with these coordinates: the circuit checks that it is on the curve, and each pairing that it is in
    /// the second group.
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

    /// A step from `t`: its line at a point, and where it goes.
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

    /// `f' conj(l) = f^2`, `f c` or `f`.
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

    /// The Miller loops of all pairs, with the witness's powers but the last, and that last one.
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
        let mut f = self.lift(b, &root)?;
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
    fn lift(&self, b: &mut Builder, a: &TorusElement) -> Result<[Pair2; 6], Error> {
        let [a0, a2, a4] = a.clone();
        let zero = self.field.constant(&BigUint::ZERO);
        let one = self.field.constant(&1u32.into());
        let _ = b;
        let none = [zero.clone(), zero.clone()];
        Ok([a0, [one, zero], a2, none.clone(), a4, none])
    }

    /// The product of the pairings is one.
    ///
    /// # Errors
    /// If it is not, or if a second point is not in its group.
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

    /// The product of the pairings, which is not one.
    ///
    /// # Errors
    /// If it is one, or if a second point is not in its group.
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
        Ok(Target(self.apply(b, &self.gates.torus.output, &inputs, g)?))
    }

    /// A circuit's whole content: that the pairing of two points is a value, all of them public, in the order `x`, `y` of the
    /// first point, `x`, `y` of the second, and the coefficients of `w^0` to `w^5` of the value; of elements of the quadratic
    /// extension the coefficients of 1 and `u`; of each integer its parts of 128 bits, the lowest first.
    ///
    /// # Errors
    /// As [`Self::product`].
    pub fn product_public(&self, b: &mut Builder, pairs: &[Pair<C>]) -> Result<(), Error> {
        let points = self.public_pairs(b, pairs)?;
        let Target(value) = self.product(b, &points)?;
        self.publish(b, value.iter().flatten())
    }

    /// A circuit's whole content: that the product of pairings is one, of pairs that are public, as in
    /// [`Self::product_public`].
    ///
    /// # Errors
    /// As [`Self::assert_one`].
    pub fn one_public(&self, b: &mut Builder, pairs: &[Pair<C>]) -> Result<(), Error> {
        let points = self.public_pairs(b, pairs)?;
        self.assert_one(b, &points)
    }

    fn public_pairs(&self, b: &mut Builder, pairs: &[Pair<C>]) -> Result<Vec<(G1Point, G2Point)>, Error> {
        let points = pairs.iter().map(|(p, q)| Ok((self.g1(b, p)?, self.g2(b, q)?)));
        let points = points.collect::<Result<Vec<_>, Error>>()?;
        for (p, q) in &points {
            let first = [&p.x, &p.y];
            self.publish(b, first.into_iter().chain(q.x.iter().chain(&q.y)))?;
        }
        Ok(points)
    }

    fn publish<'a>(&self, b: &mut Builder, mut elements: impl Iterator<Item = &'a Element>) -> Result<(), Error> {
        elements.try_for_each(|element| self.field.publish(b, element))
    }

    /// The public inputs of [`Self::product_public`], or without a value of [`Self::one_public`], of points that are not the
    /// identity.
    pub fn public_inputs(&self, pairs: &[Pair<C>], value: Option<&Fp12Of<C>>) -> Vec<Fr> {
        let coordinates = pairs.iter().flat_map(|(p, q)| {
            let (p, q) = (p.xy().unwrap_or_default(), q.xy().unwrap_or_default());
            [p.0, p.1, q.0.c0, q.0.c1, q.1.c0, q.1.c1]
        });
        let value = value.into_iter().flat_map(basis::pairs::<C>).flat_map(|z| [z.c0, z.c1]);
        coordinates
            .chain(value)
            .flat_map(|x| self.field.public_inputs(&integer(x)))
            .collect()
    }

    /// The witness for points that are on their curves.
    fn witness(pairs: &[(G1Point, G2Point)]) -> Result<Witness<C>, Error> {
        if pairs.is_empty() {
            return Err(Error::Unsupported("a product of no pairings".to_owned()));
        }
        let pairs: Vec<Pair<C>> = pairs
            .iter()
            .map(|(p, q)| {
                let (x, y) = Self::point(q);
                let p = Affine::new_unchecked(Self::value(&p.x), Self::value(&p.y));
                (p, Affine::new_unchecked(x, y))
            })
            .collect();
        Witness::new(&pairs).map_err(|refusal| match refusal {
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

    /// The power of `sign p^i`.
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

    /// The power of `sum exponents[i] p^i`, as [`Torus::power`].
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

    /// A class has the order of the groups: as [`Torus::has_order_r`].
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
