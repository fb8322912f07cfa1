//! What a proof takes, by columns and rows.

/// What a proof consists of.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// There are `2^k` rows.
    pub k: u32,
    /// Columns of small numbers: pieces, and what lookups sort.
    pub small: usize,
    /// Columns of cells that are copied, a part of which are small.
    pub medium: usize,
    /// Columns of numbers of all sizes: products of lookups and of copies, lookups in tables, the quotient.
    pub full: usize,
    /// The cells of each gate, as often as there are lanes that have the gate.
    pub gate_cells: usize,
}

/// The columns whose copies have one product: the degree of all constraints less two.
pub(crate) const COLUMNS_A_PRODUCT: usize = 3;
/// The polynomials of the quotient, and those of the openings.
pub(crate) const QUOTIENT_PIECES: usize = 6;

/// Seconds that [`Features::amounts`] take, in this order: fitted by
/// `cargo run --release -p secant-circuit --example costs` on two cores of an AMD EPYC (Zen 5), within a sixth of each of 45
/// times. Rows in small and medium columns are too much in step with the others to have a part of their own.
const SECONDS: [f64; 5] = [0.0, 0.0, 7.2e-6, 5.0e-7, 4.3e-3];

impl Features {
    /// What costs are proportional to: rows in small, medium and full columns, and of cells of gates; columns.
    #[doc(hidden)]
    pub fn amounts(&self) -> [f64; 5] {
        let rows = f64::from(self.k).exp2();
        let columns = self.small + self.medium + self.full;
        [
            rows * self.small as f64,
            rows * self.medium as f64,
            rows * self.full as f64,
            rows * self.gate_cells as f64,
            columns as f64,
        ]
    }

    /// About how long a proof takes, on the machine that this was measured on.
    pub(crate) fn seconds(&self) -> f64 {
        self.amounts()
            .iter()
            .zip(SECONDS)
            .map(|(amount, each)| amount * each)
            .sum()
    }
}
