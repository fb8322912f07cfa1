//! What needs no host: constants, group laws, raw forms, fields and towers.

use secant_curve::{GroupId, PairingId};

mod groups {
    secant_testing::curve_suite!();
}

mod fields {
    secant_testing::field_suite!();
}

#[test]
fn the_oracle_of_the_incomplete_curve_is_one() {
    secant_testing::incomplete::forms_agree();
}

/// Numbers and names cross between programs: they are pinned here and may only be added to.
#[test]
fn identifiers_are_stable() {
    let names: Vec<_> = GroupId::ALL.iter().map(|g| g.name()).collect();
    let expected = "bls12_381_g1 bls12_381_g2 bls12_377_g1 bls12_377_g2 bw6_761_g1 bw6_761_g2 bn254_g1 bn254_g2 \
        ed_on_bls12_381_sw ed_on_bls12_381_te ed_on_bls12_381_bandersnatch_sw ed_on_bls12_381_bandersnatch_te \
        ed_on_bls12_377 pallas vesta secp256k1 secp256r1";
    assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
    for (i, id) in GroupId::ALL.iter().enumerate() {
        assert_eq!((*id as u32, GroupId::from_u32(i as u32)), (i as u32, Some(*id)));
    }
    let names: Vec<_> = PairingId::ALL.iter().map(|p| p.name()).collect();
    assert_eq!(names, ["bls12_381", "bls12_377", "bw6_761", "bn254"]);
    for (i, id) in PairingId::ALL.iter().enumerate() {
        assert_eq!((*id as u32, PairingId::from_u32(i as u32)), (i as u32, Some(*id)));
    }
    assert_eq!(GroupId::from_u32(GroupId::ALL.len() as u32), None);
    assert_eq!(PairingId::from_u32(PairingId::ALL.len() as u32), None);
}

/// Where secant differs from upstream on purpose: these fail when upstream is mended, and the kit can then be
/// stricter.
mod faults_of_upstream {
    use ark_ec::{AffineRepr, pairing::Pairing};
    use ark_ff::Field;
    use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
    use secant_testing::upstream::bls12_381;

    type Upstream = secant_testing::upstream::bw6_761::BW6_761;
    type Secant = secant_curve::bw6_761::BW6_761<secant_curve::Plain>;

    /// Whether the pairing of `n` equal pairs is the multiple of one.
    fn is_linear<E: Pairing>(n: usize) -> bool {
        let (p, q) = (E::G1Affine::generator(), E::G2Affine::generator());
        E::multi_pairing(vec![p; n], vec![q; n]) == E::pairing(p, q) * E::ScalarField::from(n as u64)
    }

    /// The product of more than four Miller loops has a factor too many, so that even the pairing is wrong.
    #[test]
    fn bw6_761_with_more_than_four_pairs() {
        for n in 1..=6 {
            assert_eq!(is_linear::<Upstream>(n), n <= 4, "{n} pairs");
            assert!(is_linear::<Secant>(n), "{n} pairs");
        }
    }

    /// A point of an isomorphic curve passes validation when it is not compressed.
    #[test]
    fn bls12_381_uncompressed_off_the_curve() {
        let g = bls12_381::G1Affine::generator();
        let u = bls12_381::Fq::from(2u8);
        let p = bls12_381::G1Affine::new_unchecked(g.x * u.square(), g.y * u.square() * u);
        assert!(!p.is_on_curve());
        let mut bytes = vec![];
        assert!(p.serialize_uncompressed(&mut bytes).is_ok());
        assert!(bls12_381::G1Affine::deserialize_uncompressed(&bytes[..]).is_ok());
        assert!(
            secant_curve::bls12_381::G1Affine::<secant_curve::Plain>::deserialize_uncompressed(&bytes[..]).is_err()
        );
    }
}
