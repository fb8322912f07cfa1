//! The curves that the formats name, with the parameters that detection needs.

use ark_ec::pairing::Pairing;
use ark_ff::PrimeField;
use core::fmt;
use num_bigint::BigUint;

/// A pairing-friendly curve that gnark or snarkjs writes Groth16 files for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CurveName {
    /// BN254 of EIP-196 and EIP-197; snarkjs calls it `bn128`.
    Bn254,
    /// BLS12-381; snarkjs calls it `bls12381`.
    Bls12_381,
    /// BLS12-377. Only gnark writes it.
    Bls12_377,
    /// BW6-761. Only gnark writes it.
    Bw6_761,
}

/// The given parameters of a curve; the sizes of its encodings follow from them.
struct Parameters {
    display: &'static str,
    /// The names that snarkjs reads, in lower case and only letters and digits; it writes the first.
    snarkjs: &'static [&'static str],
    /// The base field's modulus in hexadecimal digits.
    base: &'static [u8],
    /// The scalar field's modulus in hexadecimal digits.
    scalar: &'static [u8],
    /// `b` of G1's equation `y^2 = x^3 + b`.
    b: i8,
    /// Degree of G2's coordinate field over the base field.
    twist_degree: usize,
}

/// The base field of BLS12-377. BW6-761 is constructed so that this is its scalar field.
const BLS12_377_BASE: &[u8] =
    b"1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001";

/// Parameters from EIP-196.
const BN254: Parameters = Parameters {
    display: "BN254",
    snarkjs: &["bn128", "bn254", "altbn128"],
    base: b"30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
    scalar: b"30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
    b: 3,
    twist_degree: 2,
};

/// Parameters from draft-irtf-cfrg-pairing-friendly-curves-11, section 4.2.1.
const BLS12_381: Parameters = Parameters {
    display: "BLS12-381",
    snarkjs: &["bls12381"],
    base: b"1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    scalar: b"73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
    b: 4,
    twist_degree: 2,
};

/// Parameters from "Zexe: Enabling Decentralized Private Computation" (IACR ePrint 2018/962).
const BLS12_377: Parameters = Parameters {
    display: "BLS12-377",
    snarkjs: &[],
    base: BLS12_377_BASE,
    scalar: b"12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001",
    b: 1,
    twist_degree: 2,
};

/// Parameters from "Optimized and secure pairing-friendly elliptic curves suitable for one layer
/// proof composition" (IACR ePrint 2020/351).
const BW6_761: Parameters = Parameters {
    display: "BW6-761",
    snarkjs: &[],
    base: b"122e824fb83ce0ad187c94004faff3eb926186a81d14688528275ef8087be41707ba638e584e91903cebaff25b423048689c8ed12f9fd9071dcd3dc73ebff2e98a116c25667a8f8160cf8aeeaf0a437e6913e6870000082f49d00000000008b",
    scalar: BLS12_377_BASE,
    b: -1,
    twist_degree: 1,
};

impl CurveName {
    /// All curves, sorted by the size of their base fields. [`detect`](super::detect) relies on this: of two fields
    /// that share a layout the smaller one comes first.
    pub const ALL: [Self; 4] = [Self::Bn254, Self::Bls12_377, Self::Bls12_381, Self::Bw6_761];

    /// The curve whose base and scalar fields are those of `E`, if it is one of the four.
    pub fn of<E: Pairing>() -> Option<Self> {
        let base: BigUint = E::BaseField::MODULUS.into();
        let scalar: BigUint = E::ScalarField::MODULUS.into();
        Self::ALL
            .into_iter()
            .find(|curve| curve.base_modulus() == base && curve.scalar_modulus() == scalar)
    }

    /// The curve that a snarkjs file names. The names are those that snarkjs reads: `bn128`, `bn254`, `altbn128` and
    /// `bls12381`, in upper or lower case and with any other characters between letters and digits, such as `BLS12-381`
    /// and `alt_bn128`.
    pub fn from_snarkjs(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|curve| {
            let names = curve.parameters().snarkjs;
            names.iter().any(|known| {
                let signs = name.bytes().filter(u8::is_ascii_alphanumeric);
                signs.map(|sign| sign.to_ascii_lowercase()).eq(known.bytes())
            })
        })
    }

    /// The name under which snarkjs writes this curve, or `None` if it does not support the curve.
    pub fn snarkjs(self) -> Option<&'static str> {
        self.parameters().snarkjs.first().copied()
    }

    fn parameters(self) -> &'static Parameters {
        match self {
            Self::Bn254 => &BN254,
            Self::Bls12_381 => &BLS12_381,
            Self::Bls12_377 => &BLS12_377,
            Self::Bw6_761 => &BW6_761,
        }
    }

    /// The modulus of the base field.
    pub(super) fn base_modulus(self) -> BigUint {
        BigUint::parse_bytes(self.parameters().base, 16).unwrap_or_default()
    }

    /// The modulus of the scalar field.
    fn scalar_modulus(self) -> BigUint {
        BigUint::parse_bytes(self.parameters().scalar, 16).unwrap_or_default()
    }

    /// `b` of G1's equation `y^2 = x^3 + b`, reduced into the base field.
    pub(super) fn b(self, modulus: &BigUint) -> BigUint {
        let b = self.parameters().b;
        let size = BigUint::from(b.unsigned_abs());
        if b < 0 { modulus - size } else { size }
    }

    /// The length in bytes of an encoded base field element.
    pub(super) fn base_width(self) -> usize {
        width(self.base_modulus().bits())
    }

    /// The length in bytes of an encoded scalar field element.
    pub(super) fn scalar_width(self) -> usize {
        width(self.scalar_modulus().bits())
    }

    /// The number of leading bits that no encoded base field element sets.
    pub(super) fn spare_bits(self) -> u64 {
        8 * self.base_width() as u64 - self.base_modulus().bits()
    }

    /// The number of base field elements in a coordinate of G2.
    pub(super) fn twist_degree(self) -> usize {
        self.parameters().twist_degree
    }
}

impl fmt::Display for CurveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.parameters().display)
    }
}

/// The length in bytes of an encoded field element: whole 64-bit words, as gnark stores them.
pub(super) fn width(modulus_bits: u64) -> usize {
    8 * modulus_bits.div_ceil(64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_upstreams() {
        assert_eq!(CurveName::of::<ark_bn254::Bn254>(), Some(CurveName::Bn254));
        assert_eq!(CurveName::of::<ark_bls12_381::Bls12_381>(), Some(CurveName::Bls12_381));
        assert_eq!(CurveName::of::<ark_bls12_377::Bls12_377>(), Some(CurveName::Bls12_377));
        assert_eq!(CurveName::of::<ark_bw6_761::BW6_761>(), Some(CurveName::Bw6_761));
    }

    #[test]
    fn b_is_upstreams() {
        use ark_ec::short_weierstrass::SWCurveConfig;
        fn check<P: SWCurveConfig<BaseField: PrimeField>>(curve: CurveName) {
            let b: BigUint = P::COEFF_B.into_bigint().into();
            assert_eq!(curve.b(&curve.base_modulus()), b, "{curve}");
        }
        check::<ark_bn254::g1::Config>(CurveName::Bn254);
        check::<ark_bls12_381::g1::Config>(CurveName::Bls12_381);
        check::<ark_bls12_377::g1::Config>(CurveName::Bls12_377);
        check::<ark_bw6_761::g1::Config>(CurveName::Bw6_761);
    }

    #[test]
    fn sizes() {
        let sizes = CurveName::ALL.map(|c| (c.base_width(), c.scalar_width(), c.spare_bits()));
        assert_eq!(sizes, [(32, 32, 2), (48, 32, 7), (48, 32, 3), (96, 48, 7)]);
    }

    #[test]
    fn ordered_by_base_field() {
        let moduli = CurveName::ALL.map(CurveName::base_modulus);
        assert!(moduli.is_sorted());
    }
}
