//! Families: whose types implement the curves.

#[cfg(feature = "arkworks")]
use ark_ec::VariableBaseMSM;
use ark_ec::{
    CurveGroup,
    pairing::{Pairing, PairingOutput},
};

/// A pairing with a multi-exponentiation in its target group: the one that users of the library call for elements that
/// were checked before.
pub trait GtMultiExp: Pairing {
    /// The product of all `elements[i]^exponents[i]`, or `None` if it is refused.
    fn gt_multi_exp(elements: &[PairingOutput<Self>], exponents: &[Self::ScalarField]) -> Option<PairingOutput<Self>>;
}

/// The curves of upstream arkworks.
#[cfg(feature = "arkworks")]
#[derive(Clone, Copy, Debug)]
pub struct Arkworks;

macro_rules! define_family {
    ($($curve:ident = $oracle:ident {
        pairing { $(($pairing:ident, $p:literal, $pairing_type:ident))? }
        groups { $(($group:ident, $g:literal, $suffix:literal, $affine:ident, $projective:ident)),* $(,)? }
    })*) => {
        /// The curves of [`for_each_curve!`](secant_curve::for_each_curve) as one library has them.
        pub trait Family {$(
            $(
                #[doc = concat!("The pairing `", stringify!($curve), "`.")]
                type $pairing: GtMultiExp;
            )?
            $(
                #[doc = concat!("The group `", stringify!($curve), $suffix, "`.")]
                type $group: CurveGroup;
            )*
        )*}

        #[cfg(feature = "arkworks")]
        impl Family for Arkworks {$(
            $(type $pairing = $oracle::$pairing_type;)?
            $(type $group = $oracle::$projective;)*
        )*}

        $($(
            /// By arkworks' MSM over `PairingOutput`: from some ten elements on faster than exponentiations one by one.
            #[cfg(feature = "arkworks")]
            impl GtMultiExp for $oracle::$pairing_type {
                fn gt_multi_exp(
                    elements: &[PairingOutput<Self>],
                    exponents: &[Self::ScalarField],
                ) -> Option<PairingOutput<Self>> {
                    PairingOutput::msm(elements, exponents).ok()
                }
            }
        )?)*

        #[cfg(feature = "secant")]
        impl<H: secant_curve::Host> Family for Secant<H> {$(
            $(type $pairing = secant_curve::$curve::$pairing_type<H>;)?
            $(type $group = secant_curve::$curve::$projective<H>;)*
        )*}
    };
}

secant_curve::for_each_curve!(define_family);

#[cfg(feature = "secant")]
pub use of_secant::{Dummy, Secant};

#[cfg(feature = "secant")]
mod of_secant {
    use super::GtMultiExp;
    use alloc::{vec, vec::Vec};
    use ark_ec::{AffineRepr, pairing::PairingOutput};
    use ark_ff::Field;
    use core::marker::PhantomData;
    use secant_curve::{
        Host, HostError, HostedGroup, HostedPairing, PairingCurve,
        gt::{self, TargetGroup},
    };

    impl<P: HostedPairing> GtMultiExp for PairingCurve<P>
    where
        Self: TargetGroup<ScalarField = P::Fr>,
    {
        fn gt_multi_exp(
            elements: &[PairingOutput<Self>],
            exponents: &[Self::ScalarField],
        ) -> Option<PairingOutput<Self>> {
            gt::multi_exp_unchecked(elements, exponents).ok()
        }
    }

    /// The curves of secant on a host.
    #[derive(Clone, Copy, Debug)]
    pub struct Secant<H>(PhantomData<H>);

    /// Computes nothing: every result is a generator, or one. What an operation then takes is the time of all
    /// that surrounds the heavy part: the call, and decoding the arguments.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Dummy;

    type Points<C> = [ark_ec::short_weierstrass::Affine<C>];

    impl Host for Dummy {
        fn msm<G: HostedGroup>(_: &[G::Affine], _: &[G::ScalarField]) -> Result<G, HostError> {
            Ok(G::generator())
        }

        fn mul<G: HostedGroup>(_: &G::Affine, _: &[u64]) -> Result<G, HostError> {
            Ok(G::generator())
        }

        fn normalize<G: HostedGroup>(points: &[G]) -> Result<Vec<G::Affine>, HostError> {
            Ok(vec![G::Affine::generator(); points.len()])
        }

        fn multi_miller_loop<E: HostedPairing>(_: &Points<E::G1>, _: &Points<E::G2>) -> Result<E::Target, HostError> {
            Ok(E::Target::ONE)
        }

        fn final_exponentiation<E: HostedPairing>(f: &E::Target) -> Result<E::Target, HostError> {
            Ok(*f)
        }

        fn multi_exp<E: HostedPairing>(_: &[E::Target], _: &[E::Fr]) -> Result<E::Target, HostError> {
            Ok(E::Target::ONE)
        }
    }
}
