//! A pallet whose extrinsics verify proofs with curves that the host computes on.

pub use pallet::*;

#[frame_support::pallet]
#[allow(unused_qualifications, reason = "the macro's attributes are paths")]
#[allow(clippy::module_inception, reason = "FRAME names a pallet's module so")]
pub mod pallet {
    use alloc::vec::Vec;
    use ark_ec::{pairing::Pairing, twisted_edwards::TECurveConfig};
    use ark_groth16::{Groth16, Proof, VerifyingKey, prepare_verifying_key};
    use ark_serialize::CanonicalDeserialize;
    use frame_support::pallet_prelude::*;
    use frame_system::pallet_prelude::*;
    use secant_polkadot::{
        calls::{Kind, operation},
        vrf,
    };
    use secant_rows::Sink;

    /// The longest verification key, in bytes.
    pub type MaxKey = ConstU32<8192>;

    /// The weight of an extrinsic: microseconds without regard to its argument, and nanoseconds for each byte of it. The
    /// numbers are estimates for curves without a host, not measured: a chain takes them from benchmarks on its machines.
    fn weight(micros: u64, nanos_of_byte: u64, argument: &[u8]) -> Weight {
        let of_bytes = (argument.len() as u64).saturating_mul(1_000 * nanos_of_byte);
        Weight::from_parts((1_000_000 * micros).saturating_add(of_bytes), 0)
    }

    #[pallet::config]
    pub trait Config<I: 'static = ()>: frame_system::Config<RuntimeEvent: From<Event<Self, I>>> {
        /// What Groth16 proofs are over.
        type Pairing: Pairing;
        /// What VRFs are over.
        type VrfCurve: TECurveConfig;
    }

    #[pallet::pallet]
    pub struct Pallet<T, I = ()>(_);

    /// The verification key of the proofs, compressed.
    #[pallet::storage]
    pub type Key<T: Config<I>, I: 'static = ()> = StorageValue<_, BoundedVec<u8, MaxKey>>;

    /// What benchmarks take for the argument of an extrinsic: a name and bytes, which the node wrote there.
    #[pallet::storage]
    #[pallet::unbounded]
    pub type Argument<T: Config<I>, I: 'static = ()> = StorageValue<_, (Vec<u8>, Vec<u8>), ValueQuery>;

    #[pallet::event]
    #[pallet::generate_deposit(pub(super) fn deposit_event)]
    pub enum Event<T: Config<I>, I: 'static = ()> {
        /// A proof holds for these public inputs.
        Verified { inputs: u32 },
        /// All evaluations of a batch are right.
        Evaluated { evaluations: u32 },
        /// An operation was computed.
        Computed,
    }

    #[pallet::error]
    pub enum Error<T, I = ()> {
        /// Bytes are not what they should encode, or a point is outside its group.
        Malformed,
        /// There is no key, or it is too long.
        NoKey,
        /// The proof does not hold.
        Invalid,
        /// No such operation.
        Unknown,
    }

    #[pallet::call]
    impl<T: Config<I>, I: 'static> Pallet<T, I> {
        /// Sets the verification key.
        #[pallet::call_index(0)]
        #[pallet::weight(weight(100, 60_000, key))]
        pub fn set_key(origin: OriginFor<T>, key: Vec<u8>) -> DispatchResult {
            ensure_root(origin)?;
            let key = BoundedVec::try_from(key).map_err(|_| Error::<T, I>::NoKey)?;
            VerifyingKey::<T::Pairing>::deserialize_compressed(&key[..]).map_err(|_| Error::<T, I>::Malformed)?;
            Key::<T, I>::put(key);
            Ok(())
        }

        /// Verifies a Groth16 proof, given as a proof and a list of public inputs, both compressed.
        #[pallet::call_index(1)]
        #[pallet::weight(weight(100_000, 100_000, argument))]
        pub fn verify_proof(origin: OriginFor<T>, argument: Vec<u8>) -> DispatchResult {
            ensure_signed(origin)?;
            let key = Key::<T, I>::get().ok_or(Error::<T, I>::NoKey)?;
            // It was validated when it was set.
            let key = VerifyingKey::<T::Pairing>::deserialize_compressed_unchecked(&key[..])
                .map_err(|_| Error::<T, I>::Malformed)?;
            type Public<E> = Vec<<E as Pairing>::ScalarField>;
            let (proof, inputs) = <(Proof<T::Pairing>, Public<T::Pairing>)>::deserialize_compressed(&argument[..])
                .map_err(|_| Error::<T, I>::Malformed)?;
            let holds = Groth16::<T::Pairing>::verify_proof(&prepare_verifying_key(&key), &proof, &inputs);
            ensure!(holds == Ok(true), Error::<T, I>::Invalid);
            Self::deposit_event(Event::Verified {
                inputs: inputs.len() as u32,
            });
            Ok(())
        }

        /// Verifies a batch of evaluations of verifiable random functions by keys that stay secret, as members of a ring
        /// make them, with one multi-scalar multiplication: a compressed list of [`vrf::Evaluation`].
        #[pallet::call_index(2)]
        #[pallet::weight(weight(10_000, 60_000, argument))]
        pub fn verify_evaluations(origin: OriginFor<T>, argument: Vec<u8>) -> DispatchResult {
            ensure_signed(origin)?;
            let batch = Vec::<vrf::Evaluation<T::VrfCurve>>::deserialize_compressed(&argument[..])
                .map_err(|_| Error::<T, I>::Malformed)?;
            ensure!(vrf::verify(sp_io::hashing::sha2_256, &batch), Error::<T, I>::Invalid);
            Self::deposit_event(Event::Evaluated {
                evaluations: batch.len() as u32,
            });
            Ok(())
        }

        /// Computes an operation of a name with curves of a kind: 0 for those whose host computes, 1 for arkworks', 2 for
        /// those that compute nothing. For benchmarks, and so for root alone.
        #[pallet::call_index(3)]
        #[pallet::weight(weight(100_000, 100_000, argument))]
        pub fn compute(origin: OriginFor<T>, kind: u32, name: Vec<u8>, argument: Vec<u8>) -> DispatchResult {
            ensure_root(origin)?;
            let kind = Kind::ALL.get(kind as usize).ok_or(Error::<T, I>::Unknown)?;
            let name = core::str::from_utf8(&name).map_err(|_| Error::<T, I>::Unknown)?;
            let operation = operation(*kind, name).ok_or(Error::<T, I>::Unknown)?;
            let mut result = Vec::new();
            operation(&argument, Sink::Keep(&mut result)).map_err(|_| Error::<T, I>::Malformed)?;
            Self::deposit_event(Event::Computed);
            Ok(())
        }
    }
}

/// Benchmarks of the extrinsics, on arguments that the node has written to [`Argument`].
#[frame_benchmarking::v2::instance_benchmarks]
mod benchmarks {
    use super::*;
    use alloc::vec::Vec;
    use codec::Decode;
    use frame_benchmarking::v2::*;
    use frame_support::BoundedVec;
    use frame_system::RawOrigin;

    /// The argument is a pair: a key, and what is verified with it.
    #[benchmark]
    fn verify_proof() -> Result<(), BenchmarkError> {
        let (_, bytes) = Argument::<T, I>::get();
        let (key, argument) = <(Vec<u8>, Vec<u8>)>::decode(&mut &bytes[..]).map_err(|_| "no argument")?;
        Key::<T, I>::put(BoundedVec::try_from(key).map_err(|_| "a long key")?);
        let caller: T::AccountId = whitelisted_caller();
        #[extrinsic_call]
        _(RawOrigin::Signed(caller), argument);
        Ok(())
    }

    #[benchmark]
    fn verify_evaluations() -> Result<(), BenchmarkError> {
        let (_, argument) = Argument::<T, I>::get();
        let caller: T::AccountId = whitelisted_caller();
        #[extrinsic_call]
        _(RawOrigin::Signed(caller), argument);
        Ok(())
    }

    #[benchmark]
    fn compute(k: Linear<0, 2>) -> Result<(), BenchmarkError> {
        let (name, argument) = Argument::<T, I>::get();
        #[extrinsic_call]
        _(RawOrigin::Root, k, name, argument);
        Ok(())
    }
}
