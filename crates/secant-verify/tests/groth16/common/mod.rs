//! Fixtures, and the encodings that tests put into them.

use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use num_bigint::BigUint;
use secant_verify::groth16::{
    CurveName, Error, Field as Place, File, FileCurve, FilePoint, Files, Form, Format, Groth16Files,
};
use serde_json::{Value, json};

/// Three files that a test may change.
#[derive(Clone)]
pub struct Owned {
    pub vk: Vec<u8>,
    pub proof: Vec<u8>,
    pub public: Vec<u8>,
}

impl Owned {
    pub fn files(&self) -> Files<'_> {
        Files {
            vk: &self.vk,
            proof: &self.proof,
            public: &self.public,
        }
    }

    pub fn read<E: FileCurve>(&self) -> Result<Groth16Files<E>, Error> {
        Groth16Files::read(&self.files())
    }

    /// The error that reading gives.
    pub fn error<E: FileCurve>(&self) -> Error {
        match self.read::<E>() {
            Ok(_) => panic!("read although something is wrong"),
            Err(error) => error,
        }
    }

    /// Whether reading or verification refuses.
    pub fn refused<E: FileCurve>(&self) -> bool {
        !matches!(self.read::<E>().map(|files| files.verify()), Ok(Ok(true)))
    }

    pub fn parts(&mut self) -> [&mut Vec<u8>; 3] {
        [&mut self.vk, &mut self.proof, &mut self.public]
    }
}

fn fixture(path: &str) -> Vec<u8> {
    let path = format!("{}/fixtures/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn gnark(curve: CurveName, form: Form) -> Owned {
    let folder = match curve {
        CurveName::Bn254 => "bn254",
        CurveName::Bls12_381 => "bls12_381",
        CurveName::Bls12_377 => "bls12_377",
        CurveName::Bw6_761 => "bw6_761",
    };
    let ending = match form {
        Form::Compressed => "bin",
        Form::Raw => "raw",
    };
    Owned {
        vk: fixture(&format!("gnark/{folder}/vk.{ending}")),
        proof: fixture(&format!("gnark/{folder}/proof.{ending}")),
        public: fixture(&format!("gnark/{folder}/public.bin")),
    }
}

pub fn snarkjs(curve: CurveName, circuit: &str) -> Owned {
    let folder = curve.snarkjs().expect("a curve of snarkjs");
    Owned {
        vk: fixture(&format!("snarkjs/{folder}/{circuit}/verification_key.json")),
        proof: fixture(&format!("snarkjs/{folder}/{circuit}/proof.json")),
        public: fixture(&format!("snarkjs/{folder}/{circuit}/public.json")),
    }
}

/// Files in a folder of gnark's fixtures.
pub fn gnark_folder(folder: &str, vk: &str, proof: &str) -> Owned {
    Owned {
        vk: fixture(&format!("gnark/{folder}/{vk}")),
        proof: fixture(&format!("gnark/{folder}/{proof}")),
        public: fixture(&format!("gnark/{folder}/public.bin")),
    }
}

pub const CIRCUITS: [&str; 2] = ["multiplier", "merkle"];

/// Every fixture, with what it is.
pub fn all() -> Vec<(Format, CurveName, Owned)> {
    let mut all = Vec::new();
    for curve in CurveName::ALL {
        for form in [Form::Compressed, Form::Raw] {
            all.push((Format::Gnark(form), curve, gnark(curve, form)));
        }
        if curve.snarkjs().is_some() {
            for circuit in CIRCUITS {
                all.push((Format::Snarkjs, curve, snarkjs(curve, circuit)));
            }
        }
    }
    all
}

/// Calls a function that is generic over the pairing with upstream's type for `$curve`.
macro_rules! with_curve {
    ($curve:expr, $function:ident($($argument:expr),*)) => {
        match $curve {
            CurveName::Bn254 => $function::<ark_bn254::Bn254>($($argument),*),
            CurveName::Bls12_381 => $function::<ark_bls12_381::Bls12_381>($($argument),*),
            CurveName::Bls12_377 => $function::<ark_bls12_377::Bls12_377>($($argument),*),
            CurveName::Bw6_761 => $function::<ark_bw6_761::BW6_761>($($argument),*),
        }
    };
}

pub fn rng() -> StdRng {
    StdRng::seed_from_u64(0x5eca_0001)
}

/// Bytes of an encoded element of `F`.
pub fn width<F: PrimeField>() -> usize {
    (F::MODULUS_BIT_SIZE.div_ceil(64) * 8) as usize
}

/// A field element, or the coefficients of one from the highest down, as gnark encodes it.
pub fn encode<F: Field>(value: F) -> Vec<u8> {
    let coefficients: Vec<_> = value.to_base_prime_field_elements().collect();
    let bytes = coefficients.iter().rev().map(|value| value.into_bigint().to_bytes_be());
    bytes.flatten().collect()
}

/// A raw point as gnark encodes it, on the curve or not.
pub fn encode_raw<P: FilePoint>(x: P::BaseField, y: P::BaseField) -> Vec<u8> {
    [encode(x), encode(y)].concat()
}

/// A raw point, or infinity.
pub fn encode_point<P: FilePoint>(point: P) -> Vec<u8> {
    if let Some((x, y)) = point.xy() {
        return encode_raw::<P>(x, y);
    }
    let mut bytes = vec![0; raw_size::<P>()];
    // BN254 has no bit left for a flag.
    if 8 * width::<<P::BaseField as Field>::BasePrimeField>() as u32
        > <P::BaseField as Field>::BasePrimeField::MODULUS_BIT_SIZE + 2
    {
        bytes[0] = 0x40;
    }
    bytes
}

/// The three files as gnark writes them, raw and without commitments.
pub fn write_gnark<E: FileCurve>(files: &Groth16Files<E>) -> Owned {
    let vk = &files.vk;
    let g1 = encode_point(E::G1Affine::generator());
    let count = |list: &[_]| (list.len() as u32).to_be_bytes();
    let key = [
        encode_point(vk.alpha_g1),
        g1.clone(),
        encode_point(vk.beta_g2),
        encode_point(vk.gamma_g2),
        g1,
        encode_point(vk.delta_g2),
        count(&vk.gamma_abc_g1).into(),
        vk.gamma_abc_g1.iter().flat_map(|point| encode_point(*point)).collect(),
        vec![0; 8],
    ];
    let proof = &files.proof;
    let proof = [encode_point(proof.a), encode_point(proof.b), encode_point(proof.c)];
    let inputs = (files.public.len() as u32).to_be_bytes();
    let public = files.public.iter().flat_map(|value| encode(*value));
    Owned {
        vk: key.concat(),
        proof: proof.concat(),
        public: [inputs, [0; 4], inputs].into_iter().flatten().chain(public).collect(),
    }
}

/// The three files as snarkjs writes them.
pub fn write_snarkjs<E: FileCurve>(files: &Groth16Files<E>) -> Owned {
    let curve = CurveName::of::<E>()
        .and_then(CurveName::snarkjs)
        .expect("a curve of snarkjs");
    let (vk, proof) = (&files.vk, &files.proof);
    let inputs: Vec<_> = vk.gamma_abc_g1.iter().map(|point| json_point(*point)).collect();
    let vk = json!({
        "protocol": "groth16",
        "curve": curve,
        "nPublic": inputs.len() - 1,
        "vk_alpha_1": json_point(vk.alpha_g1),
        "vk_beta_2": json_point(vk.beta_g2),
        "vk_gamma_2": json_point(vk.gamma_g2),
        "vk_delta_2": json_point(vk.delta_g2),
        "IC": inputs,
    });
    let proof = json!({
        "protocol": "groth16",
        "curve": curve,
        "pi_a": json_point(proof.a),
        "pi_b": json_point(proof.b),
        "pi_c": json_point(proof.c),
    });
    let public: Vec<_> = files.public.iter().map(|value| decimal(*value)).collect();
    Owned {
        vk: vk.to_string().into(),
        proof: proof.to_string().into(),
        public: json!(public).to_string().into(),
    }
}

fn json_point<P: FilePoint>(point: P) -> Value {
    let (one, zero) = (P::BaseField::ONE, P::BaseField::ZERO);
    let [x, y, z] = match point.xy() {
        Some((x, y)) => [x, y, one],
        None => [zero, one, zero],
    };
    json!([x, y, z].map(json_coordinate))
}

pub fn json_coordinate<F: Field>(value: F) -> Value {
    let numbers: Vec<_> = value.to_base_prime_field_elements().map(decimal).collect();
    match numbers.as_slice() {
        [number] => json!(number),
        numbers => json!(numbers),
    }
}

/// Bytes of a raw point.
pub fn raw_size<P: FilePoint>() -> usize {
    let degree = P::BaseField::extension_degree() as usize;
    2 * degree * width::<<P::BaseField as Field>::BasePrimeField>()
}

/// `bytes` with `new` in place of as many bytes from `offset` on.
pub fn patch(bytes: &mut [u8], offset: usize, new: &[u8]) {
    bytes[offset..offset + new.len()].copy_from_slice(new);
}

/// A point of the curve outside the subgroup, or `None` where the curve is the subgroup.
pub fn outside<P: FilePoint>() -> Option<P> {
    use ark_ec::CurveConfig;
    if P::Config::cofactor_is_one() {
        return None;
    }
    let mut rng = rng();
    loop {
        let x = <P::BaseField as ark_std::UniformRand>::rand(&mut rng);
        if let Some((y, _)) = P::ys_from_x(x) {
            let point = P::from_xy_unchecked(x, y);
            assert!(point.on_curve());
            if !point.in_subgroup() {
                return Some(point);
            }
        }
    }
}

pub fn decimal<F: PrimeField>(value: F) -> String {
    let value: BigUint = value.into_bigint().into();
    value.to_string()
}

pub fn xy<P: AffineRepr>(point: P) -> (P::BaseField, P::BaseField) {
    point.xy().expect("a point with coordinates")
}

pub const FORMS: [Form; 2] = [Form::Compressed, Form::Raw];

/// Where the points of a raw file are, and which group they are of.
pub struct Places {
    pub g1: Vec<(File, Place, usize)>,
    pub g2: Vec<(File, Place, usize)>,
    /// Offset of the length of `K`.
    pub k: usize,
    /// Offset of the number of commitments in the proof.
    pub commitments: usize,
}

pub fn places<E: FileCurve>() -> Places {
    let (g1, g2) = (raw_size::<E::G1Affine>(), raw_size::<E::G2Affine>());
    let k = 3 * g1 + 3 * g2;
    let key = |name, offset| (File::Vk, Place::Named(name), offset);
    let item = |index| (File::Vk, Place::Item("K", index), k + 4 + index * g1);
    let proof = |name, offset| (File::Proof, Place::Named(name), offset);
    Places {
        g1: vec![
            key("Alpha1", 0),
            key("Beta1", g1),
            key("Delta1", 2 * g1 + 2 * g2),
            item(0),
            item(1),
            item(2),
            proof("Ar", 0),
            proof("Krs", g1 + g2),
        ],
        g2: vec![
            key("Beta2", 2 * g1),
            key("Gamma2", 2 * g1 + g2),
            key("Delta2", 3 * g1 + 2 * g2),
            proof("Bs", g1),
        ],
        k,
        commitments: 2 * g1 + g2,
    }
}

pub fn patched(files: &Owned, file: File, offset: usize, new: &[u8]) -> Owned {
    let mut files = files.clone();
    let bytes = match file {
        File::Vk => &mut files.vk,
        File::Proof => &mut files.proof,
        File::Public => &mut files.public,
    };
    patch(bytes, offset, new);
    files
}
