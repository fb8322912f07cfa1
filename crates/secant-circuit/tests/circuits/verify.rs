//! Proofs from outside: false statements with too many public inputs, and altered bytes of a proof.

use halo2_axiom::{
    halo2curves::{
        bn256::{Bn256, G1Affine},
        ff::PrimeField,
    },
    plonk::ProvingKey,
    poly::kzg::{commitment::KZGCommitmentScheme, multiopen::ProverSHPLONK},
    transcript::{Blake2bWrite, Challenge255, Transcript, TranscriptWrite, TranscriptWriterBuffer},
};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, BuiltCircuit, Fr, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Signature, Statement},
    prove::{self, Engine, Prover, Srs, VerifyError},
};
use secant_gfp::named::Name;
use std::{collections::BTreeSet, io, thread};

type Inner = Blake2bWrite<Vec<u8>, G1Affine, Challenge255<G1Affine>>;

/// A transcript that absorbs other public inputs than the prover gives it.
struct Lying<'a> {
    inner: Inner,
    scalars: usize,
    honest: usize,
    claimed: &'a [Fr],
}

impl Transcript<G1Affine, Challenge255<G1Affine>> for Lying<'_> {
    fn squeeze_challenge(&mut self) -> Challenge255<G1Affine> {
        self.inner.squeeze_challenge()
    }

    fn common_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.inner.common_point(point)
    }

    fn common_scalar(&mut self, scalar: Fr) -> io::Result<()> {
        self.scalars += 1;
        match self.scalars - 1 {
            // The key.
            0 => self.inner.common_scalar(scalar),
            1 => self.claimed.iter().try_for_each(|c| self.inner.common_scalar(*c)),
            i => {
                assert!(i <= self.honest, "no more scalars");
                Ok(())
            }
        }
    }
}

impl TranscriptWrite<G1Affine, Challenge255<G1Affine>> for Lying<'_> {
    fn write_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.inner.write_point(point)
    }

    fn write_scalar(&mut self, scalar: Fr) -> io::Result<()> {
        self.inner.write_scalar(scalar)
    }
}

/// A proof for the honest public inputs, whose transcript absorbs the claimed ones instead.
fn proof_of(srs: &Srs, keys: &ProvingKey<G1Affine>, circuit: &BuiltCircuit, honest: &[Fr], claimed: &[Fr]) -> Vec<u8> {
    let mut transcript = Lying {
        inner: Inner::init(Vec::new()),
        scalars: 0,
        honest: honest.len(),
        claimed,
    };
    secant_prover::create_proof::<KZGCommitmentScheme<Bn256>, ProverSHPLONK<'_, Bn256>, _, _, _, _>(
        srs.params(),
        keys,
        std::slice::from_ref(circuit),
        &[&[honest]],
        StdRng::seed_from_u64(3),
        &mut transcript,
    )
    .unwrap();
    transcript.inner.finalize()
}

fn wrong_number(expected: usize, found: usize) -> VerifyError {
    VerifyError::PublicInputs {
        circuit: 0,
        column: 0,
        expected,
        found,
    }
}

/// From any valid statement one can make a proof that the stock verifier accepts for a list that begins with a false
/// statement. Here that is a signature by the key of Bitcoin's genesis block. The verifier adds public input `2^k + i`
/// to public input `i`.
#[test]
fn a_false_statement_before_many_zeros() {
    let p = Parameters::named(Name::Secp256k1);
    let honest = Statement::made_up(&p, &mut StdRng::seed_from_u64(3));
    let mut b = Builder::new();
    let curve = Weierstrass::new("secp256k1", p.clone(), b.shape()).unwrap();
    let verifier = Ecdsa::new(&mut b, &curve, 4000).unwrap();
    verifier.verify_public(&mut b, &honest).unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    let k = circuit.configuration().k;
    let srs = Srs::unsafe_local(k, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit).unwrap();
    let hex = |s: &str| BigUint::parse_bytes(s.as_bytes(), 16).unwrap();
    let forged = Statement {
        key: (
            hex("678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb6"),
            hex("49f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f"),
        ),
        digest: hex("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"),
        signature: Signature {
            r: 1u32.into(),
            s: 1u32.into(),
        },
    };
    assert!(p.contains(&forged.key));
    let [honest, forged] = [&honest, &forged].map(|s| verifier.public_inputs(s).unwrap());
    let rows = 1usize << k;
    let mut claimed = forged.clone();
    claimed.resize(rows, Fr::zero());
    claimed.extend(honest.iter().zip(&forged).map(|(h, f)| h - f));
    let proof = proof_of(&srs, &keys, &circuit, &honest, &claimed);

    let verify = |instances: &[Fr]| {
        let instances = [instances.to_vec()];
        prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &instances, &proof)
    };
    // The attack works: upstream's verifier, called without the check, accepts the statement.
    assert!(stock_accepts(&srs, &keys, &claimed, &proof));
    assert_eq!(verify(&claimed), Err(wrong_number(10, rows + 10)));
    assert_eq!(verify(&claimed[..rows]), Err(wrong_number(10, rows)));
    assert_eq!(verify(&forged), Err(VerifyError::Invalid));
    assert_eq!(verify(&honest), Err(VerifyError::Invalid));
    let proof = proof_of(&srs, &keys, &circuit, &honest, &honest);
    prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &[honest], &proof).unwrap();
}

/// The verdict of `halo2_axiom::plonk::verify_proof` alone.
fn stock_accepts(srs: &Srs, keys: &ProvingKey<G1Affine>, instances: &[Fr], proof: &[u8]) -> bool {
    use halo2_axiom::{
        plonk::verify_proof,
        poly::kzg::{multiopen::VerifierSHPLONK, strategy::SingleStrategy},
        transcript::{Blake2bRead, TranscriptReadBuffer},
    };
    let params = srs.params();
    let mut transcript = Blake2bRead::<_, G1Affine, Challenge255<_>>::init(proof);
    verify_proof::<KZGCommitmentScheme<Bn256>, VerifierSHPLONK<'_, Bn256>, _, _, _>(
        params,
        keys.get_vk(),
        SingleStrategy::new(params),
        &[&[instances]],
        &mut transcript,
    )
    .is_ok()
}

/// Honest proofs for lists that are longer or shorter than the circuit's, by values that no constraint reads.
#[test]
fn public_inputs_of_other_lengths() {
    let mut b = Builder::new();
    let x = b.witness(Fr::from(3));
    b.publish(x);
    let zero = b.witness(Fr::from(0));
    b.publish(zero);
    let circuit = b.finish(&Goal::Rows(6)).unwrap();
    let parameters = circuit.parameters();
    assert_eq!(parameters.public_inputs(), [2]);
    let srs = Srs::unsafe_local(6, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit).unwrap();
    let verify =
        |instances: &[Vec<Fr>], proof: &[u8]| prove::verify(&srs, keys.get_vk(), &parameters, instances, proof);
    for given in [vec![3, 0], vec![3, 0, 77], vec![3, 0, 0], vec![3], vec![]] {
        let given: Vec<Fr> = given.into_iter().map(Fr::from).collect();
        // A value in a row that no constraint reads is proved like any other.
        let proved = match given.len() {
            3 => given.clone(),
            _ => circuit.public_values(),
        };
        let proof = proof_of(&srs, &keys, &circuit, &proved, &given);
        let expected = match given.len() {
            2 => Ok(()),
            found => Err(wrong_number(2, found)),
        };
        // Otherwise there would be nothing to refuse.
        let accepted = stock_accepts(&srs, &keys, &given, &proof);
        assert_eq!(accepted, !given.is_empty(), "{given:?}");
        assert_eq!(verify(&[given], &proof), expected);
    }
    let proof = Engine
        .prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(1))
        .unwrap();
    let columns = |found| VerifyError::InstanceColumns {
        circuit: 0,
        expected: 1,
        found,
    };
    let right = vec![Fr::from(3), Fr::from(0)];
    assert_eq!(verify(&[], &proof), Err(columns(0)));
    assert_eq!(verify(&[right.clone(), right.clone()], &proof), Err(columns(2)));
    verify(&[right], &proof).unwrap();
}

/// The number of public inputs is taken from the circuit. The number of another circuit, or of none, does not fit this
/// key.
#[test]
fn parameters_of_other_circuits() {
    let (srs, keys, circuit, proof) = squared();
    let verify = |parameters: &_| prove::verify(&srs, keys.get_vk(), parameters, &circuit.instances(), &proof);
    assert!(matches!(verify(&Default::default()), Err(VerifyError::Key(_))));
    let mut b = Builder::new();
    let x = b.witness(Fr::from(3));
    b.publish(x);
    b.publish(x);
    let other = b.finish(&Goal::Rows(8)).unwrap();
    assert_eq!(verify(&other.parameters()), Err(wrong_number(2, 1)));
    let mut b = Builder::new();
    let cells: Vec<_> = (0..1000).map(|i| b.witness(Fr::from(i))).collect();
    cells.into_iter().for_each(|cell| b.publish(cell));
    let large = b.finish(&Goal::Rows(10)).unwrap();
    assert!(matches!(verify(&large.parameters()), Err(VerifyError::Key(_))));
    verify(&circuit.parameters()).unwrap();
}

/// A reference string for more rows verifies like one that was cut. One for fewer rows is refused.
#[test]
fn reference_strings_of_other_sizes() {
    let (srs, keys, circuit, proof) = squared();
    let verify = |srs: &Srs| prove::verify(srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof);
    // The secret is the same: it is the first number from the generator.
    verify(&Srs::unsafe_local(10, StdRng::seed_from_u64(1))).unwrap();
    assert_eq!(
        verify(&Srs::unsafe_local(10, StdRng::seed_from_u64(2))),
        Err(VerifyError::Invalid)
    );
    let small = Srs::unsafe_local(7, StdRng::seed_from_u64(1));
    assert_eq!(verify(&small), Err(VerifyError::Size { srs: 7, key: 8 }));
    verify(&srs).unwrap();
}

/// A small circuit with a range and a public input, and a proof.
fn squared() -> (Srs, ProvingKey<G1Affine>, BuiltCircuit, Vec<u8>) {
    let mut b = Builder::new();
    let x = b.witness(Fr::from(3));
    let y = b.mul(x, x);
    b.range_check(y, 20);
    b.publish(y);
    let circuit = b.finish(&Goal::Rows(8)).unwrap();
    let srs = Srs::unsafe_local(8, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit).unwrap();
    let proof = Engine
        .prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(9))
        .unwrap();
    (srs, keys, circuit, proof)
}

/// The 32-byte words that are points: the stock verifier ignores their highest bit.
fn points(srs: &Srs, keys: &ProvingKey<G1Affine>, circuit: &BuiltCircuit, proof: &[u8]) -> BTreeSet<usize> {
    let public = circuit.public_values();
    let with_bit = |word: usize| {
        let mut other = proof.to_vec();
        other[32 * word + 31] ^= 0x80;
        other
    };
    let words = 0..proof.len() / 32;
    words
        .filter(|&word| stock_accepts(srs, keys, &public, &with_bit(word)))
        .collect()
}

/// A proof with any changed bit is refused. This tries all bits.
#[test]
fn every_bit_of_a_proof() {
    let (srs, keys, circuit, proof) = squared();
    let (parameters, instances) = (circuit.parameters(), circuit.instances());
    let verify = |proof: &[u8]| prove::verify(&srs, keys.get_vk(), &parameters, &instances, proof);
    verify(&proof).unwrap();
    let points = points(&srs, &keys, &circuit, &proof);
    assert!(points.len() > 10, "{points:?}");
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        for thread in 0..threads {
            let (verify, proof, points) = (&verify, &proof, &points);
            scope.spawn(move || {
                for bit in (thread..8 * proof.len()).step_by(threads) {
                    let (word, bit_of_word) = (bit / 256, bit % 256);
                    let mut other = proof.clone();
                    other[bit / 8] ^= 1 << (bit % 8);
                    let refused = verify(&other).unwrap_err();
                    // Bits that the stock verifier ignores make the proof malformed, and so do numbers above the
                    // modulus.
                    if bit_of_word == 255 || bit_of_word == 254 && !points.contains(&word) {
                        assert!(
                            matches!(refused, VerifyError::Malformed { at, .. } if at == 32 * word),
                            "word {word}, bit {bit_of_word}: {refused:?}"
                        );
                    }
                }
            });
        }
    });
}

/// Other lengths, and scalars that are not below the modulus.
#[test]
fn bytes_of_other_forms() {
    let (srs, keys, circuit, proof) = squared();
    let verify = |proof: &[u8]| prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), proof);
    let at = |verdict: Result<(), VerifyError>| match verdict {
        Err(VerifyError::Malformed { at, .. }) => at,
        other => panic!("{other:?}"),
    };
    for len in 0..proof.len() {
        assert_eq!(at(verify(&proof[..len])), len / 32 * 32);
    }
    for more in [vec![0], vec![0; 32], proof.clone()] {
        assert_eq!(at(verify(&[&proof[..], &more].concat())), proof.len());
    }
    let points = points(&srs, &keys, &circuit, &proof);
    let r = BigUint::from_bytes_le(&(-Fr::one()).to_repr()) + 1u32;
    let mut tried = 0;
    for word in (0..proof.len() / 32).filter(|word| !points.contains(word)) {
        let mut bytes = (BigUint::from_bytes_le(&proof[32 * word..][..32]) + &r).to_bytes_le();
        bytes.resize(32, 0);
        let mut other = proof.clone();
        other[32 * word..][..32].copy_from_slice(&bytes);
        assert_eq!(at(verify(&other)), 32 * word);
        tried += 1;
    }
    assert!(tried > 10);
    verify(&proof).unwrap();
}
