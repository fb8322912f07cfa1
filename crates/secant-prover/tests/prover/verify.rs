//! `verify` makes the checks that the stock verifier leaves to its caller, with both openings: it refuses wrong numbers
//! of public inputs and bytes that are not canonical.

use crate::circuits::{Edge, Everything, Scheme, key, srs, transcript, verifies_by_stock, with_instances};
use halo2_axiom::{
    halo2curves::{
        bn256::{Bn256, Fr, G1Affine},
        group::GroupEncoding,
    },
    plonk::{Circuit, ProvingKey},
    poly::kzg::{
        commitment::ParamsKZG,
        multiopen::{ProverGWC, ProverSHPLONK, VerifierGWC, VerifierSHPLONK},
    },
    transcript::{
        Challenge255, Keccak256Read, Keccak256Write, TranscriptReadBuffer, TranscriptWrite, TranscriptWriterBuffer,
    },
};
use rand::{SeedableRng, rngs::StdRng};
use secant_prover::{MultiOpen, MultiVerify, VerifyError, create_proof, verify, verify_with};
use std::thread;

type Instances = Vec<Vec<Vec<Fr>>>;

fn proof<C: Circuit<Fr>, P: MultiOpen>(
    params: &ParamsKZG<Bn256>,
    pk: &ProvingKey<G1Affine>,
    circuits: &[C],
    instances: &Instances,
) -> Vec<u8> {
    let mut out = transcript();
    with_instances(instances, |given| {
        create_proof::<Scheme, P, _, _, _, _>(params, pk, circuits, given, StdRng::seed_from_u64(1), &mut out).unwrap();
    });
    out.finalize()
}

fn checked<'params, V: MultiVerify<'params>>(
    params: &'params ParamsKZG<Bn256>,
    pk: &ProvingKey<G1Affine>,
    counts: &[usize],
    instances: &Instances,
    proof: &[u8],
) -> Result<(), VerifyError> {
    with_instances(instances, |given| {
        verify::<V>(params, pk.get_vk(), counts, given, proof)
    })
}

/// Longer and shorter lists, in each column of each circuit.
#[test]
fn numbers_of_public_inputs() {
    let circuits = [4, 5].map(|seed| Everything::new(seed, 9));
    let instances: Instances = circuits.iter().map(Everything::instances).collect();
    let counts: Vec<usize> = instances[0].iter().map(Vec::len).collect();
    let params = srs(6);
    let pk = key(&params, &circuits[0], false);
    let proof = proof::<_, ProverSHPLONK<'_, _>>(&params, &pk, &circuits, &instances);
    let verdict = |counts: &[usize], instances: &Instances| {
        checked::<VerifierSHPLONK<'_, _>>(&params, &pk, counts, instances, &proof)
    };
    verdict(&counts, &instances).unwrap();
    for circuit in 0..circuits.len() {
        for column in 0..counts.len() {
            let expected = counts[column];
            for found in [0, expected - 1, expected + 1, 64, 65, 64 + expected, 1000] {
                let mut other = instances.clone();
                other[circuit][column].resize(found, Fr::zero());
                assert_eq!(
                    verdict(&counts, &other),
                    Err(VerifyError::PublicInputs {
                        circuit,
                        column,
                        expected,
                        found
                    })
                );
            }
        }
        let mut other = instances.clone();
        other[circuit].push(Vec::new());
        assert_eq!(
            verdict(&counts, &other),
            Err(VerifyError::InstanceColumns {
                circuit,
                expected: counts.len(),
                found: counts.len() + 1
            })
        );
    }
    assert_eq!(verdict(&counts, &Vec::new()), Err(VerifyError::NoCircuits));
    // The caller's counts do not fit the key.
    assert!(matches!(verdict(&[], &instances), Err(VerifyError::Key(_))));
    let mut many = counts.clone();
    many[0] = 64;
    assert!(matches!(verdict(&many, &instances), Err(VerifyError::Key(_))));
    let larger = srs(7);
    assert_eq!(
        checked::<VerifierSHPLONK<'_, _>>(&larger, &pk, &counts, &instances, &proof),
        Err(VerifyError::Size { srs: 7, key: 6 })
    );
    // Only half of the circuits, which the stock verifier refuses too.
    assert!(verdict(&counts, &instances[..1].to_vec()).is_err());
}

/// Every change of a single bit is refused, and every wrong length. The stock verifier accepts some of the changes.
fn bits<C: Circuit<Fr>, P: MultiOpen, V>(circuit: C, instances: Instances, k: u32)
where
    V: for<'params> Opening<'params>,
{
    let params = srs(k);
    let pk = key(&params, &circuit, false);
    let proof = proof::<_, P>(&params, &pk, &[circuit], &instances);
    let counts: Vec<usize> = instances[0].iter().map(Vec::len).collect();
    let verdict = |bytes: &[u8]| V::checked(&params, &pk, &counts, &instances, bytes);
    verdict(&proof).unwrap();
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        for thread in 0..threads {
            let (verdict, proof) = (&verdict, &proof);
            scope.spawn(move || {
                for bit in (thread..8 * proof.len()).step_by(threads) {
                    let mut other = proof.clone();
                    other[bit / 8] ^= 1 << (bit % 8);
                    assert!(verdict(&other).is_err(), "bit {bit}");
                }
            });
        }
    });
    let mut ignored = 0;
    for word in 0..proof.len() / 32 {
        let mut other = proof.clone();
        other[32 * word + 31] ^= 0x80;
        let malformed = matches!(verdict(&other), Err(VerifyError::Malformed { at, .. }) if at == 32 * word);
        assert!(malformed, "word {word}");
        ignored += usize::from(V::by_stock(&params, &pk, &instances, &other));
    }
    assert!(
        ignored > 5,
        "the stock verifier ignores the highest bit of points: of {ignored}"
    );
    for len in 0..proof.len() {
        assert!(
            matches!(verdict(&proof[..len]), Err(VerifyError::Malformed { .. })),
            "{len}"
        );
    }
    for more in [&[0][..], &[0; 32], &proof] {
        let at = proof.len();
        let longer = [&proof, more].concat();
        assert!(matches!(verdict(&longer), Err(VerifyError::Malformed { at: found, .. }) if found == at));
    }
}

/// A verifier for reference strings of any lifetime.
trait Opening<'params> {
    fn checked(
        params: &'params ParamsKZG<Bn256>,
        pk: &ProvingKey<G1Affine>,
        counts: &[usize],
        instances: &Instances,
        proof: &[u8],
    ) -> Result<(), VerifyError>;

    fn by_stock(
        params: &'params ParamsKZG<Bn256>,
        pk: &ProvingKey<G1Affine>,
        instances: &Instances,
        proof: &[u8],
    ) -> bool;
}

macro_rules! opening {
    ($name:ident, $verifier:ident) => {
        struct $name;

        impl<'params> Opening<'params> for $name {
            fn checked(
                params: &'params ParamsKZG<Bn256>,
                pk: &ProvingKey<G1Affine>,
                counts: &[usize],
                instances: &Instances,
                proof: &[u8],
            ) -> Result<(), VerifyError> {
                checked::<$verifier<'_, _>>(params, pk, counts, instances, proof)
            }

            fn by_stock(
                params: &'params ParamsKZG<Bn256>,
                pk: &ProvingKey<G1Affine>,
                instances: &Instances,
                proof: &[u8],
            ) -> bool {
                verifies_by_stock::<$verifier<'_, _>>(params, pk, instances, proof)
            }
        }
    };
}

opening!(Shplonk, VerifierSHPLONK);
opening!(Gwc, VerifierGWC);

#[test]
fn every_bit() {
    bits::<_, ProverSHPLONK<'_, _>, Shplonk>(Edge::OneRow, vec![vec![]], 3);
    bits::<_, ProverGWC<'_, _>, Gwc>(Edge::FarInstance, vec![vec![vec![Fr::from(7); 5]]], 4);
}

/// Other transcripts, and the identity, whose canonical encoding has the highest bit set.
#[test]
fn other_transcripts() {
    type Keccak<'p> = Keccak256Read<&'p [u8], G1Affine, Challenge255<G1Affine>>;
    let params = srs(3);
    let circuit = Edge::Nothing;
    let pk = key(&params, &circuit, false);
    let mut out = Keccak256Write::<Vec<u8>, G1Affine, Challenge255<G1Affine>>::init(Vec::new());
    create_proof::<Scheme, ProverSHPLONK<'_, _>, _, _, _, _>(
        &params,
        &pk,
        &[circuit],
        &[&[]],
        StdRng::seed_from_u64(1),
        &mut out,
    )
    .unwrap();
    let proof = out.finalize();
    let verdict = |proof: &[u8]| {
        let vk = pk.get_vk();
        verify_with::<VerifierSHPLONK<'_, Bn256>, _, _>(&params, vk, &[], &[&[]], proof, Keccak::init)
    };
    verdict(&proof).unwrap();
    let identity = G1Affine::default().to_bytes();
    let identities = proof.chunks_exact(32).filter(|word| *word == identity.as_ref());
    assert!(identities.count() > 0, "the quotient of no constraint is zero");
    for word in 0..proof.len() / 32 {
        for bit in [0x40, 0x80, 0xc0] {
            let mut other = proof.clone();
            other[32 * word + 31] ^= bit;
            assert!(verdict(&other).is_err(), "word {word}, {bit:#x}");
        }
    }
    let blake2b = verify::<VerifierSHPLONK<'_, Bn256>>(&params, pk.get_vk(), &[], &[&[]], &proof);
    assert_eq!(blake2b, Err(VerifyError::Invalid));
    // A transcript that reads other bytes than those of the proof.
    let mut other = Keccak256Write::<Vec<u8>, G1Affine, Challenge255<G1Affine>>::init(Vec::new());
    other.write_point(G1Affine::generator()).unwrap();
    let other = other.finalize();
    let elsewhere = verify_with::<VerifierSHPLONK<'_, Bn256>, _, _>(&params, pk.get_vk(), &[], &[&[]], &proof, |_| {
        Keccak::init(&other[..])
    });
    assert!(matches!(elsewhere, Err(VerifyError::Malformed { at: 0, .. })));
}
