//! The group law of short Weierstrass curves.

use super::{
    Coordinates, Parameters,
    endomorphism::{Endomorphism, SqrtMinusTwo},
    expansion::{Expansion, Root},
};
use crate::{
    Builder, Cell, Error, Shape,
    foreign::{Element, Field, Formula, FormulaGate},
    integer::NATIVE_MODULUS,
};
use num_bigint::{BigInt, BigUint};
use std::sync::{Arc, OnceLock};

/// An affine point that is not the identity. Whoever makes one must ensure that its coordinates are on the curve.
#[derive(Clone, Debug)]
pub struct Point {
    /// The first coordinate.
    pub x: Element,
    /// The second coordinate.
    pub y: Element,
}

impl Point {
    /// The coordinates as integers below the modulus.
    pub fn coordinates(&self, field: &Field) -> Coordinates {
        let reduce = |x: &Element| field.reduce(&x.value.clone().into());
        (reduce(&self.x), reduce(&self.y))
    }
}

/// A curve `y^2 = x^3 + a x + b` and the gates of its points.
#[derive(Clone, Debug)]
pub struct Weierstrass {
    /// Its parameters.
    pub parameters: Parameters,
    /// The field of its coordinates.
    pub field: Field,
    /// The integers modulo the order of the generator. `None` if that order is the circuit's own modulus: then single
    /// cells are such integers.
    pub scalars: Option<Field>,
    pub(super) gates: Arc<Gates>,
    pub(crate) endomorphism: Option<Endomorphism>,
    /// The endomorphism of a curve with a square root of -2.
    pub(super) root: Option<SqrtMinusTwo>,
    pub(super) expansion: Arc<Expansion>,
    /// The expansion for sums of many points, where it is a different one.
    pub(super) expansion_of_many: Option<Arc<Expansion>>,
    /// The constant point that chains begin at, found on first use. The inner value is `None` if there is no such
    /// point.
    pub(super) start: Arc<OnceLock<Option<Coordinates>>>,
}

/// How many additions of a chain one gate holds. For the sum of 100 multiples over BN254, one addition a gate took 8 %
/// more cells than two, three took 1.6 % fewer and four 3.5 % fewer. Two gave the shortest proof, in the shortest time:
/// then no gate is longer than that of a step.
pub(super) const ADDITIONS_PER_GATE: usize = 2;

/// The gates of a curve.
#[derive(Debug)]
pub(super) struct Gates {
    pub on_curve: Arc<FormulaGate>,
    pub add: Arc<FormulaGate>,
    pub double: Arc<FormulaGate>,
    /// `beta x`, on a curve with an endomorphism.
    pub beta: Option<Arc<FormulaGate>>,
    /// `P + lambda P = -lambda^2 P` from a point and its image: `P`, `lambda P` and `lambda^2 P` sum to the identity.
    pub third: Option<Arc<FormulaGate>>,
    /// The first coordinates of the images under the endomorphism and its square.
    pub images: Option<Arc<FormulaGate>>,
    /// Multiplication by a square root of -2, where there is one.
    pub root: Option<Arc<FormulaGate>>,
    pub chain: Arc<FormulaGate>,
    /// [`ADDITIONS_PER_GATE`] additions of a chain.
    pub chain_of_several: Arc<FormulaGate>,
    pub after_step: Arc<FormulaGate>,
    pub step: Arc<FormulaGate>,
    pub twice: Arc<FormulaGate>,
    pub tail: Arc<FormulaGate>,
    pub cases: Arc<FormulaGate>,
    pub negative: Arc<FormulaGate>,
}

/// `y^2 = x^3 + a x + b`, with the square of `x` as a new element.
fn on_curve(p: &Parameters) -> Formula {
    let mut f = Formula::new("point on curve");
    let [x, y] = f.inputs();
    let xx = f.output();
    f.zero("x x = xx", x * x - xx);
    let b = crate::foreign::Linear::from(BigInt::from(p.b.clone()));
    f.zero(
        "y y = xx x + a x + b",
        y * y - x * xx - x.times(small_residue(&p.a, &p.modulus)) - b,
    );
    f
}

/// The residue of least magnitude, so that `a = -3` is small.
pub(super) fn small_residue(a: &BigUint, modulus: &BigUint) -> BigInt {
    let (a, negative) = (
        BigInt::from(a.clone()),
        BigInt::from(a.clone()) - BigInt::from(modulus.clone()),
    );
    if negative.magnitude() < a.magnitude() {
        negative
    } else {
        a
    }
}

/// `P + s Q` for a sign `s`, with `x_P != x_Q`. The outputs are the slope and the sum.
pub(crate) fn add() -> Formula {
    let mut f = Formula::new("addition");
    let [x1, y1, x2, y2] = f.inputs();
    let s = f.small(-1, 1);
    let [slope, x3, y3] = [f.output(), f.output_to_compare(), f.output()];
    f.zero("slope (x2 - x1) = s y2 - y1", slope * (x2 - x1) - s * y2 + y1);
    f.zero("x3 = slope^2 - x1 - x2", slope.square() - x1 - x2 - x3);
    f.zero("y3 = slope (x1 - x3) - y1", slope * (x1 - x3) - y1 - y3);
    f.distinct("x1 is not x2", x1, x2);
    f
}

/// `2 P`. The outputs are the slope and the double. A point of order two, with `y = 0`, has no slope: the slope's
/// relation is then `3 x^2 + a = 0`, which no such point of a smooth curve satisfies.
pub(crate) fn double(a: BigInt) -> Formula {
    let mut f = Formula::new("doubling");
    let [x, y] = f.inputs();
    let [slope, x3, y3] = [f.output(), f.output_to_compare(), f.output()];
    let a = crate::foreign::Linear::from(a);
    f.zero("2 y slope = 3 x^2 + a", slope * y.times(2) - x.square().times(3) - a);
    f.zero("x3 = slope^2 - 2 x", slope.square() - x.times(2) - x3);
    f.zero("y3 = slope (x - x3) - y", slope * (x - x3) - y - y3);
    f
}

/// `beta x`.
fn times_beta(beta: &BigUint) -> Formula {
    let mut f = Formula::new("endomorphism");
    let x = f.input();
    let y = f.output_to_compare();
    f.zero("y = beta x", x.times(beta.clone()) - y);
    f
}

/// `-(x + beta x)`, which is `beta^2 x`, and `-y`.
fn third() -> Formula {
    let mut f = Formula::new("sum with the image");
    let [x, image, y] = f.inputs();
    let [x3, y3] = [f.output_to_compare(), f.output()];
    f.zero("x + beta x + x3 = 0", x + image + x3);
    f.zero("y + y3 = 0", y + y3);
    f
}

/// `beta x` and `beta^2 x = -x - beta x`.
fn images(beta: &BigUint) -> Formula {
    let mut f = Formula::new("endomorphisms");
    let x = f.input();
    let [image, other] = [f.output_to_compare(), f.output_to_compare()];
    f.zero("image = beta x", x.times(beta.clone()) - image);
    f.zero("x + image + other = 0", x + image + other);
    f
}

/// Additions of a chain, in which the `y` of a sum is not an element of its own.
///
/// The sum so far has the first coordinate `x`. Its negative lies on the line of slope `slope0` through the point
/// `s0 (x0, y0)` that was added last, so `y = slope0 (x0 - x) - s0 y0`. The gate adds `s1 (x1, y1)` to the sum, with
/// `x != x1`, then the next point, if there are more. One gate of several additions needs fewer copies than several
/// gates of one addition.
fn chain(count: usize) -> Formula {
    let mut f = Formula::new(match count {
        1 => "addition of a chain".to_owned(),
        _ => format!("{count} additions of a chain"),
    });
    let [slope0, x0, y0] = f.inputs();
    let s0 = f.small(-1, 1);
    let mut x = f.input();
    let points: Vec<_> = (0..count)
        .map(|_| {
            let [x, y] = f.inputs();
            (x, y, f.small(-1, 1))
        })
        .collect();
    let mut y = slope0 * (x0 - x) - s0 * y0;
    for (x1, y1, s1) in points {
        let [slope, x2] = [f.output(), f.output_to_compare()];
        f.zero("slope (x1 - x) = s1 y1 - y", slope * (x1 - x) - s1 * y1 + y);
        f.zero("x2 = slope^2 - x - x1", slope.square() - x - x1 - x2);
        f.distinct("x is not x1", x, x1);
        y = slope * (x1 - x2) - s1 * y1;
        x = x2;
    }
    f
}

/// The expression for `y` in a chain of steps `2 P + Q`.
fn tail_y(
    [slope1, slope2, x0, x, xq, yq]: [crate::foreign::Var; 6],
    s: crate::foreign::Var,
) -> crate::foreign::Quadratic {
    // y0 = s yq - slope1 (xq - x0), and y = slope2 (x0 - x) - y0.
    slope2 * (x0 - x) - s * yq + slope1 * (xq - x0)
}

/// `2 P + s Q` as `(P + s Q) + P`, with `x_P != x_Q`, in a chain in which no `y` is an element of its own.
///
/// The previous step was `P = 2 P0 + s0 Q0` with the slopes `slope1`, `slope2`. The gate need not check that `P + s Q`
/// is neither `P` nor `-P`: with equal first coordinates the second slope's relation would be `2 y_P = 0`.
/// (Eisentraeger, Lauter and Montgomery, <https://eprint.iacr.org/2003/257>, omit the `y` of the intermediate sum.)
fn step() -> Formula {
    let mut f = Formula::new("step of a ladder");
    let [slope1, slope2, x0, xq0, yq0] = f.inputs();
    let s0 = f.small(-1, 1);
    let [x, xq, yq] = f.inputs();
    let s = f.small(-1, 1);
    let [first, between, second, sum] = [f.output(), f.output(), f.output(), f.output_to_compare()];
    let y = tail_y([slope1, slope2, x0, x, xq0, yq0], s0);
    f.zero("first slope", first * (xq - x) - s * yq + y);
    f.zero("x between", first.square() - x - xq - between);
    // 2 y of P is 2 s yq - 2 first (xq - x).
    f.zero(
        "second slope",
        (first + second) * (between - x) + (s * yq).times(2) - (first * (xq - x)).times(2),
    );
    f.zero("x of the sum", second.square() - between - x - sum);
    f.distinct("x is not x of Q", x, xq);
    f
}

/// An addition at the end of a chain of steps: `P + s Q` with `x_P != x_Q`. The outputs are the slope and the first
/// coordinate.
fn after_step() -> Formula {
    let mut f = Formula::new("addition after a step");
    let [slope1, slope2, x0, xq0, yq0] = f.inputs();
    let s0 = f.small(-1, 1);
    let [x, x1, y1] = f.inputs();
    let s1 = f.small(-1, 1);
    let [slope, x2] = [f.output(), f.output_to_compare()];
    let y = tail_y([slope1, slope2, x0, x, xq0, yq0], s0);
    f.zero("slope (x1 - x) = s1 y1 - y", slope * (x1 - x) - s1 * y1 + y);
    f.zero("x2 = slope^2 - x - x1", slope.square() - x - x1 - x2);
    f.distinct("x is not x1", x, x1);
    f
}

/// Doubles the end of a chain of steps. The outputs are the end's `y`, and the slope and first coordinate of the
/// double. The double's `y` is `slope (x - x2) - y`, as for an addition of a chain. With `y = 0` there is no slope, as
/// for doublings.
fn twice(p: &Parameters) -> Formula {
    let mut f = Formula::new("doubling of a chain");
    let [slope1, slope2, x0, xq0, yq0] = f.inputs();
    let s0 = f.small(-1, 1);
    let x = f.input();
    let [y, slope, x2] = [f.output(), f.output(), f.output_to_compare()];
    let a = crate::foreign::Linear::from(small_residue(&p.a, &p.modulus));
    f.zero("y", tail_y([slope1, slope2, x0, x, xq0, yq0], s0) - y);
    f.zero("2 y slope = 3 x^2 + a", slope * y.times(2) - x.square().times(3) - a);
    f.zero("x2 = slope^2 - 2 x", slope.square() - x.times(2) - x2);
    f
}

/// `-y`.
fn negative() -> Formula {
    let mut f = Formula::new("negation");
    let y = f.input();
    let opposite = f.output();
    f.zero("y + opposite = 0", y + opposite);
    f
}

/// If `same` is 1, the two points have the same first coordinate, and `s` is 1 if they are equal and -1 if they are
/// opposite. Otherwise both are 0.
fn cases() -> Formula {
    let mut f = Formula::new("cases of an addition");
    let [x1, y1, x2, y2] = f.inputs();
    let [same, s] = [f.small(0, 1), f.small(-1, 1)];
    f.zero("same (x1 - x2) = 0", same * (x1 - x2));
    f.zero("same y1 = s y2", same * y1 - s * y2);
    f
}

/// The `y` at the end of a chain of steps.
fn tail() -> Formula {
    let mut f = Formula::new("end of a ladder");
    let [slope1, slope2, x0, xq0, yq0] = f.inputs();
    let s0 = f.small(-1, 1);
    let x = f.input();
    let y = f.output();
    f.zero("y", tail_y([slope1, slope2, x0, x, xq0, yq0], s0) - y);
    f
}

impl Weierstrass {
    /// Makes the gates of a curve. On a curve with a cofactor, multiples are only of points of the generator's order.
    ///
    /// The name must be unique in a circuit.
    ///
    /// # Errors
    /// If the field has fewer than 224 or more than 768 bits.
    pub fn new(name: &str, parameters: Parameters, shape: Shape) -> Result<Self, Error> {
        let field = Field::new(&format!("the field of {name}"), &parameters.modulus, shape)?;
        let scalars = (BigInt::from(parameters.order.clone()) != *NATIVE_MODULUS)
            .then(|| Field::new(&format!("the order of {name}"), &parameters.order, shape))
            .transpose()?;
        let endomorphism = Endomorphism::of(&parameters, &field)?;
        let root = SqrtMinusTwo::of(&parameters, &field)?;
        let third_of_one = endomorphism.as_ref().map(|e| (Root::ThirdOfOne, &e.lambda));
        let known = third_of_one.or(root.as_ref().map(|root| (Root::OfMinusTwo, &root.lambda)));
        let expansion = Expansion::new(&parameters.order, known);
        let expansion_of_many = root.as_ref().map(|_| Expansion::new(&parameters.order, None));
        let beta = endomorphism
            .as_ref()
            .map(|e| times_beta(&e.beta).over(&field))
            .transpose()?;
        let gates = Gates {
            on_curve: on_curve(&parameters).over(&field)?,
            third: endomorphism.as_ref().map(|_| third().over(&field)).transpose()?,
            add: add().over(&field)?,
            double: double(small_residue(&parameters.a, &parameters.modulus)).over(&field)?,
            beta,
            images: endomorphism
                .as_ref()
                .map(|e| images(&e.beta).over(&field))
                .transpose()?,
            root: root
                .as_ref()
                .map(|root| root.formula(&field)?.over(&field))
                .transpose()?,
            chain: chain(1).over(&field)?,
            chain_of_several: chain(ADDITIONS_PER_GATE).over(&field)?,
            after_step: after_step().over(&field)?,
            step: step().over(&field)?,
            twice: twice(&parameters).over(&field)?,
            tail: tail().over(&field)?,
            cases: cases().over(&field)?,
            negative: negative().over(&field)?,
        };
        Ok(Self {
            parameters,
            field,
            scalars,
            gates: gates.into(),
            endomorphism,
            root,
            expansion: expansion.into(),
            expansion_of_many: expansion_of_many.map(Arc::new),
            start: Arc::default(),
        })
    }

    /// A point that the prover chooses. The circuit checks that it is on the curve. It does not check the order, which
    /// may differ from the generator's on curves with a cofactor.
    ///
    /// # Errors
    /// If the point is not on the curve.
    pub fn witness(&self, b: &mut Builder, (x, y): &Coordinates) -> Result<Point, Error> {
        let x = self.field.witness_to_compare(b, x);
        let y = self.field.witness(b, y);
        let point = Point { x, y };
        self.assert_on_curve(b, &point)?;
        Ok(point)
    }

    fn assert_on_curve(&self, b: &mut Builder, Point { x, y }: &Point) -> Result<(), Error> {
        let square = self.field.reduce(&(&x.value * &x.value).into());
        self.field
            .apply(b, &self.gates.on_curve, &[x.into(), y.into()], &[square])?;
        Ok(())
    }

    /// The point with this first coordinate and an even second one (BIP-340's `lift_x`). Both coordinates are integers
    /// below the modulus, which the circuit checks.
    ///
    /// # Errors
    /// If there is no such point, or the first coordinate is not below the modulus.
    pub fn lift_x(&self, b: &mut Builder, x: &Element) -> Result<Point, Error> {
        let point = self.parameters.lift(&x.value, false);
        let (_, y) = point.ok_or_else(|| Error::Unsatisfied("the first coordinate of a point".to_owned()))?;
        self.field.assert_reduced(b, x)?;
        let y = self.field.witness(b, &y);
        let odd = self.field.is_odd(b, &y)?;
        b.assert_constant(odd, crate::Fr::from(0));
        let point = Point { x: x.clone(), y };
        self.assert_on_curve(b, &point)?;
        Ok(point)
    }

    /// A constant point. Its order is not checked, and may differ from the generator's on curves with a cofactor
    /// ([`Parameters::is_in_subgroup`] checks it).
    ///
    /// # Errors
    /// If it is not on the curve, or a coordinate is not below the modulus.
    pub fn constant(&self, point: &Coordinates) -> Result<Point, Error> {
        match self.parameters.contains(point) {
            true => Ok(self.constant_of(point)),
            false => Err(Error::Unsatisfied("a constant point of the curve".to_owned())),
        }
    }

    /// A constant point that was computed here, or that was already checked to be on the curve.
    pub(super) fn constant_of(&self, (x, y): &Coordinates) -> Point {
        Point {
            x: self.field.constant(x),
            y: self.field.constant(y),
        }
    }

    /// The slope of a line, or [`Error::Exceptional`] for equal first coordinates.
    pub(super) fn slope(&self, dy: &BigInt, dx: &BigInt) -> Result<BigUint, Error> {
        self.field
            .divide(dy, dx)
            .ok_or_else(|| Error::Exceptional(format!("{}: an addition of points with the same x", self.field.name())))
    }

    /// `P + s Q`. The gate enforces that the points are neither equal nor opposite. The caller must ensure that the
    /// sign is 1 or -1.
    ///
    /// # Errors
    /// If the points are equal or opposite.
    pub fn add_signed(&self, b: &mut Builder, p: &Point, q: &Point, sign: Cell) -> Result<Point, Error> {
        let field = &self.field;
        let [x1, y1, x2, y2] = [&p.x, &p.y, &q.x, &q.y].map(|e| BigInt::from(e.value.clone()));
        let negative = b.value(sign) != crate::Fr::from(1);
        let y2 = if negative { -y2 } else { y2 };
        let slope = self.slope(&(y2 - &y1), &(&x2 - &x1))?;
        let l = BigInt::from(slope.clone());
        let x3 = field.reduce(&(&l * &l - &x1 - x2));
        let y3 = field.reduce(&(l * (x1 - BigInt::from(x3.clone())) - y1));
        let inputs = [(&p.x).into(), (&p.y).into(), (&q.x).into(), (&q.y).into(), sign.into()];
        let [_, x, y] = self.outputs(b, &self.gates.add, &inputs, [slope, x3, y3])?;
        Ok(Point { x, y })
    }

    /// `P + Q`. The gate enforces that the points are neither equal nor opposite.
    ///
    /// # Errors
    /// If they are equal or opposite.
    pub fn add_incomplete(&self, b: &mut Builder, p: &Point, q: &Point) -> Result<Point, Error> {
        let one = b.constant(1);
        self.add_signed(b, p, q, one)
    }

    /// `P - Q`. The gate enforces that the points are neither equal nor opposite.
    ///
    /// # Errors
    /// If they are equal or opposite.
    pub fn sub_incomplete(&self, b: &mut Builder, p: &Point, q: &Point) -> Result<Point, Error> {
        let minus_one = b.constant(-crate::Fr::from(1));
        self.add_signed(b, p, q, minus_one)
    }

    /// `2 P`. The gate enforces that the order of `P` is not two.
    ///
    /// # Errors
    /// If the order of `P` is two.
    pub fn double(&self, b: &mut Builder, p: &Point) -> Result<Point, Error> {
        let field = &self.field;
        let [x, y] = [&p.x, &p.y].map(|e| BigInt::from(e.value.clone()));
        let slope = self.slope(&(&x * &x * 3 + BigInt::from(self.parameters.a.clone())), &(&y * 2))?;
        let l = BigInt::from(slope.clone());
        let x3 = field.reduce(&(&l * &l - &x * 2));
        let y3 = field.reduce(&(l * (x - BigInt::from(x3.clone())) - y));
        let inputs = [(&p.x).into(), (&p.y).into()];
        let [_, x, y] = self.outputs(b, &self.gates.double, &inputs, [slope, x3, y3])?;
        Ok(Point { x, y })
    }

    /// `lambda P`, if the curve has an endomorphism.
    pub(crate) fn endomorphic(&self, b: &mut Builder, p: &Point) -> Result<Option<Point>, Error> {
        let (Some(endomorphism), Some(gate)) = (&self.endomorphism, &self.gates.beta) else {
            return Ok(None);
        };
        let value = self.field.reduce(&(&p.x.value * &endomorphism.beta).into());
        let [x] = self.outputs(b, gate, &[(&p.x).into()], [value])?;
        Ok(Some(Point { x, y: p.y.clone() }))
    }

    /// `P + lambda P`, which is `-lambda^2 P`, from a point and its image.
    pub(super) fn third(&self, b: &mut Builder, p: &Point, image: &Point) -> Result<Point, Error> {
        let Some(gate) = &self.gates.third else {
            return self.add_incomplete(b, p, image);
        };
        let [x, image, y] = [&p.x, &image.x, &p.y];
        let values = [
            self.field.reduce(&-BigInt::from(&x.value + &image.value)),
            self.field.reduce(&-BigInt::from(y.value.clone())),
        ];
        let [x, y] = self.outputs(b, gate, &[x.into(), image.into(), y.into()], values)?;
        Ok(Point { x, y })
    }

    /// `p` if `choice` is 1, else `q`. The caller must ensure that `choice` is a bit.
    pub fn select(&self, b: &mut Builder, p: &Point, q: &Point, choice: Cell) -> Point {
        Point {
            x: self.field.select(b, &p.x, &q.x, choice),
            y: self.field.select(b, &p.y, &q.y, choice),
        }
    }

    pub(super) fn outputs<const N: usize>(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[crate::foreign::Operand<'_>],
        outputs: [BigUint; N],
    ) -> Result<[Element; N], Error> {
        let outputs = self.field.apply(b, gate, inputs, &outputs)?;
        outputs
            .try_into()
            .map_err(|_| Error::Unsupported("as many outputs as values".to_owned()))
    }
}
