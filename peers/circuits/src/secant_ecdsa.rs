//! secant's circuit of a signature.

use secant_circuit::{
    Builder, BuiltCircuit, Error, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
};

/// The circuit, with its columns and witness.
pub fn secant(parameters: &Parameters, statement: &Statement) -> Result<BuiltCircuit, Error> {
    let mut b = Builder::new();
    let curve = Weierstrass::new("secp256k1", parameters.clone(), b.shape())?;
    let verifier = Ecdsa::new(&mut b, &curve, 4000)?;
    verifier.verify_public(&mut b, statement)?;
    b.finish(&Goal::Fastest)
}
