//! The `FpConfig` of every secant field.

use crate::{constants as c, kernels};
use ark_ff::{BigInt, Fp, FpConfig, SqrtPrecomputation};
use core::marker::PhantomData;

/// What defines a prime field: the modulus and a generator of the multiplicative group.
pub trait PrimeParams<const N: usize>: Send + Sync + 'static + Sized {
    /// The modulus: an odd prime below `2^(64 N)` with a non-zero top limb.
    const MODULUS: BigInt<N>;
    /// The smallest convenient generator of the multiplicative group, as an integer (negative: `p - |g|`).
    const GENERATOR: i64;
    /// `(b, k)`: a prime `b` and an exponent such that `b^k` divides `MODULUS - 1`, for mixed-radix
    /// FFT domains; as arkworks' `SMALL_SUBGROUP_BASE` and `SMALL_SUBGROUP_BASE_ADICITY`.
    const SMALL_SUBGROUP: Option<(u32, u32)> = None;
}

/// The prime field of `P` with `N` limbs.
pub type Prime<P, const N: usize> = Fp<Mont<P, N>, N>;

/// The element that stands for an integer, in a constant.
///
/// # Panics
/// If the integer is not below the modulus: in a constant, a compile-time error.
pub const fn integer<P: PrimeParams<N>, const N: usize>(x: BigInt<N>) -> Prime<P, N> {
    Mont::<P, N>::from_int(x)
}

/// The element that stands for a small integer, in a constant.
pub const fn small_integer<P: PrimeParams<N>, const N: usize>(x: i64) -> Prime<P, N> {
    Mont::<P, N>::from_i64(x)
}

/// Montgomery arithmetic over the field of `P`: secant's [`FpConfig`].
pub struct Mont<P, const N: usize>(PhantomData<P>);

impl<P: PrimeParams<N>, const N: usize> Mont<P, N> {
    /// The limbs of the modulus.
    pub const M: [u64; N] = P::MODULUS.0;
    /// `-MODULUS^-1 mod 2^64`.
    pub const INV: u64 = c::neg_inv64(Self::M[0]);
    /// `R = 2^(64 N) mod MODULUS`: one in Montgomery form.
    pub const R: [u64; N] = c::pow2_mod(64 * N, &Self::M);
    /// `R^2 mod MODULUS`.
    pub const R2: [u64; N] = {
        // The Montgomery form of 2^(64 N).
        let two = c::add_mod(&Self::R, &Self::R, &Self::M);
        c::mont_pow(&two, &[64 * N as u64], &Self::R, &Self::M, Self::INV)
    };
    /// Bits of the top limb that no element uses.
    pub const SPARE_BITS: u32 = 64 * N as u32 - c::num_bits(&Self::M);

    const TRACE: BigInt<N> = BigInt(c::shr(&Self::M, Self::TWO_ADICITY));
    const TRACE_MINUS_ONE_DIV_TWO: BigInt<N> = BigInt(c::shr(&Self::TRACE.0, 1));
    const PLUS_ONE_DIV_FOUR: BigInt<N> = c::add_shr(&Self::M, 1, 2);
    const PLUS_THREE_DIV_EIGHT: BigInt<N> = c::add_shr(&Self::M, 3, 3);
    const MINUS_ONE_DIV_FOUR: BigInt<N> = BigInt(c::shr(&Self::M, 2));

    /// The element that stands for `x`, in a constant.
    ///
    /// # Panics
    /// If `x >= MODULUS`: in a constant, a compile-time error.
    pub const fn from_int(x: BigInt<N>) -> Fp<Self, N> {
        assert!(!c::geq(&x.0, &Self::M), "the constant is not below the modulus");
        Self::raw(c::mont_mul(&x.0, &Self::R2, &Self::M, Self::INV))
    }

    /// The element that stands for a small integer, in a constant.
    pub const fn from_i64(x: i64) -> Fp<Self, N> {
        let mut limbs = [0; N];
        limbs[0] = x.unsigned_abs();
        let a = Self::from_int(BigInt(limbs));
        if x < 0 { Self::const_neg(&a) } else { a }
    }

    /// The element whose Montgomery form is `limbs`, which must be below the modulus.
    #[inline(always)]
    pub const fn raw(limbs: [u64; N]) -> Fp<Self, N> {
        Fp(BigInt(limbs), PhantomData)
    }

    /// The element that stands for an integer of any length (little endian), in a constant.
    pub const fn reduce(x: &[u64]) -> Fp<Self, N> {
        // Horner's rule in base 2^64.
        let base = Self::raw(c::mont_mul(&c::pow2_mod(64, &Self::M), &Self::R2, &Self::M, Self::INV));
        let mut r = Self::raw([0; N]);
        let mut i = x.len();
        while i > 0 {
            i -= 1;
            let mut limb = [0; N];
            limb[0] = x[i];
            let limb = Self::raw(c::mont_mul(&limb, &Self::R2, &Self::M, Self::INV));
            r = Self::const_add(&Self::const_mul(&r, &base), &limb);
        }
        r
    }

    /// `-a`, in a constant.
    pub const fn const_neg(a: &Fp<Self, N>) -> Fp<Self, N> {
        let zero = [0; N];
        if c::geq(&zero, &a.0.0) {
            *a
        } else {
            Self::raw(c::sub(&Self::M, &a.0.0))
        }
    }

    /// `a + b`, in a constant.
    pub const fn const_add(a: &Fp<Self, N>, b: &Fp<Self, N>) -> Fp<Self, N> {
        Self::raw(c::add_mod(&a.0.0, &b.0.0, &Self::M))
    }

    /// `k a` for a small integer, in a constant.
    pub const fn const_mul_small(a: &Fp<Self, N>, k: i64) -> Fp<Self, N> {
        if k == 0 {
            return Self::raw([0; N]);
        }
        let times = k.unsigned_abs();
        let mut r = *a;
        let mut bit = times.ilog2();
        while bit > 0 {
            bit -= 1;
            r = Self::const_add(&r, &r);
            if (times >> bit) & 1 == 1 {
                r = Self::const_add(&r, a);
            }
        }
        if k < 0 { Self::const_neg(&r) } else { r }
    }

    /// `a b`, in a constant.
    pub const fn const_mul(a: &Fp<Self, N>, b: &Fp<Self, N>) -> Fp<Self, N> {
        Self::raw(c::mont_mul(&a.0.0, &b.0.0, &Self::M, Self::INV))
    }

    /// `a^e`, in a constant; `e` is little endian.
    pub const fn const_pow(a: &Fp<Self, N>, e: &[u64]) -> Fp<Self, N> {
        Self::raw(c::mont_pow(&a.0.0, e, &Self::R, &Self::M, Self::INV))
    }

    /// `a^-1`, in a constant (by Fermat; zero gives zero).
    pub const fn const_inverse(a: &Fp<Self, N>) -> Fp<Self, N> {
        let mut two = [0; N];
        two[0] = 2;
        Self::const_pow(a, &c::sub(&Self::M, &two))
    }

    /// A product that the compiler may inline. It is not forced to, since towers have too many products.
    #[inline]
    fn mul_inlinable(a: &mut Fp<Self, N>, b: &Fp<Self, N>) {
        a.0.0 = kernels::mul::<P, N>(&a.0.0, &b.0.0);
    }

    /// As [`Self::mul_inlinable`], for a square.
    #[inline]
    fn square_hinted(a: &mut Fp<Self, N>) {
        a.0.0 = kernels::square::<P, N>(&a.0.0);
    }

    /// A product that is never inlined. So many limbs do not stay in registers, and inlining would make the code of
    /// some programs worse. Without assembly, compilers would take minutes to inline some tens of such products.
    #[inline(never)]
    fn mul_outlined(a: &mut Fp<Self, N>, b: &Fp<Self, N>) {
        kernels::mul_assign::<P, N>(&mut a.0.0, &b.0.0);
    }

    /// As [`Self::mul_outlined`], for a square.
    #[inline(never)]
    fn square_outlined(a: &mut Fp<Self, N>) {
        kernels::square_assign::<P, N>(&mut a.0.0);
    }

    const fn large_subgroup_root() -> Option<Fp<Self, N>> {
        let Some((base, power)) = P::SMALL_SUBGROUP else {
            return None;
        };
        let mut e = Self::TRACE.0;
        let mut i = 0;
        while i < power {
            let (q, r) = c::div_small(&e, base as u64);
            assert!(r == 0, "the small subgroup's order does not divide p - 1");
            e = q;
            i += 1;
        }
        Some(Self::const_pow(&Self::GENERATOR, &e))
    }

    const fn sqrt_precomputation() -> Option<SqrtPrecomputation<Fp<Self, N>>> {
        Some(if Self::M[0] % 4 == 3 {
            SqrtPrecomputation::Case3Mod4 {
                modulus_plus_one_div_four: &Self::PLUS_ONE_DIV_FOUR.0,
            }
        } else if Self::M[0] % 8 == 5 {
            SqrtPrecomputation::Case5Mod8 {
                modulus_plus_three_div_eight: &Self::PLUS_THREE_DIV_EIGHT.0,
                modulus_minus_one_div_four: &Self::MINUS_ONE_DIV_FOUR.0,
            }
        } else {
            Self::tonelli_shanks()
        })
    }

    /// A separate function: the compiler evaluates the constants of all branches of a function, and the root of unity
    /// takes long.
    const fn tonelli_shanks() -> SqrtPrecomputation<Fp<Self, N>> {
        SqrtPrecomputation::TonelliShanks {
            two_adicity: Self::TWO_ADICITY,
            quadratic_nonresidue_to_trace: Self::TWO_ADIC_ROOT_OF_UNITY,
            trace_of_modulus_minus_one_div_two: &Self::TRACE_MINUS_ONE_DIV_TWO.0,
        }
    }
}

impl<P: PrimeParams<N>, const N: usize> FpConfig<N> for Mont<P, N> {
    const MODULUS: BigInt<N> = P::MODULUS;
    const GENERATOR: Fp<Self, N> = Self::from_i64(P::GENERATOR);
    const ZERO: Fp<Self, N> = Self::raw([0; N]);
    const ONE: Fp<Self, N> = Self::raw(Self::R);
    const NEG_ONE: Fp<Self, N> = Self::const_neg(&Self::ONE);
    const TWO_ADICITY: u32 = c::two_adicity(&Self::M);
    const TWO_ADIC_ROOT_OF_UNITY: Fp<Self, N> = Self::const_pow(&Self::GENERATOR, &Self::TRACE.0);
    const SMALL_SUBGROUP_BASE: Option<u32> = match P::SMALL_SUBGROUP {
        Some((base, _)) => Some(base),
        None => None,
    };
    const SMALL_SUBGROUP_BASE_ADICITY: Option<u32> = match P::SMALL_SUBGROUP {
        Some((_, power)) => Some(power),
        None => None,
    };
    const LARGE_SUBGROUP_ROOT_OF_UNITY: Option<Fp<Self, N>> = Self::large_subgroup_root();
    const SQRT_PRECOMP: Option<SqrtPrecomputation<Fp<Self, N>>> = Self::sqrt_precomputation();

    #[cfg_attr(not(feature = "meter"), inline(always))]
    #[cfg_attr(feature = "meter", inline(never))]
    fn add_assign(a: &mut Fp<Self, N>, b: &Fp<Self, N>) {
        meter!("add", Fp<Self, N>);
        a.0.0 = kernels::add::<N>(&a.0.0, &b.0.0, &Self::M, Self::SPARE_BITS > 0);
    }

    #[cfg_attr(not(feature = "meter"), inline(always))]
    #[cfg_attr(feature = "meter", inline(never))]
    fn sub_assign(a: &mut Fp<Self, N>, b: &Fp<Self, N>) {
        meter!("sub", Fp<Self, N>);
        a.0.0 = kernels::sub::<N>(&a.0.0, &b.0.0, &Self::M, Self::SPARE_BITS > 0);
    }

    #[cfg_attr(not(feature = "meter"), inline(always))]
    #[cfg_attr(feature = "meter", inline(never))]
    fn double_in_place(a: &mut Fp<Self, N>) {
        meter!("double", Fp<Self, N>);
        a.0.0 = kernels::double::<N>(&a.0.0, &Self::M, Self::SPARE_BITS > 0);
    }

    #[cfg_attr(not(feature = "meter"), inline(always))]
    #[cfg_attr(feature = "meter", inline(never))]
    fn neg_in_place(a: &mut Fp<Self, N>) {
        meter!("neg", Fp<Self, N>);
        a.0.0 = kernels::neg::<N>(&a.0.0, &Self::M);
    }

    #[cfg_attr(not(feature = "meter"), inline(always))]
    #[cfg_attr(feature = "meter", inline(never))]
    fn mul_assign(a: &mut Fp<Self, N>, b: &Fp<Self, N>) {
        meter!("mul", Fp<Self, N>, 1, 2);
        if const { kernels::is_special(&Self::M) } {
            a.0.0 = kernels::mul::<P, N>(&a.0.0, &b.0.0);
        } else if const { N > 6 || Self::SPARE_BITS == 0 } {
            Self::mul_outlined(a, b);
        } else {
            Self::mul_inlinable(a, b);
        }
    }

    #[cfg_attr(not(feature = "meter"), inline(always))]
    #[cfg_attr(feature = "meter", inline(never))]
    fn square_in_place(a: &mut Fp<Self, N>) {
        meter!("square", Fp<Self, N>, 1, 2);
        if const { kernels::is_special(&Self::M) } {
            a.0.0 = kernels::square::<P, N>(&a.0.0);
        } else if const { N > 6 || Self::SPARE_BITS == 0 } {
            Self::square_outlined(a);
        } else {
            Self::square_hinted(a);
        }
    }

    #[inline]
    fn sum_of_products<const T: usize>(a: &[Fp<Self, N>; T], b: &[Fp<Self, N>; T]) -> Fp<Self, N> {
        // The kernel's accumulator stays below (T + 1) 2^(bits of the modulus).
        let fits = Self::SPARE_BITS >= 2 && (T as u64) < (1 << Self::SPARE_BITS.min(32));
        if fits {
            meter!(crate::meter::sum_of_products(T), Fp<Self, N>, 1, T + 1);
            Self::raw(kernels::sum_of_products::<P, N, T>(
                &a.map(|x| x.0.0),
                &b.map(|x| x.0.0),
            ))
        } else {
            a.iter().zip(b).map(|(a, b)| *a * b).sum()
        }
    }

    fn inverse(a: &Fp<Self, N>) -> Option<Fp<Self, N>> {
        meter!("inverse", Fp<Self, N>);
        // From a R the kernel gives a^-1 R^-1 times its second argument: R^2 makes that a^-1 R.
        kernels::inverse::<N>(&a.0.0, &Self::R2, &Self::M, Self::INV).map(Self::raw)
    }

    fn from_bigint(x: BigInt<N>) -> Option<Fp<Self, N>> {
        if c::geq(&x.0, &Self::M) {
            return None;
        }
        let mut r = Self::raw(x.0);
        Self::mul_assign(&mut r, &Self::raw(Self::R2));
        Some(r)
    }

    #[inline]
    fn into_bigint(a: Fp<Self, N>) -> BigInt<N> {
        meter!("reduce", Fp<Self, N>, 1, 1);
        BigInt(kernels::reduce_once::<N>(&a.0.0, &Self::M, Self::INV))
    }
}
