//! What a call costs in WASM fuel.
//!
//! One unit of fuel is about one instruction of compiled WASM. A weight is twice the time of an operation with ordinary
//! inputs, in nanoseconds at [`FUEL_PER_NS`], so that the charge also covers the most expensive inputs
//! (`tests/fuel.rs`). `SECANT_BACKEND=adx cargo run --release -p secant-host --features measure --example weights`
//! measures the weights again and prints the tables of `weights.rs`.

use secant_abi::{Function, Request, for_each_function};
use secant_curve::{GroupId, PairingId};

/// The fuel per nanosecond: what compiled WASM consumes on the machine that the weights were measured on.
pub(crate) const FUEL_PER_NS: u64 = 3;

/// The nanoseconds of any call.
const CALL_NS: u64 = 200;

/// Fuel for any call, refused ones included.
pub const CALL_FUEL: u64 = CALL_NS * FUEL_PER_NS;

/// The nanoseconds that the operations of a group are charged.
#[derive(Clone, Copy, Debug)]
pub struct GroupWeights {
    /// The group.
    pub id: GroupId,
    /// A multiplication: the fixed part, and the part per limb of the scalar.
    pub mul: (u64, u64),
    /// A multi-scalar multiplication: the part per point, for at least 1, 16, 256 and 4096 points.
    pub msm: [u64; 4],
    /// Normalisation: the part per point.
    pub normalize: u64,
}

/// The nanoseconds that the operations of a pairing are charged.
#[derive(Clone, Copy, Debug)]
pub struct PairingWeights {
    /// The pairing.
    pub id: PairingId,
    /// A Miller loop: the fixed part, and the part per pair.
    pub miller_loop: (u64, u64),
    /// A final exponentiation.
    pub final_exponentiation: u64,
    /// A multi-exponentiation in the target group: the fixed part, and the part per element.
    pub gt_multi_exp: (u64, u64),
}

/// The nanoseconds of each function, for `n` points or limbs.
impl GroupWeights {
    fn mul(&self, n: u64) -> u64 {
        self.mul.0 + n * self.mul.1
    }

    fn msm(&self, n: u64) -> u64 {
        // The charge must not drop between the steps: a larger call never costs less than a smaller one.
        let steps = [
            (1, self.msm[0]),
            (16, self.msm[1]),
            (256, self.msm[2]),
            (4096, self.msm[3]),
        ];
        steps.windows(2).fold(n * self.msm[0], |cost, s| {
            let ((from, before), (to, after)) = (s[0], s[1]);
            debug_assert!(from < to);
            if n < to { cost } else { (n * after).max(to * before) }
        })
    }

    fn normalize(&self, n: u64) -> u64 {
        self.mul.0 + n * self.normalize
    }
}

/// The nanoseconds of each function, for `n` pairs or elements.
impl PairingWeights {
    fn multi_miller_loop(&self, n: u64) -> u64 {
        self.miller_loop.0 + n * self.miller_loop.1
    }

    fn final_exponentiation(&self, _: u64) -> u64 {
        self.final_exponentiation
    }

    fn multi_pairing(&self, n: u64) -> u64 {
        self.multi_miller_loop(n) + self.final_exponentiation
    }

    fn multi_exp(&self, n: u64) -> u64 {
        self.gt_multi_exp.0 + n * self.gt_multi_exp.1
    }
}

macro_rules! define_charge {
    (nothing { $(($n:ident = $n_number:literal, $n_name:ident, $n_doc:literal),)* }
     group { $(($g:ident = $g_number:literal, $g_name:ident => $g_method:ident $g_args:tt -> $g_out:ident, $g_doc:literal),)* }
     pairing { $(($p:ident = $p_number:literal, $p_name:ident => $p_method:ident $p_args:tt -> $p_out:ident, $p_doc:literal),)* }) => {
        /// The nanoseconds of a request, or `None` if its curve has no weights.
        fn nanoseconds(request: &Request) -> Option<u64> {
            let n = request.count as u64;
            let group = || GROUP_WEIGHTS.iter().find(|w| Some(w.id) == request.group);
            let pairing = || PAIRING_WEIGHTS.iter().find(|w| Some(w.id) == request.pairing);
            match request.function {
                $(Function::$n => Some(0),)*
                $(Function::$g => group().map(|w| w.$g_method(n)),)*
                $(Function::$p => pairing().map(|w| w.$p_method(n)),)*
            }
        }
    };
}

for_each_function!(define_charge);

/// Fuel for a request.
pub(crate) fn of(request: &Request) -> u64 {
    // A curve without weights must not be free.
    let ns = nanoseconds(request).unwrap_or(u64::MAX / FUEL_PER_NS / 2);
    (CALL_NS + ns).saturating_mul(FUEL_PER_NS)
}

include!("weights.rs");
