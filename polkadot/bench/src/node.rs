//! A node, as far as it runs WASM.

use crate::benchmarking::benchmarking;
use anyhow::{Context, Result, anyhow};
use sc_executor::{HostFunctions, WasmExecutor};
use sp_core::traits::{CallContext, CodeExecutor, RuntimeCode, WrappedRuntimeCode};
use sp_state_machine::BasicExternalities;

const GUEST: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/guest.wasm"));
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime.wasm"));

/// The host functions of a node, with the curves of `H`.
type With<H> = (sp_io::SubstrateHostFunctions, benchmarking::HostFunctions, H);

/// Upstream's host functions.
pub type Upstream = (
    sp_crypto_ec_utils::bls12_377::host_calls::HostFunctions,
    sp_crypto_ec_utils::bls12_381::host_calls::HostFunctions,
    sp_crypto_ec_utils::bw6_761::host_calls::HostFunctions,
    sp_crypto_ec_utils::ed_on_bls12_377::host_calls::HostFunctions,
    sp_crypto_ec_utils::ed_on_bls12_381_bandersnatch::host_calls::HostFunctions,
    sp_crypto_ec_utils::pallas::host_calls::HostFunctions,
    sp_crypto_ec_utils::vesta::host_calls::HostFunctions,
);

/// secant's.
pub type Secant = secant_substrate::HostFunctions;

/// The name of upstream's column.
pub const UPSTREAM: &str = "upstream";
/// The name of secant's column.
pub const SECANT: &str = "secant";

/// A node with the host functions `H` for curves.
pub struct Node<H: HostFunctions>(WasmExecutor<With<H>>);

impl<H: HostFunctions> Default for Node<H> {
    fn default() -> Self {
        Self(WasmExecutor::builder().build())
    }
}

impl<H: HostFunctions> Node<H> {
    /// Calls an export of the guest.
    ///
    /// # Errors
    /// The executor's: the guest was stopped.
    pub fn guest(&self, export: &str, argument: &[u8]) -> Result<Vec<u8>> {
        self.call(GUEST, b"guest", export, argument, &mut BasicExternalities::default())
    }

    /// Calls an export of the runtime, over a state.
    ///
    /// # Errors
    /// As [`Self::guest`].
    pub fn runtime(&self, export: &str, argument: &[u8], state: &mut BasicExternalities) -> Result<Vec<u8>> {
        self.call(RUNTIME, b"runtime", export, argument, state)
    }

    fn call(
        &self,
        code: &[u8],
        hash: &[u8],
        export: &str,
        argument: &[u8],
        state: &mut BasicExternalities,
    ) -> Result<Vec<u8>> {
        let code = RuntimeCode {
            code_fetcher: &WrappedRuntimeCode(code.into()),
            // Large lists, and results that the allocator does not take back.
            heap_pages: Some(2048),
            hash: hash.to_vec(),
        };
        let context = CallContext::Onchain { import: false };
        let (result, _) = self.0.call(state, &code, export, argument, context);
        result
            .map_err(|e| anyhow!("{e}"))
            .with_context(|| format!("the call of {export}"))
    }
}
