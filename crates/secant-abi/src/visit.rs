//! From the number of a curve to its type.

use secant_curve::{GroupId, Host, HostedGroup, HostedPairing, PairingCurve, PairingId, for_each_curve};

/// What is done with a group.
pub trait GroupVisitor {
    /// The result.
    type Output;

    /// Does it.
    fn visit<G: HostedGroup>(self) -> Self::Output;
}

/// What is done with a pairing.
pub trait PairingVisitor {
    /// The result.
    type Output;

    /// Does it.
    fn visit<P: HostedPairing>(self) -> Self::Output;
}

fn with<P: HostedPairing, V: PairingVisitor>(visitor: V, _: PairingCurve<P>) -> V::Output {
    visitor.visit::<P>()
}

macro_rules! define_visits {
    (groups { $(($group:ident, $g:literal, $gname:literal, $($gtype:ident)::+),)* }
     pairings { $(($pairing:ident, $p:literal, $pname:literal, $($ptype:ident)::+),)* }) => {
        /// Visits the group with a number, on a host.
        pub fn visit_group<H: Host, V: GroupVisitor>(id: GroupId, visitor: V) -> V::Output {
            match id { $(GroupId::$group => visitor.visit::<secant_curve::$($gtype)::+<H>>()),* }
        }

        /// Visits the pairing with a number, on a host.
        pub fn visit_pairing<H: Host, V: PairingVisitor>(id: PairingId, visitor: V) -> V::Output {
            match id { $(PairingId::$pairing => with(visitor, secant_curve::$($ptype)::+::<H>::default())),* }
        }
    };
}

for_each_curve!(define_visits);
