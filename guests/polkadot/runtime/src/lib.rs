//! A runtime with [a pallet](pallet) that verifies proofs, and its benchmarks, as nodes run them.
#![no_std]
#![recursion_limit = "256"]
#![allow(missing_docs, reason = "macros of FRAME make items without")]
#![allow(
    clippy::crate_in_macro_def,
    reason = "the list of benchmarks is used in this crate alone"
)]

extern crate alloc;

pub mod pallet;

use alloc::{string::String, vec::Vec};
use frame_support::{derive_impl, parameter_types};
use frame_system::{CheckNonce, CheckWeight};
use sp_runtime::{
    MultiAddress, MultiSignature,
    generic::{self, UncheckedExtrinsic},
    traits::BlakeTwo256,
};
use sp_version::RuntimeVersion;

type Header = generic::Header<u32, BlakeTwo256>;
type Account = <Runtime as frame_system::Config>::AccountId;
type Extension = (CheckNonce<Runtime>, CheckWeight<Runtime>);
type Extrinsic = UncheckedExtrinsic<MultiAddress<Account, ()>, RuntimeCall, MultiSignature, Extension>;
type Block = generic::Block<Header, Extrinsic>;
type Executive =
    frame_executive::Executive<Runtime, Block, frame_system::ChainContext<Runtime>, Runtime, AllPalletsWithSystem>;

/// The version of the runtime.
#[sp_version::runtime_version]
pub const VERSION: RuntimeVersion = RuntimeVersion {
    spec_name: alloc::borrow::Cow::Borrowed("secant-example"),
    impl_name: alloc::borrow::Cow::Borrowed("secant-example"),
    authoring_version: 1,
    spec_version: 1,
    impl_version: 1,
    apis: RUNTIME_API_VERSIONS,
    transaction_version: 1,
    system_version: 1,
};

parameter_types! {
    /// The version.
    pub const Version: RuntimeVersion = VERSION;
}

frame_support::construct_runtime!(
    pub enum Runtime {
        System: frame_system,
        Proofs: pallet,
        ProofsInWasm: pallet::<Instance1>,
    }
);

#[derive_impl(frame_system::config_preludes::SolochainDefaultConfig)]
impl frame_system::Config for Runtime {
    type Block = Block;
    type Version = Version;
}

impl pallet::Config for Runtime {
    type Pairing = sp_crypto_ec_utils::bls12_381::Bls12_381;
    type VrfCurve = sp_crypto_ec_utils::ed_on_bls12_381_bandersnatch::EdwardsConfig;
}

// The same without the host.
impl pallet::Config<pallet::Instance1> for Runtime {
    type Pairing = ark_bls12_381::Bls12_381;
    type VrfCurve = ark_ed_on_bls12_381_bandersnatch::EdwardsConfig;
}

frame_benchmarking::define_benchmarks!([crate::pallet, Proofs][crate::pallet, ProofsInWasm]);

sp_api::impl_runtime_apis! {
    impl sp_api::Core<Block> for Runtime {
        fn version() -> RuntimeVersion {
            VERSION
        }

        fn execute_block(block: <Block as sp_runtime::traits::Block>::LazyBlock) {
            Executive::execute_block(block);
        }

        fn initialize_block(header: &Header) -> sp_runtime::ExtrinsicInclusionMode {
            Executive::initialize_block(header)
        }
    }

    impl frame_benchmarking::Benchmark<Block> for Runtime {
        fn benchmark_metadata(
            extra: bool,
        ) -> (Vec<frame_benchmarking::BenchmarkList>, Vec<frame_support::traits::StorageInfo>) {
            use frame_benchmarking::BenchmarkList;
            use frame_support::traits::StorageInfoTrait;
            let mut list = Vec::<BenchmarkList>::new();
            list_benchmarks!(list, extra);
            (list, AllPalletsWithSystem::storage_info())
        }

        fn dispatch_benchmark(
            config: frame_benchmarking::BenchmarkConfig,
        ) -> Result<Vec<frame_benchmarking::BenchmarkBatch>, String> {
            use frame_benchmarking::BenchmarkBatch;
            let whitelist = Vec::new();
            let mut batches = Vec::<BenchmarkBatch>::new();
            let params = (&config, &whitelist);
            add_benchmarks!(params, batches);
            Ok(batches)
        }
    }
}
