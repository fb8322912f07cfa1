//! `secant bench --limits`: the share of an operation's time that its field products explain.

use ark_ec::{
    CurveGroup,
    pairing::{Pairing, PairingOutput},
};
use ark_ff::{Field, UniformRand};
use rand::{SeedableRng, rngs::StdRng};
use secant_cli::error::Error;
use secant_curve::{Native, for_each_curve, gt, gt::TargetGroup};
use secant_field::lanes::{Bias, LaneData, LaneField, LaneProducts, Token, WithLanes, counted, with_lanes};
use secant_report::{Limit, Plan, measure};
use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// An operation whose products are counted.
pub struct Operation {
    /// The row's name, as in the other reports.
    pub name: String,
    run: Run,
    size: usize,
}

impl Operation {
    /// Counts its products and measures its time.
    pub fn limit(&self, seed: u64, plan: Plan) -> Result<Limit, Error> {
        let mut limit = (self.run)(self.size, seed, plan)?;
        limit.name.clone_from(&self.name);
        Ok(limit)
    }
}

type Run = fn(usize, u64, Plan) -> Result<Limit, Error>;

macro_rules! define_runs {
    ($($curve:ident = $oracle:ident {
        pairing { $(($pairing:ident, $p:literal, $pairing_type:ident))? }
        groups { $(($group:ident, $g:literal, $suffix:literal, $affine:ident, $projective:ident)),* $(,)? }
    })*) => {
        /// The sums of each group, and their names.
        const GROUPS: &[(&str, Run)] = &[$($((
            concat!(stringify!($curve), "_msm", $suffix),
            msm::<secant_curve::$curve::$projective<Native>>,
        )),*),*];
        /// The names of all pairings, their products and their multi-exponentiations.
        const PAIRINGS: &[(&str, Run, Run)] = &[$($((
            stringify!($curve),
            pairings::<secant_curve::$curve::$pairing_type<Native>>,
            gt_multi_exp::<secant_curve::$curve::$pairing_type<Native>>,
        ),)?)*];
    };
}

for_each_curve!(define_runs);

/// Every MSM, pairing and multi-exponentiation, each with a small and a large size.
pub fn all() -> Vec<Operation> {
    let mut all = Vec::new();
    for &(curve, run, _) in PAIRINGS {
        let name = format!("{curve}_pairing");
        let many = format!("{name}, 64 pairs");
        all.extend([(name, 1), (many, 64)].map(|(name, size)| Operation { name, run, size }));
    }
    for &(curve, _, run) in PAIRINGS {
        all.extend([128, 256].map(|size| Operation {
            name: format!("{curve}_gt_multi_exp, {size} arguments"),
            run,
            size,
        }));
    }
    all.extend(msms(&[1000, 65536]));
    all
}

/// Every MSM, with sizes from a few points up.
pub fn sizes() -> Vec<Operation> {
    msms(&[10, 100, 1000, 10_000])
}

fn msms(sizes: &[usize]) -> Vec<Operation> {
    let of_group = |&(name, run): &(&str, Run)| {
        let of_size = move |&size: &usize| Operation {
            name: format!("{name}, {size} arguments"),
            run,
            size,
        };
        sizes.iter().map(of_size)
    };
    GROUPS.iter().flat_map(of_group).collect()
}

fn msm<G: CurveGroup<BaseField: Field<BasePrimeField: LaneField>>>(
    size: usize,
    seed: u64,
    plan: Plan,
) -> Result<Limit, Error> {
    let mut rng = StdRng::seed_from_u64(seed);
    let points = points::<G>(size, &mut rng);
    let scalars: Vec<_> = (0..size).map(|_| G::ScalarField::rand(&mut rng)).collect();
    limit::<<G::BaseField as Field>::BasePrimeField, _>(plan, || {
        G::msm(&points, &scalars).map_err(|n| Error::Unusable(format!("{n} of {size} scalars have points")))
    })
}

fn pairings<E: Pairing<BaseField: LaneField>>(size: usize, seed: u64, plan: Plan) -> Result<Limit, Error> {
    let mut rng = StdRng::seed_from_u64(seed);
    let (p, q) = (points::<E::G1>(size, &mut rng), points::<E::G2>(size, &mut rng));
    limit::<E::BaseField, _>(plan, || Ok(E::multi_pairing(p.iter().copied(), q.iter().copied())))
}

/// A multi-exponentiation of elements of the group, without the membership test.
fn gt_multi_exp<E: TargetGroup + Pairing<BaseField: LaneField>>(
    size: usize,
    seed: u64,
    plan: Plan,
) -> Result<Limit, Error> {
    let mut rng = StdRng::seed_from_u64(seed);
    let elements: Vec<_> = (0..size).map(|_| PairingOutput::<E>::rand(&mut rng)).collect();
    let exponents: Vec<_> = (0..size).map(|_| E::ScalarField::rand(&mut rng)).collect();
    limit::<E::BaseField, _>(plan, || {
        gt::multi_exp_unchecked::<E>(&elements, &exponents).map_err(|e| Error::unusable("multi-exponentiation", e))
    })
}

/// Distinct points, made as sums of a few random points.
fn points<G: CurveGroup>(count: usize, rng: &mut StdRng) -> Vec<G::Affine> {
    let side = count.isqrt() + 1;
    let mut few = || (0..side).map(|_| G::rand(rng)).collect::<Vec<_>>();
    let (a, b) = (few(), few());
    let sums: Vec<_> = (0..count).map(|i| a[i / side] + b[i % side]).collect();
    G::normalize_batch(&sums)
}

/// Runs something the given number of times and returns the time that all runs took.
type Column<'a> = Box<dyn FnMut(u32) -> Result<Duration, Error> + 'a>;

/// Counts the products of an operation, and measures the operation beside loops of products and squares in the same
/// field.
fn limit<F: LaneField, R>(plan: Plan, run: impl Fn() -> Result<R, Error>) -> Result<Limit, Error> {
    let (result, counts) = counted(&run);
    result?;
    let mut columns: [Column<'_>; 3] = [
        Box::new(|runs| best_loop::<F>(runs, false)),
        Box::new(|runs| best_loop::<F>(runs, true)),
        Box::new(|runs| {
            let start = Instant::now();
            for _ in 0..runs {
                black_box(run()?);
            }
            Ok(start.elapsed())
        }),
    ];
    let measured = measure(&mut columns, plan)?;
    // The time of a product in one lane.
    let each = |i: usize| measured[i].median_ns as f64 / (LOOP * 8) as f64;
    Ok(Limit {
        name: String::new(),
        products: counts.halves as f64 * 4.0,
        squares: counts.squares as f64 * 8.0,
        product_ns: each(0),
        square_ns: each(1),
        measured_ns: measured[2].median_ns,
    })
}

/// The number of products of eight pairs in one run of the loop.
const LOOP: usize = 1024;

/// The time of a loop of independent products or squares, on elements that stay in the L1 cache.
fn best_loop<F: LaneField>(runs: u32, squares: bool) -> Result<Duration, Error> {
    with_lanes(Loop::<F> {
        runs,
        squares,
        field: PhantomData,
    })
    .ok_or_else(|| Error::Unusable("this back end has no lanes, whose products --limits counts".to_owned()))
}

struct Loop<F> {
    runs: u32,
    squares: bool,
    field: PhantomData<F>,
}

impl<F: LaneField> WithLanes for Loop<F> {
    type Output = Duration;

    fn run<T: Token>(self, token: T) -> Duration {
        const ELEMENTS: usize = 8;
        let mut rng = StdRng::seed_from_u64(0);
        let mut some = || -> [F::Lanes<T>; ELEMENTS] {
            core::array::from_fn(|_| {
                let x = core::array::from_fn(|_| F::rand(&mut rng));
                token.run(
                    #[inline(always)]
                    || F::Lanes::<T>::load(token, x.each_ref()),
                )
            })
        };
        let (a, b) = (some(), some());
        let mut out = a;
        let start = Instant::now();
        for _ in 0..self.runs as usize * LOOP / ELEMENTS {
            let (a, b) = (black_box(&a), black_box(&b));
            token.run(
                #[inline(always)]
                || {
                    if self.squares {
                        for (out, a) in out.as_chunks_mut().0.iter_mut().zip(a.as_chunks().0) {
                            let [x, y]: &mut [_; 2] = out;
                            let [b, c]: &[_; 2] = a;
                            // In the form that bucket additions use. Without the subtraction it is no faster.
                            LaneProducts::set_squares_minus([x, y], [b, c], [Bias::TWO; 2], [[b, c], [c, b]]);
                        }
                    } else {
                        let factors = a.as_chunks().0.iter().zip(b.as_chunks().0);
                        for (out, (a, b)) in out.as_chunks_mut().0.iter_mut().zip(factors) {
                            let [x, y]: &mut [_; 2] = out;
                            let ([a, c], [b, d]): (&[_; 2], &[_; 2]) = (a, b);
                            LaneProducts::set_factors([x, y], [[a, b], [c, d]]);
                        }
                    }
                },
            );
        }
        let elapsed = start.elapsed();
        black_box(out);
        elapsed
    }
}
