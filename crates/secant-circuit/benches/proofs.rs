//! Witness and proof of statements, in the configuration that is expected to be the fastest, by the stock prover:
//! `cargo bench -p secant-circuit`, or behind `--` a part of the names that it prints, such as `proof::ecdsa`, for some of them.

use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::UniformRand;
use divan::Bencher;
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, BuiltCircuit, Error, Goal,
    curve::{
        Coordinates, Parameters, Weierstrass,
        edwards::{self, TwistedEdwards},
    },
    ecdsa::{self, Ecdsa},
    pairing::{Bls12_381, Bn254, PairingCurve, circuit::Pairing},
    prove::{self, Prover},
    schnorr::{self, Schnorr},
};
use secant_gfp::named::Name;
use std::fmt::{self, Display, Formatter};

/// The rows of tables of constant points, for all of a statement.
const TABLE_ROWS: usize = 4000;

fn rng() -> StdRng {
    StdRng::seed_from_u64(1)
}

fn ecdsa(name: Name) -> Result<Builder, Error> {
    let parameters = Parameters::named(name);
    let statement = ecdsa::Statement::made_up(&parameters, &mut rng());
    let mut b = Builder::new();
    let curve = Weierstrass::new(name.as_str(), parameters, b.shape())?;
    Ecdsa::new(&mut b, &curve, TABLE_ROWS)?.verify_public(&mut b, &statement)?;
    Ok(b)
}

fn schnorr() -> Result<Builder, Error> {
    let parameters = Parameters::named(Name::Secp256k1);
    let statement = schnorr::Statement::made_up(&parameters, &mut rng());
    let mut b = Builder::new();
    let curve = Weierstrass::new("secp256k1", parameters, b.shape())?;
    Schnorr::new(&mut b, &curve, TABLE_ROWS)?.verify_public(&mut b, &statement)?;
    Ok(b)
}

fn pairing<C: PairingCurve>() -> Result<Builder, Error> {
    let rng = &mut rng();
    let p = (Affine::<C::G1>::generator() * C::Fr::rand(rng)).into_affine();
    let q = (Affine::<C::G2>::generator() * C::Fr::rand(rng)).into_affine();
    let mut b = Builder::new();
    Pairing::<C>::new("curve", b.shape())?.product_public(&mut b, &[(p, q)])?;
    Ok(b)
}

/// A sum of some kind, of points and integers over BN254.
fn sum(
    count: usize,
    of: impl Fn(&Weierstrass, &mut Builder, &[(Coordinates, BigUint)]) -> Result<(), Error>,
) -> Result<Builder, Error> {
    let parameters = Parameters::bn254()?;
    let rng = &mut rng();
    let terms = (0..count).filter_map(|_| {
        let k = parameters.random_scalar(rng);
        let point = parameters.multiple(&k)?;
        Some((point, parameters.random_scalar(rng)))
    });
    let terms: Vec<_> = terms.collect();
    let mut b = Builder::new();
    let curve = Weierstrass::new("bn254", parameters, b.shape())?;
    of(&curve, &mut b, &terms)?;
    Ok(b)
}

/// A sum of ten multiples on a twisted Edwards curve.
fn edwards(name: &str, parameters: edwards::Parameters) -> Result<Builder, Error> {
    let rng = &mut rng();
    let mut b = Builder::new();
    let terms: Vec<_> = (0..10)
        .map(|_| (parameters.generator.clone(), parameters.random_scalar(rng)))
        .collect();
    TwistedEdwards::new(name, parameters, b.shape())?.msm_public(&mut b, &terms)?;
    Ok(b)
}

/// A signature in the second group, of a message's point.
fn bls() -> Result<Builder, Error> {
    type C = Bls12_381;
    let rng = &mut rng();
    let secret = <C as PairingCurve>::Fr::rand(rng);
    let message = (Affine::<<C as PairingCurve>::G2>::generator() * <C as PairingCurve>::Fr::rand(rng)).into_affine();
    let key = (Affine::<<C as PairingCurve>::G1>::generator() * secret).into_affine();
    let mut b = Builder::new();
    let pairing = Pairing::<C>::new("curve", b.shape())?;
    let key = pairing.g1(&mut b, &key)?;
    let [message, signature] = [message, (message * secret).into_affine()].map(|q| pairing.g2(&mut b, &q));
    pairing.verify_signature_in_g2(&mut b, &key, &message?, &signature?)?;
    Ok(b)
}

struct Statement(&'static str, fn() -> Result<Builder, Error>);

impl Statement {
    fn circuit(&self) -> BuiltCircuit {
        self.must(self.1().and_then(|b| b.finish(&Goal::Fastest)))
    }

    /// What a step gave; a statement that fails is an error of this program, which says whose it is.
    fn must<T>(&self, result: Result<T, impl Display>) -> T {
        result.unwrap_or_else(|error| panic!("{self}: {error}"))
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

static STATEMENTS: &[Statement] = &[
    Statement("ecdsa/secp256k1", || ecdsa(Name::Secp256k1)),
    Statement("ecdsa/secp256r1", || ecdsa(Name::Secp256r1)),
    Statement("schnorr/secp256k1", schnorr),
    Statement("bls/bls12-381", bls),
    Statement("pairing/bn254", pairing::<Bn254>),
    Statement("pairing/bls12-381", pairing::<Bls12_381>),
    Statement("msm/bn254/10", || sum(10, |curve, b, terms| curve.msm_public(b, terms))),
    Statement("msm/bn254/100", || {
        sum(100, |curve, b, terms| curve.msm_public(b, terms))
    }),
    Statement("msm/jubjub/10", || edwards("jubjub", edwards::Parameters::jubjub())),
    Statement("msm/bandersnatch/10", || {
        edwards("bandersnatch", edwards::Parameters::bandersnatch())
    }),
    Statement("fixed-base-msm/bn254/100", || {
        sum(100, |curve, b, terms| curve.fixed_base_msm_public(b, terms, 30_000))
    }),
    Statement("ec-add/bn254/100", || {
        sum(100, |curve, b, terms| {
            let points: Vec<_> = terms.iter().map(|(point, _)| point.clone()).collect();
            curve.sum_public(b, &points)
        })
    }),
];

#[divan::bench(args = STATEMENTS, sample_count = 10, sample_size = 1)]
fn witness(bencher: Bencher<'_, '_>, statement: &Statement) {
    // What is computed once in a program is not the first witness's.
    statement.circuit();
    bencher.bench(|| statement.circuit());
}

#[divan::bench(args = STATEMENTS, sample_count = 10, sample_size = 1)]
fn proof(bencher: Bencher<'_, '_>, statement: &Statement) {
    let circuit = statement.circuit();
    let srs = prove::Srs::unsafe_local(circuit.configuration().k, rng());
    let keys = statement.must(prove::keys(&srs, &circuit));
    bencher
        .with_inputs(rng)
        .bench_values(|mut rng| statement.must(prove::Stock.prove(&srs, &keys, &circuit, &mut rng)));
}

fn main() {
    divan::main();
}
