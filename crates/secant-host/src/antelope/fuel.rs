//! What the functions cost in WASM fuel. The cost depends only on the lengths and numbers of a call.

use crate::{
    CALL_FUEL,
    fuel::{FUEL_PER_NS, of},
};
use secant_abi::{Function, Request};
use secant_curve::GroupId;

/// The nanoseconds that a function is charged.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// A call without units.
    pub call: u64,
    /// Each unit: a pair of points, 64 bytes to hash, a round, a step of an exponentiation.
    pub unit: u64,
}

impl Weight {
    pub const fn new(call: u64, unit: u64) -> Self {
        Self { call, unit }
    }

    /// Fuel for a call with this many units, [`CALL_FUEL`] included.
    pub fn fuel(self, units: u64) -> u64 {
        let ns = self.call.saturating_add(units.saturating_mul(self.unit));
        CALL_FUEL.saturating_add(ns.saturating_mul(FUEL_PER_NS))
    }
}

/// Units of a hash of this many bytes.
pub fn blocks(len: u32) -> u64 {
    u64::from(len / 64)
}

/// The units of `mod_exp`. Each bit of the exponent, and a few more for the preparation, counts the limb products of
/// one multiplication and its other costs. `examples/antelope_weights.rs` has the same formula, and takes the most
/// expensive unit of lengths from 1 to 8192.
pub fn mod_exp_steps(base_len: u32, exp_len: u32, modulus_len: u32) -> u64 {
    let limbs = u64::from(base_len.max(modulus_len).div_ceil(8));
    let bits = 8 * u64::from(exp_len) + 20;
    bits.saturating_mul(limbs * limbs + 8 * limbs + 8)
}

/// Fuel for a sum of `count` multiples: one sum with reduced scalars, plus the addition of the points whose scalars are
/// not below the order `r`, and the multiplication of their sum by `r`.
pub fn weighted_sum(group: GroupId, count: usize) -> u64 {
    let fuel = |function, count| {
        of(&Request {
            function,
            group: Some(group),
            pairing: None,
            count,
        })
    };
    fuel(Function::Msm, count).saturating_add(fuel(Function::Mul, ORDER_LIMBS))
}

/// The limbs of the order of the groups that have weighted sums.
const ORDER_LIMBS: usize = 4;
