//! The table of groups and pairings. A curve that hosts, guests, benchmarks and tests are to know has its row here, and
//! nowhere else.

/// Calls `$callback! { $args groups { (Id, number, "name", path::Type), ... } pairings { ... } }`.
///
/// The types take a host: `path::Type<H>`, relative to this crate.
#[macro_export]
macro_rules! for_each_curve {
    ($($callback:ident)::+ $(, $args:tt)?) => {
        $($callback)::+! {
            $($args)?
            groups {
                (Bls12_381G1, 0, "bls12_381_g1", bls12_381::G1Projective),
                (Bls12_381G2, 1, "bls12_381_g2", bls12_381::G2Projective),
                (Bls12_377G1, 2, "bls12_377_g1", bls12_377::G1Projective),
                (Bls12_377G2, 3, "bls12_377_g2", bls12_377::G2Projective),
                (Bw6_761G1, 4, "bw6_761_g1", bw6_761::G1Projective),
                (Bw6_761G2, 5, "bw6_761_g2", bw6_761::G2Projective),
                (Bn254G1, 6, "bn254_g1", bn254::G1Projective),
                (Bn254G2, 7, "bn254_g2", bn254::G2Projective),
                (EdOnBls12_381Sw, 8, "ed_on_bls12_381_sw", ed_on_bls12_381::SWProjective),
                (EdOnBls12_381Te, 9, "ed_on_bls12_381_te", ed_on_bls12_381::EdwardsProjective),
                (BandersnatchSw, 10, "ed_on_bls12_381_bandersnatch_sw", ed_on_bls12_381_bandersnatch::SWProjective),
                (BandersnatchTe, 11, "ed_on_bls12_381_bandersnatch_te", ed_on_bls12_381_bandersnatch::EdwardsProjective),
                (EdOnBls12_377, 12, "ed_on_bls12_377", ed_on_bls12_377::EdwardsProjective),
                (Pallas, 13, "pallas", pallas::Projective),
                (Vesta, 14, "vesta", vesta::Projective),
                (Secp256k1, 15, "secp256k1", secp256k1::Projective),
                (Secp256r1, 16, "secp256r1", secp256r1::Projective),
            }
            pairings {
                (Bls12_381, 0, "bls12_381", bls12_381::Bls12_381),
                (Bls12_377, 1, "bls12_377", bls12_377::Bls12_377),
                (Bw6_761, 2, "bw6_761", bw6_761::BW6_761),
                (Bn254, 3, "bn254", bn254::Bn254),
            }
        }
    };
}

macro_rules! define_ids {
    (groups { $(($group:ident, $g:literal, $gname:literal, $($gtype:tt)+),)* }
     pairings { $(($pairing:ident, $p:literal, $pname:literal, $($ptype:tt)+),)* }) => {
        /// The stable number and name of a group.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum GroupId { $($group = $g),* }

        /// The stable number and name of a pairing.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum PairingId { $($pairing = $p),* }

        impl GroupId {
            /// All groups, by number.
            pub const ALL: &'static [Self] = &[$(Self::$group),*];

            /// The name used in tables, reports and documents.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$group => $gname),* }
            }

            /// The group with a number.
            pub const fn from_u32(id: u32) -> Option<Self> {
                match id { $($g => Some(Self::$group),)* _ => None }
            }
        }

        impl PairingId {
            /// All pairings, by number.
            pub const ALL: &'static [Self] = &[$(Self::$pairing),*];

            /// The name used in tables, reports and documents.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$pairing => $pname),* }
            }

            /// The pairing with a number.
            pub const fn from_u32(id: u32) -> Option<Self> {
                match id { $($p => Some(Self::$pairing),)* _ => None }
            }
        }
    };
}

for_each_curve!(define_ids);
