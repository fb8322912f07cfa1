//! What a call costs in WASM fuel.
//!
//! One unit is about one instruction of compiled WASM. A weight is twice the time that an operation takes with ordinary
//! inputs, in nanoseconds at [`FUEL_PER_NS`], so that the charge covers the dearest inputs too (`tests/fuel.rs`).
//! `SECANT_BACKEND=adx cargo run --release -p secant-host --features measure --example weights` measures them again and
//! prints this file's tables.

use secant_abi::{Function, Request};
use secant_curve::{GroupId, PairingId};

/// Fuel for a nanosecond of the machine that the weights are of: what compiled WASM consumes there.
pub(crate) const FUEL_PER_NS: u64 = 3;

/// Nanoseconds of any call.
const CALL_NS: u64 = 200;

/// Fuel for any call, refused ones included.
pub const CALL_FUEL: u64 = CALL_NS * FUEL_PER_NS;

/// Nanoseconds that the operations of a group are charged.
#[derive(Clone, Copy, Debug)]
pub struct GroupWeights {
    /// The group.
    pub id: GroupId,
    /// A multiplication: without limbs, and for each limb of the scalar.
    pub mul: (u64, u64),
    /// A multi-scalar multiplication: for each point, if there are at least 1, 16, 256 or 4096.
    pub msm: [u64; 4],
    /// Normalisation: for each point.
    pub normalize: u64,
}

/// Nanoseconds that the operations of a pairing are charged.
#[derive(Clone, Copy, Debug)]
pub struct PairingWeights {
    /// The pairing.
    pub id: PairingId,
    /// A Miller loop: without pairs, and for each pair.
    pub miller_loop: (u64, u64),
    /// A final exponentiation.
    pub final_exponentiation: u64,
    /// A multi-exponentiation in the target group: without elements, and for each element.
    pub gt_multi_exp: (u64, u64),
}

/// Fuel for a request.
pub(crate) fn of(request: &Request) -> u64 {
    let n = request.count as u64;
    let group = request.group.and_then(|id| GROUP_WEIGHTS.iter().find(|w| w.id == id));
    let pairing = request
        .pairing
        .and_then(|id| PAIRING_WEIGHTS.iter().find(|w| w.id == id));
    let ns = match (request.function, group, pairing) {
        (Function::Ping, ..) => 0,
        (Function::Mul, Some(w), _) => w.mul.0 + n * w.mul.1,
        (Function::Msm, Some(w), _) => {
            // Without a jump down between the steps: a larger call never costs less than a smaller one.
            let steps = [(1, w.msm[0]), (16, w.msm[1]), (256, w.msm[2]), (4096, w.msm[3])];
            steps.windows(2).fold(n * w.msm[0], |cost, s| {
                let ((from, before), (to, after)) = (s[0], s[1]);
                debug_assert!(from < to);
                if n < to { cost } else { (n * after).max(to * before) }
            })
        }
        (Function::Normalize, Some(w), _) => w.mul.0 + n * w.normalize,
        (Function::MultiMillerLoop, _, Some(w)) => w.miller_loop.0 + n * w.miller_loop.1,
        (Function::FinalExponentiation, _, Some(w)) => w.final_exponentiation,
        (Function::MultiPairing, _, Some(w)) => w.miller_loop.0 + n * w.miller_loop.1 + w.final_exponentiation,
        (Function::GtMultiExp, _, Some(w)) => w.gt_multi_exp.0 + n * w.gt_multi_exp.1,
        // A function without a weight must not be free.
        _ => u64::MAX / FUEL_PER_NS / 2,
    };
    (CALL_NS + ns).saturating_mul(FUEL_PER_NS)
}

include!("weights.rs");
