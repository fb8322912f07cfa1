//! blst's side of the rows of BLS12-381.

use crate::run::Column;
use ark_bls12_381::{Fq, Fq2, Fq12, Fr, G1Affine, G2Affine};
use ark_ff::PrimeField;
use blst::*;
use std::hint::black_box;

const NAME: &str = "blst";

fn fp(a: &Fq) -> blst_fp {
    // Both keep Montgomery form with R = 2^384 in limbs of 64 bits.
    blst_fp { l: a.0.0 }
}

fn fp2(a: &Fq2) -> blst_fp2 {
    blst_fp2 {
        fp: [fp(&a.c0), fp(&a.c1)],
    }
}

fn g1(p: &G1Affine) -> blst_p1_affine {
    blst_p1_affine {
        x: fp(&p.x),
        y: fp(&p.y),
    }
}

fn g2(p: &G2Affine) -> blst_p2_affine {
    blst_p2_affine {
        x: fp2(&p.x),
        y: fp2(&p.y),
    }
}

fn scalar_bytes(scalars: &[Fr]) -> Vec<u8> {
    scalars
        .iter()
        .flat_map(|s| s.into_bigint().0.into_iter().flat_map(u64::to_le_bytes))
        .collect()
}

/// The coefficients in arkworks' order, as arkworks writes them.
fn fp12_bytes(f: &blst_fp12) -> Vec<u8> {
    let fq = |a: &blst_fp| Fq::new_unchecked(ark_ff::BigInt(a.l));
    let fq2 = |a: &blst_fp2| Fq2::new(fq(&a.fp[0]), fq(&a.fp[1]));
    let fq6 = |a: &blst_fp6| ark_bls12_381::Fq6::new(fq2(&a.fp2[0]), fq2(&a.fp2[1]), fq2(&a.fp2[2]));
    crate::rows::bytes(&Fq12::new(fq6(&f.fp6[0]), fq6(&f.fp6[1])))
}

/// The product of pairings.
pub fn pairing(ps: &[G1Affine], qs: &[G2Affine]) -> Column {
    let ps: Vec<_> = ps.iter().map(g1).collect();
    let qs: Vec<_> = qs.iter().map(g2).collect();
    let compute = move || {
        let mut f = blst_fp12::default();
        let (pp, qq) = ([ps.as_ptr(), std::ptr::null()], [qs.as_ptr(), std::ptr::null()]);
        // SAFETY: the lists are of the given length, one after the other in memory.
        unsafe {
            if ps.len() == 1 {
                blst_miller_loop(&mut f, &qs[0], &ps[0]);
            } else {
                blst_miller_loop_n(&mut f, qq.as_ptr(), pp.as_ptr(), ps.len());
            }
            let mut g = blst_fp12::default();
            blst_final_exp(&mut g, &f);
            g
        }
    };
    let result = compute.clone();
    Column {
        library: NAME,
        run: Box::new(move || {
            black_box(compute());
        }),
        result: Box::new(move || fp12_bytes(&result())),
    }
}

macro_rules! group {
    ($msm:ident, $mul:ident, $affine:ty, $convert:ident, $point:ident, $blst_affine:ident, $pippenger:ident,
     $scratch:ident, $mult:ident, $from_affine:ident, $serialize:ident, $size:literal) => {
        /// A multi-scalar multiplication.
        pub fn $msm(points: &[$affine], scalars: &[Fr]) -> Column {
            let points: Vec<_> = points.iter().map($convert).collect();
            let scalars = scalar_bytes(scalars);
            let compute = move || {
                let mut out = $point::default();
                let (p, s) = (
                    [points.as_ptr(), std::ptr::null()],
                    [scalars.as_ptr(), std::ptr::null()],
                );
                // SAFETY: the lists are of the given length, and the scratch space is what blst asks for.
                unsafe {
                    let mut scratch = vec![0u64; $scratch(points.len()) / 8 + 1];
                    $pippenger(
                        &mut out,
                        p.as_ptr(),
                        points.len(),
                        s.as_ptr(),
                        255,
                        scratch.as_mut_ptr(),
                    );
                }
                out
            };
            column(compute, |p| {
                let mut bytes = vec![0; $size];
                // SAFETY: the buffer has the size of an uncompressed point.
                unsafe { $serialize(bytes.as_mut_ptr(), p) };
                bytes
            })
        }

        /// A multiplication of one point.
        pub fn $mul(point: &$affine, scalar: &Fr) -> Column {
            let point = $convert(point);
            let scalar = scalar_bytes(&[*scalar]);
            let compute = move || {
                let (mut p, mut out) = ($point::default(), $point::default());
                // SAFETY: the scalar has 255 bits in 32 bytes.
                unsafe {
                    $from_affine(&mut p, &point);
                    $mult(&mut out, &p, scalar.as_ptr(), 255);
                }
                out
            };
            column(compute, |p| {
                let mut bytes = vec![0; $size];
                // SAFETY: the buffer has the size of an uncompressed point.
                unsafe { $serialize(bytes.as_mut_ptr(), p) };
                bytes
            })
        }
    };
}

fn column<P: 'static>(
    compute: impl Fn() -> P + Clone + 'static,
    serialize: impl FnOnce(&P) -> Vec<u8> + 'static,
) -> Column {
    let result = compute.clone();
    Column {
        library: NAME,
        run: Box::new(move || {
            black_box(compute());
        }),
        result: Box::new(move || serialize(&result())),
    }
}

group!(
    msm_g1,
    mul_g1,
    G1Affine,
    g1,
    blst_p1,
    blst_p1_affine,
    blst_p1s_mult_pippenger,
    blst_p1s_mult_pippenger_scratch_sizeof,
    blst_p1_mult,
    blst_p1_from_affine,
    blst_p1_serialize,
    96
);
group!(
    msm_g2,
    mul_g2,
    G2Affine,
    g2,
    blst_p2,
    blst_p2_affine,
    blst_p2s_mult_pippenger,
    blst_p2s_mult_pippenger_scratch_sizeof,
    blst_p2_mult,
    blst_p2_from_affine,
    blst_p2_serialize,
    192
);
