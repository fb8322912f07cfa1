//! Extension fields in circuits: the towers in which pairings have their values.

use super::{
    Fp2Of, Fp12Of, PairingCurve,
    algebra::{LinearN, Quadratic2, constant2, equal, inputs2, linear2, of2, one2, outputs2, product, scaled2, square},
    basis,
    formulas::{linear_map, same},
    integer,
};
use crate::{
    Builder, Cell, Error, Fr,
    foreign::{Element, Field, Formula, FormulaGate, Operand, Var},
};
use ark_ff::{AdditiveGroup, Field as _, PrimeField};
use num_bigint::{BigInt, BigUint};
use std::{
    marker::PhantomData,
    sync::{Arc, OnceLock},
};

/// An element of the quadratic extension: the coefficients of 1 and `u`, with `u^2 = -1`.
pub type Pair2 = [Element; 2];

/// An element of `Fp2[t] / (t^N - xi)`: the coefficients of `1, t, ...`, not reduced. Whoever makes them public must
/// check that they are reduced ([`Extension::publish`]).
#[derive(Clone, Debug)]
pub struct ExtensionElement<const N: usize>(pub [Pair2; N]);

/// `Fp2[t] / (t^N - xi)` over the field of a pairing's first group: `Fp2` for `N = 1`, `Fp6` for 3, `Fp12` for 6.
///
/// A product takes one relation and one new element of the prime field for each of its `2 N` coefficients. It costs
/// nothing else, because relations are checked at random points ([`crate::foreign`]).
#[derive(Clone, Debug)]
pub struct Extension<C: PairingCurve, const N: usize> {
    field: Field,
    gates: Arc<Gates>,
    curve: PhantomData<C>,
}

#[derive(Debug)]
struct Gates {
    sum: Arc<FormulaGate>,
    product: Arc<FormulaGate>,
    square: Arc<FormulaGate>,
    inverse: Arc<FormulaGate>,
    same: Arc<FormulaGate>,
    /// For the powers 1 to `2 N - 1`, made on first use.
    frobenius: Vec<OnceLock<Arc<FormulaGate>>>,
}

fn polynomial<const N: usize>(z: [[Var; 2]; N]) -> LinearN<N> {
    z.map(|z| Some(linear2(z)))
}

/// `z = x + s y`.
fn sum<const N: usize>() -> Formula {
    let mut f = Formula::new(format!("sum of degree {}", 2 * N));
    let [x, y]: [[[Var; 2]; N]; 2] = [inputs2(&mut f), inputs2(&mut f)];
    let s = f.small(-1, 1);
    let z: [[Var; 2]; N] = outputs2(&mut f);
    let multiple = y.map(|y| y.map(|c| s * c));
    let difference = std::array::from_fn(|i| of2([0, 1].map(|j| z[i][j] - x[i][j])));
    equal::<N>(&mut f, "z - x = s y", difference, multiple);
    f
}

/// `z = x y`, or `x^2`.
fn product_of<C: PairingCurve, const N: usize>(is_square: bool) -> Formula {
    let name = if is_square { "square" } else { "product" };
    let mut f = Formula::new(format!("{name} of degree {}", 2 * N));
    let x = inputs2(&mut f);
    let value = if is_square {
        square::<C, N>(&x.map(linear2))
    } else {
        product::<C, N>(&polynomial(x), &polynomial(inputs2(&mut f)))
    };
    let z: [[Var; 2]; N] = outputs2(&mut f);
    equal::<N>(&mut f, "z = x y", z.map(linear2).map(of2), value);
    f
}

/// `x z = 1`.
fn inverse_of<C: PairingCurve, const N: usize>() -> Formula {
    let mut f = Formula::new(format!("inverse of degree {}", 2 * N));
    let x = inputs2(&mut f);
    let z = outputs2(&mut f);
    let value = product::<C, N>(&polynomial(x), &polynomial(z));
    let mut one = [(); N].map(|()| Quadratic2::default());
    one[0] = of2(one2());
    equal::<N>(&mut f, "x z = 1", value, one);
    f
}

/// `x^(p^i)`.
fn frobenius_of<C: PairingCurve, const N: usize>(i: usize) -> Formula {
    linear_map::<N>(&format!("power of p^{i} of degree {}", 2 * N), |x| {
        std::array::from_fn(|k| {
            let gamma = basis::frobenius_factor::<C>(i as u32, (6 / N * k) as u32);
            scaled2(&constant2::<C>(gamma), x[k], i % 2 == 1)
        })
    })
}

impl<C: PairingCurve, const N: usize> Extension<C, N> {
    /// The extension of a field, which must be the field of the first group's coordinates:
    /// [`super::circuit::Pairing::field`], or another instance of that field.
    ///
    /// # Errors
    /// If the field is another, or `N` is not 1, 3 or 6.
    pub fn over(field: &Field) -> Result<Self, Error> {
        let modulus: BigUint = C::Fp::MODULUS.into();
        if *field.modulus() != BigInt::from(modulus) || ![1, 3, 6].contains(&N) {
            return Err(Error::Unsupported(format!(
                "an extension of degree {} of {}",
                2 * N,
                field.name()
            )));
        }
        let gates = Gates {
            sum: sum::<N>().over(field)?,
            product: product_of::<C, N>(false).over(field)?,
            square: product_of::<C, N>(true).over(field)?,
            inverse: inverse_of::<C, N>().over(field)?,
            same: same::<N>(&format!("equality of degree {}", 2 * N)).over(field)?,
            frobenius: (1..2 * N).map(|_| OnceLock::new()).collect(),
        };
        Ok(Self {
            field: field.clone(),
            gates: gates.into(),
            curve: PhantomData,
        })
    }

    /// The prime field.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The value as an element of `Fp12`, which contains the extension: `t = w^(6 / N)`.
    fn lifted(z: &[Fp2Of<C>; N]) -> Fp12Of<C> {
        let mut all = [Fp2Of::<C>::ZERO; 6];
        for (place, z) in all.iter_mut().step_by(6 / N).zip(z) {
            *place = *z;
        }
        basis::of_pairs::<C>(all)
    }

    fn of_lifted(z: &Fp12Of<C>) -> [Fp2Of<C>; N] {
        let all = basis::pairs::<C>(z);
        std::array::from_fn(|i| all[i * (6 / N)])
    }

    /// The value of an element.
    pub fn value(&self, x: &ExtensionElement<N>) -> [Fp2Of<C>; N] {
        let residue = |x: &Element| C::Fp::from(x.value().clone());
        x.0.each_ref().map(|[re, im]| Fp2Of::<C>::new(residue(re), residue(im)))
    }

    /// An element that the prover chooses.
    pub fn witness(&self, b: &mut Builder, x: &[Fp2Of<C>; N]) -> ExtensionElement<N> {
        ExtensionElement(x.map(|z| [z.c0, z.c1].map(|c| self.field.witness(b, &integer(c)))))
    }

    /// A constant.
    pub fn constant(&self, x: &[Fp2Of<C>; N]) -> ExtensionElement<N> {
        ExtensionElement(x.map(|z| [z.c0, z.c1].map(|c| self.field.constant(&integer(c)))))
    }

    fn apply(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[&ExtensionElement<N>],
        sign: Option<Cell>,
        output: &[Fp2Of<C>; N],
    ) -> Result<ExtensionElement<N>, Error> {
        let elements = inputs.iter().flat_map(|x| x.0.iter().flatten().map(Operand::from));
        let inputs: Vec<Operand<'_>> = elements.chain(sign.map(Operand::from)).collect();
        let values: Vec<BigUint> = output.iter().flat_map(|z| [integer(z.c0), integer(z.c1)]).collect();
        pairs_of(self.field.apply(b, gate, &inputs, &values)?)
    }

    fn signed_sum(
        &self,
        b: &mut Builder,
        x: &ExtensionElement<N>,
        y: &ExtensionElement<N>,
        negative: bool,
    ) -> Result<ExtensionElement<N>, Error> {
        let (one, x_is, y_is) = (Fr::from(1), self.value(x), self.value(y));
        let sign = b.constant(if negative { -one } else { one });
        let value = std::array::from_fn(|i| if negative { x_is[i] - y_is[i] } else { x_is[i] + y_is[i] });
        self.apply(b, &self.gates.sum, &[x, y], Some(sign), &value)
    }

    /// `x + y`.
    ///
    /// # Errors
    /// As [`Field::apply`].
    pub fn add(
        &self,
        b: &mut Builder,
        x: &ExtensionElement<N>,
        y: &ExtensionElement<N>,
    ) -> Result<ExtensionElement<N>, Error> {
        self.signed_sum(b, x, y, false)
    }

    /// `x - y`.
    ///
    /// # Errors
    /// As [`Field::apply`].
    pub fn sub(
        &self,
        b: &mut Builder,
        x: &ExtensionElement<N>,
        y: &ExtensionElement<N>,
    ) -> Result<ExtensionElement<N>, Error> {
        self.signed_sum(b, x, y, true)
    }

    /// `-x`.
    ///
    /// # Errors
    /// As [`Field::apply`].
    pub fn neg(&self, b: &mut Builder, x: &ExtensionElement<N>) -> Result<ExtensionElement<N>, Error> {
        let zero = self.constant(&[Fp2Of::<C>::ZERO; N]);
        self.sub(b, &zero, x)
    }

    /// `x y`.
    ///
    /// # Errors
    /// As [`Field::apply`].
    pub fn mul(
        &self,
        b: &mut Builder,
        x: &ExtensionElement<N>,
        y: &ExtensionElement<N>,
    ) -> Result<ExtensionElement<N>, Error> {
        let value = Self::lifted(&self.value(x)) * Self::lifted(&self.value(y));
        self.apply(b, &self.gates.product, &[x, y], None, &Self::of_lifted(&value))
    }

    /// `x^2`.
    ///
    /// # Errors
    /// As [`Field::apply`].
    pub fn square(&self, b: &mut Builder, x: &ExtensionElement<N>) -> Result<ExtensionElement<N>, Error> {
        let value = Self::lifted(&self.value(x)).square();
        self.apply(b, &self.gates.square, &[x], None, &Self::of_lifted(&value))
    }

    /// `1 / x`. The relation enforces that `x` is not zero.
    ///
    /// # Errors
    /// If `x` is zero.
    pub fn inverse(&self, b: &mut Builder, x: &ExtensionElement<N>) -> Result<ExtensionElement<N>, Error> {
        let value = Self::lifted(&self.value(x)).inverse();
        let value = value.ok_or_else(|| Error::Unsatisfied("a divisor that is not zero".to_owned()))?;
        self.apply(b, &self.gates.inverse, &[x], None, &Self::of_lifted(&value))
    }

    /// `x / y`. The relation enforces that `y` is not zero.
    ///
    /// # Errors
    /// If `y` is zero.
    pub fn div(
        &self,
        b: &mut Builder,
        x: &ExtensionElement<N>,
        y: &ExtensionElement<N>,
    ) -> Result<ExtensionElement<N>, Error> {
        let inverse = self.inverse(b, y)?;
        self.mul(b, x, &inverse)
    }

    /// `x^(p^i)`.
    ///
    /// # Errors
    /// As [`Field::apply`].
    pub fn frobenius(&self, b: &mut Builder, x: &ExtensionElement<N>, i: usize) -> Result<ExtensionElement<N>, Error> {
        let i = i % (2 * N);
        let Some(known) = i.checked_sub(1).and_then(|i| self.gates.frobenius.get(i)) else {
            return Ok(x.clone());
        };
        let gate = self.field.gate(known, || frobenius_of::<C, N>(i))?;
        let value = Self::lifted(&self.value(x)).frobenius_map(i);
        self.apply(b, gate, &[x], None, &Self::of_lifted(&value))
    }

    /// `x^e` for a constant exponent.
    ///
    /// # Errors
    /// As [`Field::apply`].
    pub fn pow(
        &self,
        b: &mut Builder,
        x: &ExtensionElement<N>,
        exponent: &BigUint,
    ) -> Result<ExtensionElement<N>, Error> {
        let Some(top) = exponent.bits().checked_sub(1) else {
            let mut one = [Fp2Of::<C>::ZERO; N];
            one[0] = Fp2Of::<C>::ONE;
            return Ok(self.constant(&one));
        };
        let mut power = x.clone();
        for i in (0..top).rev() {
            power = self.square(b, &power)?;
            if exponent.bit(i) {
                power = self.mul(b, &power, x)?;
            }
        }
        Ok(power)
    }

    /// Constrains two elements to the same value.
    ///
    /// # Errors
    /// If the values differ.
    pub fn assert_equal(&self, b: &mut Builder, x: &ExtensionElement<N>, y: &ExtensionElement<N>) -> Result<(), Error> {
        let inputs = [x, y].into_iter().flat_map(|x| x.0.iter().flatten().map(Operand::from));
        let inputs: Vec<Operand<'_>> = inputs.collect();
        self.field.apply(b, &self.gates.same, &inputs, &[])?;
        Ok(())
    }

    /// `x` if `choice` is 1, else `y`. The caller must ensure that `choice` is a bit.
    pub fn select(
        &self,
        b: &mut Builder,
        x: &ExtensionElement<N>,
        y: &ExtensionElement<N>,
        choice: Cell,
    ) -> ExtensionElement<N> {
        ExtensionElement(std::array::from_fn(|i| {
            [0, 1].map(|j| self.field.select(b, &x.0[i][j], &y.0[i][j], choice))
        }))
    }

    /// Makes an element public: for each power of `t`, the coefficients of 1 and `u`, each as [`Field::publish`] does
    /// it.
    ///
    /// # Errors
    /// If one is not below the modulus.
    pub fn publish(&self, b: &mut Builder, x: &ExtensionElement<N>) -> Result<(), Error> {
        x.0.iter().flatten().try_for_each(|c| self.field.publish(b, c))
    }
}

/// Groups elements into the expected number of pairs.
pub(super) fn pairs_of<const N: usize>(elements: Vec<Element>) -> Result<ExtensionElement<N>, Error> {
    let mut elements = elements.into_iter();
    let pairs = std::iter::from_fn(|| Some([elements.next()?, elements.next()?]));
    let pairs: Result<[Pair2; N], _> = pairs.collect::<Vec<_>>().try_into();
    pairs
        .map(ExtensionElement)
        .map_err(|_| Error::Unsupported("as many outputs as values".to_owned()))
}
