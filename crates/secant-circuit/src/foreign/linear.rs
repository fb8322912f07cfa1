//! Polynomials of degree 2 in variables of a formula.

use num_bigint::BigInt;
use std::ops::{Add, Mul, Neg, Sub};

/// A variable of a formula: an input or an output, by its number. Inputs come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Var(pub(super) usize);

/// A sum of variables with integer factors, and a constant.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    pub(super) terms: Vec<(BigInt, Var)>,
    pub(super) constant: BigInt,
}

/// A sum of products, and a linear part.
#[derive(Clone, Debug, Default)]
pub struct Quadratic {
    /// Each product is a factor and two linear polynomials.
    pub(super) products: Vec<(BigInt, Linear, Linear)>,
    pub(super) linear: Linear,
}

impl From<Var> for Linear {
    fn from(var: Var) -> Self {
        Self {
            terms: vec![(1.into(), var)],
            constant: BigInt::ZERO,
        }
    }
}

impl From<BigInt> for Linear {
    fn from(constant: BigInt) -> Self {
        Self {
            terms: Vec::new(),
            constant,
        }
    }
}

impl From<Linear> for Quadratic {
    fn from(linear: Linear) -> Self {
        Self {
            products: Vec::new(),
            linear,
        }
    }
}

impl From<Var> for Quadratic {
    fn from(var: Var) -> Self {
        Linear::from(var).into()
    }
}

impl Linear {
    /// A multiple of this.
    pub fn times(mut self, factor: impl Into<BigInt>) -> Self {
        let factor = factor.into();
        for (f, _) in &mut self.terms {
            *f *= &factor;
        }
        self.constant *= factor;
        self
    }

    /// The square.
    pub fn square(self) -> Quadratic {
        self.clone() * self
    }
}

impl Quadratic {
    /// A multiple of this.
    pub fn times(mut self, factor: impl Into<BigInt>) -> Self {
        let factor = factor.into();
        for (f, _, _) in &mut self.products {
            *f *= &factor;
        }
        self.linear = self.linear.times(factor);
        self
    }
}

impl Var {
    /// A multiple of this.
    pub fn times(self, factor: impl Into<BigInt>) -> Linear {
        Linear::from(self).times(factor)
    }

    /// The square.
    pub fn square(self) -> Quadratic {
        Linear::from(self).square()
    }
}

fn sum(mut a: Linear, b: Linear) -> Linear {
    a.terms.extend(b.terms);
    a.constant += b.constant;
    a
}

fn sum_of_products(mut a: Quadratic, b: Quadratic) -> Quadratic {
    a.products.extend(b.products);
    a.linear = sum(a.linear, b.linear);
    a
}

fn product(a: Linear, b: Linear) -> Quadratic {
    Quadratic {
        products: vec![(1.into(), a, b)],
        linear: Linear::default(),
    }
}

/// Implements the operators for all pairs of types.
macro_rules! operators {
    ($($left:ty, $right:ty, $of:ty, $sum:ident;)*) => {$(
        impl Add<$right> for $left {
            type Output = $of;

            fn add(self, right: $right) -> $of {
                $sum(self.into(), right.into())
            }
        }

        impl Sub<$right> for $left {
            type Output = $of;

            fn sub(self, right: $right) -> $of {
                $sum(self.into(), <$of>::from(right).times(-1))
            }
        }
    )*};
}

operators! {
    Var, Var, Linear, sum;
    Var, Linear, Linear, sum;
    Linear, Var, Linear, sum;
    Linear, Linear, Linear, sum;
    Var, Quadratic, Quadratic, sum_of_products;
    Linear, Quadratic, Quadratic, sum_of_products;
    Quadratic, Var, Quadratic, sum_of_products;
    Quadratic, Linear, Quadratic, sum_of_products;
    Quadratic, Quadratic, Quadratic, sum_of_products;
}

/// Implements products for all pairs of types.
macro_rules! products {
    ($($left:ty, $right:ty;)*) => {$(
        impl Mul<$right> for $left {
            type Output = Quadratic;

            fn mul(self, right: $right) -> Quadratic {
                product(self.into(), right.into())
            }
        }
    )*};
}

products! {
    Var, Var;
    Var, Linear;
    Linear, Var;
    Linear, Linear;
}

impl Neg for Var {
    type Output = Linear;

    fn neg(self) -> Linear {
        self.times(-1)
    }
}

impl Neg for Linear {
    type Output = Self;

    fn neg(self) -> Self {
        self.times(-1)
    }
}

impl Neg for Quadratic {
    type Output = Self;

    fn neg(self) -> Self {
        self.times(-1)
    }
}
