//! What the functions cost in WASM fuel. The cost depends only on the lengths of their inputs.

use super::operations::{on_group, on_pairing};
use crate::fuel::{FUEL_PER_NS, of as fuel_of};
use secant_abi::{
    Function as Secant, Request,
    rfc0163::{BW6_PAIRS, Function, Operation},
};
use secant_curve::PairingId;

/// An upper bound on the nanoseconds to decode and check one byte of an input.
const DECODE_NS: u64 = 8;

/// The nanoseconds of each pair on BW6-761 if there are more than [`BW6_PAIRS`].
const BW6_PAIR_NS: u64 = 12_000_000;

pub fn of(function: Function, a: usize, b: usize) -> u64 {
    let request = |function, count| Request {
        function,
        group: None,
        pairing: None,
        count,
    };
    let decode = (a as u64)
        .saturating_add(b as u64)
        .saturating_mul(DECODE_NS * FUEL_PER_NS);
    let work = match function.operation() {
        Operation::Msm(id) => {
            let count = a / on_group(id).point_size;
            fuel_of(&Request {
                group: Some(id),
                ..request(Secant::Msm, count)
            })
        }
        Operation::Mul(id) => {
            // A long integer is reduced to as many limbs as the order has.
            let unreduced = 2 * on_group(id).scalar_size.div_ceil(8);
            let limbs = match b / 8 {
                limbs if limbs <= unreduced => limbs,
                limbs => limbs.min((on_group(id).order_limbs)().max(unreduced)),
            };
            fuel_of(&Request {
                group: Some(id),
                ..request(Secant::Mul, limbs)
            })
        }
        Operation::MultiMillerLoop(id) => {
            let count = a / on_group(on_pairing(id).g1).point_size;
            let of_pairing = fuel_of(&Request {
                pairing: Some(id),
                ..request(Secant::MultiMillerLoop, count)
            });
            if id == PairingId::Bw6_761 && count > BW6_PAIRS {
                of_pairing.max((count as u64).saturating_mul(BW6_PAIR_NS * FUEL_PER_NS))
            } else {
                of_pairing
            }
        }
        Operation::FinalExponentiation(id) => fuel_of(&Request {
            pairing: Some(id),
            ..request(Secant::FinalExponentiation, 1)
        }),
    };
    work.saturating_add(decode)
}
