//! Whether a modulus is a prime.

use super::{FieldContext, Modular, Modulus, Residue};
use crate::{constants as c, recode::bits};

impl<const N: usize> Modulus<N> {
    /// Whether the modulus is a prime, by the Baillie-PSW test (Baillie, Pomerance, Selfridge and Wagstaff, "The
    /// pseudoprimes to `25 10^9`" and "Lucas pseudoprimes"): Miller's test to base two, and the strong Lucas test with
    /// Selfridge's parameters.
    ///
    /// It accepts every prime. No composite that it accepts is known, chosen by an adversary or not, and there is none
    /// below `2^64`.
    pub fn is_prime(&self) -> bool {
        const SMALL: [u64; 30] = [
            3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
            109, 113, 127,
        ];
        for prime in SMALL {
            if self.rest(prime) == 0 {
                return self.m[0] == prime && self.m[1..].iter().all(|&limb| limb == 0);
            }
        }
        self.is_strong_probable_prime() && self.is_strong_lucas_probable_prime()
    }

    /// The remainder of the modulus by a small number.
    fn rest(&self, d: u64) -> u64 {
        let fold = |rest: u128, &limb: &u64| ((rest << 64) + u128::from(limb)) % u128::from(d);
        self.m.iter().rev().fold(0, fold) as u64
    }

    /// Miller's test to base two.
    fn is_strong_probable_prime(&self) -> bool {
        let twos = c::two_adicity(&self.m);
        let one = self.one();
        let mut x = self.pow(&self.double(&one), &c::shr(&self.m, twos));
        if x == one {
            return true;
        }
        for _ in 0..twos {
            if x == self.neg(&one) {
                return true;
            }
            x = self.square(&x);
        }
        false
    }

    /// The strong Lucas test: with `m + 1 = 2^s d`, `U_d = 0` or `V_(2^r d) = 0` for an `r < s`.
    fn is_strong_lucas_probable_prime(&self) -> bool {
        let Some(discriminant) = self.discriminant() else {
            return false;
        };
        // P = 1, Q = (1 - D) / 4
        let q = self.small((1 - discriminant) / 4);
        let discriminant = self.small(discriminant);
        // m + 1 may need one more limb; (m + 1) / 2 does not.
        let half = c::add_shr(&self.m, 1, 1).0;
        let twos = half
            .iter()
            .position(|&limb| limb != 0)
            .map_or(0, |i| 64 * i as u32 + half[i].trailing_zeros());
        let d = c::shr(&half, twos);
        let (mut u, mut v, mut power) = (self.one(), self.one(), q);
        for i in (0..bits(&d) - 1).rev() {
            // U_2k = U_k V_k, V_2k = V_k^2 - 2 Q^k
            u = self.mul(&u, &v);
            v = self.sub(&self.square(&v), &self.double(&power));
            power = self.square(&power);
            if d[i / 64] >> (i % 64) & 1 == 1 {
                // U_(k+1) = (U_k + V_k) / 2, V_(k+1) = (D U_k + V_k) / 2
                let next = self.add(&self.mul(&discriminant, &u), &v);
                (u, v) = (self.halve(&self.add(&u, &v)), self.halve(&next));
                power = self.mul(&power, &q);
            }
        }
        if self.is_zero(&u) || self.is_zero(&v) {
            return true;
        }
        for _ in 0..twos {
            v = self.sub(&self.square(&v), &self.double(&power));
            if self.is_zero(&v) {
                return true;
            }
            power = self.square(&power);
        }
        false
    }

    /// Selfridge's `D`: the first of 5, -7, 9, -11, ... whose Jacobi symbol is -1; `None` if the modulus is a square or
    /// shares a divisor with one of them.
    fn discriminant(&self) -> Option<i64> {
        for i in 0i64.. {
            let absolute = 5 + 2 * i;
            let d = if i % 2 == 0 { absolute } else { -absolute };
            match self.jacobi(&self.small(d)) {
                -1 => return Some(d),
                // No prime shares a divisor with so small a number, unless it divides it: `is_prime` has tried such
                // primes.
                0 => return None,
                _ => {}
            }
            // For a square no symbol is -1; for other moduli half of them are.
            if i == 20 && self.is_square() {
                return None;
            }
        }
        None
    }

    /// Whether the modulus is the square of an integer. Finds the bits of the root from the top.
    fn is_square(&self) -> bool {
        let mut root = [0u64; N];
        for i in (0..bits(&self.m).div_ceil(2)).rev() {
            root[i / 64] |= 1 << (i % 64);
            if !square_is_at_most(&root, &self.m) {
                root[i / 64] &= !(1 << (i % 64));
            }
        }
        let [low, high] = crate::kernels::square_wide(&root);
        high == [0; N] && low == self.m
    }

    fn small(&self, a: i64) -> Residue<N> {
        let absolute = self.reduce(&[a.unsigned_abs()]);
        if a < 0 { self.neg(&absolute) } else { absolute }
    }

    /// `a / 2`.
    fn halve(&self, a: &Residue<N>) -> Residue<N> {
        let mut half = c::shr(&a.0, 1);
        if a.0[0] & 1 == 1 {
            // a / 2 rounded down, plus m / 2 rounded up: below m.
            let up = c::add_shr(&self.m, 1, 1).0;
            let mut carry = false;
            for i in 0..N {
                (half[i], carry) = half[i].carrying_add(up[i], carry);
            }
        }
        Residue(half)
    }
}

fn square_is_at_most<const N: usize>(a: &[u64; N], bound: &[u64; N]) -> bool {
    let [low, high] = crate::kernels::square_wide(a);
    high == [0; N] && c::geq(bound, &low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prime<const N: usize>(decimal: &str) -> bool {
        let digits = decimal.parse::<num_bigint::BigUint>().expect("digits").to_u64_digits();
        let m = core::array::from_fn(|i| digits.get(i).copied().unwrap_or(0));
        Modulus::<N>::new(m).expect("an odd number").is_prime()
    }

    #[test]
    fn all_below_a_bound() {
        let mut sieve = std::vec![true; 200_000];
        for d in 2..450 {
            if sieve[d] {
                (d * d..sieve.len()).step_by(d).for_each(|i| sieve[i] = false);
            }
        }
        for m in (3..sieve.len()).step_by(2) {
            let modulus = Modulus::new([m as u64]).expect("an odd number");
            assert_eq!(modulus.is_prime(), sieve[m], "{m}");
        }
    }

    #[test]
    fn pseudoprimes_are_composite() {
        // Pseudoprimes to base two (A001262) and of Lucas (A217120, A217255), squares of primes, Carmichael numbers,
        // and Arnault's composite, which passes Miller's test to all prime bases below 307 ("Rabin-Miller primality
        // test", 1995).
        for m in [
            "2047",
            "3277",
            "4033",
            "1194649",
            "12327121",
            "3215031751",
            "323",
            "5459",
            "5777",
            "10877",
            "16109",
            "18971",
            "58519",
            "75077",
            "97439",
            "25326001",
            "3825123056546413051",
            "561",
            "1105",
            "340561",
            "18446744030759878681",
        ] {
            assert!(!is_prime::<2>(m), "{m}");
        }
        let arnault = "8038374574536394912570796143419421081388376882875581458374889175222974273765333652186502336163960045457915042023603208766569966760987284043965408232928738791850869166857328267761771029389697739470167082304286871099974399765441448453411558724506334092790222752962294149842306881685404326457534018329786111298960644845216191652872597534901";
        assert!(!is_prime::<21>(arnault));
    }

    #[test]
    fn primes_of_curves() {
        assert!(is_prime::<4>(
            "115792089210356248762697446949407573530086143415290314195533631308867097853951"
        ));
        assert!(is_prime::<4>(
            "115792089237316195423570985008687907852837564279074904382605163141518161494337"
        ));
        assert!(is_prime::<9>(
            "6864797660130609714981900799081393217269435300143305409394463459185543183397656052122559640661454554977296311391480858037121987999716643812574028291115057151"
        ));
        assert!(is_prime::<2>("170141183460469231731687303715884105727"));
        assert!(is_prime::<1>("18446744073709551557"));
        assert!(!is_prime::<4>(
            "115792089210356248762697446949407573530086143415290314195533631308867097853953"
        ));
    }
}
