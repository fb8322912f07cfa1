//! What types are called in reports.

use secant_engine::curves::sw::Jacobian;
use secant_field::kernels::Wide;
use secant_gfp::{ElementOf, ScalarOf, named::Secp256k1};
use std::any::type_name;

/// Names of types, each with what it is called.
pub struct Names(Vec<(&'static str, &'static str)>);

impl Names {
    /// Of pairs; the names of types in the names of others are those with most letters first.
    fn new(mut names: Vec<(&'static str, &'static str)>) -> Self {
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Self(names)
    }

    /// Those of the curve with this module.
    pub fn bls12_381() -> Self {
        use secant_curve::bls12_381::{Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G1Projective, G2Affine, G2Projective};
        Self::new(vec![
            (type_name::<G1Affine>(), "G1 affine"),
            (type_name::<G1Projective>(), "G1"),
            (type_name::<G2Affine>(), "G2 affine"),
            (type_name::<G2Projective>(), "G2"),
            (type_name::<Fq>(), "Fp"),
            (type_name::<Fq2>(), "Fp2"),
            (type_name::<[Fq2; 2]>(), "Fp4"),
            (type_name::<[Fq2; 3]>(), "Fp6"),
            // As a name for the other tower.
            (type_name::<[[[Fq2; 2]; 3]; 1]>(), "Fp12 over Fp4"),
            (type_name::<Fq6>(), "Fp6"),
            (type_name::<Fq12>(), "Fp12"),
            (type_name::<Fr>(), "Fr"),
            (type_name::<Wide<6>>(), "Fp wide"),
            // The whole.
            (type_name::<()>(), "BLS12-381"),
        ])
    }

    /// Those of secp256k1.
    pub fn secp256k1() -> Self {
        type Fq = ElementOf<Secp256k1>;
        Self::new(vec![
            (type_name::<Jacobian<Fq>>(), "Jacobian"),
            (type_name::<Fq>(), "Fp"),
            (type_name::<ScalarOf<Secp256k1>>(), "Fr"),
            (type_name::<Wide<4>>(), "Fp wide"),
            (type_name::<()>(), "secp256k1"),
        ])
    }

    /// What a type is called: with the names here, and without the modules of others.
    pub fn of(&self, type_name: &str) -> String {
        let mut name = type_name.to_owned();
        for (long, short) in &self.0 {
            name = name.replace(long, short);
        }
        let name = without_modules(&name);
        let within = |start, end| name.strip_prefix(start).and_then(|name| name.strip_suffix(end));
        if let Some(one) = within("[", "; 8]") {
            format!("{one} x8")
        } else if let Some(one) = within("InLanes<", ">") {
            format!("{one} in lanes")
        } else {
            name
        }
    }
}

/// `a::b::C<d::E>` as `C<E>`.
fn without_modules(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    // Where the last path in `out` starts.
    let mut start = 0;
    let mut rest = name;
    while let Some(letter) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("::") {
            out.truncate(start);
            rest = behind;
            continue;
        }
        out.push(letter);
        if !(letter.is_alphanumeric() || letter == '_') {
            start = out.len();
        }
        rest = &rest[letter.len_utf8()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let names = Names::bls12_381();
        use secant_curve::bls12_381::{Fq, Fq2, Fr};
        assert_eq!(names.of(type_name::<Fq>()), "Fp");
        assert_eq!(names.of(type_name::<[Fq2; 8]>()), "Fp2 x8");
        assert_eq!(names.of(type_name::<[[Fq2; 3]; 8]>()), "Fp6 x8");
        assert_eq!(names.of(type_name::<Vec<Option<Fr>>>()), "Vec<Option<Fr>>");
        assert_eq!(without_modules("a::B<c::d::E, [f::G; 2]>"), "B<E, [G; 2]>");
    }
}
