//! Short curves of old keys and cards. They are computed on as runtime curves, from constants that tests validate. This
//! keeps them out of the compile time of the other curves.
//!
//! Parameters: SEC 2, version 1.0, sections 2.4 to 2.6, for the curves whose names begin with secp; RFC 5639, section
//! 3, for those whose names begin with brainpool.

use crate::{Parameters, RuntimeCurve, runtime::strip};

/// A curve with its names.
pub(super) struct Short {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub oid: &'static str,
    parameters: Parameters<'static>,
}

impl Short {
    /// The curve over a field of `N` limbs, which must be enough.
    pub fn curve<const N: usize>(&self) -> RuntimeCurve<N> {
        match RuntimeCurve::standard(&self.parameters) {
            Ok(curve) => curve,
            Err(error) => unreachable!("{}: {error}", self.name),
        }
    }

    /// Whether parameters are those of this curve; `None` if field or coefficients differ.
    pub fn compare(&self, wanted: &Parameters<'_>) -> Option<bool> {
        let own = &self.parameters;
        let is = |one: &[u8], other: &[u8]| strip(one) == strip(other);
        let same_curve = is(wanted.p, own.p) && is(wanted.a, own.a) && is(wanted.b, own.b);
        same_curve.then(|| {
            let same_generator = is(wanted.x, own.x) && is(wanted.y, own.y);
            same_generator && is(wanted.n, own.n) && is(wanted.h, own.h)
        })
    }
}

/// Decodes hexadecimal digits in a constant.
macro_rules! hex {
    ($digits:literal) => {{
        const BYTES: [u8; $digits.len() / 2] = bytes($digits);
        &BYTES
    }};
}

const fn bytes<const LEN: usize>(digits: &str) -> [u8; LEN] {
    let digits = digits.as_bytes();
    let mut bytes = [0; LEN];
    let mut i = 0;
    while i < digits.len() {
        let digit = match digits[i] {
            digit @ b'0'..=b'9' => digit - b'0',
            digit @ b'a'..=b'f' => digit - b'a' + 10,
            _ => panic!("no hexadecimal digit"),
        };
        bytes[i / 2] = bytes[i / 2] << 4 | digit;
        i += 1;
    }
    bytes
}

pub(super) const SECP160K1: Short = Short {
    name: "secp160k1",
    aliases: &[],
    oid: "1.3.132.0.9",
    parameters: Parameters {
        p: hex!("fffffffffffffffffffffffffffffffeffffac73"),
        a: hex!("00"),
        b: hex!("07"),
        x: hex!("3b4c382ce37aa192a4019e763036f4f5dd4d7ebb"),
        y: hex!("938cf935318fdced6bc28286531733c3f03c4fee"),
        n: hex!("0100000000000000000001b8fa16dfab9aca16b6b3"),
        h: &[1],
    },
};

pub(super) const SECP160R1: Short = Short {
    name: "secp160r1",
    aliases: &[],
    oid: "1.3.132.0.8",
    parameters: Parameters {
        p: hex!("ffffffffffffffffffffffffffffffff7fffffff"),
        a: hex!("ffffffffffffffffffffffffffffffff7ffffffc"),
        b: hex!("1c97befc54bd7a8b65acf89f81d4d4adc565fa45"),
        x: hex!("4a96b5688ef573284664698968c38bb913cbfc82"),
        y: hex!("23a628553168947d59dcc912042351377ac5fb32"),
        n: hex!("0100000000000000000001f4c8f927aed3ca752257"),
        h: &[1],
    },
};

pub(super) const SECP160R2: Short = Short {
    name: "secp160r2",
    aliases: &[],
    oid: "1.3.132.0.30",
    parameters: Parameters {
        p: hex!("fffffffffffffffffffffffffffffffeffffac73"),
        a: hex!("fffffffffffffffffffffffffffffffeffffac70"),
        b: hex!("b4e134d3fb59eb8bab57274904664d5af50388ba"),
        x: hex!("52dcb034293a117e1f4ff11b30f7199d3144ce6d"),
        y: hex!("feaffef2e331f296e071fa0df9982cfea7d43f2e"),
        n: hex!("0100000000000000000000351ee786a818f3a1a16b"),
        h: &[1],
    },
};

pub(super) const SECP192K1: Short = Short {
    name: "secp192k1",
    aliases: &[],
    oid: "1.3.132.0.31",
    parameters: Parameters {
        p: hex!("fffffffffffffffffffffffffffffffffffffffeffffee37"),
        a: hex!("00"),
        b: hex!("03"),
        x: hex!("db4ff10ec057e9ae26b07d0280b7f4341da5d1b1eae06c7d"),
        y: hex!("9b2f2f6d9c5628a7844163d015be86344082aa88d95e2f9d"),
        n: hex!("fffffffffffffffffffffffe26f2fc170f69466a74defd8d"),
        h: &[1],
    },
};

pub(super) const SECP192R1: Short = Short {
    name: "secp192r1",
    aliases: &["P-192", "prime192v1"],
    oid: "1.2.840.10045.3.1.1",
    parameters: Parameters {
        p: hex!("fffffffffffffffffffffffffffffffeffffffffffffffff"),
        a: hex!("fffffffffffffffffffffffffffffffefffffffffffffffc"),
        b: hex!("64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1"),
        x: hex!("188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012"),
        y: hex!("07192b95ffc8da78631011ed6b24cdd573f977a11e794811"),
        n: hex!("ffffffffffffffffffffffff99def836146bc9b1b4d22831"),
        h: &[1],
    },
};

pub(super) const SECP224K1: Short = Short {
    name: "secp224k1",
    aliases: &[],
    oid: "1.3.132.0.32",
    parameters: Parameters {
        p: hex!("fffffffffffffffffffffffffffffffffffffffffffffffeffffe56d"),
        a: hex!("00"),
        b: hex!("05"),
        x: hex!("a1455b334df099df30fc28a169a467e9e47075a90f7e650eb6b7a45c"),
        y: hex!("7e089fed7fba344282cafbd6f7e319f7c0b0bd59e2ca4bdb556d61a5"),
        n: hex!("010000000000000000000000000001dce8d2ec6184caf0a971769fb1f7"),
        h: &[1],
    },
};

pub(super) const BRAINPOOLP160R1: Short = Short {
    name: "brainpoolP160r1",
    aliases: &[],
    oid: "1.3.36.3.3.2.8.1.1.1",
    parameters: Parameters {
        p: hex!("e95e4a5f737059dc60dfc7ad95b3d8139515620f"),
        a: hex!("340e7be2a280eb74e2be61bada745d97e8f7c300"),
        b: hex!("1e589a8595423412134faa2dbdec95c8d8675e58"),
        x: hex!("bed5af16ea3f6a4f62938c4631eb5af7bdbcdbc3"),
        y: hex!("1667cb477a1a8ec338f94741669c976316da6321"),
        n: hex!("e95e4a5f737059dc60df5991d45029409e60fc09"),
        h: &[1],
    },
};

pub(super) const BRAINPOOLP160T1: Short = Short {
    name: "brainpoolP160t1",
    aliases: &[],
    oid: "1.3.36.3.3.2.8.1.1.2",
    parameters: Parameters {
        p: hex!("e95e4a5f737059dc60dfc7ad95b3d8139515620f"),
        a: hex!("e95e4a5f737059dc60dfc7ad95b3d8139515620c"),
        b: hex!("7a556b6dae535b7b51ed2c4d7daa7a0b5c55f380"),
        x: hex!("b199b13b9b34efc1397e64baeb05acc265ff2378"),
        y: hex!("add6718b7c7c1961f0991b842443772152c9e0ad"),
        n: hex!("e95e4a5f737059dc60df5991d45029409e60fc09"),
        h: &[1],
    },
};

pub(super) const BRAINPOOLP192R1: Short = Short {
    name: "brainpoolP192r1",
    aliases: &[],
    oid: "1.3.36.3.3.2.8.1.1.3",
    parameters: Parameters {
        p: hex!("c302f41d932a36cda7a3463093d18db78fce476de1a86297"),
        a: hex!("6a91174076b1e0e19c39c031fe8685c1cae040e5c69a28ef"),
        b: hex!("469a28ef7c28cca3dc721d044f4496bcca7ef4146fbf25c9"),
        x: hex!("c0a0647eaab6a48753b033c56cb0f0900a2f5c4853375fd6"),
        y: hex!("14b690866abd5bb88b5f4828c1490002e6773fa2fa299b8f"),
        n: hex!("c302f41d932a36cda7a3462f9e9e916b5be8f1029ac4acc1"),
        h: &[1],
    },
};

pub(super) const BRAINPOOLP192T1: Short = Short {
    name: "brainpoolP192t1",
    aliases: &[],
    oid: "1.3.36.3.3.2.8.1.1.4",
    parameters: Parameters {
        p: hex!("c302f41d932a36cda7a3463093d18db78fce476de1a86297"),
        a: hex!("c302f41d932a36cda7a3463093d18db78fce476de1a86294"),
        b: hex!("13d56ffaec78681e68f9deb43b35bec2fb68542e27897b79"),
        x: hex!("3ae9e58c82f63c30282e1fe7bbf43fa72c446af6f4618129"),
        y: hex!("097e2c5667c2223a902ab5ca449d0084b7e5b3de7ccc01c9"),
        n: hex!("c302f41d932a36cda7a3462f9e9e916b5be8f1029ac4acc1"),
        h: &[1],
    },
};

pub(super) const BRAINPOOLP224R1: Short = Short {
    name: "brainpoolP224r1",
    aliases: &[],
    oid: "1.3.36.3.3.2.8.1.1.5",
    parameters: Parameters {
        p: hex!("d7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0ff"),
        a: hex!("68a5e62ca9ce6c1c299803a6c1530b514e182ad8b0042a59cad29f43"),
        b: hex!("2580f63ccfe44138870713b1a92369e33e2135d266dbb372386c400b"),
        x: hex!("0d9029ad2c7e5cf4340823b2a87dc68c9e4ce3174c1e6efdee12c07d"),
        y: hex!("58aa56f772c0726f24c6b89e4ecdac24354b9e99caa3f6d3761402cd"),
        n: hex!("d7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939f"),
        h: &[1],
    },
};

pub(super) const BRAINPOOLP224T1: Short = Short {
    name: "brainpoolP224t1",
    aliases: &[],
    oid: "1.3.36.3.3.2.8.1.1.6",
    parameters: Parameters {
        p: hex!("d7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0ff"),
        a: hex!("d7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0fc"),
        b: hex!("4b337d934104cd7bef271bf60ced1ed20da14c08b3bb64f18a60888d"),
        x: hex!("6ab1e344ce25ff3896424e7ffe14762ecb49f8928ac0c76029b4d580"),
        y: hex!("0374e9f5143e568cd23f3f4d7c0d4b1e41c8cc0d1c6abd5f1a46db4c"),
        n: hex!("d7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939f"),
        h: &[1],
    },
};
