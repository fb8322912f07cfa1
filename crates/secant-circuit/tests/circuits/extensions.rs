//! Extension fields in circuits, compared with arkworks.

use crate::common::values::ed25519;
use ark_ff::PrimeField;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Goal,
    foreign::Field,
    pairing::{
        Bls12_381, Bn254, Fp2Of, Fp6Of, Fp12Of, PairingCurve, basis,
        extension::{Extension, ExtensionElement},
    },
};

fn field<C: PairingCurve>(b: &Builder) -> Field {
    Field::new("f", &C::Fp::MODULUS.into(), b.shape()).unwrap()
}

/// An extension of arkworks, with the coefficients of its tower in the circuit's order.
trait Tower<C: PairingCurve, const N: usize>: ark_ff::Field {
    fn coefficients(&self) -> [Fp2Of<C>; N];
}

impl<C: PairingCurve> Tower<C, 1> for Fp2Of<C> {
    fn coefficients(&self) -> [Fp2Of<C>; 1] {
        [*self]
    }
}

impl<C: PairingCurve> Tower<C, 3> for Fp6Of<C> {
    fn coefficients(&self) -> [Fp2Of<C>; 3] {
        [self.c0, self.c1, self.c2]
    }
}

impl<C: PairingCurve> Tower<C, 6> for Fp12Of<C> {
    fn coefficients(&self) -> [Fp2Of<C>; 6] {
        basis::pairs::<C>(self)
    }
}

fn agrees<C: PairingCurve, T: Tower<C, N>, const N: usize>() {
    let rng = &mut StdRng::seed_from_u64(N as u64);
    let (zero, one) = (T::ZERO, T::ONE);
    let values = [zero, one, -one, T::rand(rng), T::rand(rng)];
    let mut b = Builder::new();
    let extension = Extension::<C, N>::over(&field::<C>(&b)).unwrap();
    let is = |x: &ExtensionElement<N>, value: T| assert_eq!(extension.value(x), value.coefficients());
    for x in values {
        let of_x = extension.witness(&mut b, &x.coefficients());
        for y in values {
            let of_y = extension.constant(&y.coefficients());
            is(&extension.add(&mut b, &of_x, &of_y).unwrap(), x + y);
            is(&extension.sub(&mut b, &of_x, &of_y).unwrap(), x - y);
            is(&extension.mul(&mut b, &of_x, &of_y).unwrap(), x * y);
            let quotient = extension.div(&mut b, &of_x, &of_y);
            match y.inverse() {
                Some(inverse) => is(&quotient.unwrap(), x * inverse),
                None => assert!(matches!(quotient, Err(Error::Unsatisfied(_)))),
            }
            let equal = extension.assert_equal(&mut b.clone(), &of_x, &of_y);
            assert_eq!(equal.is_ok(), x == y);
        }
        is(&extension.square(&mut b, &of_x).unwrap(), x.square());
        is(&extension.neg(&mut b, &of_x).unwrap(), -x);
        for i in 0..2 * N + 1 {
            is(&extension.frobenius(&mut b, &of_x, i).unwrap(), x.frobenius_map(i));
        }
        for e in [0u32, 1, 2, 13] {
            is(&extension.pow(&mut b, &of_x, &e.into()).unwrap(), x.pow([u64::from(e)]));
        }
        let bit = b.bit(x == one);
        let other = extension.constant(&zero.coefficients());
        let chosen = extension.select(&mut b, &of_x, &other, bit);
        is(&chosen, if x == one { one } else { zero });
        extension.publish(&mut b, &of_x).unwrap();
    }
    b.finish(&Goal::Fastest).unwrap().mock().unwrap();
}

#[test]
fn operations_agree_with_arkworks() {
    agrees::<Bn254, Fp2Of<Bn254>, 1>();
    agrees::<Bn254, Fp6Of<Bn254>, 3>();
    agrees::<Bn254, Fp12Of<Bn254>, 6>();
    agrees::<Bls12_381, Fp2Of<Bls12_381>, 1>();
    agrees::<Bls12_381, Fp6Of<Bls12_381>, 3>();
    agrees::<Bls12_381, Fp12Of<Bls12_381>, 6>();
}

#[test]
fn other_fields_are_refused() {
    let b = Builder::new();
    let other = Field::new("f", &ed25519(), b.shape()).unwrap();
    assert!(matches!(
        Extension::<Bn254, 6>::over(&other),
        Err(Error::Unsupported(_))
    ));
    assert!(matches!(
        Extension::<Bn254, 2>::over(&field::<Bn254>(&b)),
        Err(Error::Unsupported(_))
    ));
}
