//! Looks up curves at run time, by their names and by their parameters.

use super::{
    BrainpoolP256r1, BrainpoolP256t1, BrainpoolP320r1, BrainpoolP320t1, BrainpoolP384r1, BrainpoolP384t1,
    BrainpoolP512r1, BrainpoolP512t1, NamedCurve, Secp224r1, Secp256k1, Secp256r1, Secp384r1, Secp521r1, short,
};
use crate::{Coefficient, Curve, Parameters};
use secant_field::modular::{Limbs, Modular};

/// An operation on a curve that is chosen at run time.
pub trait Visitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation.
    fn visit<C: Curve + 'static>(self, curve: &C) -> Self::Output;
}

/// Defines the names of curves and the mapping from a name to its curve.
macro_rules! names {
    (compiled { $($curve:ident,)* } short { $($short:ident: $constants:ident, $limbs:literal;)* }) => {
        /// The name of a curve.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        #[non_exhaustive]
        pub enum Name { $($curve,)* $($short,)* }

        impl Name {
            /// All names.
            pub const ALL: &'static [Self] = &[$(Self::$curve,)* $(Self::$short,)*];

            /// The name in the standards.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$curve => <$curve as NamedCurve>::NAME,)*
                    $(Self::$short => short::$constants.name,)*
                }
            }

            /// Other names.
            pub const fn aliases(self) -> &'static [&'static str] {
                match self {
                    $(Self::$curve => <$curve as NamedCurve>::ALIASES,)*
                    $(Self::$short => short::$constants.aliases,)*
                }
            }

            /// The object identifier in dotted decimal numbers.
            pub const fn oid(self) -> &'static str {
                match self {
                    $(Self::$curve => <$curve as NamedCurve>::OID,)*
                    $(Self::$short => short::$constants.oid,)*
                }
            }

            /// Calls a visitor with the curve of this name.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$curve => visitor.visit(&$curve),)*
                    $(Self::$short => visitor.visit(&short::$constants.curve::<$limbs>()),)*
                }
            }

            /// Whether parameters are those of this curve; `None` if field or coefficients differ.
            fn compare(self, wanted: &Parameters<'_>) -> Option<bool> {
                match self {
                    $(Self::$curve => compare(&$curve, wanted),)*
                    $(Self::$short => short::$constants.compare(wanted),)*
                }
            }
        }
    };
}

names! {
    compiled {
        Secp224r1, Secp256k1, Secp256r1, Secp384r1, Secp521r1,
        BrainpoolP256r1, BrainpoolP256t1, BrainpoolP320r1, BrainpoolP320t1,
        BrainpoolP384r1, BrainpoolP384t1, BrainpoolP512r1, BrainpoolP512t1,
    }
    short {
        Secp160k1: SECP160K1, 3;
        Secp160r1: SECP160R1, 3;
        Secp160r2: SECP160R2, 3;
        Secp192k1: SECP192K1, 3;
        Secp192r1: SECP192R1, 3;
        Secp224k1: SECP224K1, 4;
        BrainpoolP160r1: BRAINPOOLP160R1, 3;
        BrainpoolP160t1: BRAINPOOLP160T1, 3;
        BrainpoolP192r1: BRAINPOOLP192R1, 3;
        BrainpoolP192t1: BRAINPOOLP192T1, 3;
        BrainpoolP224r1: BRAINPOOLP224R1, 4;
        BrainpoolP224t1: BRAINPOOLP224T1, 4;
    }
}

/// How parameters relate to a named curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveMatch {
    /// They are those of the curve.
    Same(Name),
    /// Field and coefficients are those of the curve, but the generator, its order or the cofactor is not. Whoever
    /// chooses the generator can know the secret of any public key (CVE-2020-0601).
    OtherGenerator(Name),
}

impl Name {
    /// The curve with this name, in any letter case, with or without hyphens, underscores, dots, slashes and spaces,
    /// and with or without a leading `NIST`. `P-256`, `p256`, `nistp256`, `NIST P-256`, `prime256v1` and `secp256r1`
    /// are the same.
    pub fn parse(name: &str) -> Option<Self> {
        let is = |known: &str| {
            let (name, mut without) = (significant(name), significant(name));
            let is_nist = "nist".chars().all(|letter| without.next() == Some(letter));
            name.eq(significant(known)) || is_nist && without.eq(significant(known))
        };
        let names = |known: &Self| is(known.as_str()) || known.aliases().iter().copied().any(is);
        Self::ALL.iter().copied().find(names)
    }

    /// How parameters relate to a named curve; `None` if they resemble none.
    pub fn like(parameters: &Parameters<'_>) -> Option<CurveMatch> {
        Self::ALL.iter().find_map(|&name| match name.compare(parameters)? {
            true => Some(CurveMatch::Same(name)),
            false => Some(CurveMatch::OtherGenerator(name)),
        })
    }
}

/// The characters of a name that count in a comparison.
fn significant(name: &str) -> impl Iterator<Item = char> {
    let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | '.' | '/' | ' '));
    letters.map(|c| c.to_ascii_lowercase())
}

/// [`Name::compare`] for a curve that is known at compile time. Its cofactor is one.
fn compare<C: Curve>(curve: &C, wanted: &Parameters<'_>) -> Option<bool> {
    fn is<L: Limbs>(bytes: &[u8], limbs: &L) -> bool {
        let byte = |i: usize| (limbs.as_ref().get(i / 8).copied().unwrap_or(0) >> (8 * (i % 8))) as u8;
        let mut digits = bytes.iter().rev().copied();
        (0..bytes.len().max(8 * L::COUNT)).all(|i| digits.next().unwrap_or(0) == byte(i))
    }
    let f = curve.field();
    let same_curve = is(wanted.p, f.modulus())
        && is(wanted.a, &f.to_limbs(&curve.a().value(f)))
        && is(wanted.b, &f.to_limbs(curve.b()));
    same_curve.then(|| {
        let is_generator = |x: &_, y: &_| is(wanted.x, &f.to_limbs(x)) && is(wanted.y, &f.to_limbs(y));
        let generator = curve.generator();
        generator.xy().is_some_and(|(x, y)| is_generator(x, y))
            && is(wanted.n, curve.scalars().modulus())
            && crate::runtime::strip(wanted.h) == [1]
    })
}

impl core::fmt::Display for Name {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}
