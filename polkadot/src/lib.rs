//! The elliptic-curve host functions of Polkadot nodes, on secant's engine.
//!
//! Runtimes call them by `sp-crypto-ec-utils` and do not change. A node gives [`HostFunctions`] to its executor where it
//! gave those of `sp-crypto-ec-utils`:
//!
//! ```ignore
//! type Executor = sc_executor::WasmExecutor<(sp_io::SubstrateHostFunctions, secant_substrate::HostFunctions)>;
//! ```
//!
//! The modules have the names of those of `sp-crypto-ec-utils`, each with the functions of its curve; what the functions do
//! is in `docs/polkadot.md`. MSM and pairings of many pairs run on the threads of rayon's pool, as upstream's do.
#![forbid(unsafe_code)]

mod function;
mod fused;

pub use fused::Fused;
pub use secant_host::rfc0163::Violation;

use function::{FUNCTIONS, serve};
use secant_abi::rfc0163::{FatPointer, Function, Operation, Origin};
use sp_wasm_interface::{HostFunctionRegistry, wasmtime::Caller};
use std::marker::PhantomData;

/// Which functions a node has.
pub trait Selection: 'static + Send + Sync {
    /// Whether the function is among them.
    fn includes(function: Function) -> bool;
}

/// The selected host functions, for executors.
pub struct Selected<S>(PhantomData<fn() -> S>);

/// All functions: those of [`HostFunctionsEcUtils`], `bn254`, and Bandersnatch in short Weierstrass form.
pub type HostFunctions = Selected<All>;

/// The functions of RFC-0163, in place of `sp_crypto_ec_utils::HostFunctionsRfc163`.
pub type HostFunctionsRfc163 = Selected<Rfc163>;

/// The functions of `sp-crypto-ec-utils` 0.24 with all its curves.
pub type HostFunctionsEcUtils = Selected<EcUtils>;

/// Selects all functions.
pub enum All {}

impl Selection for All {
    fn includes(_: Function) -> bool {
        true
    }
}

/// Selects the functions of RFC-0163.
pub enum Rfc163 {}

impl Selection for Rfc163 {
    fn includes(function: Function) -> bool {
        function.origin() == Origin::Rfc0163
    }
}

/// Selects the functions of `sp-crypto-ec-utils` 0.24.
pub enum EcUtils {}

impl Selection for EcUtils {
    fn includes(function: Function) -> bool {
        matches!(function.origin(), Origin::Rfc0163 | Origin::EcUtils)
    }
}

macro_rules! curves {
    ($($curve:ident $($operation:ident)|+;)*) => {$(
        #[doc = concat!("The functions of `", stringify!($curve), "`.")]
        pub mod $curve {
            /// As the module of this name in `sp-crypto-ec-utils`.
            pub mod host_calls {
                use secant_abi::rfc0163::Function;

                /// The functions of the curve.
                pub type HostFunctions = crate::Selected<Curve>;

                /// Selects the functions of the curve.
                pub enum Curve {}

                impl crate::Selection for Curve {
                    fn includes(function: Function) -> bool {
                        let of_curve = function.name().strip_prefix(concat!(stringify!($curve), "_"));
                        matches!(of_curve, Some($(stringify!($operation))|+))
                    }
                }
            }
        }
    )*};
}

curves! {
    bls12_377 multi_miller_loop | final_exponentiation | msm_g1 | msm_g2 | mul_g1 | mul_g2;
    bls12_381 multi_miller_loop | final_exponentiation | msm_g1 | msm_g2 | mul_g1 | mul_g2;
    bn254 multi_miller_loop | final_exponentiation | msm_g1 | msm_g2 | mul_g1 | mul_g2;
    bw6_761 multi_miller_loop | final_exponentiation | msm_g1 | msm_g2 | mul_g1 | mul_g2;
    ed_on_bls12_377 msm | mul;
    ed_on_bls12_381_bandersnatch msm | mul | msm_sw | mul_sw;
    pallas msm | mul;
    vesta msm | mul;
}

impl<S: Selection> sp_wasm_interface::HostFunctions for Selected<S> {
    fn host_functions() -> Vec<&'static dyn sp_wasm_interface::Function> {
        let selected = FUNCTIONS.iter().filter(|f| S::includes(f.0));
        selected.map(|f| f as &dyn sp_wasm_interface::Function).collect()
    }

    fn register_static<T: HostFunctionRegistry>(registry: &mut T) -> Result<(), T::Error> {
        for &function in Function::ALL.iter().filter(|&&f| S::includes(f)) {
            match function.operation() {
                Operation::FinalExponentiation(_) => {
                    registry.register_static(function.import(), move |caller: Caller<'_, T::State>, in_out: u64| {
                        T::with_function_context(caller, |context| serve(function, &[FatPointer(in_out)], context))
                            .map_err(anyhow::Error::msg)
                    })?
                }
                _ => registry.register_static(
                    function.import(),
                    move |caller: Caller<'_, T::State>, a: u64, b: u64, out: u64| {
                        let buffers = [a, b, out].map(FatPointer);
                        T::with_function_context(caller, |context| serve(function, &buffers, context))
                            .map_err(anyhow::Error::msg)
                    },
                )?,
            }
        }
        Ok(())
    }
}
