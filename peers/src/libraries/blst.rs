//! blst.

use crate::exchange::{Arguments, little_endian, split};
use crate::run::{Column, Library};
use blst::*;
use std::ptr::null;

fn fp(bytes: &[u8]) -> blst_fp {
    let bytes: [u8; 48] = little_endian(bytes);
    let mut out = blst_fp::default();
    // SAFETY: blst reads 48 bytes.
    unsafe { blst_fp_from_lendian(&mut out, bytes.as_ptr()) };
    out
}

fn fp2(bytes: &[u8]) -> blst_fp2 {
    blst_fp2 {
        fp: split::<2>(bytes).map(fp),
    }
}

fn g1(bytes: &[u8]) -> blst_p1_affine {
    let [x, y] = split(bytes).map(fp);
    blst_p1_affine { x, y }
}

fn g2(bytes: &[u8]) -> blst_p2_affine {
    let [x, y] = split(bytes).map(fp2);
    blst_p2_affine { x, y }
}

fn fp_bytes(a: &blst_fp) -> [u8; 48] {
    let mut bytes = [0; 48];
    // SAFETY: blst writes 48 bytes.
    unsafe { blst_bendian_from_fp(bytes.as_mut_ptr(), a) };
    bytes
}

fn fp12_bytes(f: blst_fp12) -> Vec<u8> {
    let coefficients = f.fp6.iter().flat_map(|fp6| &fp6.fp2).flat_map(|fp2| &fp2.fp);
    coefficients.flat_map(fp_bytes).collect()
}

/// Scalars one after the other, as blst reads them.
fn scalar_bytes(scalars: &[Vec<u8>]) -> Vec<u8> {
    scalars.iter().flat_map(|s| little_endian::<32>(s)).collect()
}

/// A product of pairings.
pub fn pairing(arguments: &Arguments) -> Column {
    let ps: Vec<_> = arguments.points.iter().map(|p| g1(p)).collect();
    let qs: Vec<_> = arguments.g2.iter().map(|q| g2(q)).collect();
    let compute = move || {
        let (mut f, mut g) = (blst_fp12::default(), blst_fp12::default());
        let (pp, qq) = ([ps.as_ptr(), null()], [qs.as_ptr(), null()]);
        // SAFETY: the lists are of the given length, one point after the other in memory.
        unsafe {
            if ps.len() == 1 {
                blst_miller_loop(&mut f, &qs[0], &ps[0]);
            } else {
                blst_miller_loop_n(&mut f, qq.as_ptr(), pp.as_ptr(), ps.len());
            }
            blst_final_exp(&mut g, &f);
        }
        g
    };
    Column::new(Library::Blst, compute, fp12_bytes)
}

macro_rules! group {
    (
        $msm:ident, $multiply:ident, $multiply_each:ident, $read:ident, $bytes:ident, $point:ident, $affine:ident, $pippenger:ident,
        $scratch:ident, $mult:ident, $from_affine:ident, $to_affine:ident,
        | $p:ident | $coordinates:expr
    ) => {
        /// A multi-scalar multiplication.
        pub fn $msm(arguments: &Arguments) -> Column {
            let points: Vec<_> = arguments.points.iter().map(|p| $read(p)).collect();
            let scalars = scalar_bytes(&arguments.scalars);
            let compute = move || {
                let mut out = $point::default();
                let (p, s) = ([points.as_ptr(), null()], [scalars.as_ptr(), null()]);
                // SAFETY: the lists are of the given length, and the scratch space is what blst asks for.
                unsafe {
                    let mut scratch = vec![0u64; $scratch(points.len()) / 8 + 1];
                    let scratch = scratch.as_mut_ptr();
                    $pippenger(&mut out, p.as_ptr(), points.len(), s.as_ptr(), 255, scratch);
                }
                out
            };
            Column::new(Library::Blst, compute, $bytes)
        }

        /// A multiplication of one point.
        pub fn $multiply(arguments: &Arguments) -> Column {
            let point = $read(&arguments.points[0]);
            let scalar = scalar_bytes(&arguments.scalars[..1]);
            let compute = move || {
                let (mut p, mut out) = ($point::default(), $point::default());
                // SAFETY: the scalar has 255 bits in 32 bytes.
                unsafe {
                    $from_affine(&mut p, &point);
                    $mult(&mut out, &p, scalar.as_ptr(), 255);
                }
                out
            };
            Column::new(Library::Blst, compute, $bytes)
        }

        /// Multiplications of points, each by a scalar.
        pub fn $multiply_each(arguments: &Arguments) -> Column {
            let points: Vec<_> = arguments.points.iter().map(|p| $read(p)).collect();
            let scalars = scalar_bytes(&arguments.scalars);
            let compute = move || {
                let pairs = points.iter().zip(scalars.chunks_exact(32));
                let multiply = |(point, scalar): (&$affine, &[u8])| {
                    let (mut p, mut out) = ($point::default(), $point::default());
                    // SAFETY: the scalar has 255 bits in 32 bytes.
                    unsafe {
                        $from_affine(&mut p, point);
                        $mult(&mut out, &p, scalar.as_ptr(), 255);
                    }
                    out
                };
                pairs.map(multiply).collect()
            };
            Column::new(Library::Blst, compute, |all: Vec<$point>| {
                all.into_iter().flat_map($bytes).collect()
            })
        }

        fn $bytes(point: $point) -> Vec<u8> {
            let mut $p = $affine::default();
            // SAFETY: both are values of blst's own types.
            unsafe { $to_affine(&mut $p, &point) };
            $coordinates.iter().flat_map(|c| fp_bytes(c)).collect()
        }
    };
}

group!(
    msm_g1,
    multiply_g1,
    multiply_each_g1,
    g1,
    g1_bytes,
    blst_p1,
    blst_p1_affine,
    blst_p1s_mult_pippenger,
    blst_p1s_mult_pippenger_scratch_sizeof,
    blst_p1_mult,
    blst_p1_from_affine,
    blst_p1_to_affine,
    |p| [p.x, p.y]
);
group!(
    msm_g2,
    multiply_g2,
    multiply_each_g2,
    g2,
    g2_bytes,
    blst_p2,
    blst_p2_affine,
    blst_p2s_mult_pippenger,
    blst_p2s_mult_pippenger_scratch_sizeof,
    blst_p2_mult,
    blst_p2_from_affine,
    blst_p2_to_affine,
    |p| [p.x.fp, p.y.fp].as_flattened()
);
