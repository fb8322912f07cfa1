//! The prover.

use crate::{
    Error, check,
    columns::Columns,
    convert::{self, F, Fr, Values, random},
    domain::{linear_combination, values},
    graph::Program,
    key::Key,
    lookup,
    opening::{MultiOpen, Queries},
    openings::{Openings, part},
    permutation,
    quotient::{self, Challenges},
    rows::{self, Inputs},
    srs::Basis,
    trace::{Clock, Trace},
    transcript::{squeeze, write},
    witness::{self, Witness},
};
use ark_ff::{AdditiveGroup, Field};
use halo2_axiom::{
    halo2curves::bn256::{Bn256, G1Affine},
    plonk::{Circuit, Expression, ProvingKey},
    poly::{
        Rotation,
        commitment::{CommitmentScheme, Params},
        kzg::commitment::ParamsKZG,
    },
    transcript::{EncodedChallenge, TranscriptWrite},
};
use rand::RngCore;
use rayon::prelude::*;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

/// `halo2_axiom::plonk::create_proof` on secant's engine. It takes the same arguments, and the same verifier accepts
/// the proof.
///
/// It prepares the reference string anew each time. A [`Prover`] keeps it for many proofs.
///
/// A circuit must not use the references to assigned cells after its synthesis. halo2's signature gives them any
/// lifetime, but the cells are freed here, as in the stock prover.
///
/// # Errors
/// See [`Error`]. Arguments that do not fit together give an error before any work. After an error the transcript is
/// useless. It is not checked that the reference string and the key come from the same secret; if they do not, the
/// verifier refuses the proof.
///
/// # Panics
/// If the circuit's code does.
pub fn create_proof<
    'params,
    'a,
    Scheme: CommitmentScheme<Scalar = Fr, Curve = G1Affine, ParamsProver = ParamsKZG<Bn256>>,
    P: MultiOpen,
    E: EncodedChallenge<G1Affine>,
    R: RngCore + 'a,
    T: TranscriptWrite<G1Affine, E>,
    ConcreteCircuit: Circuit<Fr>,
>(
    params: &'params ParamsKZG<Bn256>,
    pk: &ProvingKey<G1Affine>,
    circuits: &[ConcreteCircuit],
    instances: &[&[&'a [Fr]]],
    rng: R,
    transcript: &'a mut T,
) -> Result<(), Error> {
    Prover::once(params, pk)?.create_proof::<P, E, R, T, ConcreteCircuit>(circuits, instances, rng, transcript)?;
    Ok(())
}

/// A reference string and a key, ready for proofs.
pub struct Prover<'k> {
    params: &'k ParamsKZG<Bn256>,
    /// Lagrange's basis and the powers, if the prover keeps them.
    kept: Option<[Arc<Basis>; 2]>,
    key: Key<'k>,
    /// The time that preparing them took.
    prepared: Duration,
}

/// `sum pieces[i] xn^i`.
fn combined(pieces: &[Vec<F>], xn: &F) -> Vec<F> {
    let powers = std::iter::successors(Some(F::ONE), |power| Some(*power * xn));
    linear_combination(&Values::own(pieces), &powers.take(pieces.len()).collect::<Vec<_>>())
}

/// The dividend: the linear combination of all constraints.
struct Dividend<'a> {
    /// Programs whose sum is the dividend.
    parts: Vec<Part>,
    /// The columns that the programs read, as coefficients.
    polys: Vec<Values<'a>>,
}

/// One of the programs of the dividend.
struct Part {
    program: Program,
    scalars: Vec<F>,
    /// The columns that no later program reads.
    last: Vec<usize>,
}

/// About how many columns a part reads. With fewer, threads would idle.
fn columns_of_part() -> usize {
    (4 * rayon::current_num_threads()).max(8)
}

/// The polynomials that the permutation and lookup arguments add for a circuit, as coefficients.
#[derive(Default)]
struct Arguments {
    products: Vec<Vec<F>>,
    /// The product, the permuted input and the permuted table of each lookup.
    lookups: Vec<[Vec<F>; 3]>,
}

impl<'k> Prover<'k> {
    /// Prepares a reference string and a key for many proofs. It keeps the points of both bases, 128 bytes for a row.
    ///
    /// # Errors
    /// If the two are not of the same size, or the key's parts do not fit together.
    pub fn new(params: &'k ParamsKZG<Bn256>, pk: &'k ProvingKey<G1Affine>) -> Result<Self, Error> {
        let start = Instant::now();
        let mut prover = Self::once(params, pk)?;
        prover.kept = Some([prover.lagrange()?, prover.powers()]);
        prover.prepared = start.elapsed();
        Ok(prover)
    }

    /// Prepares for a single proof. Only one basis at a time is in memory, 64 bytes for a row.
    ///
    /// # Errors
    /// As [`Self::new`]. An unusable reference string is only noticed by [`Self::create_proof`].
    pub fn once(params: &'k ParamsKZG<Bn256>, pk: &'k ProvingKey<G1Affine>) -> Result<Self, Error> {
        let start = Instant::now();
        let (srs, key) = (params.k(), pk.get_vk().get_domain().k());
        if srs != key {
            return Err(Error::Size { srs, key });
        }
        Ok(Self {
            params,
            kept: None,
            key: Key::new(pk)?,
            prepared: start.elapsed(),
        })
    }

    fn lagrange(&self) -> Result<Arc<Basis>, Error> {
        match &self.kept {
            Some([lagrange, _]) => Ok(lagrange.clone()),
            None => Basis::lagrange(self.params).map(Arc::new),
        }
    }

    fn powers(&self) -> Arc<Basis> {
        match &self.kept {
            Some([_, powers]) => powers.clone(),
            None => Arc::new(Basis::powers(self.params)),
        }
    }

    /// Makes a proof like [`create_proof`] and returns where the time went. The trace begins with the time of preparing
    /// the prover.
    ///
    /// # Errors
    /// See [`Error`]. Arguments that do not fit together give an error before any work. After an error the transcript
    /// is useless.
    ///
    /// # Panics
    /// As [`create_proof`].
    pub fn create_proof<
        'a,
        P: MultiOpen,
        E: EncodedChallenge<G1Affine>,
        R: RngCore + 'a,
        T: TranscriptWrite<G1Affine, E>,
        ConcreteCircuit: Circuit<Fr>,
    >(
        &self,
        circuits: &[ConcreteCircuit],
        instances: &[&[&'a [Fr]]],
        mut rng: R,
        transcript: &'a mut T,
    ) -> Result<Trace, Error> {
        self.check(circuits.len(), instances)?;
        let config = witness::configure(&self.key, &circuits[0])?;
        let mut clock = Clock::after("reference string and key", self.prepared);
        let lagrange = clock.phase("Lagrange basis", |_| self.lagrange())?;
        let (mut witnesses, of_circuit) = clock.phase("witness and its commitments", |clock| {
            let committing = (&*lagrange, &mut *transcript);
            witness::synthesize(&self.key, (circuits, &config), instances, committing, &mut rng, clock)
        })?;
        let mut challenges = Challenges::new(&of_circuit, squeeze(transcript));
        let permuted = clock.phase("lookups", |clock| {
            self.permute(&witnesses, &challenges, &mut rng, (&lagrange, transcript), clock)
        })?;
        challenges.beta = squeeze(transcript);
        challenges.gamma = squeeze(transcript);
        let arguments = clock.phase("products", |clock| {
            self.products(
                &witnesses,
                permuted,
                &challenges,
                &mut rng,
                (&lagrange, transcript),
                clock,
            )
        })?;
        let blinding = clock.phase("blinding", |_| self.blinding(&mut rng, (&lagrange, transcript)))?;
        drop(lagrange);

        // Only the coefficients are needed from here on.
        witnesses
            .iter_mut()
            .for_each(|witness| witness.advice.values = Vec::new());
        challenges.y = squeeze(transcript);
        let mut identity = vec![F::ZERO; self.key.domain.n];
        identity[1] = F::ONE;
        let dividend = self.dividend(&witnesses, &arguments, &identity, &challenges);
        let (pieces, powers) = clock.phase("quotient", |clock| {
            let pieces = self.quotient(&dividend, clock);
            let powers = clock.phase("powers", |_| self.powers());
            let all: Vec<&[F]> = pieces.iter().map(Vec::as_slice).collect();
            clock.phase("commitments", |_| write(&all, &powers, transcript))?;
            Ok::<_, Error>((pieces, powers))
        })?;

        let x = squeeze(transcript);
        let quotient = combined(&pieces, &x.pow([self.key.domain.n as u64]));
        drop(pieces);
        let openings = clock.phase("evaluations", |_| {
            let openings = self.openings(&x, &witnesses, &arguments, &quotient, &blinding);
            self.evaluated(&x, &dividend, openings)
        });
        let Some(openings) = openings else {
            return Err(self.unsatisfied(&witnesses, &challenges));
        };
        for value in openings.written() {
            transcript.write_scalar(convert::to_scalar(&value))?;
        }
        let queries = Queries {
            polys: &openings.polys,
            queries: &openings.queries,
        };
        clock.phase("opening", |_| P::open(&powers, queries, transcript))?;
        Ok(clock.trace())
    }

    /// A random polynomial, which hides the others at the opening. Its commitment is written.
    fn blinding<E: EncodedChallenge<G1Affine>>(
        &self,
        rng: &mut impl RngCore,
        (lagrange, transcript): (&Basis, &mut impl TranscriptWrite<G1Affine, E>),
    ) -> Result<Vec<F>, Error> {
        // No random number is drawn after these: halo2 draws blinds of commitments, which KZG does not use.
        let blinding: Vec<F> = (0..self.key.domain.n).map(|_| random(rng)).collect();
        // Commits by the values, so that the powers are not in memory yet.
        let values = self.key.domain.values(Values::Own(&blinding));
        write(&[&values], lagrange, transcript)?;
        Ok(blinding)
    }

    /// Evaluates what is opened at `x`; `None` if the constraints do not hold there.
    fn evaluated<'o>(&self, x: &F, dividend: &Dividend<'_>, mut openings: Openings<'o>) -> Option<Openings<'o>> {
        openings.evaluate();
        let vanishing = x.pow([self.key.domain.n as u64]) - F::ONE;
        (self.dividend_at(x, dividend, &openings) == vanishing * openings.quotient()).then_some(openings)
    }

    fn check(&self, circuits: usize, instances: &[&[&[Fr]]]) -> Result<(), Error> {
        if circuits != instances.len() || circuits == 0 {
            return Err(Error::Circuits {
                circuits,
                instances: instances.len(),
            });
        }
        let (expected, rows) = (self.key.cs().num_instance_columns(), self.key.usable_rows());
        for instance in instances {
            if instance.len() != expected {
                return Err(Error::InstanceColumns {
                    expected,
                    given: instance.len(),
                });
            }
            if let Some(column) = instance.iter().find(|column| column.len() > rows) {
                return Err(Error::InstanceTooLarge {
                    rows,
                    given: column.len(),
                });
            }
        }
        // `Error::Phases` says why.
        let cs = self.key.cs();
        let phases = cs.num_challenges() > 0 || cs.advice_column_phase().into_iter().any(|phase| phase > 0);
        if circuits > 1 && phases {
            return Err(Error::Phases);
        }
        Ok(())
    }

    /// Calls `f` with the columns of a circuit.
    fn with_columns<R>(&self, witness: &Witness, f: impl FnOnce(Columns<'_>) -> R) -> R {
        f(Columns {
            fixed: &self.key.fixed,
            advice: &Values::own(&witness.advice.values),
            instance: &Values::own(&witness.instance.values),
        })
    }

    /// The error for witnesses that do not satisfy their circuits. Values are recomputed from the coefficients.
    fn unsatisfied(&self, witnesses: &[Witness], challenges: &Challenges<'_>) -> Error {
        for (circuit, witness) in witnesses.iter().enumerate() {
            let polys = witness.advice.polys.iter();
            let advice: Vec<_> = polys.map(|poly| self.key.domain.values(Values::Own(poly))).collect();
            let columns = Columns {
                fixed: &self.key.fixed,
                advice: &Values::own(&advice),
                instance: &Values::own(&witness.instance.values),
            };
            let violations = check::violations(&self.key, columns, challenges);
            if !violations.is_empty() {
                return Error::Unsatisfied { circuit, violations };
            }
        }
        let gates = self.key.cs().gates().iter().flat_map(|gate| gate.polynomials());
        Error::Inconsistent(if gates.map(Expression::degree).max() > Some(self.key.chunk + 2) {
            "a gate is of a higher degree than MAX_DEGREE allows"
        } else {
            "the values of its columns and their coefficients are not of the same polynomials"
        })
    }

    /// Permutes the lookups of all circuits, adds blinding rows, and commits to them.
    fn permute<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
        &self,
        witnesses: &[Witness],
        challenges: &Challenges<'_>,
        rng: &mut impl RngCore,
        (lagrange, transcript): (&Basis, &mut T),
        clock: &mut Clock,
    ) -> Result<Vec<Vec<lookup::Permuted>>, Error> {
        let lookups = self.key.cs().lookups().len();
        let of_circuit = |(circuit, witness)| {
            let of_lookup = |columns: Columns<'_>, which| lookup::permute(&self.key, which, columns, challenges);
            let all: Vec<_> = self.with_columns(witness, |columns| {
                (0..lookups)
                    .into_par_iter()
                    .map(|which| of_lookup(columns, which))
                    .collect()
            });
            let (mut permuted, mut violations) = (Vec::new(), Vec::new());
            for lookup in all {
                match lookup {
                    Ok(lookup) => permuted.push(lookup),
                    Err(violation) => violations.push(violation),
                }
            }
            if violations.is_empty() {
                return Ok(permuted);
            }
            Err(Error::Unsatisfied { circuit, violations })
        };
        let mut all = clock.phase("order", |_| {
            witnesses
                .iter()
                .enumerate()
                .map(of_circuit)
                .collect::<Result<Vec<_>, _>>()
        })?;
        for lookup in all.iter_mut().flatten() {
            for column in [&mut lookup.permuted_input, &mut lookup.permuted_table] {
                column.resize_with(self.key.domain.n, || random(rng));
            }
            // halo2 draws the blinds of two commitments here. KZG does not use them.
            let _ = [random(rng), random(rng)];
        }
        let columns: Vec<&[F]> = all
            .iter()
            .flatten()
            .flat_map(|lookup| [lookup.permuted_input.as_slice(), &lookup.permuted_table])
            .collect();
        clock.phase("commitments", |_| write(&columns, lagrange, transcript))?;
        Ok(all)
    }

    /// Computes the grand products of permutations and lookups, commits to them, and returns the coefficients of all
    /// arguments.
    fn products<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
        &self,
        witnesses: &[Witness],
        permuted: Vec<Vec<lookup::Permuted>>,
        challenges: &Challenges<'_>,
        rng: &mut impl RngCore,
        (lagrange, transcript): (&Basis, &mut T),
        clock: &mut Clock,
    ) -> Result<Vec<Arguments>, Error> {
        let n = self.key.domain.n;
        let mut blind = |product: &mut Vec<F>| {
            product.resize_with(n, || random(rng));
            // halo2 draws the blind of the commitment here.
            let _ = random(rng);
        };
        let mut products = Vec::new();
        for witness in witnesses {
            let mut of_circuit =
                self.with_columns(witness, |columns| permutation::products(&self.key, columns, challenges));
            of_circuit.iter_mut().for_each(&mut blind);
            products.push(of_circuit);
        }
        let usable = self.key.usable_rows();
        let mut lookups = Vec::new();
        for permuted in permuted {
            let mut of_circuit: Vec<Vec<F>> = permuted
                .par_iter()
                .map(|lookup| lookup.product(usable, challenges))
                .collect();
            of_circuit.iter_mut().for_each(&mut blind);
            let of_circuit = of_circuit.into_iter().zip(permuted);
            lookups.push(
                of_circuit
                    .map(|(product, lookup)| [product, lookup.permuted_input, lookup.permuted_table])
                    .collect::<Vec<_>>(),
            );
        }
        let columns: Vec<&[F]> = products
            .iter()
            .flatten()
            .chain(lookups.iter().flatten().map(|[product, ..]| product))
            .map(Vec::as_slice)
            .collect();
        clock.phase("commitments", |_| write(&columns, lagrange, transcript))?;
        let coefficients = |values: &Vec<F>| self.key.domain.coefficients(values);
        Ok(products
            .iter()
            .zip(&lookups)
            .map(|(products, lookups)| Arguments {
                products: products.par_iter().map(coefficients).collect(),
                lookups: lookups.par_iter().map(|all| all.each_ref().map(coefficients)).collect(),
            })
            .collect())
    }

    /// The dividend, over polynomials in the order of [`quotient::Layout`]. `identity` has the coefficients of `X`.
    fn dividend<'a>(
        &'a self,
        witnesses: &'a [Witness],
        arguments: &'a [Arguments],
        identity: &'a [F],
        challenges: &Challenges<'_>,
    ) -> Dividend<'a> {
        let Key {
            fixed_polys,
            sigma_polys,
            rows,
            ..
        } = &self.key;
        let mut polys = [fixed_polys, sigma_polys, &rows[..], &[Values::Own(identity)]].concat();
        for (witness, arguments) in witnesses.iter().zip(arguments) {
            polys.extend(Values::own(&witness.advice.polys));
            polys.extend(Values::own(&witness.instance.polys));
            polys.extend(Values::own(&arguments.products));
            polys.extend(arguments.lookups.iter().flat_map(|lookup| Values::own(lookup)));
        }
        let mut parts = Vec::new();
        let mut later = HashSet::new();
        // From the last to the first, to know which columns are read later.
        for program in quotient::programs(&self.key, witnesses.len(), columns_of_part())
            .into_iter()
            .rev()
        {
            parts.push(Part {
                last: program.columns().filter(|column| later.insert(*column)).collect(),
                scalars: values(&program, |scalar| challenges.value(scalar)),
                program,
            });
        }
        parts.reverse();
        Dividend { polys, parts }
    }

    /// The pieces of the quotient: the dividend divided by `X^n - 1`.
    fn quotient(&self, dividend: &Dividend<'_>, clock: &mut Clock) -> Vec<Vec<F>> {
        let Key { domain, cosets, .. } = &self.key;
        let scale = rows::scale();
        let mut dividends = Vec::new();
        // Memory of columns that are not read any more, for reuse.
        let mut spare_columns: Vec<Vec<F>> = Vec::new();
        for offset in cosets.offsets() {
            let mut values = vec![Vec::new(); dividend.polys.len()];
            let mut sum = vec![F::ZERO; domain.n];
            clock.turns(["transforms", "constraints"], |turns| {
                for part in &dividend.parts {
                    turns.run(0, || {
                        let missing = part.program.columns().filter(|i| values[*i].is_empty());
                        let mut missing: Vec<(usize, Vec<F>)> = missing
                            .map(|i| (i, spare_columns.pop().unwrap_or_else(|| Vec::with_capacity(domain.n))))
                            .collect();
                        missing.par_iter_mut().for_each(|(i, room)| {
                            domain.coset(room, dividend.polys[*i], scale, *offset);
                        });
                        for (i, column) in missing {
                            values[i] = column;
                        }
                    });
                    turns.run(1, || {
                        let inputs = Inputs {
                            columns: &Values::own(&values),
                            scalars: &part.scalars,
                        };
                        rows::add(&mut sum, &part.program, inputs);
                    });
                    spare_columns.extend(part.last.iter().map(|i| std::mem::take(&mut values[*i])));
                }
            });
            dividends.push(sum);
        }
        drop(spare_columns);
        clock.phase("division", |_| cosets.quotient(domain, dividends, rows::unscale()))
    }

    /// The dividend's value at `x`. If all constraints hold, it is the quotient's value times that of `X^n - 1`.
    fn dividend_at(&self, x: &F, dividend: &Dividend<'_>, openings: &Openings<'_>) -> F {
        let key = |poly: Values<'_>, point: &F| (poly.address(), point.0.0);
        let queries = openings.queries.iter().zip(&openings.values);
        let mut known: HashMap<_, F> = queries
            .map(|(query, value)| (key(openings.polys[query.poly], &query.point), *value))
            .collect();
        let of = |(column, rotation)| (dividend.polys[column], self.key.domain.rotate(x, Rotation(rotation)));
        // Values that are in no opening: of the row selectors, the identity and the instances.
        let loads = dividend.parts.iter().flat_map(|part| part.program.loads());
        let mut others: Vec<_> = loads.map(of).collect();
        others.sort_unstable_by_key(|(poly, point)| key(*poly, point));
        others.dedup_by_key(|(poly, point)| key(*poly, point));
        others.retain(|(poly, point)| !known.contains_key(&key(*poly, point)));
        let keys = others.iter().map(|(poly, point)| key(*poly, point));
        known.extend(keys.zip(rows::evaluations(&others)));
        let value = |column, rotation| {
            let (poly, point) = of((column, rotation));
            known.get(&key(poly, &point)).copied().unwrap_or(F::ZERO)
        };
        let parts = dividend.parts.iter();
        parts.map(|part| part.program.run(&part.scalars, value)).sum()
    }

    /// All openings for the challenge `x`.
    fn openings<'a>(
        &'a self,
        x: &F,
        witnesses: &'a [Witness],
        arguments: &'a [Arguments],
        quotient: &'a [F],
        blinding: &'a [F],
    ) -> Openings<'a> {
        let at = |rotation: Rotation| self.key.domain.rotate(x, rotation);
        let (cs, mut all) = (self.key.cs(), Openings::default());
        let (next, previous) = (at(Rotation::next()), at(Rotation::prev()));
        let last = at(Rotation(-(self.key.blinding_factors as i32 + 1)));
        for (circuit, (witness, arguments)) in witnesses.iter().zip(arguments).enumerate() {
            let advice = all.polys(Values::own(&witness.advice.polys));
            for (i, (column, rotation)) in cs.advice_queries().iter().enumerate() {
                let place = [part::ADVICE, circuit, i, 0];
                all.query(advice + column.index(), at(*rotation), Some(place));
            }
            let products = all.polys(Values::own(&arguments.products));
            let count = arguments.products.len();
            for i in 0..count {
                all.query(products + i, *x, Some([part::PRODUCT, circuit, i, 0]));
                all.query(products + i, next, Some([part::PRODUCT, circuit, i, 1]));
            }
            for i in (0..count.saturating_sub(1)).rev() {
                all.query(products + i, last, Some([part::PRODUCT, circuit, i, 2]));
            }
            for (i, [product, input, table]) in arguments.lookups.iter().enumerate() {
                let [product, input, table] = [product, input, table].map(|poly| all.poly(Values::Own(poly)));
                let queries = [
                    (product, *x, 0),
                    (input, *x, 2),
                    (table, *x, 4),
                    (input, previous, 3),
                    (product, next, 1),
                ];
                for (poly, point, place) in queries {
                    all.query(poly, point, Some([part::LOOKUP, circuit, i, place]));
                }
            }
        }
        let fixed = all.polys(self.key.fixed_polys.iter().copied());
        for (i, (column, rotation)) in cs.fixed_queries().iter().enumerate() {
            all.query(fixed + column.index(), at(*rotation), Some([part::FIXED, 0, i, 0]));
        }
        let sigma = all.polys(self.key.sigma_polys.iter().copied());
        for i in 0..self.key.permuted.len() {
            all.query(sigma + i, *x, Some([part::SIGMA, 0, i, 0]));
        }
        let quotient = all.poly(Values::Own(quotient));
        all.query(quotient, *x, None);
        let blinding = all.poly(Values::Own(blinding));
        all.query(blinding, *x, Some([part::BLINDING, 0, 0, 0]));
        all
    }
}
