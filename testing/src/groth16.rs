//! `ark_groth16` over secant's curves. Upstream makes keys and proofs over its own curve, and they are carried over as
//! bytes.

use crate::encoding::bytes;
use crate::model::transfer_all;
use crate::pairings::PairingModel;
use crate::samples::rng;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{Field, UniformRand};
use ark_groth16::{Groth16, Proof, ProvingKey, VerifyingKey, prepare_verifying_key};
use ark_relations::gr1cs::{ConstraintSynthesizer, ConstraintSystemRef, LinearCombination, SynthesisError};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Compress, Validate};
use ark_snark::SNARK;

/// `x y = z` and `z z = w` with `z` and `w` public.
struct Circuit<F: Field>(Option<(F, F)>);

impl<F: Field> ConstraintSynthesizer<F> for Circuit<F> {
    fn generate_constraints(self, cs: ConstraintSystemRef<F>) -> Result<(), SynthesisError> {
        let get = |f: fn(F, F) -> F| self.0.map(|(x, y)| f(x, y)).ok_or(SynthesisError::AssignmentMissing);
        let x = cs.new_witness_variable(|| get(|x, _| x))?;
        let y = cs.new_witness_variable(|| get(|_, y| y))?;
        let z = cs.new_input_variable(|| get(|x, y| x * y))?;
        let w = cs.new_input_variable(|| get(|x, y| (x * y).square()))?;
        let lc = |v| move || LinearCombination::from((F::ONE, v));
        cs.enforce_r1cs_constraint(lc(x), lc(y), lc(z))?;
        cs.enforce_r1cs_constraint(lc(z), lc(z), lc(w))
    }
}

/// The inputs of a verification.
struct Question<V: PairingModel> {
    what: &'static str,
    key: VerifyingKey<V>,
    proof: Proof<V>,
    inputs: Vec<V::ScalarField>,
}

fn questions<V: PairingModel>(key: &VerifyingKey<V>, proof: &Proof<V>, inputs: &[V::ScalarField]) -> Vec<Question<V>> {
    let (zero1, zero2) = (V::G1Affine::zero(), V::G2Affine::zero());
    let (g1, g2) = (V::G1Affine::generator(), V::G2Affine::generator());
    let one = V::ScalarField::ONE;
    let mut all = vec![];
    let mut ask = |what, change: &dyn Fn(&mut Question<V>)| {
        let mut question = Question {
            what,
            key: key.clone(),
            proof: proof.clone(),
            inputs: inputs.to_vec(),
        };
        change(&mut question);
        all.push(question);
    };
    ask("honest", &|_| ());
    ask("a changed", &|q| q.proof.a = (q.proof.a + g1).into_affine());
    ask("b changed", &|q| q.proof.b = (q.proof.b + g2).into_affine());
    ask("c changed", &|q| q.proof.c = (q.proof.c + g1).into_affine());
    ask("a negated", &|q| q.proof.a = (-q.proof.a.into_group()).into_affine());
    ask("a and b negated", &|q| {
        q.proof.a = (-q.proof.a.into_group()).into_affine();
        q.proof.b = (-q.proof.b.into_group()).into_affine();
    });
    ask("a and c exchanged", &|q| {
        core::mem::swap(&mut q.proof.a, &mut q.proof.c)
    });
    ask("a zero", &|q| q.proof.a = zero1);
    ask("b zero", &|q| q.proof.b = zero2);
    ask("c zero", &|q| q.proof.c = zero1);
    ask("all zero", &|q| {
        q.proof = Proof {
            a: zero1,
            b: zero2,
            c: zero1,
        }
    });
    ask("first input changed", &|q| q.inputs[0] += one);
    ask("second input changed", &|q| q.inputs[1] -= one);
    ask("inputs exchanged", &|q| q.inputs.swap(0, 1));
    ask("inputs zero", &|q| q.inputs.fill(V::ScalarField::default()));
    ask("no inputs", &|q| q.inputs.clear());
    ask("one input", &|q| q.inputs.truncate(1));
    ask("three inputs", &|q| q.inputs.push(one));
    ask("alpha changed", &|q| q.key.alpha_g1 = g1);
    ask("gamma zero", &|q| q.key.gamma_g2 = zero2);
    ask("delta changed", &|q| q.key.delta_g2 = g2);
    ask("key of zeros", &|q| {
        q.key.alpha_g1 = zero1;
        q.key.gamma_abc_g1.fill(zero1);
        q.proof = Proof {
            a: zero1,
            b: zero2,
            c: zero1,
        };
    });
    all
}

fn over<A: CanonicalSerialize, B: CanonicalDeserialize>(x: &A, compress: Compress) -> B {
    B::deserialize_with_mode(&bytes(x, compress)[..], compress, Validate::Yes).unwrap()
}

/// Verification gives upstream's answers for honest, tampered and malformed proofs, keys and inputs.
pub fn verification<E: PairingModel, V: PairingModel>() {
    let mut rng = rng(1);
    let (pk, vk) = Groth16::<V>::circuit_specific_setup(Circuit(None), &mut rng).unwrap();
    let (x, y) = (V::ScalarField::rand(&mut rng), V::ScalarField::rand(&mut rng));
    let proof = Groth16::<V>::prove(&pk, Circuit(Some((x, y))), &mut rng).unwrap();
    let (mut accepted, mut refused) = (vec![], 0);
    for (i, q) in questions(&vk, &proof, &[x * y, (x * y).square()])
        .into_iter()
        .enumerate()
    {
        let oracle = Groth16::<V>::verify(&q.key, &q.inputs, &q.proof).unwrap();
        let compress = if i % 2 == 0 { Compress::Yes } else { Compress::No };
        let (key, proof): (VerifyingKey<E>, Proof<E>) = (over(&q.key, compress), over(&q.proof, compress));
        let inputs: Vec<E::ScalarField> = transfer_all(&q.inputs);
        assert_eq!(
            Groth16::<E>::verify(&key, &inputs, &proof).unwrap(),
            oracle,
            "{}",
            q.what
        );
        let prepared = prepare_verifying_key(&key);
        assert_eq!(
            Groth16::<E>::verify_proof(&prepared, &proof, &inputs).unwrap(),
            oracle,
            "{}",
            q.what
        );
        if oracle {
            accepted.push(q.what);
        } else {
            refused += 1;
        }
    }
    // The third input is ignored, by upstream's design.
    assert_eq!(accepted, ["honest", "a and b negated", "three inputs", "key of zeros"]);
    assert_eq!(refused, 18);
}

/// With the same key, witness and randomness, the proof is upstream's, bit for bit.
pub fn proving<E: PairingModel, V: PairingModel>() {
    let mut setup = rng(2);
    let (pk, vk) = Groth16::<V>::circuit_specific_setup(Circuit(None), &mut setup).unwrap();
    let pk: ProvingKey<E> = over(&pk, Compress::No);
    let witness = |i: u64| (i + 5, i * i + 7);
    for i in 0..2 {
        let (x, y) = witness(i);
        let (vx, vy) = (V::ScalarField::from(x), V::ScalarField::from(y));
        let (ex, ey) = (E::ScalarField::from(x), E::ScalarField::from(y));
        let oracle = Groth16::<V>::prove(&pk_of(&pk), Circuit(Some((vx, vy))), &mut rng(i)).unwrap();
        let tested = Groth16::<E>::prove(&pk, Circuit(Some((ex, ey))), &mut rng(i)).unwrap();
        assert_eq!(bytes(&tested, Compress::Yes), bytes(&oracle, Compress::Yes));
        assert!(Groth16::<V>::verify(&vk, &[vx * vy, (vx * vy).square()], &oracle).unwrap());
    }
}

fn pk_of<E: PairingModel, V: PairingModel>(pk: &ProvingKey<E>) -> ProvingKey<V> {
    over(pk, Compress::No)
}
