//! Curves so small that all their points are known: every coordinate system and formula against the group law.

use secant_field::modular::Modular;
use secant_gfp::{
    Affine, Complete, Coordinates, Curve, FixedBase, Homogeneous, Jacobian, Parameters, Policy, RuntimeCurve,
    double_mul, mul, mul_by, multi_mul,
};

/// The group of a curve by its definition, on integers.
struct Group {
    p: i64,
    a: i64,
    b: i64,
    points: Vec<Option<(i64, i64)>>,
}

impl Group {
    fn new(p: i64, a: i64, b: i64) -> Self {
        let mut points = vec![None];
        for x in 0..p {
            points.extend(
                (0..p)
                    .filter(|y| (y * y - (x * x * x + a * x + b)) % p == 0)
                    .map(|y| Some((x, y))),
            );
        }
        Self { p, a, b, points }
    }

    fn inverse(&self, x: i64) -> i64 {
        (1..self.p).find(|y| (x * y - 1) % self.p == 0).expect("not zero")
    }

    /// Chord and tangent.
    fn add(&self, p: Option<(i64, i64)>, q: Option<(i64, i64)>) -> Option<(i64, i64)> {
        let (Some((x1, y1)), Some((x2, y2))) = (p, q) else {
            return p.or(q);
        };
        if x1 == x2 && (y1 + y2) % self.p == 0 {
            return None;
        }
        let slope = if x1 == x2 {
            (3 * x1 * x1 + self.a) * self.inverse((2 * y1).rem_euclid(self.p))
        } else {
            (y2 - y1) * self.inverse((x2 - x1).rem_euclid(self.p))
        }
        .rem_euclid(self.p);
        let x = (slope * slope - x1 - x2).rem_euclid(self.p);
        Some((x, (slope * (x1 - x) - y1).rem_euclid(self.p)))
    }

    fn order(&self, p: Option<(i64, i64)>) -> i64 {
        let mut sum = p;
        (1..)
            .find(|_| {
                sum.is_none() || {
                    sum = self.add(sum, p);
                    false
                }
            })
            .expect("an order")
    }
}

fn bytes(x: i64) -> [u8; 8] {
    x.to_be_bytes()
}

/// The curve with a generator of the greatest prime order.
fn curve(group: &Group) -> Option<RuntimeCurve<2>> {
    let count = group.points.len() as i64;
    let (order, generator) = group
        .points
        .iter()
        .filter_map(|&p| p.map(|p| (group.order(Some(p)), p)))
        .filter(|(n, _)| *n > 2 && (2..*n).all(|d| n % d != 0))
        .max()?;
    let [p, a, b] = [group.p, group.a, group.b].map(bytes);
    let [x, y, n, h] = [generator.0, generator.1, order, count / order].map(bytes);
    let parameters = Parameters {
        p: &p,
        a: &a,
        b: &b,
        x: &x,
        y: &y,
        n: &n,
        h: &h,
    };
    RuntimeCurve::new(&parameters, &Policy::NONE).ok()
}

fn to_point(curve: &RuntimeCurve<2>, p: Option<(i64, i64)>) -> Affine<RuntimeCurve<2>> {
    let f = curve.field();
    p.map_or(Affine::Infinity, |(x, y)| {
        curve
            .affine(&f.reduce(&[x as u64]), &f.reduce(&[y as u64]))
            .expect("on the curve")
    })
}

fn all_sums<P: Coordinates<RuntimeCurve<2>>>(group: &Group, curve: &RuntimeCurve<2>) {
    // Every point with two different denominators.
    let forms = |p| {
        let point = to_point(curve, p);
        let base = P::from_affine(&point, curve);
        let g = P::from_affine(&curve.generator(), curve);
        let other = base
            .add(&g, curve)
            .double(curve)
            .add(&g.double(curve).neg(curve), curve)
            .add(&base.neg(curve), curve);
        [base, other]
    };
    let table: Vec<_> = group.points.iter().map(|&p| (p, forms(p))).collect();
    for (p, ps) in &table {
        for form in ps {
            assert_eq!(form.to_affine(curve), to_point(curve, *p));
            assert_eq!(form.double(curve).to_affine(curve), to_point(curve, group.add(*p, *p)));
            assert!(form.add(&form.neg(curve), curve).is_identity(curve));
            assert_eq!(form.is_identity(curve), p.is_none());
        }
        for (q, qs) in &table {
            let sum = to_point(curve, group.add(*p, *q));
            for (first, second) in ps.iter().flat_map(|first| qs.iter().map(move |second| (first, second))) {
                assert_eq!(first.add(second, curve).to_affine(curve), sum, "{p:?} + {q:?}");
                assert_eq!(first.equals(second, curve), p == q);
            }
        }
    }
}

#[test]
fn every_sum_in_every_coordinate_system() {
    let (mut odd, mut even, mut kinds) = (0, 0, [0; 3]);
    for p in [37, 79, 131, 139] {
        for a in [0, p - 3, 1, 2, 5] {
            for b in [1, 2, 3, 5, 7, 11] {
                if (4 * a * a * a + 27 * b * b) % p == 0 {
                    continue;
                }
                let group = Group::new(p, a, b);
                let Some(curve) = curve(&group) else { continue };
                if curve.has_odd_order() {
                    odd += 1;
                } else {
                    even += 1;
                }
                kinds[if a == 0 { 0 } else { usize::from(a != p - 3) + 1 }] += 1;
                all_sums::<Affine<_>>(&group, &curve);
                all_sums::<Jacobian<_>>(&group, &curve);
                all_sums::<Homogeneous<_>>(&group, &curve);
                all_sums::<Complete<_>>(&group, &curve);
            }
        }
    }
    assert!(
        odd > 5 && even > 5 && kinds.iter().all(|&n| n > 2),
        "{odd} {even} {kinds:?}"
    );
}

fn curves_to_multiply() -> impl Iterator<Item = (i64, i64, i64)> {
    [31, 131, 199].into_iter().flat_map(|p| {
        let coefficients = [0, p - 3, 1, 2, 7].into_iter();
        coefficients.flat_map(move |a| [1, 5, 6, 10].map(|b| (p, a, b)))
    })
}

/// All multiples of some points, in the subgroup or not, by all algorithms.
#[test]
fn every_multiple() {
    let (mut curves, mut even, mut outside) = (0, 0, 0);
    for (p, a, b) in curves_to_multiply() {
        let group = Group::new(p, a, b);
        let Some(curve) = curve(&group) else { continue };
        curves += 1;
        even += usize::from(!curve.has_odd_order());
        let n = curve.scalars().modulus()[0] as i64;
        let g = curve.generator();
        let fixed: Vec<_> = (1..=5).map(|width| FixedBase::new(&curve, &g, width)).collect();
        let integers = group
            .points
            .iter()
            .find(|&&p| to_point(&curve, p) == g)
            .copied()
            .flatten();
        let multiples = |p| -> Vec<_> {
            let step = |sum: &mut Option<_>| Some(std::mem::replace(sum, group.add(*sum, p)));
            let mut sum = None;
            std::iter::from_fn(|| step(&mut sum)).take(n as usize + 1).collect()
        };
        let of_generator = multiples(integers);
        for &q in group.points.iter().step_by(1 + group.points.len() / 40) {
            let point = to_point(&curve, q);
            let of_q = multiples(q);
            for k in 0..n {
                let scalar = curve.scalar(&[k as u64]);
                let multiple = of_q[k as usize];
                let expected = to_point(&curve, multiple);
                assert_eq!(mul(&curve, &scalar, &point).to_affine(&curve), expected, "{k} {q:?}");
                assert_eq!(
                    mul_by(&curve, &[k as u64], &Complete::from_affine(&point, &curve)).to_affine(&curve),
                    expected
                );
                for l in [0, 1, 2, n / 2, n - 1] {
                    let sum = to_point(&curve, group.add(of_generator[l as usize], multiple));
                    let l = curve.scalar(&[l as u64]);
                    assert_eq!(double_mul(&curve, &l, &scalar, &point).to_affine(&curve), sum);
                    assert_eq!(multi_mul(&curve, &[(l, g), (scalar, point)]).to_affine(&curve), sum);
                }
            }
            let is_in_subgroup = of_q[n as usize].is_none();
            outside += usize::from(!is_in_subgroup);
            assert_eq!(curve.is_in_subgroup(&point), is_in_subgroup);
        }
        for k in 0..n {
            let scalar = curve.scalar(&[k as u64]);
            let expected = to_point(&curve, of_generator[k as usize]);
            for table in &fixed {
                assert_eq!(table.mul(&curve, &scalar).to_affine(&curve), expected);
            }
        }
    }
    assert!(curves >= 10 && even >= 3 && outside > 20, "{curves} {even} {outside}");
}

/// Compression, and encodings of all points and of what is none.
#[test]
fn every_encoding() {
    use secant_gfp::sec1::{EncodingError, decode, encode};
    let mut curves = 0;
    for (p, a, b) in curves_to_multiply() {
        let group = Group::new(p, a, b);
        let Some(curve) = curve(&group) else { continue };
        curves += 1;
        let mut bytes = [0; 3];
        for &q in &group.points {
            let point = to_point(&curve, q);
            for compressed in [false, true] {
                let len = encode(&curve, &point, compressed, &mut bytes).expect("it has room");
                assert_eq!(decode(&curve, &bytes[..len]), Ok(point));
            }
        }
        let mut found = 0;
        for tag in 0..=255 {
            for x in 0..=255u8 {
                found += usize::from(decode(&curve, &[tag, x]).is_ok());
                for y in (0..=255).step_by(if matches!(tag, 4 | 6 | 7) { 1 } else { 85 }) {
                    let expected = group.points.contains(&Some((x.into(), y.into())));
                    let is_point = match tag {
                        4 => expected,
                        6 | 7 => expected && y % 2 == tag % 2,
                        _ => false,
                    };
                    assert_eq!(decode(&curve, &[tag, x, y]).is_ok(), is_point, "{tag} {x} {y}");
                }
            }
        }
        // Of y = 0 there is one.
        assert_eq!(found, group.points.len() - 1);
        assert_eq!(decode(&curve, &[]), Err(EncodingError::Empty));
        assert_eq!(decode(&curve, &[0]), Ok(Affine::Infinity));
        assert_eq!(
            decode(&curve, &[0, 0]),
            Err(EncodingError::Length { found: 2, expected: 1 })
        );
        assert_eq!(decode(&curve, &[9, 0]), Err(EncodingError::Tag(9)));
        assert_eq!(decode(&curve, &[2, 255]), Err(EncodingError::X));
        assert_eq!(decode(&curve, &[4, 0, 255]), Err(EncodingError::Y));
        assert_eq!(encode(&curve, &curve.generator(), false, &mut [0; 2]), None);
    }
    assert!(curves >= 2, "{curves}");
}
