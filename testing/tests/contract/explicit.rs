//! Keys on curves that are given by parameters.

use openssl::bn::BigNum;

/// The parameters of a curve, big endian, with a key.
struct Explicit<'a> {
    p: &'a [u8],
    a: &'a [u8],
    b: &'a [u8],
    /// Uncompressed.
    generator: &'a [u8],
    n: &'a [u8],
    h: u8,
    key: &'a [u8],
}

impl Explicit<'_> {
    /// `SubjectPublicKeyInfo`.
    fn spki(&self) -> Vec<u8> {
        let tagged = |tag: u8, parts: &[&[u8]]| {
            let content = parts.concat();
            let len = u16::try_from(content.len()).unwrap().to_be_bytes();
            let head: &[u8] = match len {
                [0, len @ ..0x80] => &[tag, len],
                [0, len] => &[tag, 0x81, len],
                [high, low] => &[tag, 0x82, high, low],
            };
            [head, &content[..]].concat()
        };
        let integer = |bytes: &[u8]| {
            let sign: &[u8] = if bytes[0] >= 0x80 { &[0] } else { &[] };
            tagged(0x02, &[sign, bytes])
        };
        let oid = |bytes: &[u8]| tagged(0x06, &[bytes]);
        let octets = |bytes: &[u8]| tagged(0x04, &[bytes]);
        let field = tagged(0x30, &[&oid(&[0x2a, 0x86, 0x48, 0xce, 0x3d, 1, 1]), &integer(self.p)]);
        let coefficients = tagged(0x30, &[&octets(self.a), &octets(self.b)]);
        let parameters = tagged(
            0x30,
            &[
                &integer(&[1]),
                &field,
                &coefficients,
                &octets(self.generator),
                &integer(self.n),
                &integer(&[self.h]),
            ],
        );
        let algorithm = tagged(0x30, &[&oid(&[0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]), &parameters]);
        tagged(0x30, &[&algorithm, &tagged(0x03, &[&[0], self.key])])
    }
}

/// A key on `y^2 = x^3 + 2 x + 1` over the field of `p`, with the point (0, 1) as generator, whose order is not `n`.
pub fn refused(p: &[u8], n: &[u8]) -> Vec<u8> {
    let generator = &[4, 0, 1];
    Explicit {
        p,
        a: &[2],
        b: &[1],
        generator,
        n,
        h: 1,
        key: generator,
    }
    .spki()
}

/// A compressed key on a curve over 1024 bits that is valid, and takes as long as any: with a cofactor, over a field with
/// `p = 1 mod 8`, where roots take the longest, and with an `a` of no form, where `-3` divided by it is a fourth power, so
/// that the isomorphic curve is looked for and found.
///
/// `p = s^2 + t^2` with random `s` and `t`, for which `y^2 = x^3 + a x` has one of four known orders.
pub fn accepted() -> Vec<u8> {
    const P: &str = "be12bc7b276ada5bcd5fe90606dfaa634c7f3f446daaac9af048515f06d46abb2b8fc41e13c50d2fff4399d8cee25b40\
         7922a4baa2344fa2196c0b2996b7a38753493ddf4f3db32e559597b17d916e658cf73a3e473bc11489d1fd37aa8e7804\
         82d3d00aea88581b8f5f0e40fa019b177c106e9bb58a6e8dde5ea8a1059952a9";
    const A: &str = "2d876343236860746a8994609622f2f715018ad3774652c27c2416662b20052a278f23b7b62cebe966c566e8cd367db2\
         6f824e8ee683d39999e7cfb910b4281d2718279b413af4d66d447f18e106cac8fa2e0d4d597ab1bf79f19240a91892f7\
         35d75d95ba796407512a35e4e79f4c7fddd3fbcabfcc08ef2da9f630fbd25c17";
    const X: &str = "4040e5ef57ffcfccf383542cde6979bc2135ae3eea00054e5dda9440240205866a30a59eb8556b57354771738b243652\
         69c78320af1c290ed37f3b0721c36640444032210b4b8d5de73be9891323928f1dffc80c8b31eb52181c01328794196a\
         e6d60b59d61d5e738fa82e70e35e206268f8e5fb0d706e8b5b123bf86c503d5f";
    const Y: &str = "058cf05c5b490230623ec1dfb2cbe1346cf0afc5b0a1c9101da1551c33617932540a799bc242d4551fbf862e4290df63\
         0125bd6d3fe5b815e6b771b98ad423cb83c9421465693c9a363e6969366d792cf4a8cdd24235e05661ccad266cb50e0f\
         a272e8a0e463c3639263710e6f522bd949b93297ec5b0b8b6de955a45434b55e";
    const N: &str = "5f095e3d93b56d2de6aff483036fd531a63f9fa236d5564d782428af836a355d95c7e20f09e28697ffa1ccec67712da0\
         3c91525d511a27d10cb60594cb5bd1c411475090371ae58590100986c62e6091e03f79eca4a0a7cea177db4016ba33ee\
         f9e70106ab17cb12b984ec47d851a0090a160d22dfb6191da8a72837be2e8641";
    const KEY_X: &str = "b9a7f98a86f7128a0012325367524177497364078564748156f40cab38272ad0b085b99940c3ee1551379d5b33a314fc\
         9be8fda83f3b8a22826bdb18968bec1dbc140a5b86fed2ff75a9cc0b24fed6abf43b2483391e01a56af9e728d2f39e52\
         048b81ee419778646acd0c53f09dd5a6f67df83988d9dedca357a13090ef4080";
    let bytes = |hex: &str, len| BigNum::from_hex_str(hex).unwrap().to_vec_padded(len).unwrap();
    let generator = [&[4], &bytes(X, 128)[..], &bytes(Y, 128)].concat();
    Explicit {
        p: &bytes(P, 128),
        a: &bytes(A, 128),
        b: &[0],
        generator: &generator,
        n: &bytes(N, 128),
        h: 2,
        key: &[&[3], &bytes(KEY_X, 128)[..]].concat(),
    }
    .spki()
}
