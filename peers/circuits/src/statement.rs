//! What is proved.

use halo2_axiom::halo2curves::{bn256::Fr, ff::PrimeField};
use halo2_base::gates::circuit::builder::RangeCircuitBuilder;
use num_bigint::BigUint;
use secant_circuit::{BuiltCircuit, Error};

/// Makes secant's circuit of a statement's inputs, with its witness.
pub type Secant<S> = fn(&S) -> Result<BuiltCircuit, Error>;

/// A statement that both libraries can prove: its inputs as integers, and what each makes of them.
pub trait Statement: Sized {
    /// The `k` at which halo2-ecc proves it fastest, with 2^`k` rows.
    const K: u32;

    /// secant's circuit; nothing where there is none yet.
    const SECANT: Option<Secant<Self>>;

    /// What a report calls it.
    fn name(&self) -> String;

    /// Writes halo2-ecc's circuit.
    fn write(&self, builder: &mut RangeCircuitBuilder<Fr>);
}

/// An integer below the modulus as an element.
pub fn element<F: PrimeField>(x: &BigUint) -> F {
    let mut repr = F::Repr::default();
    let bytes = x.to_bytes_le();
    repr.as_mut()[..bytes.len()].copy_from_slice(&bytes);
    Option::from(F::from_repr(repr)).expect("below the modulus")
}

/// An element as an integer.
pub fn integer<F: PrimeField>(x: &F) -> BigUint {
    BigUint::from_bytes_le(x.to_repr().as_ref())
}
