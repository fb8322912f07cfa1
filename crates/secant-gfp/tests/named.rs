//! Named curves against arkworks, the standards' relations, and curves with the same parameters at run time.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, PrimeField};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_field::modular::{FieldContext, Modular, ModulusError};
use secant_gfp::{
    Affine, Complete, Coordinates, Curve, CurveError, FixedBase, Homogeneous, Jacobian, MAX_BITS, Parameters, Policy,
    RuntimeCurve, ScalarOf, double_mul, generator_y, mul, mul_by, multi_mul,
    named::{BrainpoolP256r1, CurveMatch, Name, Secp256k1, Secp256r1, Visitor},
    sec1,
};

fn random<M: Modular>(m: &M, rng: &mut StdRng) -> M::Element {
    m.reduce(&core::array::from_fn::<u64, 20, _>(|_| rng.r#gen()))
}

/// Scalars at the edges and random ones.
fn scalars<C: Curve>(curve: &C, rng: &mut StdRng) -> Vec<ScalarOf<C>> {
    let n = curve.scalars();
    let mut scalars: Vec<_> = [0, 1, 2, 3, 15, 16, 17, 127, 128, 129].map(|k| n.reduce(&[k])).to_vec();
    scalars.extend(scalars.clone().iter().map(|k| n.neg(k)));
    let half = n.inverse(&n.reduce(&[2])).expect("odd");
    scalars.extend([half, n.neg(&half)]);
    scalars.extend((0..6).map(|_| random(n, rng)));
    scalars
}

/// All algorithms give the multiples of doublings and additions with complete formulas.
struct Algorithms;

impl Visitor for Algorithms {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        let mut rng = StdRng::seed_from_u64(2);
        let g = curve.generator();
        let (x, y) = g.xy().expect("a point");
        assert!(curve.contains(x, y));
        let slow = |k: &_, p: &_| {
            mul_by(
                curve,
                curve.scalars().to_limbs(k).as_ref(),
                &Complete::from_affine(p, curve),
            )
            .to_affine(curve)
        };
        assert!(
            mul_by(
                curve,
                curve.scalars().modulus().as_ref(),
                &Homogeneous::from_affine(&g, curve)
            )
            .is_identity(curve)
        );
        let q = mul(curve, &random(curve.scalars(), &mut rng), &g).to_affine(curve);
        let table = FixedBase::new(curve, &g, 4);
        for k in scalars(curve, &mut rng) {
            let (multiple, of_q) = (slow(&k, &g), slow(&k, &q));
            assert_eq!(mul(curve, &k, &g).to_affine(curve), multiple);
            assert_eq!(mul(curve, &k, &q).to_affine(curve), of_q);
            assert_eq!(table.mul(curve, &k).to_affine(curve), multiple);
            for l in [
                curve.scalar(&[0]),
                curve.scalar(&[1]),
                random(curve.scalars(), &mut rng),
                curve.scalars().neg(&k),
            ] {
                let sum = slow(&l, &g).add(&of_q, curve);
                assert_eq!(double_mul(curve, &l, &k, &q).to_affine(curve), sum);
                assert_eq!(
                    multi_mul(curve, &[(l, g), (k, q), (k, Affine::Infinity)]).to_affine(curve),
                    sum
                );
                // The generator as the other point, and its opposite.
                let twice = slow(&curve.scalars().add(&l, &k), &g);
                assert_eq!(double_mul(curve, &l, &k, &g).to_affine(curve), twice);
                let difference = slow(&curve.scalars().sub(&l, &k), &g);
                assert_eq!(double_mul(curve, &l, &k, &g.neg(curve)).to_affine(curve), difference);
            }
        }
        let many: Vec<_> = (0..50)
            .map(|_| {
                let p = mul(curve, &random(curve.scalars(), &mut rng), &g).to_affine(curve);
                (random(curve.scalars(), &mut rng), p)
            })
            .collect();
        let sum = many.iter().fold(Jacobian::identity(curve), |sum, (k, p)| {
            sum.add(&mul(curve, k, p), curve)
        });
        assert!(multi_mul(curve, &many).equals(&sum, curve));
        // Sums side by side, with points that meet their exceptions.
        let mut terms: Vec<_> = many.iter().zip(&many).map(|((k, p), (l, _))| (*l, *k, *p)).collect();
        for k in scalars(curve, &mut rng) {
            let minus = curve.scalars().neg(&k);
            terms.extend([
                (k, minus, g),
                (k, k, g),
                (k, k, g.neg(curve)),
                (k, minus, q),
                (k, k, Affine::Infinity),
            ]);
        }
        for terms in [&terms[..], &terms[..9], &terms[..7], &[]] {
            let sums = curve.double_mul_each(terms);
            assert_eq!(sums.len(), terms.len());
            for (sum, (k, l, p)) in sums.iter().zip(terms) {
                assert!(sum.equals(&double_mul(curve, k, l, p), curve));
            }
        }
        let mut bytes = [0; 200];
        for compressed in [false, true] {
            let len = sec1::encode(curve, &q, compressed, &mut bytes).expect("it has room");
            assert_eq!(sec1::decode(curve, &bytes[..len]), Ok(q));
        }
    }
}

#[test]
fn algorithms_agree_on_every_curve() {
    Name::ALL.iter().for_each(|name| name.visit(Algorithms));
}

#[test]
fn names_as_people_write_them() {
    for name in Name::ALL {
        assert_eq!(Name::parse(name.as_str()), Some(*name));
        assert_eq!(Name::parse(&name.as_str().to_uppercase()), Some(*name));
        for alias in name.aliases() {
            assert_eq!(Name::parse(alias), Some(*name), "{alias}");
        }
    }
    for (curve, names) in [
        (
            Name::Secp256r1,
            &[
                "p256",
                "P-256",
                "p_256",
                "nistp256",
                "NIST P-256",
                "nist-p-256",
                "PRIME256V1",
                "secp-256-r1",
            ][..],
        ),
        (Name::Secp192r1, &["P-192", "prime192v1", "nistp192"]),
        (Name::Secp224r1, &["p224", "NISTP224"]),
        (Name::Secp521r1, &["P521", "nist p521"]),
        (Name::Secp256k1, &["secp256k1", "SECP256K1", "P-256K", "k256"]),
        (
            Name::BrainpoolP224t1,
            &["brainpoolp224t1", "brainpool-P224-t1", "brainpool_p224t1"],
        ),
    ] {
        for name in names {
            assert_eq!(Name::parse(name), Some(curve), "{name}");
        }
    }
    for none in [
        "P-255",
        "",
        "nist",
        "-",
        "P-256 ok",
        "256",
        "nistnistp256",
        "secp256",
        "prime256",
        "P\u{2011}256",
    ] {
        assert_eq!(Name::parse(none), None, "{none}");
    }
}

/// Every curve is like itself, and with another generator, order or cofactor it is in disguise.
#[test]
fn likeness() {
    struct Like(Name);

    impl Visitor for Like {
        type Output = ();

        fn visit<C: Curve + 'static>(self, curve: &C) {
            let name = self.0;
            let like = |change: &dyn Fn(&mut Parameters<'_>)| {
                with_parameters(curve, |parameters| {
                    let mut parameters = parameters;
                    change(&mut parameters);
                    Name::like(&parameters)
                })
            };
            assert_eq!(like(&|_| {}), Some(CurveMatch::Same(name)));
            let other = Some(CurveMatch::OtherGenerator(name));
            assert_eq!(like(&|c| c.x = &[5]), other);
            assert_eq!(like(&|c| (c.x, c.y) = (c.y, c.x)), other);
            assert_eq!(like(&|c| c.n = c.p), other);
            assert_eq!(like(&|c| c.h = &[2]), other);
            assert_eq!(like(&|c| c.a = &[2]), None);
            assert_eq!(like(&|c| c.b = &[]), None);
            assert_eq!(like(&|c| c.p = &[7]), None);
        }
    }
    Name::ALL.iter().for_each(|name| name.visit(Like(*name)));
}

/// Generators by the parity of their second coordinate, and what has none.
#[test]
fn compressed_generators() {
    struct Lift;

    impl Visitor for Lift {
        type Output = ();

        fn visit<C: Curve + 'static>(self, curve: &C) {
            with_parameters(curve, |parameters| {
                let odd = parameters.y.last().is_some_and(|last| last & 1 == 1);
                let mut room = [0xff; MAX_BITS / 8];
                let without = Parameters { y: &[], ..parameters };
                let y = generator_y(&without, odd, &mut room)
                    .map(<[u8]>::to_vec)
                    .expect("a point");
                let strip = |bytes: &[u8]| bytes.iter().copied().skip_while(|&byte| byte == 0).collect::<Vec<_>>();
                assert_eq!(strip(&y), strip(parameters.y));
                let opposite = generator_y(&without, !odd, &mut room).expect("a point");
                assert_ne!(strip(opposite), strip(parameters.y));
                RuntimeCurve::<9>::new(
                    &Parameters {
                        y: opposite,
                        ..parameters
                    },
                    &Policy::default(),
                )
                .expect("a curve");
            });
        }
    }
    Name::ALL.iter().for_each(|name| name.visit(Lift));

    let refused = |change: &dyn Fn(&mut Parameters<'_>)| {
        with_parameters(&Secp256r1, |parameters| {
            let mut parameters = parameters;
            change(&mut parameters);
            generator_y(&parameters, true, &mut [0; MAX_BITS / 8]).err()
        })
    };
    assert_eq!(refused(&|_| {}), None);
    // No point has this first coordinate.
    assert_eq!(refused(&|c| c.x = &[4]), Some(CurveError::Generator));
    assert_eq!(refused(&|c| c.x = c.p), Some(CurveError::Generator));
    assert_eq!(refused(&|c| c.a = c.p), Some(CurveError::Coefficient));
    assert_eq!(refused(&|c| c.p = &[0xff; 32]), Some(CurveError::ModulusNotPrime));
    assert_eq!(refused(&|c| c.p = &[3]), Some(CurveError::ModulusNotPrime));
    assert_eq!(refused(&|c| c.p = &[4]), Some(CurveError::Modulus(ModulusError::Even)));
    let long = Some(CurveError::Modulus(ModulusError::TooLong { bits: 1088, most: 1024 }));
    assert_eq!(refused(&|c| c.p = &[1; 129]), long);
    // All of y^2 = x^3 + x + 3 modulo 7, on which there is a point with y = 0.
    let small = |x: &'static [u8], is_odd| {
        let parameters = Parameters {
            p: &[7],
            a: &[1],
            b: &[3],
            x,
            y: &[],
            n: &[11],
            h: &[1],
        };
        generator_y(&parameters, is_odd, &mut [0; MAX_BITS / 8]).map(<[u8]>::to_vec)
    };
    let squares = |x: u64| {
        (0..7)
            .filter(move |y| y * y % 7 == (x * x * x + x + 3) % 7)
            .collect::<Vec<u64>>()
    };
    for x in 0..7u8 {
        for is_odd in [false, true] {
            let expected = squares(x.into()).into_iter().find(|y| (y % 2 == 1) == is_odd);
            let found = small(vec![x].leak(), is_odd).ok();
            assert_eq!(found.map(|y| u64::from(y[y.len() - 1])), expected, "{x} {is_odd}");
        }
    }
}

/// Parameters of a curve as bytes.
fn with_parameters<C: Curve, T>(curve: &C, then: impl FnOnce(Parameters<'_>) -> T) -> T {
    let f = curve.field();
    let bytes = |limbs: &[u64]| -> Vec<u8> { limbs.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect() };
    let element = |x: &_| bytes(f.to_limbs(x).as_ref());
    let generator = curve.generator();
    let (x, y) = generator.xy().expect("a point");
    then(Parameters {
        p: &bytes(f.modulus().as_ref()),
        a: &element(&secant_gfp::Coefficient::value(curve.a(), f)),
        b: &element(curve.b()),
        x: &element(x),
        y: &element(y),
        n: &bytes(curve.scalars().modulus().as_ref()),
        h: &bytes(curve.cofactor()),
    })
}

/// The same curve at run time gives the same points.
struct AtRunTime;

impl Visitor for AtRunTime {
    type Output = ();

    fn visit<C: Curve + 'static>(self, curve: &C) {
        struct Multiples<'a>(&'a [[u64; 9]]);

        impl Visitor for Multiples<'_> {
            type Output = Vec<Vec<u8>>;

            fn visit<C: Curve>(self, curve: &C) -> Vec<Vec<u8>> {
                let g = curve.generator();
                let encode = |p: &Affine<C>| {
                    let mut bytes = vec![0; 200];
                    let len = sec1::encode(curve, p, false, &mut bytes).expect("it has room");
                    bytes.truncate(len);
                    bytes
                };
                let mut encodings = Vec::new();
                for k in self.0 {
                    let k = curve.scalar(k);
                    let p = mul(curve, &k, &g);
                    encodings.push(encode(&p.to_affine(curve)));
                    encodings.push(encode(&double_mul(curve, &k, &k, &p.to_affine(curve)).to_affine(curve)));
                }
                encodings
            }
        }

        let mut rng = StdRng::seed_from_u64(3);
        let scalars: Vec<[u64; 9]> = (0..5).map(|_| core::array::from_fn(|_| rng.r#gen())).collect();
        let fixed = Multiples(&scalars).visit(curve);
        with_parameters(curve, |parameters| {
            let runtime = secant_gfp::visit(&parameters, &Policy::default(), Multiples(&scalars));
            assert_eq!(runtime.as_ref(), Ok(&fixed));
            // Limbs that are zero change nothing.
            let wide = RuntimeCurve::<11>::new(&parameters, &Policy::default()).expect("a curve");
            assert_eq!(Multiples(&scalars).visit(&wide), fixed);
        });
    }
}

#[test]
fn curves_at_run_time_are_the_same() {
    Name::ALL.iter().for_each(|name| name.visit(AtRunTime));
}

fn agrees_with_arkworks<C: Curve, A: CurveGroup<BaseField: PrimeField>>(curve: &C) {
    let mut rng = StdRng::seed_from_u64(4);
    for k in scalars(curve, &mut rng) {
        let limbs = curve.scalars().to_limbs(&k);
        let expected = A::generator().mul_bigint(limbs.as_ref()).into_affine();
        let point = mul(curve, &k, &curve.generator()).to_affine(curve);
        match (point.xy(), expected.xy()) {
            (None, None) => {}
            (Some((x, y)), Some((ex, ey))) => {
                assert_eq!(curve.field().to_limbs(x).as_ref(), ex.into_bigint().as_ref());
                assert_eq!(curve.field().to_limbs(y).as_ref(), ey.into_bigint().as_ref());
                assert!(ex.into_bigint().num_bits() <= 256);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn arkworks_agrees() {
    agrees_with_arkworks::<_, ark_secp256k1::Projective>(&Secp256k1);
    agrees_with_arkworks::<_, ark_secp256r1::Projective>(&Secp256r1);
}

#[test]
fn what_is_no_curve() {
    let refused = |change: &dyn Fn(&mut Parameters<'_>)| {
        with_parameters(&Secp256r1, |parameters| {
            let mut parameters = parameters;
            change(&mut parameters);
            RuntimeCurve::<4>::new(&parameters, &Policy::default()).err()
        })
    };
    assert_eq!(refused(&|_| {}), None);
    assert_eq!(refused(&|c| c.p = &[4]), Some(CurveError::Modulus(ModulusError::Even)));
    assert_eq!(refused(&|c| c.p = &[0]), Some(CurveError::Modulus(ModulusError::Zero)));
    assert_eq!(refused(&|c| c.p = &[]), Some(CurveError::Modulus(ModulusError::Zero)));
    assert_eq!(refused(&|c| c.p = &[1]), Some(CurveError::Modulus(ModulusError::One)));
    assert_eq!(
        refused(&|c| c.p = &[3; 33]),
        Some(CurveError::Modulus(ModulusError::TooLong { bits: 258, most: 256 }))
    );
    assert_eq!(refused(&|c| c.p = &[3]), Some(CurveError::ModulusNotPrime));
    assert_eq!(refused(&|c| c.p = &[0xff; 32]), Some(CurveError::ModulusNotPrime));
    assert_eq!(refused(&|c| c.a = &[0xff; 32]), Some(CurveError::Coefficient));
    assert_eq!(refused(&|c| c.b = &[0xff; 32]), Some(CurveError::Coefficient));
    assert_eq!(refused(&|c| c.b = &[1; 33]), Some(CurveError::Coefficient));
    assert_eq!(
        refused(&|c| {
            c.a = &[];
            c.b = &[];
        }),
        Some(CurveError::Singular)
    );
    assert_eq!(refused(&|c| c.x = &[0xff; 32]), Some(CurveError::Generator));
    assert_eq!(refused(&|c| c.x = &[1]), Some(CurveError::Generator));
    assert_eq!(refused(&|c| c.n = &[2]), Some(CurveError::Order(ModulusError::Even)));
    assert_eq!(refused(&|c| c.n = &[5]), Some(CurveError::Cofactor));
    assert_eq!(refused(&|c| c.n = c.p), Some(CurveError::WrongOrder));
    assert_eq!(refused(&|c| c.h = &[]), Some(CurveError::Cofactor));
    assert_eq!(refused(&|c| c.h = &[2]), Some(CurveError::Cofactor));
    assert_eq!(refused(&|c| c.h = &[1; 40]), Some(CurveError::Cofactor));
    // Next to the order, within Hasse's bound.
    const COMPOSITE: [u8; 32] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6,
        0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x53,
    ];
    assert_eq!(refused(&|c| c.n = &COMPOSITE), Some(CurveError::OrderNotPrime));
}

/// An anomalous curve and one of small embedding degree, found by counting points.
#[test]
fn curves_on_which_logarithms_are_easy() {
    let policy = Policy::default();
    let anomalous = small_curve(|p, count| p == count);
    let [p, a, b, x, y, n] = anomalous.map(u64::to_be_bytes);
    let parameters = Parameters {
        p: &p,
        a: &a,
        b: &b,
        x: &x,
        y: &y,
        n: &n,
        h: &[1],
    };
    assert_eq!(
        RuntimeCurve::<1>::new(&parameters, &policy).err(),
        Some(CurveError::Anomalous)
    );
    assert!(RuntimeCurve::<1>::new(&parameters, &Policy::NONE).is_ok());
    let ordinary = small_curve(|p, count| p != count && p + 1 != count && count % 2 == 1);
    let [p, a, b, x, y, n] = ordinary.map(u64::to_be_bytes);
    let parameters = Parameters {
        p: &p,
        a: &a,
        b: &b,
        x: &x,
        y: &y,
        n: &n,
        h: &[1],
    };
    let embedding = Policy {
        embedding_degree_above: 2000,
        ..policy
    };
    let degree = match RuntimeCurve::<1>::new(&parameters, &embedding).err() {
        Some(CurveError::EmbeddingDegree(degree)) => degree,
        other => panic!("{other:?}"),
    };
    let [p, n] = [ordinary[0], ordinary[5]];
    let power = |k| (0..k).fold(1, |power, _| power * p % n);
    assert_eq!(power(degree), 1);
    assert!((1..degree).all(|k| power(k) != 1));
}

/// `p, a, b, x, y, n` of a curve of prime order below 2000 points for which this holds.
fn small_curve(wanted: impl Fn(u64, u64) -> bool) -> [u64; 6] {
    let is_prime = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    for p in (1009..1100).filter(|&p| is_prime(p)) {
        let mut roots = vec![vec![]; p as usize];
        (0..p).for_each(|y| roots[(y * y % p) as usize].push(y));
        for (a, b) in (1..40).flat_map(|a| (1..40).map(move |b| (a, b))) {
            let right = |x: u64| ((x * x * x + a * x + b) % p) as usize;
            let count = 1 + (0..p).map(|x| roots[right(x)].len() as u64).sum::<u64>();
            let is_singular = (4 * a * a * a + 27 * b * b) % p == 0;
            if !is_singular && is_prime(count) && wanted(p, count) {
                let x = (0..p).find(|&x| !roots[right(x)].is_empty()).expect("a point");
                return [p, a, b, x, roots[right(x)][0], count];
            }
        }
    }
    panic!("there is none")
}

#[test]
fn brainpool_is_computed_on_its_twist() {
    assert!(BrainpoolP256r1.isomorphism().is_some());
    with_parameters(&BrainpoolP256r1, |parameters| {
        let curve = RuntimeCurve::<4>::new(&parameters, &Policy::default()).expect("a curve");
        assert!(curve.isomorphism().is_some());
    });
}

#[test]
fn halves_are_short_and_exact() {
    let curve = Secp256k1;
    let (f, n) = (curve.field(), curve.scalars());
    let endomorphism = curve.glv().expect("it has one").endomorphism;
    // The eigenvalue, by which the endomorphism multiplies points.
    let lambda = n
        .element(&[
            0xdf02_967c_1b23_bd72,
            0x122e_22ea_2081_6678,
            0xa526_1c02_8812_645a,
            0x5363_ad4c_c05c_30e0,
        ])
        .expect("below the order");
    let generator = curve.generator();
    let image = mul_by(&curve, &n.to_limbs(&lambda), &generator);
    let ((x, y), of_image) = (generator.xy().expect("finite"), image.xy().expect("finite"));
    assert_eq!(of_image, (&f.mul(x, endomorphism.beta()), y));
    let mut rng = StdRng::seed_from_u64(1);
    let mut scalars: Vec<_> = (0..2000).map(|_| random(n, &mut rng)).collect();
    scalars.extend([n.zero(), n.one(), n.neg(&n.one()), lambda, n.neg(&lambda)]);
    for k in scalars {
        let (first, second) = endomorphism.decompose(&n.to_limbs(&k));
        let [first, second] = [first, second].map(|(negative, limbs)| {
            assert_eq!(limbs[2..], [0, 0], "{limbs:?}");
            let half = n.reduce(&limbs);
            if negative { n.neg(&half) } else { half }
        });
        assert_eq!(n.add(&first, &n.mul(&second, &lambda)), k);
    }
}
