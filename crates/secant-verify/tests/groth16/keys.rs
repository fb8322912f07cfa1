//! Keys under which anybody can prove anything: the proofs of it hold by the equation alone, and the keys are refused
//! wherever one comes in.

use crate::common::{Owned, gnark, snarkjs, write_gnark, write_snarkjs};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::Zero;
use ark_groth16::{Groth16, Proof, VerifyingKey, prepare_verifying_key};
use secant_verify::groth16::{
    CurveName, Error, Field, FileCurve, Form, Format, Groth16Files, PreparedKey, Warning, check_key, key_warnings,
};

type Key<E> = VerifyingKey<E>;

/// `K[0] + sum of public[i] K[i + 1]`.
fn sum<E: FileCurve>(vk: &Key<E>, public: &[E::ScalarField]) -> E::G1 {
    let products = vk.gamma_abc_g1[1..]
        .iter()
        .zip(public)
        .map(|(point, scalar)| *point * scalar);
    products.fold(vk.gamma_abc_g1[0].into_group(), |sum, product| sum + product)
}

/// A way to a proof of anything.
struct Forgery<E: FileCurve> {
    /// What is done to a key.
    change: fn(&mut Key<E>),
    /// The proof, of the sum of the inputs' points.
    prove: fn(&Key<E>, E::G1) -> Parts<E>,
    /// What the key is refused for, by the names of [`NAMES`].
    fault: Fault,
}

/// `A`, `B` and `C`.
type Parts<E> = (
    <E as ark_ec::pairing::Pairing>::G1,
    <E as ark_ec::pairing::Pairing>::G2Affine,
    <E as ark_ec::pairing::Pairing>::G1,
);

#[derive(Clone, Copy)]
enum Fault {
    Forgeable(usize, usize, bool),
    KnownSecrets(usize),
}

const ALPHA: usize = 0;
const BETA: usize = 1;
const GAMMA: usize = 2;
const DELTA: usize = 3;
const ARKWORKS: [&str; 4] = ["alpha_g1", "beta_g2", "gamma_g2", "delta_g2"];
const SNARKJS: [&str; 4] = ["vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2"];
const GNARK: [&str; 4] = ["Alpha1", "Beta2", "Gamma2", "Delta2"];

impl Fault {
    fn error(self, names: [&'static str; 4]) -> Error {
        let named = |i: usize| Field::Named(names[i]);
        match self {
            Self::Forgeable(first, second, opposite) => Error::Forgeable {
                first: named(first),
                second: named(second),
                opposite,
            },
            Self::KnownSecrets(second) => Error::KnownSecrets {
                first: named(ALPHA),
                second: named(second),
            },
        }
    }
}

fn minus<P: AffineRepr>(point: P) -> P {
    (-point.into_group()).into()
}

/// The secret `beta` of a key that has both of its points, which a proving key has.
const SECRET: u64 = 0x5eca;

fn forgeries<E: FileCurve>() -> Vec<Forgery<E>> {
    let mut all: Vec<Forgery<E>> = vec![
        Forgery {
            change: |vk| vk.delta_g2 = vk.gamma_g2,
            prove: |vk, sum| (vk.alpha_g1.into(), vk.beta_g2, -sum),
            fault: Fault::Forgeable(DELTA, GAMMA, false),
        },
        Forgery {
            change: |vk| vk.delta_g2 = minus(vk.gamma_g2),
            prove: |vk, sum| (vk.alpha_g1.into(), vk.beta_g2, sum),
            fault: Fault::Forgeable(DELTA, GAMMA, true),
        },
        Forgery {
            change: |vk| vk.beta_g2 = vk.gamma_g2,
            prove: |vk, sum| (sum + vk.alpha_g1, vk.gamma_g2, E::G1::zero()),
            fault: Fault::Forgeable(BETA, GAMMA, false),
        },
        Forgery {
            change: |vk| vk.beta_g2 = minus(vk.gamma_g2),
            prove: |vk, sum| (sum - vk.alpha_g1, vk.gamma_g2, E::G1::zero()),
            fault: Fault::Forgeable(BETA, GAMMA, true),
        },
        Forgery {
            change: |vk| vk.beta_g2 = vk.delta_g2,
            prove: |vk, sum| (sum, vk.gamma_g2, -vk.alpha_g1.into_group()),
            fault: Fault::Forgeable(BETA, DELTA, false),
        },
        Forgery {
            change: |vk| vk.beta_g2 = minus(vk.delta_g2),
            prove: |vk, sum| (sum, vk.gamma_g2, vk.alpha_g1.into()),
            fault: Fault::Forgeable(BETA, DELTA, true),
        },
    ];
    all.extend([
        Forgery {
            change: |vk| {
                known(vk);
                vk.gamma_g2 = E::G2Affine::generator();
            },
            prove: |vk, sum| (sum + beta1::<E>(), vk.gamma_g2, E::G1::zero()),
            fault: Fault::KnownSecrets(GAMMA),
        },
        Forgery {
            change: |vk| {
                known(vk);
                vk.alpha_g1 = minus(vk.alpha_g1);
                vk.gamma_g2 = minus(E::G2Affine::generator());
            },
            prove: |vk, sum| (sum + beta1::<E>(), vk.gamma_g2, E::G1::zero()),
            fault: Fault::KnownSecrets(GAMMA),
        },
        Forgery {
            change: |vk| {
                known(vk);
                vk.gamma_g2 = (E::G2Affine::generator() * E::ScalarField::from(77u64)).into();
                vk.delta_g2 = minus(E::G2Affine::generator());
            },
            prove: |vk, sum| (sum, vk.gamma_g2, beta1::<E>()),
            fault: Fault::KnownSecrets(DELTA),
        },
    ]);
    all
}

/// Sets `alpha` to the generator, and `beta` to what is known in both groups.
fn known<E: FileCurve>(vk: &mut Key<E>) {
    vk.alpha_g1 = E::G1Affine::generator();
    vk.beta_g2 = (E::G2Affine::generator() * E::ScalarField::from(SECRET)).into();
}

fn beta1<E: FileCurve>() -> E::G1 {
    E::G1Affine::generator() * E::ScalarField::from(SECRET)
}

fn refused<E: FileCurve>(files: &Groth16Files<E>, fault: Fault) {
    let curve = CurveName::of::<E>().expect("a known curve");
    // By the equation the proof holds.
    let prepared = prepare_verifying_key(&files.vk);
    let holds = Groth16::<E>::verify_proof(&prepared, &files.proof, &files.public);
    assert_eq!(holds, Ok(true), "the forgery does not work");
    // By hand.
    let error = fault.error(ARKWORKS);
    assert_eq!(files.verify(), Err(error.clone()));
    assert_eq!(files.prepare().err(), Some(error.clone()));
    let key = PreparedKey::new(&files.vk, Default::default());
    assert_eq!(key.err(), Some(error.clone()));
    assert_eq!(check_key(&files.vk), Err(error.clone()));
    // From files.
    assert_eq!(write_gnark(files).error::<E>(), fault.error(GNARK));
    if curve.snarkjs().is_some() {
        let written = write_snarkjs(files);
        assert_eq!(written.error::<E>(), fault.error(SNARKJS));
        let key = Groth16Files::<E>::read_snarkjs_key(&written.vk);
        assert_eq!(key.err(), Some(fault.error(SNARKJS)));
        let proof = Groth16Files::read_snarkjs_proof(&files.vk, &written.proof, &written.public);
        assert_eq!(proof.err(), Some(error));
    }
}

#[test]
fn keys_under_which_anything_can_be_proved() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = gnark(curve, Form::Raw).read::<E>().expect("a fixture");
        for forgery in forgeries::<E>() {
            let mut vk = honest.vk.clone();
            (forgery.change)(&mut vk);
            for public in [[1u64, 2], [123_456_789, 987_654_321]] {
                let public = public.map(E::ScalarField::from).to_vec();
                let (a, b, c) = (forgery.prove)(&vk, sum(&vk, &public));
                let proof = Proof {
                    a: a.into_affine(),
                    b,
                    c: c.into_affine(),
                };
                refused(&Groth16Files::plain(vk.clone(), proof, public), forgery.fault);
            }
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// What is written by these tests is read: the refusals are not for how it is written.
#[test]
fn honest_keys_are_written_and_read() {
    fn check<E: FileCurve>(honest: &Owned) {
        let files = honest.read::<E>().expect("a fixture");
        assert_eq!(write_gnark(&files).read::<E>().as_ref(), Ok(&files));
        if CurveName::of::<E>().and_then(CurveName::snarkjs).is_some() {
            assert_eq!(write_snarkjs(&files).read::<E>().as_ref(), Ok(&files));
        }
        assert_eq!(check_key(&files.vk), Ok(()));
        assert_eq!(files.warnings(None), []);
    }
    for (_, curve, files) in crate::common::all() {
        with_curve!(curve, check(&files));
    }
}

/// An input whose point is infinity is not looked at by the equation.
#[test]
fn inputs_that_are_not_bound() {
    fn check<E: FileCurve>(curve: CurveName) {
        let mut files = gnark(curve, Form::Raw).read::<E>().expect("a fixture");
        files.vk.gamma_abc_g1.push(E::G1Affine::zero());
        files.public.push(31337u64.into());
        let prepared = prepare_verifying_key(&files.vk);
        let holds = Groth16::<E>::verify_proof(&prepared, &files.proof, &files.public);
        assert_eq!(holds, Ok(true));
        let error = |name| Error::InputNotBound {
            field: Field::Item(name, 3),
            input: 2,
        };
        assert_eq!(files.verify(), Err(error("gamma_abc_g1")));
        assert_eq!(write_gnark(&files).error::<E>(), error("K"));
        if curve.snarkjs().is_some() {
            assert_eq!(write_snarkjs(&files).error::<E>(), error("IC"));
        }
        let sentence = error("K").to_string();
        assert!(
            sentence.contains("K[3]") && sentence.contains("public input 2"),
            "{sentence}"
        );
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn infinity_by_hand() {
    type E = ark_bls12_381::Bls12_381;
    let honest = gnark(CurveName::Bls12_381, Form::Raw).read::<E>().expect("a fixture");
    let changes: [fn(&mut Key<E>); 4] = [
        |vk| vk.alpha_g1 = AffineRepr::zero(),
        |vk| vk.beta_g2 = AffineRepr::zero(),
        |vk| vk.gamma_g2 = AffineRepr::zero(),
        |vk| vk.delta_g2 = AffineRepr::zero(),
    ];
    for (change, name) in changes.into_iter().zip(ARKWORKS) {
        let mut files = honest.clone();
        change(&mut files.vk);
        let expected = Field::Named(name);
        assert!(matches!(files.verify(), Err(Error::AtInfinity { field, .. }) if field == expected));
    }
}

/// Secrets that are known are warned of, by the names of the format; that `gamma` is the generator is normal.
#[test]
fn warnings() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = gnark(curve, Form::Raw).read::<E>().expect("a fixture");
        let g2 = E::G2Affine::generator();
        let mut vk = honest.vk.clone();
        vk.gamma_g2 = g2;
        assert_eq!((check_key(&vk), key_warnings(&vk, None)), (Ok(()), vec![]));
        for (opposite, g1, g2) in [
            (false, E::G1Affine::generator(), g2),
            (true, minus(E::G1Affine::generator()), minus(g2)),
        ] {
            let warning = |name, second_phase| Warning::Generator {
                field: Field::Named(name),
                opposite,
                second_phase,
            };
            let mut vk = honest.vk.clone();
            vk.delta_g2 = g2;
            let format = Some(Format::Gnark(Form::Raw));
            assert_eq!(key_warnings(&vk, format), [warning("Delta2", true)]);
            assert_eq!(check_key(&vk), Ok(()));
            let mut vk = honest.vk.clone();
            vk.alpha_g1 = g1;
            vk.beta_g2 = g2;
            let expected = [warning("vk_alpha_1", false), warning("vk_beta_2", false)];
            assert_eq!(key_warnings(&vk, Some(Format::Snarkjs)), expected);
            assert_eq!(check_key(&vk), Ok(()));
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
    // As a file has it.
    let mut files = snarkjs(CurveName::Bn254, "multiplier")
        .read::<ark_bn254::Bn254>()
        .expect("a fixture");
    assert_eq!(files.vk.gamma_g2, ark_bn254::G2Affine::generator());
    files.vk.delta_g2 = minus(files.vk.gamma_g2);
    let error = files.verify().expect_err("a forgeable key").to_string();
    assert!(
        error.contains("delta_g2") && error.contains("opposite to gamma_g2"),
        "{error}"
    );
}
