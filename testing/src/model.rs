//! What the suites need from a field or a group, implemented for both secant's and upstream's types.

use ark_ec::{
    AffineRepr, CurveConfig, CurveGroup,
    short_weierstrass::{self as sw, SWCurveConfig},
    twisted_edwards::{self as te, MontCurveConfig, TECurveConfig},
};
use ark_ff::{
    BigInteger, CubicExtConfig, CubicExtField, FftField, Field, Fp, FpConfig, LegendreSymbol, PrimeField,
    QuadExtConfig, QuadExtField, UniformRand,
};
use rand::{Rng, rngs::StdRng};
use secant_curve::{Raw, raw};

/// Named constants, each as limbs.
pub type Constants = Vec<(&'static str, Vec<u64>)>;

/// Converts an element of one implementation to the same element of another, through its raw limbs.
pub fn carry<A: Raw, B: Raw>(x: &A) -> B {
    let bytes = raw::as_bytes(core::slice::from_ref(x));
    assert_eq!(bytes.len(), size_of::<B>(), "the two types differ in size");
    raw::from_bytes::<B>(bytes).unwrap()[0]
}

/// [`carry`] for many elements.
pub fn transfer_all<A: Raw, B: Raw>(x: &[A]) -> Vec<B> {
    x.iter().map(carry).collect()
}

/// The raw limbs of an element.
pub fn limbs<A: Raw>(x: &A) -> Vec<u64> {
    let bytes = raw::as_bytes(core::slice::from_ref(x));
    bytes
        .chunks_exact(8)
        .map(|c| u64::from_le_bytes(c.try_into().unwrap()))
        .collect()
}

/// A field with its constants.
pub trait FieldModel: Field<BasePrimeField: Raw> + Raw {
    /// All constants that its parameters fix.
    fn constants() -> Constants;
}

impl<P: FpConfig<N>, const N: usize> FieldModel for Fp<P, N> {
    fn constants() -> Constants {
        let optional = |x: Option<u32>| x.map_or(vec![], |x| vec![u64::from(x)]);
        vec![
            ("modulus", Self::MODULUS.0.to_vec()),
            ("modulus bits", vec![u64::from(Self::MODULUS_BIT_SIZE)]),
            ("(modulus - 1) / 2", Self::MODULUS_MINUS_ONE_DIV_TWO.0.to_vec()),
            ("trace", Self::TRACE.0.to_vec()),
            ("(trace - 1) / 2", Self::TRACE_MINUS_ONE_DIV_TWO.0.to_vec()),
            ("zero", limbs(&<Self as ark_ff::AdditiveGroup>::ZERO)),
            ("one", limbs(&Self::ONE)),
            ("minus one", limbs(&Self::NEG_ONE)),
            ("generator", limbs(&Self::GENERATOR)),
            ("two-adicity", vec![u64::from(Self::TWO_ADICITY)]),
            ("two-adic root", limbs(&Self::TWO_ADIC_ROOT_OF_UNITY)),
            ("small subgroup base", optional(Self::SMALL_SUBGROUP_BASE)),
            ("small subgroup adicity", optional(Self::SMALL_SUBGROUP_BASE_ADICITY)),
            (
                "large subgroup root",
                Self::LARGE_SUBGROUP_ROOT_OF_UNITY.map_or(vec![], |x| limbs(&x)),
            ),
        ]
    }
}

fn table<F: Field>(coefficients: &[F]) -> Vec<u64> {
    let ints = coefficients
        .iter()
        .flat_map(|c| c.to_base_prime_field_elements().collect::<Vec<_>>());
    ints.flat_map(|c| c.into_bigint().as_ref().to_vec()).collect()
}

impl<P: QuadExtConfig<BaseField: Raw, BasePrimeField: Raw>> FieldModel for QuadExtField<P> {
    fn constants() -> Constants {
        vec![
            ("degree", vec![P::DEGREE_OVER_BASE_PRIME_FIELD as u64]),
            ("non-residue", limbs(&P::NONRESIDUE)),
            ("Frobenius c1", table(P::FROBENIUS_COEFF_C1)),
            ("minus one", limbs(&Self::NEG_ONE)),
        ]
    }
}

impl<P: CubicExtConfig<BaseField: Raw, BasePrimeField: Raw>> FieldModel for CubicExtField<P> {
    fn constants() -> Constants {
        vec![
            ("degree", vec![P::DEGREE_OVER_BASE_PRIME_FIELD as u64]),
            ("non-residue", limbs(&P::NONRESIDUE)),
            ("Frobenius c1", table(P::FROBENIUS_COEFF_C1)),
            ("Frobenius c2", table(P::FROBENIUS_COEFF_C2)),
            ("minus one", limbs(&Self::NEG_ONE)),
        ]
    }
}

/// A curve group with its constants.
pub trait GroupModel: CurveGroup<Affine: Raw, BaseField: FieldModel, ScalarField: FieldModel> + Raw {
    /// All constants that its parameters fix.
    fn constants() -> Constants;
    /// Whether the addition law of the model covers all points of the curve.
    fn is_complete() -> bool;
    /// A point of the curve. It is in the prime-order subgroup only by chance.
    fn any(rng: &mut StdRng) -> Self::Affine;
    /// A point with these coordinates, on the curve or not.
    fn unchecked(x: Self::BaseField, y: Self::BaseField) -> Self::Affine;
    /// Whether a point satisfies the curve's equation.
    fn is_on_curve(p: &Self::Affine) -> bool;
    /// The curve's own test for its prime-order subgroup.
    fn is_in_subgroup(p: &Self::Affine) -> bool;
    /// The curve's multiplications by its coefficients, which may be specialised.
    fn times_coefficients(x: Self::BaseField) -> [Self::BaseField; 2];
}

fn curve_constants<C: CurveConfig<ScalarField: Raw>>() -> Constants {
    vec![
        ("cofactor", C::COFACTOR.to_vec()),
        ("inverse of the cofactor", limbs(&C::COFACTOR_INV)),
    ]
}

impl<C> GroupModel for sw::Projective<C>
where
    C: SWCurveConfig<ZeroFlag = (), BaseField: FieldModel, ScalarField: FieldModel>,
{
    fn constants() -> Constants {
        let mut all = curve_constants::<C>();
        all.push(("a", limbs(&C::COEFF_A)));
        all.push(("b", limbs(&C::COEFF_B)));
        all.push(("generator", limbs(&C::GENERATOR)));
        all
    }

    fn is_complete() -> bool {
        true
    }

    fn any(rng: &mut StdRng) -> Self::Affine {
        loop {
            let x = C::BaseField::rand(rng);
            if let Some(p) = sw::Affine::get_point_from_x_unchecked(x, rng.r#gen()) {
                return p;
            }
        }
    }

    fn unchecked(x: Self::BaseField, y: Self::BaseField) -> Self::Affine {
        sw::Affine::new_unchecked(x, y)
    }

    fn is_on_curve(p: &Self::Affine) -> bool {
        p.is_on_curve()
    }

    fn is_in_subgroup(p: &Self::Affine) -> bool {
        p.is_in_correct_subgroup_assuming_on_curve()
    }

    fn times_coefficients(x: Self::BaseField) -> [Self::BaseField; 2] {
        [C::mul_by_a(x), C::add_b(x)]
    }
}

impl<C: TECurveConfig<BaseField: FieldModel, ScalarField: FieldModel>> GroupModel for te::Projective<C> {
    fn constants() -> Constants {
        let mut all = curve_constants::<C>();
        all.push(("a", limbs(&C::COEFF_A)));
        all.push(("d", limbs(&C::COEFF_D)));
        all.push(("generator", limbs(&C::GENERATOR)));
        all.push(("Montgomery A", limbs(&<C::MontCurveConfig as MontCurveConfig>::COEFF_A)));
        all.push(("Montgomery B", limbs(&<C::MontCurveConfig as MontCurveConfig>::COEFF_B)));
        all
    }

    fn is_complete() -> bool {
        // Bernstein, Birkner, Joye, Lange, Peters, "Twisted Edwards curves", section 6.
        C::COEFF_A.legendre() == LegendreSymbol::QuadraticResidue
            && C::COEFF_D.legendre() == LegendreSymbol::QuadraticNonResidue
    }

    fn any(rng: &mut StdRng) -> Self::Affine {
        loop {
            let y = C::BaseField::rand(rng);
            if let Some(p) = te::Affine::get_point_from_y_unchecked(y, rng.r#gen()) {
                return p;
            }
        }
    }

    fn unchecked(x: Self::BaseField, y: Self::BaseField) -> Self::Affine {
        te::Affine::new_unchecked(x, y)
    }

    fn is_on_curve(p: &Self::Affine) -> bool {
        p.is_on_curve()
    }

    fn is_in_subgroup(p: &Self::Affine) -> bool {
        p.is_in_correct_subgroup_assuming_on_curve()
    }

    fn times_coefficients(x: Self::BaseField) -> [Self::BaseField; 2] {
        [C::mul_by_a(x), C::COEFF_D * x]
    }
}

/// The order of the prime-order subgroup plus a small number, as limbs.
pub fn order_plus<F: PrimeField>(offset: i8) -> Vec<u64> {
    let mut r = F::MODULUS;
    let small = F::BigInt::from(u64::from(offset.unsigned_abs()));
    let overflow = if offset < 0 {
        r.sub_with_borrow(&small)
    } else {
        r.add_with_carry(&small)
    };
    assert!(!overflow);
    r.as_ref().to_vec()
}

/// The integer multiple by upstream's double-and-add, which no curve overrides and which does not reduce the scalar.
pub fn naive<U: CurveGroup>(p: &U::Affine, scalar: &[u64]) -> U {
    if p.is_zero() {
        U::zero()
    } else {
        ark_ec::scalar_mul::double_and_add_affine(p, scalar)
    }
}

/// Fails unless a point of a tested group equals the point of the oracle.
#[track_caller]
pub fn assert_point<G: GroupModel, U: GroupModel>(tested: G, oracle: U, what: &str) {
    assert_eq!(limbs(&tested.into_affine()), limbs(&oracle.into_affine()), "{what}");
}
