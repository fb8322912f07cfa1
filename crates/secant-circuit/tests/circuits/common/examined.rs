//! Checks that every gate, copy and lookup of a circuit refuses something, and that every changed cell is refused.

use super::{
    recorded::{Kind, random_element},
    refusals::{Checked, Refusal},
};
use halo2_axiom::dev::{MockProver, VerifyFailure};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{Builder, BuiltCircuit, Error, Fr, Goal};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An advice column, numbered as in halo2, and a row.
type Place = (usize, usize);

/// The constraints, lookups and copies that a circuit was examined for.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    pub cells: usize,
    pub constraints: usize,
    pub lookups: usize,
    pub copies: usize,
    /// Cells of gates that are multiplied by something that is zero in every instance.
    pub idle: usize,
    /// The number of constraints of each name in each gate, and of lookups of each kind.
    pub names: BTreeMap<String, BTreeMap<String, usize>>,
}

/// Results of changing the cells of a circuit.
#[derive(Default)]
struct Seen {
    /// Each refusal that was seen, and a change that caused it.
    refused: BTreeMap<Refusal, (Place, Fr)>,
    /// The cells of gates for which the gate itself noticed a change.
    noticed: BTreeSet<(usize, usize, i32)>,
    holes: Vec<String>,
}

impl Seen {
    /// Changes several cells by the same difference.
    fn change(&mut self, checked: &mut Checked, places: &[Place], difference: Fr) -> BTreeSet<Refusal> {
        let values = places.iter().map(|&(c, r)| checked.recorded.advice[c][r] + difference);
        let changes: Vec<_> = places.iter().copied().zip(values).collect();
        let refusals = checked.refusals_with(&changes);
        if let [place] = places {
            self.refused
                .extend(refusals.iter().map(|&refusal| (refusal, (*place, difference))));
            let gates: BTreeSet<usize> = refusals.iter().filter_map(|refusal| gate(*refusal)).collect();
            let taken = checked.taken_at(*place).into_iter();
            self.noticed.extend(taken.filter(|(of, ..)| gates.contains(of)));
        }
        refusals
    }
}

fn gate(refusal: Refusal) -> Option<usize> {
    match refusal {
        Refusal::Constraint(gate, _) => Some(gate),
        Refusal::Lookup(_) | Refusal::Copy(_) => None,
    }
}

/// Changes every cell of a circuit, alone and with its copies.
///
/// - A changed cell is refused.
/// - A changed cell whose copies are changed too is refused, unless it is a constant or public: besides the copies,
///   something determines its value.
/// - Among cells that are copies of each other, one is used by a gate, or is a constant or public: tables alone do not
///   determine a value.
/// - Every constraint, lookup and copy refuses a change, by its number in the circuit, and the mock prover agrees.
/// - For every cell that a gate uses, the gate itself refuses some change.
pub fn examine(name: &str, b: Builder, goal: &Goal) -> Examined {
    let sizes: HashMap<String, usize> = b
        .gate_counts()
        .into_iter()
        .map(|(name, _, cells)| (name, cells.iter().sum()))
        .collect();
    let circuit = b.finish(goal).unwrap();
    let mut checked = Checked::new(&circuit);
    assert_eq!(checked.refusals(), BTreeSet::new(), "{name}");
    let mut rng = StdRng::seed_from_u64(2);
    let mut seen = Seen::default();
    let columns = circuit.advice_columns();
    let assigned = circuit.assigned().into_iter();
    let places: Vec<Place> = assigned.map(|(c, r)| (columns[c as usize], r as usize)).collect();
    for &place in &places {
        for difference in [Fr::from(1), random_element(&mut rng)] {
            if seen.change(&mut checked, &[place], difference).is_empty() {
                seen.holes
                    .push(format!("a cell {place:?} of {:?}", gates_at(&checked, place)));
            }
        }
    }
    read_elsewhere(&mut checked, &mut seen);
    for class in checked.classes() {
        let places: Vec<Place> = class.iter().map(|&(_, c, r)| (c, r)).collect();
        if class.iter().any(|(kind, ..)| *kind != Kind::Advice) {
            continue;
        }
        if places.iter().all(|&place| checked.taken_at(place).is_empty()) {
            seen.holes.push(format!("no gate takes any of the copies {places:?}"));
        }
        if seen.change(&mut checked, &places, random_element(&mut rng)).is_empty() {
            seen.holes
                .push(format!("copies {places:?} of {:?}", gates_at(&checked, places[0])));
        }
    }
    let all = checked.all();
    let silent = all.iter().filter(|refusal| !seen.refused.contains_key(refusal));
    seen.holes
        .extend(silent.map(|&refusal| format!("{:?} is never refused", checked.name(refusal))));
    let taken = checked.taken();
    let idle: Vec<_> = taken.difference(&seen.noticed).copied().collect();
    for &cell in &idle {
        if !checked.depends(cell) {
            seen.holes
                .push(format!("{:?} does not take {cell:?}", gate_name(&checked, cell.0)));
        }
    }
    for cell in checked.sometimes_copied() {
        seen.holes.push(format!(
            "{:?} has a copy in {cell:?}, but not always",
            gate_name(&checked, cell.0)
        ));
    }
    for (gate, cells) in cells_of_gates(&taken) {
        let name = gate_name(&checked, gate);
        if let Some(&size) = sizes.get(&name)
            && size != cells
        {
            seen.holes.push(format!("{name:?} takes {cells} cells of {size}"));
        }
    }
    assert!(
        seen.holes.is_empty(),
        "{name}: {:#?}",
        &seen.holes[..seen.holes.len().min(20)]
    );
    mock_refuses(&circuit, &seen.refused);
    assert_eq!(copies_that_fail(&circuit, &checked), copied_cells(&checked), "{name}");
    let count = |is: fn(&Refusal) -> bool| all.iter().filter(|refusal| is(refusal)).count();
    Examined {
        cells: places.len(),
        constraints: count(|refusal| matches!(refusal, Refusal::Constraint(..))),
        lookups: count(|refusal| matches!(refusal, Refusal::Lookup(_))),
        copies: count(|refusal| matches!(refusal, Refusal::Copy(_))),
        idle: idle.len(),
        names: names(&checked),
    }
}

/// Lookups of columns without cells: all their rows are looked up.
fn read_elsewhere(checked: &mut Checked, seen: &mut Seen) {
    let outside = random_element(&mut StdRng::seed_from_u64(5));
    for column in 0..checked.recorded.advice.len() {
        if checked.recorded.advice[column]
            .iter()
            .any(|value| *value != Fr::from(0))
        {
            continue;
        }
        seen.change(checked, &[(column, 0)], outside);
    }
}

/// The number of possible refusals, by name.
fn names(checked: &Checked) -> BTreeMap<String, BTreeMap<String, usize>> {
    // The same gate is placed in several lanes.
    let mut lanes: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let mut names: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for refusal in checked.all() {
        let (gate, constraint) = checked.name(refusal);
        let lane = match refusal {
            Refusal::Constraint(lane, _) => lane,
            // There are as many as there are columns.
            Refusal::Lookup(_) | Refusal::Copy(_) => {
                names.entry(gate).or_default().insert(constraint, 1);
                continue;
            }
        };
        let here = lanes.entry((lane, constraint.clone())).or_default();
        *here += 1;
        let most = names.entry(gate).or_default().entry(constraint).or_default();
        *most = (*most).max(*here);
    }
    names
}

fn gate_name(checked: &Checked, gate: usize) -> String {
    checked.name(Refusal::Constraint(gate, 0)).0
}

/// The mock prover finds the same as [`Checked`], for each cell alone.
pub fn mock_agrees(b: Builder, goal: &Goal) {
    let circuit = b.finish(goal).unwrap();
    let mut checked = Checked::new(&circuit);
    let columns = circuit.advice_columns();
    let mut rng = StdRng::seed_from_u64(2);
    for (column, row) in circuit.assigned() {
        let difference = random_element(&mut rng);
        let place = (columns[column as usize], row as usize);
        let value = checked.recorded.advice[place.0][place.1] + difference;
        let mut refusals = checked.refusals_with(&[(place, value)]);
        let copies = refusals.iter().any(|refusal| matches!(refusal, Refusal::Copy(_)));
        refusals.retain(|refusal| !matches!(refusal, Refusal::Copy(_)));
        let mut tampered = circuit.clone();
        tampered.tamper((column, row), difference);
        let (found, not_equal) = mock_refusals(&tampered);
        assert_eq!((found, not_equal), (refusals, copies), "{place:?}");
    }
}

fn gates_at(checked: &Checked, place: Place) -> Vec<String> {
    let gates = checked.taken_at(place).into_iter();
    gates.map(|(gate, ..)| gate_name(checked, gate)).collect()
}

fn cells_of_gates(taken: &BTreeSet<(usize, usize, i32)>) -> BTreeMap<usize, usize> {
    let mut sizes = BTreeMap::new();
    for (gate, ..) in taken {
        *sizes.entry(*gate).or_default() += 1;
    }
    sizes
}

/// All failures that the mock prover finds: the numbers of gates and constraints, and of lookups. Also whether it finds
/// cells that differ from their copies.
pub fn mock_refusals(circuit: &BuiltCircuit) -> (BTreeSet<Refusal>, bool) {
    let failures = match circuit.mock() {
        Ok(()) => Vec::new(),
        Err(Error::Mock(failures)) => failures,
        Err(other) => panic!("{other}"),
    };
    let is_copy = |failure: &VerifyFailure| matches!(failure, VerifyFailure::Permutation { .. });
    let copies = failures.iter().any(is_copy);
    let found = failures.into_iter().filter_map(|failure| match failure {
        VerifyFailure::ConstraintNotSatisfied { constraint, .. } => {
            // Constraint 0 ('name') in gate 1 ('name')
            let text = constraint.to_string();
            let number = |after: &str| {
                let digits = text.split(after).nth(1).unwrap().split(' ').next().unwrap();
                digits.parse::<usize>().unwrap()
            };
            Some(Refusal::Constraint(number("gate "), number("onstraint ")))
        }
        VerifyFailure::Lookup { lookup_index, .. } => Some(Refusal::Lookup(lookup_index)),
        VerifyFailure::Permutation { .. } => None,
        other => panic!("{other}"),
    });
    (found.collect(), copies)
}

/// Adds to a value.
fn tamper(circuit: &mut BuiltCircuit, columns: &[usize], (column, row): Place, difference: Fr) {
    let column = columns.iter().position(|&of| of == column).unwrap();
    circuit.tamper((column as u32, row as u32), difference);
}

/// Makes one change for every constraint and lookup to refuse, all together: the mock prover finds them all.
fn mock_refuses(circuit: &BuiltCircuit, refused: &BTreeMap<Refusal, (Place, Fr)>) {
    let columns = circuit.advice_columns();
    let assigned = circuit.assigned().into_iter();
    let assigned: BTreeSet<Place> = assigned.map(|(c, r)| (columns[c as usize], r as usize)).collect();
    let mut tampered = circuit.clone();
    let mut wanted = BTreeSet::new();
    for (&refusal, &(place, difference)) in refused {
        if !matches!(refusal, Refusal::Copy(_)) && assigned.contains(&place) {
            tamper(&mut tampered, &columns, place, difference);
            wanted.insert(refusal);
        }
    }
    let (found, _) = mock_refusals(&tampered);
    assert!(
        wanted.is_subset(&found),
        "{:?}",
        wanted.difference(&found).collect::<Vec<_>>()
    );
}

/// The number of cells that are in a copy.
fn copied_cells(checked: &Checked) -> usize {
    checked.classes().iter().map(BTreeSet::len).sum()
}

/// If every copied advice cell has another value, the number of cells for which the mock prover finds that they differ
/// from their copies.
fn copies_that_fail(circuit: &BuiltCircuit, checked: &Checked) -> usize {
    let mut rng = StdRng::seed_from_u64(4);
    let columns = circuit.advice_columns();
    let mut tampered = circuit.clone();
    for (kind, column, row) in checked.classes().into_iter().flatten() {
        if kind == Kind::Advice {
            tamper(&mut tampered, &columns, (column, row), random_element(&mut rng));
        }
    }
    let prover = MockProver::run(circuit.configuration().k, &tampered, circuit.instances()).unwrap();
    match prover.verify_at_rows(0..0, 0..0) {
        Ok(()) => 0,
        Err(failures) => failures
            .iter()
            .filter(|failure| matches!(failure, VerifyFailure::Permutation { .. }))
            .count(),
    }
}
