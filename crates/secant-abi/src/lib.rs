//! The contract between a WASM guest and its host: one table of functions with their encodings, and the error numbers.
//! The code of both sides and `docs/abi.md` are generated from it.
//!
//! Every function of the import module `secant` has the same signature:
//!
//! ```text
//! fn(curve: u32, a: u32, a_len: u32, b: u32, b_len: u32, out: u32, out_len: u32) -> u32
//! ```
//!
//! `curve` is a [`GroupId`] or a [`PairingId`]. `a` and `b` are inputs and `out` is a buffer of the caller, each with
//! its length in bytes. Elements are in the raw form of [`secant_curve::raw`]: 64-bit limbs, little endian, in
//! Montgomery form. So a guest passes its points and scalars as they lie in its memory. The result is in canonical
//! affine form, the same on every host. The return value is zero or an [`Error`]. Buffers may overlap: the host reads
//! the inputs in full before it writes `out`, and writes `out` only on success.
#![no_std]
#![forbid(unsafe_code)]

pub mod rfc0163;

use secant_curve::{
    G1Of, G2Of, GroupId, GroupVisitor, HostError, HostedGroup, HostedPairing, PairingId, PairingVisitor, Plain,
};

/// The import module of all functions.
pub const MODULE: &str = "secant";

/// The longest integer of a multiplication, in limbs: twice the longest cofactor, with room to spare.
pub const MAX_INTEGER_LIMBS: usize = 64;

/// What the curve number of a function identifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Nothing: the number is ignored.
    Nothing,
    /// A [`GroupId`].
    Group,
    /// A [`PairingId`].
    Pairing,
}

/// What a buffer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing; the length must be zero.
    Empty,
    /// One point of the group in affine coordinates.
    Affine,
    /// Any number of points of the group in affine coordinates; the same number in all such buffers.
    Affines,
    /// Points in Jacobian (`X Y Z`) or extended (`X Y T Z`) coordinates, as many as in the other lists.
    Projectives,
    /// Elements of the scalar field, as many as in the other lists.
    Scalars,
    /// A little-endian integer of up to [`MAX_INTEGER_LIMBS`] limbs, not in Montgomery form.
    Integer,
    /// Points of the first group of the pairing in affine coordinates, as many as in the other lists.
    G1Affines,
    /// Points of the second group of the pairing in affine coordinates, as many as in the other lists.
    G2Affines,
    /// One element of the field that holds the target group.
    Target,
    /// Elements of the target group, as many as in the other lists.
    GtElements,
}

/// Calls `$callback! { $args nothing { (Variant = number, name, "doc"), ... } group { (Variant = number, name =>
/// method(argument: Shape, ...) -> Shape, "doc"), ... } pairing { ... } }` with all functions. `nothing`, `group` and
/// `pairing` say what the curve number identifies. `name` is the import, and `method` is the method of
/// [`secant_curve::Host`] that a call runs.
///
/// The import, the method of a remote host, the serving side and the fuel charge all follow from a row. The code does
/// not compile while one of them is missing.
#[macro_export]
macro_rules! for_each_function {
    ($($callback:ident)::+ $(, $args:tt)?) => {
        $($callback)::+! {
            $($args)?
            nothing {
                (Ping = 0, ping, "Does nothing: the cost of a call."),
            }
            group {
                (Msm = 1, msm => msm(bases: Affines, scalars: Scalars) -> Affine, "The sum of all `scalars[i] * bases[i]`."),
                (Mul = 2, mul => mul(base: Affine, scalar: Integer) -> Affine, "The integer multiple of a point."),
                (Normalize = 3, normalize => normalize(points: Projectives) -> Affines, "The affine form of many points."),
            }
            pairing {
                (MultiMillerLoop = 4, multi_miller_loop => multi_miller_loop(p: G1Affines, q: G2Affines) -> Target, "The product of the Miller loops of all pairs."),
                (FinalExponentiation = 5, final_exponentiation => final_exponentiation(f: Target) -> Target, "The final exponentiation."),
                (MultiPairing = 6, multi_pairing => multi_pairing(p: G1Affines, q: G2Affines) -> Target, "The product of the pairings of all pairs."),
                (GtMultiExp = 7, gt_multi_exp => multi_exp(elements: GtElements, exponents: Scalars) -> Target, "The product of all `elements[i]^scalars[i]` in the target group."),
            }
        }
    };
}

macro_rules! define_functions {
    (nothing { $(($n:ident = $n_number:literal, $n_name:ident, $n_doc:literal),)* }
     group { $(($g:ident = $g_number:literal, $g_name:ident => $g_method:ident($($g_arg:ident: $g_shape:ident),+) -> $g_out:ident, $g_doc:literal),)* }
     pairing { $(($p:ident = $p_number:literal, $p_name:ident => $p_method:ident($($p_arg:ident: $p_shape:ident),+) -> $p_out:ident, $p_doc:literal),)* }) => {
        define_functions! {
            $(($n, $n_number, $n_name, Nothing, [] -> Empty, $n_doc),)*
            $(($g, $g_number, $g_name, Group, [$($g_shape)+] -> $g_out, $g_doc),)*
            $(($p, $p_number, $p_name, Pairing, [$($p_shape)+] -> $p_out, $p_doc),)*
        }
    };
    ($(($variant:ident, $number:literal, $name:ident, $subject:ident, [$($shape:ident)*] -> $out:ident, $doc:literal),)*) => {
        /// A function of the contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum Function { $(#[doc = $doc] $variant = $number),* }

        impl Function {
            /// All functions.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The function with a number.
            pub const fn from_u32(number: u32) -> Option<Self> {
                match number { $($number => Some(Self::$variant),)* _ => None }
            }

            /// The name of the import.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($name)),* }
            }

            /// What the function does, in one sentence.
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$variant => $doc),* }
            }

            /// What the curve number identifies.
            pub const fn subject(self) -> Subject {
                match self { $(Self::$variant => Subject::$subject),* }
            }

            /// What the buffers `a`, `b` and `out` hold.
            pub const fn shapes(self) -> [Shape; 3] {
                match self { $(Self::$variant => shapes(&[$(Shape::$shape),*], Shape::$out)),* }
            }
        }
    };
}

/// The shapes of `a` and `b` (empty if there is no such input), and of `out`.
const fn shapes(inputs: &[Shape], out: Shape) -> [Shape; 3] {
    match *inputs {
        [] => [Shape::Empty, Shape::Empty, out],
        [a] => [a, Shape::Empty, out],
        [a, b] => [a, b, out],
        _ => panic!("a function has two inputs at most"),
    }
}

for_each_function!(define_functions);

/// A row with more than two inputs does not compile.
const _: () = {
    let mut i = 0;
    while i < Function::ALL.len() {
        Function::ALL[i].shapes();
        i += 1;
    }
};

macro_rules! define_errors {
    ($($variant:ident = $code:literal, $text:literal;)*) => {
        /// Why a call returned no result. The numbers are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        #[non_exhaustive]
        pub enum Error { $(#[doc = $text] $variant = $code),* }

        impl Error {
            /// All errors.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The error in one sentence.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// The error with a number. Numbers that this version does not know give [`Error::Other`].
            pub const fn from_u32(code: u32) -> Self {
                match code { $($code => Self::$variant,)* _ => Self::Other }
            }
        }
    };
}

define_errors! {
    UnknownCurve = 1, "The curve number is not known.";
    BadLength = 2, "A length does not fit the encoding.";
    UnequalCounts = 3, "Lists that belong together differ in length.";
    OutOfBounds = 4, "A buffer reaches past the guest's memory.";
    NotCanonical = 5, "A coordinate or scalar is not below its modulus.";
    NotOnCurve = 6, "A point is not on the curve.";
    ExceptionalAddition = 7, "The result is a point at infinity of an incomplete Edwards curve, which has no affine form: a point is outside the subgroup.";
    ZeroMillerLoop = 8, "Zero has no final exponentiation.";
    NotInTargetGroup = 9, "An element is outside the target group.";
    UnknownFunction = 10, "The function number is not known: where functions are numbers, of an older host.";
    Other = 255, "The host failed for another reason.";
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.text())
    }
}

impl core::error::Error for Error {}

impl From<HostError> for Error {
    fn from(e: HostError) -> Self {
        match e {
            HostError::ExceptionalAddition => Self::ExceptionalAddition,
            HostError::ZeroMillerLoop => Self::ZeroMillerLoop,
            HostError::UnequalCounts => Self::UnequalCounts,
            HostError::NotInTargetGroup => Self::NotInTargetGroup,
            HostError::Refused(code) => Self::from_u32(code),
            _ => Self::Other,
        }
    }
}

impl From<Error> for HostError {
    fn from(e: Error) -> Self {
        match e {
            Error::ExceptionalAddition => Self::ExceptionalAddition,
            Error::ZeroMillerLoop => Self::ZeroMillerLoop,
            Error::UnequalCounts => Self::UnequalCounts,
            Error::NotInTargetGroup => Self::NotInTargetGroup,
            e => Self::Refused(e as u32),
        }
    }
}

impl From<secant_curve::raw::Invalid> for Error {
    fn from(e: secant_curve::raw::Invalid) -> Self {
        match e {
            secant_curve::raw::Invalid::NotCanonical => Self::NotCanonical,
            secant_curve::raw::Invalid::NotOnCurve => Self::NotOnCurve,
        }
    }
}

/// The size in bytes of an element of each shape, for one curve. Zero if the curve has no such element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    affine: usize,
    projective: usize,
    scalar: usize,
    g1: usize,
    g2: usize,
    target: usize,
}

/// A call whose lengths have been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The function.
    pub function: Function,
    /// The group, for functions on groups.
    pub group: Option<GroupId>,
    /// The pairing, for functions on pairings.
    pub pairing: Option<PairingId>,
    /// The number of points, pairs or elements, or, for a multiplication, the number of limbs of the integer.
    pub count: usize,
}

impl Request {
    /// Checks the curve number and the lengths of a call.
    pub fn new(function: Function, curve: u32, a_len: usize, b_len: usize, out_len: usize) -> Result<Self, Error> {
        let (mut group, mut pairing, mut sizes) = (None, None, Sizes::default());
        match function.subject() {
            Subject::Nothing => {}
            Subject::Group => {
                let id = GroupId::from_u32(curve).ok_or(Error::UnknownCurve)?;
                (group, sizes) = (Some(id), group_sizes(id));
            }
            Subject::Pairing => {
                let id = PairingId::from_u32(curve).ok_or(Error::UnknownCurve)?;
                (pairing, sizes) = (Some(id), pairing_sizes(id));
            }
        }
        let mut count = None;
        let mut integer = None;
        for (shape, len) in function.shapes().into_iter().zip([a_len, b_len, out_len]) {
            let (size, many) = sizes.of(shape);
            if !many {
                if len != size {
                    return Err(Error::BadLength);
                }
                continue;
            }
            if !len.is_multiple_of(size) || (shape == Shape::Integer && len > size * MAX_INTEGER_LIMBS) {
                return Err(Error::BadLength);
            }
            let slot = if shape == Shape::Integer {
                &mut integer
            } else {
                &mut count
            };
            if slot.is_some_and(|n| n != len / size) {
                return Err(Error::UnequalCounts);
            }
            *slot = Some(len / size);
        }
        Ok(Self {
            function,
            group,
            pairing,
            count: integer.or(count).unwrap_or(0),
        })
    }
}

impl Sizes {
    /// The size of one element, and whether the buffer may hold any number of them.
    fn of(&self, shape: Shape) -> (usize, bool) {
        match shape {
            Shape::Empty => (0, false),
            Shape::Affine => (self.affine, false),
            Shape::Affines => (self.affine, true),
            Shape::Projectives => (self.projective, true),
            Shape::Scalars => (self.scalar, true),
            Shape::Integer => (8, true),
            Shape::G1Affines => (self.g1, true),
            Shape::G2Affines => (self.g2, true),
            Shape::Target => (self.target, false),
            Shape::GtElements => (self.target, true),
        }
    }

    /// The size of one element of a shape in bytes.
    pub fn element(&self, shape: Shape) -> usize {
        self.of(shape).0
    }
}

struct SizesOf;

impl GroupVisitor for SizesOf {
    type Output = Sizes;

    fn visit<G: HostedGroup>(self) -> Sizes {
        Sizes {
            affine: size_of::<G::Affine>(),
            projective: size_of::<G>(),
            scalar: size_of::<G::ScalarField>(),
            ..Sizes::default()
        }
    }
}

impl PairingVisitor for SizesOf {
    type Output = Sizes;

    fn visit<P: HostedPairing>(self) -> Sizes {
        Sizes {
            g1: size_of::<G1Of<P>>(),
            g2: size_of::<G2Of<P>>(),
            target: size_of::<P::Target>(),
            scalar: size_of::<P::Fr>(),
            ..Sizes::default()
        }
    }
}

/// The sizes of a group's elements.
pub fn group_sizes(id: GroupId) -> Sizes {
    id.visit::<Plain, _>(SizesOf)
}

/// The sizes of a pairing's elements.
pub fn pairing_sizes(id: PairingId) -> Sizes {
    id.visit::<Plain, _>(SizesOf)
}
