//! Eight elements of a linear transform.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "limbs of several values are read by one index, and loops over vectors stay in registers"
)]

use super::{
    LaneData, LaneElement, Lanes, Token, Vector,
    params::LaneParams,
    radix52::{BITS, MASK, Radix52},
};
use ark_ff::PrimeField;
use seq_macro::seq;

/// Eight elements of a linear transform, which adds and subtracts products by known factors.
///
/// A transform is linear, so it commutes with the conversion between Montgomery forms. Lanes hold the limbs of the
/// elements' own form, and loading and storing costs no product. Products by factors use the factor's quotient by the
/// modulus ([`Factor`]) in place of a Montgomery reduction.
///
/// Limbs are signed and not carried: products carry their arguments. Values are not negative, and below
/// [`Self::CAPACITY`] times the modulus `p`. Debug builds carry the bound of every value and check it.
/// `docs/algorithms/ntt.md` has the bounds of a whole transform.
pub trait LooseElement: Copy + Send + Sync + 'static {
    /// The back end.
    type Token: Token;
    /// The field.
    type Scalar: PrimeField;
    /// A factor of all lanes.
    type Factor: Copy + core::fmt::Debug + Send + Sync + 'static;
    /// A factor for each lane.
    type Factors: Copy + Send + Sync + 'static;
    /// The same eight elements as lanes in Montgomery form.
    type Lanes: LaneElement<Token = Self::Token, Scalar = Self::Scalar>;

    /// How many times the modulus values may be.
    const CAPACITY: u64;
    /// How many times the modulus the arguments of [`Self::scale`] may be.
    const SCALABLE: u64;
    /// Products by factors are below this many times the modulus.
    const PRODUCT: u64;

    /// Eight zeros.
    fn zero(token: Self::Token) -> Self;
    /// Eight elements, lane 0 first; below `p`.
    fn load(token: Self::Token, x: [&Self::Scalar; 8]) -> Self;
    /// The elements, lane 0 first.
    fn store(&self) -> [Self::Scalar; 8];

    /// `a + f b` and `a - f b`: the bound of both is that of `a` and [`Self::PRODUCT`].
    fn butterfly(a: &Self, b: &Self, f: &Self::Factor) -> [Self; 2];
    /// Two of [`Self::butterfly`], faster than one after the other.
    fn butterflies(a: [&Self; 2], b: [&Self; 2], f: [&Self::Factor; 2]) -> [[Self; 2]; 2];
    /// `a + b` and `a - b` for `b < bias p`: the bound of both is that of `a` and `bias`.
    fn butterfly_one(bias: u64, a: &Self, b: &Self) -> [Self; 2];
    /// `f a`.
    #[must_use]
    fn mul(&self, f: &Self::Factor) -> Self;
    /// The product by eight factors in lanes: below `2 p`, for factors below `2 p`.
    #[must_use]
    fn scale(&self, f: &Self::Lanes) -> Self;
    /// Eight factors for [`Self::advance`]; they must be below `2 p`.
    fn factors(f: &Self::Lanes) -> Self::Factors;
    /// `f a` below `2 p`: a step in eight progressions.
    fn advance(a: &Self::Lanes, f: &Self::Factors) -> Self::Lanes;
    /// The same value below `2 p`.
    #[must_use]
    fn reduce(&self) -> Self;
    /// Lane `l` of element `i` of the result is lane `i` of element `l`.
    #[must_use]
    fn transpose(rows: &[Self; 8]) -> [Self; 8];
}

/// A factor `w < p` with `floor(2^(52 L) w / p)` (Shoup's trick, as in D. Harvey, "Faster arithmetic for
/// number-theoretic transforms", 2014, section 2, on limbs).
#[derive(Clone, Copy, Debug)]
pub struct Factor<const L: usize> {
    value: [u64; L],
    quotient: [u64; L],
}

impl<const L: usize> Factor<L> {
    /// The factor `value`, from its Montgomery form `2^(52 L) value mod p`.
    ///
    /// `2^(52 L) value = quotient p + form`, and `quotient < 2^(52 L)`: the quotient is `-form / p mod 2^(52 L)`.
    pub(super) fn new(value: [u64; L], form: [u64; L], radix: &Radix52<L>) -> Self {
        let mut quotient = [0; L];
        let mut rest = form;
        for k in 0..L {
            // Adds q p to the rest, so that its lowest limb vanishes.
            let q = rest[k].wrapping_mul(radix.inv) & MASK;
            quotient[k] = q;
            let mut carry = 0u128;
            for j in 0..L - k {
                let t = u128::from(rest[k + j]) + u128::from(q) * u128::from(radix.modulus[j]) + carry;
                rest[k + j] = t as u64 & MASK;
                carry = t >> BITS;
            }
        }
        Self { value, quotient }
    }
}

/// A [`Factor`] for each of eight lanes.
#[derive(Clone, Copy, Debug)]
pub struct Factors<V, const L: usize> {
    value: [V; L],
    quotient: [V; L],
}

/// Eight elements of `F` in `L` limbs that are not carried.
#[derive(Clone, Copy, Debug)]
pub struct Loose<F, V, const L: usize>(Lanes<F, V, L>);

impl<F: LaneParams<L>, V: Vector, const L: usize> Loose<F, V, L> {
    /// Whether quotients leave out one more column, and so may be too small by `2 L - 1`.
    ///
    /// Then products are below `(2 L + 1) p`, and there must be room for several of these before a reduction. It saves
    /// 9 of 84 multiply-adds with five limbs, and 2 to 3 % of a transform of `2^14` elements of BN254's scalar field.
    /// That of BLS12-381 has half the room, and the reductions cost as much (`examples/ntt.rs` of the engine).
    const ROUGH: bool = F::RADIX.capacity >= 64;

    #[inline(always)]
    fn new(limbs: [V; L], bound: f64) -> Self {
        debug_assert!(bound <= Self::CAPACITY as f64, "a value up to {bound} p");
        Self(Lanes::new(limbs, bound))
    }

    #[inline(always)]
    fn token(&self) -> V::Token {
        self.0.limbs[0].token()
    }

    /// The factor in all lanes.
    #[inline(always)]
    fn splat(&self, f: &Factor<L>) -> Factors<V, L> {
        let token = self.token();
        let (mut value, mut quotient) = ([token.splat(0); L], [token.splat(0); L]);
        for j in 0..L {
            value[j] = token.splat(f.value[j]);
            quotient[j] = token.splat(f.quotient[j]);
        }
        Factors { value, quotient }
    }

    /// The product's limbs, below `2^52`.
    ///
    /// With the quotient `f' = floor(2^(52 L) f / p)`, `f a - floor(a f' / 2^(52 L)) p` is below
    /// `(1 + a / 2^(52 L)) p`.
    ///
    /// Columns of `a f'` below `L - 1` are left out: less than `2 L` times `2^(52 L - 52)` together, which adds less
    /// than `2 L / 2^52` to the factor of `p`. So products are below `2 p`: where the layers take these quotients,
    /// [`LooseElement::CAPACITY`] keeps `a` below `0.92 * 2^(52 L)`, and `advance` has `a` below `2 p`.
    ///
    /// Rough quotients leave out column `L - 1` too, `2 L - 1` halves below `2^(52 L)`. What they keep needs no
    /// rounding down. So products are below `(2 L - 1 + 2 L / 2^52 + a / 2^(52 L)) p`, less than `(2 L + 1) p`.
    #[inline(always)]
    fn product(&self, f: &Factors<V, L>, rough: bool) -> [V; L] {
        let (q, below, r) = self.columns(f, rough);
        Self::remainder(&Self::quotient(q, below), r)
    }

    /// Columns from `L - 1` on of `a f'`, and those below `L` of `a f`.
    #[inline(always)]
    fn columns(&self, f: &Factors<V, L>, rough: bool) -> ([V; L], V, [V; L]) {
        let zero = self.token().splat(0);
        // Multiply-adds read the low 52 bits of a limb only: no mask after carries.
        let mut x = self.0.limbs;
        for j in 1..L {
            x[j] = x[j].add(x[j - 1].sar::<BITS>());
        }
        let (mut q, mut below, mut r) = ([zero; L], zero, [zero; L]);
        // Rows are functions of a constant, since the compiler leaves a loop over rows of eight limbs a loop.
        seq!(I in 0..15 {
            if I < L {
                let first = if rough { L } else { L - 1 };
                Self::row::<I>(x[I], f, first, (&mut q, &mut below, &mut r));
            }
        });
        (q, below, r)
    }

    /// Row `I` of [`Self::columns`], without columns of `a f'` below `first`.
    #[inline(always)]
    fn row<const I: usize>(x: V, f: &Factors<V, L>, first: usize, (q, below, r): (&mut [V; L], &mut V, &mut [V; L])) {
        for j in 0..L {
            if I + j >= L {
                q[I + j - L] = q[I + j - L].madd_lo(x, f.quotient[j]);
            } else {
                r[I + j] = r[I + j].madd_lo(x, f.value[j]);
                if I + j >= first {
                    *below = below.madd_lo(x, f.quotient[j]);
                }
            }
            if I + j + 1 >= L {
                q[I + j + 1 - L] = q[I + j + 1 - L].madd_hi(x, f.quotient[j]);
            } else {
                r[I + j + 1] = r[I + j + 1].madd_hi(x, f.value[j]);
                if I + j + 1 >= first {
                    *below = below.madd_hi(x, f.quotient[j]);
                }
            }
        }
    }

    /// The quotient's limbs, of which only the low 52 bits are read.
    #[inline(always)]
    fn quotient(mut q: [V; L], below: V) -> [V; L] {
        q[0] = q[0].add(below.shr::<BITS>());
        for j in 1..L {
            q[j] = q[j].add(q[j - 1].shr::<BITS>());
        }
        q
    }

    /// `r - q p` modulo `2^(52 L)`. A limb is a sum of at most `4 L` halves of products, each below `2^52`.
    #[inline(always)]
    fn remainder(q: &[V; L], mut r: [V; L]) -> [V; L] {
        let token = q[0].token();
        seq!(I in 0..15 {
            if I < L {
                Self::remainder_row::<I>(q[I], &mut r);
            }
        });
        let mask = token.splat(MASK);
        for j in 0..L {
            if j + 1 < L {
                r[j + 1] = r[j + 1].add(r[j].shr::<BITS>());
            }
            r[j] = r[j].and(mask);
        }
        r
    }

    /// Row `I` of [`Self::remainder`].
    #[inline(always)]
    fn remainder_row<const I: usize>(q: V, r: &mut [V; L]) {
        let token = q.token();
        for j in 0..L {
            let c = token.splat(F::RADIX.complement[j]);
            if I + j < L {
                r[I + j] = r[I + j].madd_lo(q, c);
            }
            if I + j + 1 < L {
                r[I + j + 1] = r[I + j + 1].madd_hi(q, c);
            }
        }
    }

    /// `a + b` and `a + bias p - b`.
    #[inline(always)]
    fn both(bias: u64, a: &Self, b: &[V; L]) -> [Self; 2] {
        let token = b[0].token();
        let (mut sum, mut difference) = (a.0.limbs, a.0.limbs);
        for j in 0..L {
            sum[j] = sum[j].add(b[j]);
            difference[j] = difference[j].add(token.splat(F::RADIX.modulus[j] * bias)).sub(b[j]);
        }
        let bound = a.0.bound.get() + bias as f64;
        [Self::new(sum, bound), Self::new(difference, bound)]
    }
}

impl<F: LaneParams<L>, V: Vector, const L: usize> LooseElement for Loose<F, V, L> {
    type Token = V::Token;
    type Scalar = F;
    type Factor = Factor<L>;
    type Factors = Factors<V, L>;
    type Lanes = Lanes<F, V, L>;

    // Limbs stay below 2^62.
    const CAPACITY: u64 = if F::RADIX.capacity < 512 {
        F::RADIX.capacity - F::RADIX.capacity / 8
    } else {
        512
    };
    const SCALABLE: u64 = if F::RADIX.capacity / 2 < Self::CAPACITY {
        F::RADIX.capacity / 2
    } else {
        Self::CAPACITY
    };
    const PRODUCT: u64 = if Self::ROUGH { 2 * L as u64 + 1 } else { 2 };

    #[inline(always)]
    fn zero(token: V::Token) -> Self {
        Self::new([token.splat(0); L], 0.0)
    }

    #[inline(always)]
    fn load(token: V::Token, x: [&F; 8]) -> Self {
        meter!("load", [F; 8], 8, 0);
        token.part(
            #[inline(always)]
            || Self::new(F::columns52::<V>(token, x), 1.0),
        )
    }

    #[inline(always)]
    fn store(&self) -> [F; 8] {
        meter!("store", [F; 8], 8, 0);
        self.token().part(
            #[inline(always)]
            || F::from_columns52(Lanes::<F, V, L>::reduced(self.0.limbs).canonical()),
        )
    }

    #[inline(always)]
    fn butterfly(a: &Self, b: &Self, f: &Factor<L>) -> [Self; 2] {
        meter!("butterfly", [F; 8], 8, 2);
        a.token().part(
            #[inline(always)]
            || Self::both(Self::PRODUCT, a, &b.product(&b.splat(f), Self::ROUGH)),
        )
    }

    #[inline(always)]
    fn butterflies(a: [&Self; 2], b: [&Self; 2], f: [&Factor<L>; 2]) -> [[Self; 2]; 2] {
        meter!("butterfly", [F; 8], 16, 2);
        a[0].token().part(
            #[inline(always)]
            || {
                let (q, below, r) = b[0].columns(&b[0].splat(f[0]), Self::ROUGH);
                let (s, under, t) = b[1].columns(&b[1].splat(f[1]), Self::ROUGH);
                let (q, s) = (Self::quotient(q, below), Self::quotient(s, under));
                let (r, t) = (Self::remainder(&q, r), Self::remainder(&s, t));
                [Self::both(Self::PRODUCT, a[0], &r), Self::both(Self::PRODUCT, a[1], &t)]
            },
        )
    }

    #[inline(always)]
    fn butterfly_one(bias: u64, a: &Self, b: &Self) -> [Self; 2] {
        meter!("butterfly of one", [F; 8], 8, 0);
        a.token().part(
            #[inline(always)]
            || {
                debug_assert!(
                    b.0.bound.get() <= bias as f64,
                    "a negative term up to {:?} p",
                    b.0.bound
                );
                Self::both(bias, a, &b.0.limbs)
            },
        )
    }

    #[inline(always)]
    fn mul(&self, f: &Factor<L>) -> Self {
        meter!("mul by factor", [F; 8], 8, 2);
        self.token().part(
            #[inline(always)]
            || Self::new(self.product(&self.splat(f), Self::ROUGH), Self::PRODUCT as f64),
        )
    }

    #[inline(always)]
    fn scale(&self, f: &Self::Lanes) -> Self {
        meter!("scale", [F; 8], 8, 0);
        self.token().part(
            #[inline(always)]
            || Self(Lanes::carried(self.0.limbs, self.0.bound.get()).mul(f)),
        )
    }

    #[inline(always)]
    fn factors(f: &Self::Lanes) -> Factors<V, L> {
        let token = f.token();
        token.part(
            #[inline(always)]
            || {
                let zero = token.splat(0);
                // As `Factor::new`; a Montgomery product by the integer 1 gives the value.
                let mut one = [zero; L];
                one[0] = token.splat(1);
                let value = f.mul(&Lanes::new(one, 1.0)).canonical();
                let mut rest = f.canonical();
                let (mut quotient, inv) = ([zero; L], token.splat(F::RADIX.inv));
                for k in 0..L {
                    let q = zero.madd_lo(rest[k], inv);
                    quotient[k] = q;
                    for j in 0..L {
                        let m = token.splat(F::RADIX.modulus[j]);
                        if k + j < L {
                            rest[k + j] = rest[k + j].madd_lo(q, m);
                        }
                        if k + j + 1 < L {
                            rest[k + j + 1] = rest[k + j + 1].madd_hi(q, m);
                        }
                    }
                    if k + 1 < L {
                        rest[k + 1] = rest[k + 1].add(rest[k].shr::<BITS>());
                    }
                }
                Factors { value, quotient }
            },
        )
    }

    #[inline(always)]
    fn advance(a: &Self::Lanes, f: &Factors<V, L>) -> Self::Lanes {
        meter!("advance", [F; 8], 8, 2);
        debug_assert!(a.bound.is_for_combinations());
        a.token().part(
            #[inline(always)]
            || Lanes::new(Self(*a).product(f, false), 2.0),
        )
    }

    #[inline(always)]
    fn reduce(&self) -> Self {
        meter!("reduce", [F; 8], 8, 0);
        self.token().part(
            #[inline(always)]
            || Self(Lanes::reduced(self.0.limbs)),
        )
    }

    #[inline(always)]
    fn transpose(rows: &[Self; 8]) -> [Self; 8] {
        rows[0].token().part(
            #[inline(always)]
            || {
                let bound = if cfg!(debug_assertions) {
                    rows.iter().fold(0.0, |b: f64, r| b.max(r.0.bound.get()))
                } else {
                    0.0
                };
                let mut columns = [Self::new(rows[0].0.limbs, bound); 8];
                for j in 0..L {
                    let mut block = [rows[0].0.limbs[j]; 8];
                    for l in 0..8 {
                        block[l] = rows[l].0.limbs[j];
                    }
                    let block = V::transpose(block);
                    for l in 0..8 {
                        columns[l].0.limbs[j] = block[l];
                    }
                }
                columns
            },
        )
    }
}

/// Eight values of `N` limbs of 64 bits in limbs of 52.
#[inline(always)]
pub fn columns<V: Vector, const N: usize, const L: usize>(token: V::Token, x: [&[u64; N]; 8]) -> [V; L] {
    let mut wide = [token.splat(0); N];
    if const { N == 4 } {
        let mut four = [&[0; 4]; 8];
        for i in 0..8 {
            if let Some(x) = x[i].first_chunk() {
                four[i] = x;
            }
        }
        let four = token.columns4(four);
        for j in 0..4 {
            wide[j] = four[j];
        }
    }
    for w in 0..if const { N == 4 } { 0 } else { N.div_ceil(8) } {
        let (from, to) = (8 * w, if 8 * w + 8 < N { 8 * w + 8 } else { N });
        let mut block = [wide[0]; 8];
        for i in 0..8 {
            block[i] = token.load_part(&x[i][from..to]);
        }
        let block = V::transpose(block);
        for j in from..to {
            wide[j] = block[j - from];
        }
    }
    let mask = token.splat(MASK);
    let mut limbs = [mask; L];
    for j in 0..L {
        let (i, shift) = (j * 52 / 64, (j * 52 % 64) as u32);
        if i < N {
            let mut limb = wide[i].shr_by(shift);
            if shift > 12 && i + 1 < N {
                limb = limb.or(wide[i + 1].shl_by(64 - shift));
            }
            limbs[j] = limb.and(mask);
        } else {
            limbs[j] = token.splat(0);
        }
    }
    limbs
}

/// Eight values in limbs of 52 bits, below `2^(64 N)`, in limbs of 64.
#[inline(always)]
pub fn rows<V: Vector, const N: usize, const L: usize>(limbs: [V; L]) -> [[u64; N]; 8] {
    let token = limbs[0].token();
    let mut wide = [token.splat(0); N];
    for j in 0..L {
        let (i, shift) = (j * 52 / 64, (j * 52 % 64) as u32);
        if i < N {
            wide[i] = wide[i].or(limbs[j].shl_by(shift));
        }
        if shift > 12 && i + 1 < N {
            wide[i + 1] = wide[i + 1].or(limbs[j].shr_by(64 - shift));
        }
    }
    let mut rows = [[0; N]; 8];
    if const { N == 4 } {
        let four = V::rows4([wide[0], wide[1], wide[2], wide[3]]);
        for i in 0..8 {
            rows[i].copy_from_slice(&four[i]);
        }
        return rows;
    }
    for w in 0..N.div_ceil(8) {
        let (from, to) = (8 * w, if 8 * w + 8 < N { 8 * w + 8 } else { N });
        let mut block = [token.splat(0); 8];
        for j in from..to {
            block[j - from] = wide[j];
        }
        let block = V::transpose(block);
        for i in 0..8 {
            rows[i][from..to].copy_from_slice(&block[i].store()[..to - from]);
        }
    }
    rows
}
