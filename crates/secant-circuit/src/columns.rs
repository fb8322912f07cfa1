//! The columns, gates and lookups that are declared to halo2.

use crate::{
    Fr,
    builder::Phase,
    gates::{Cells, Challenges},
    integer,
    layout::{Class, Lane, Layout, MemoryLayout},
};
use halo2_axiom::{
    plonk::{self, Advice, Challenge, Column, ConstraintSystem, Expression, FirstPhase, Fixed, Instance, SecondPhase},
    poly::Rotation,
};

/// The number of the table that a row reads from, and a selector that is one where there is a read.
type ReadColumns = (Column<Fixed>, Column<Fixed>);

/// Columns of tables of one width.
#[derive(Clone, Debug)]
pub(crate) struct MemoryColumns {
    /// For each advice column, the [`ReadColumns`] for reads from constant tables, and those for reads from other
    /// tables.
    pub(crate) reads: Vec<[Option<ReadColumns>; 2]>,
    /// The table number, row number and values of constant tables.
    pub(crate) constants: Vec<Column<Fixed>>,
    /// The table number and row number of tables of cells.
    pub(crate) records: Option<(Column<Fixed>, Column<Fixed>)>,
}

/// The columns.
#[derive(Clone, Debug)]
pub struct Columns {
    pub(crate) advice: Vec<Column<Advice>>,
    pub(crate) instance: Option<Column<Instance>>,
    pub(crate) constants: Vec<Column<Fixed>>,
    /// The table of integers below a power of two.
    pub(crate) range: Option<Column<Fixed>>,
    pub(crate) lanes: Vec<LaneColumns>,
    pub(crate) basic: Vec<Column<Fixed>>,
    pub(crate) memories: Vec<MemoryColumns>,
    pub(crate) challenges: Option<Challenges<Challenge>>,
}

#[derive(Clone, Debug)]
pub(crate) struct LaneColumns {
    /// For each column of limbs and each class, a selector for the rows in which a limb of the class begins.
    pub(crate) classes: Vec<(usize, Class, Column<Fixed>)>,
    /// For each gate, a selector for the rows in which it begins.
    pub(crate) gates: Vec<(usize, Column<Fixed>)>,
}

pub(crate) fn configure(meta: &mut ConstraintSystem<Fr>, layout: &Layout) -> Columns {
    // halo2 needs a column in a phase before challenges can follow that phase.
    let mut advice = vec![None; layout.phases.len()];
    let mut columns_of = |meta: &mut ConstraintSystem<Fr>, phase: Phase| {
        for (column, _) in advice.iter_mut().zip(&layout.phases).filter(|(_, of)| **of == phase) {
            *column = Some(match phase {
                Phase::First => meta.advice_column_in(FirstPhase),
                Phase::Second => meta.advice_column_in(SecondPhase),
            });
        }
    };
    columns_of(meta, Phase::First);
    let challenges = layout.challenges.map(|count| {
        let weights = (0..count).map(|_| meta.challenge_usable_after(FirstPhase)).collect();
        columns_of(meta, Phase::Second);
        Challenges {
            weights,
            point: meta.challenge_usable_after(SecondPhase),
        }
    });
    let advice: Vec<_> = advice.into_iter().flatten().collect();
    let constants: Vec<_> = (0..layout.constants.div_ceil(layout.rows.max(1)))
        .map(|_| {
            let column = meta.fixed_column();
            meta.enable_equality(column);
            column
        })
        .collect();
    let instance = layout.public.then(|| {
        let column = meta.instance_column();
        meta.enable_equality(column);
        column
    });
    let range = layout
        .lanes
        .iter()
        .any(|lane| !lane.classes.is_empty())
        .then(|| meta.fixed_column());
    let lanes = layout
        .lanes
        .iter()
        .map(|lane| {
            let columns = &advice[lane.first..][..lane.columns()];
            configure_lane(meta, layout, lane, columns, range, challenges.as_ref())
        })
        .collect();
    let basic = advice[layout.first_basic()..][..layout.configuration.basic]
        .iter()
        .map(|&column| configure_basic(meta, column))
        .collect();
    let memories = layout
        .memories
        .iter()
        .map(|memory| {
            let columns = &advice[memory.first_column..][..memory.columns];
            configure_memory(meta, memory, columns)
        })
        .collect();
    // Up to this degree, permutations and lookups need no larger transforms, and lookups from tables need this degree.
    meta.set_minimum_degree(DEGREE);
    Columns {
        advice,
        instance,
        constants,
        range,
        lanes,
        basic,
        memories,
        challenges,
    }
}

/// The challenges as expressions, or zeros if there are none.
fn challenges_of(
    meta: &mut plonk::VirtualCells<'_, Fr>,
    challenges: Option<&Challenges<Challenge>>,
) -> Challenges<Expression<Fr>> {
    match challenges {
        Some(challenges) => Challenges {
            weights: challenges.weights.iter().map(|&c| meta.query_challenge(c)).collect(),
            point: meta.query_challenge(challenges.point),
        },
        None => Challenges {
            weights: Vec::new(),
            point: Expression::Constant(Fr::zero()),
        },
    }
}

/// The largest degree of all constraints. The quotient then needs four times the rows, as for every degree from 4 on.
const DEGREE: usize = 5;

fn configure_basic(meta: &mut ConstraintSystem<Fr>, column: Column<Advice>) -> Column<Fixed> {
    meta.enable_equality(column);
    let q = meta.fixed_column();
    meta.create_gate("basic", |meta| {
        let q = meta.query_fixed(q, Rotation::cur());
        let [a, b, c, d] = [0, 1, 2, 3].map(|row| meta.query_advice(column, Rotation(row)));
        [("a + b c = d", q * (a + b * c - d))]
    });
    q
}

fn configure_lane(
    meta: &mut ConstraintSystem<Fr>,
    layout: &Layout,
    lane: &Lane,
    columns: &[Column<Advice>],
    range: Option<Column<Fixed>>,
    challenges: Option<&Challenges<Challenge>>,
) -> LaneColumns {
    let size = layout.configuration.lookup_bits;
    let (copied, pieces) = columns.split_at(lane.copied());
    for &column in copied {
        meta.enable_equality(column);
    }
    let classes = lane.classes.iter().map(|&(limb, class)| {
        let q = meta.fixed_column();
        meta.create_gate("limb", |meta| {
            let q = meta.query_fixed(q, Rotation::cur());
            let value = meta.query_advice(columns[limb], Rotation::cur());
            let mut piece = |i| {
                let (column, below) = lane.piece(limb, i);
                meta.query_advice(columns[column], Rotation(below as i32))
            };
            let count = class.full + usize::from(class.last > 0);
            let sum = (0..count).fold(-value, |sum, i| sum + piece(i) * integer::field_power_of_two(size * i));
            let mut constraints = vec![("pieces sum up", q.clone() * sum)];
            if class.last > 0 {
                let multiple = piece(class.full) * integer::field_power_of_two(size - class.last);
                constraints.push(("last piece is short", q * (multiple - piece(class.full + 1))));
            }
            constraints
        });
        (limb, class, q)
    });
    let classes = classes.collect();
    if let Some(range) = range {
        for (limb, pieces) in pieces.chunks(lane.pieces.max(1)).enumerate() {
            let classes = lane.classes.iter().filter(|(column, _)| *column == limb);
            // Columns without limbs need no lookup.
            let used = classes.map(|(_, class)| class.pieces()).max().unwrap_or(0);
            for &piece in pieces.iter().take(used) {
                meta.lookup_any("piece in range", |meta| {
                    let piece = meta.query_advice(piece, Rotation::cur());
                    vec![(piece, meta.query_fixed(range, Rotation::cur()))]
                });
            }
        }
    }
    let gates = lane.gates.iter().map(|&index| {
        let gate = &layout.gates[index];
        let q = meta.fixed_column();
        meta.create_gate(gate.name(), |meta| {
            let q = meta.query_fixed(q, Rotation::cur());
            let mut query = |(column, row): (usize, usize)| meta.query_advice(columns[column], Rotation(row as i32));
            let operands: Vec<_> = (0..gate.operands()).map(|i| query(lane.operand(i))).collect();
            let late: Vec<_> = (0..gate.late()).map(|i| query(lane.late(i))).collect();
            let limbs: Vec<_> = (0..gate.limbs().len()).map(|i| query(lane.limb(i))).collect();
            let cells = Cells {
                operands: &operands,
                late: &late,
                limbs: &limbs,
            };
            let challenges = challenges_of(meta, challenges);
            gate.constraints(&cells, &challenges)
                .into_iter()
                .map(move |(name, constraint)| (name, q.clone() * constraint))
        });
        (index, q)
    });
    LaneColumns {
        gates: gates.collect(),
        classes,
    }
}

fn configure_memory(
    meta: &mut ConstraintSystem<Fr>,
    memory: &MemoryLayout,
    columns: &[Column<Advice>],
) -> MemoryColumns {
    for &column in columns {
        meta.enable_equality(column);
    }
    let constants: Vec<_> = if memory.constants {
        (0..memory.width + 2).map(|_| meta.fixed_column()).collect()
    } else {
        Vec::new()
    };
    let records = memory.records.then(|| (meta.fixed_column(), meta.fixed_column()));
    let reads = columns
        .iter()
        .map(|&column| {
            let mut argument = |name, table: &dyn Fn(&mut plonk::VirtualCells<'_, Fr>) -> Vec<Expression<Fr>>| {
                let (number, q) = (meta.fixed_column(), meta.fixed_column());
                meta.lookup_any(name, |meta| {
                    let q = meta.query_fixed(q, Rotation::cur());
                    // Rows without a read look up zeros.
                    let mut inputs = vec![meta.query_fixed(number, Rotation::cur())];
                    for row in 0..=memory.width {
                        inputs.push(q.clone() * meta.query_advice(column, Rotation(row as i32)));
                    }
                    inputs.into_iter().zip(table(meta)).collect()
                });
                (number, q)
            };
            let constant = memory.constants.then(|| {
                argument("row of a constant table", &|meta| {
                    constants
                        .iter()
                        .map(|&column| meta.query_fixed(column, Rotation::cur()))
                        .collect()
                })
            });
            let record = records.map(|(number, row)| {
                argument("row of a table", &|meta| {
                    let mut tuple = vec![
                        meta.query_fixed(number, Rotation::cur()),
                        meta.query_fixed(row, Rotation::cur()),
                    ];
                    for row in 0..memory.width {
                        tuple.push(meta.query_advice(columns[0], Rotation(row as i32)));
                    }
                    tuple
                })
            });
            [constant, record]
        })
        .collect();
    MemoryColumns {
        reads,
        constants,
        records,
    }
}
