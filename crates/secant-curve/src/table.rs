//! Numbers and names of groups and pairings, and the way from them to types.

use crate::{Host, HostedGroup, HostedPairing, PairingCurve};

/// An operation on a group that is chosen when the program runs.
pub trait GroupVisitor {
    /// The result.
    type Output;

    /// Runs the operation on the group.
    fn visit<G: HostedGroup>(self) -> Self::Output;
}

/// An operation on a pairing that is chosen when the program runs.
pub trait PairingVisitor {
    /// The result.
    type Output;

    /// Runs the operation on the pairing.
    fn visit<P: HostedPairing>(self) -> Self::Output;
}

/// Takes a value for the sake of its type `P`.
fn visit_pairing_of<P: HostedPairing, V: PairingVisitor>(visitor: V, _: PairingCurve<P>) -> V::Output {
    visitor.visit::<P>()
}

macro_rules! define_ids {
    ($($curve:ident = $oracle:ident {
        pairing { $(($pairing:ident, $p:literal, $pairing_type:ident))? }
        groups { $(($group:ident, $g:literal, $suffix:literal, $affine:ident, $projective:ident)),* $(,)? }
    })*) => {
        /// The stable number and name of a group.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum GroupId { $($($group = $g),*),* }

        /// The stable number and name of a pairing.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum PairingId { $($($pairing = $p,)?)* }

        impl GroupId {
            /// All groups, by number.
            pub const ALL: &'static [Self] = &[$($(Self::$group),*),*];

            /// The name used in tables, reports and documents.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$group => concat!(stringify!($curve), $suffix)),*),* }
            }

            /// The group with a number.
            pub const fn from_u32(id: u32) -> Option<Self> {
                match id { $($($g => Some(Self::$group),)*)* _ => None }
            }

            /// Calls the visitor with the group's type on the host `H`.
            pub fn visit<H: Host, V: GroupVisitor>(self, visitor: V) -> V::Output {
                match self { $($(Self::$group => visitor.visit::<crate::$curve::$projective<H>>()),*),* }
            }
        }

        impl PairingId {
            /// All pairings, by number.
            pub const ALL: &'static [Self] = &[$($(Self::$pairing,)?)*];

            /// The name used in tables, reports and documents.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$pairing => stringify!($curve),)?)* }
            }

            /// The pairing with a number.
            pub const fn from_u32(id: u32) -> Option<Self> {
                match id { $($($p => Some(Self::$pairing),)?)* _ => None }
            }

            /// Calls the visitor with the pairing's type on the host `H`.
            pub fn visit<H: Host, V: PairingVisitor>(self, visitor: V) -> V::Output {
                match self { $($(Self::$pairing => visit_pairing_of(visitor, crate::$curve::$pairing_type::<H>::default()),)?)* }
            }
        }
    };
}

crate::for_each_curve!(define_ids);
