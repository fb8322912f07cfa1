//! Compares, then samples all libraries of a row in turns.

use crate::exchange::Arguments;
use crate::libraries::gnark::Gnark;
use secant_report::{self as shared, Layout, Plan, Ratio, Report, timed};
use std::fmt::{Display, Formatter};
use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

/// Why there is no report.
#[derive(Debug)]
pub enum Error {
    /// Two libraries disagree.
    Differ(String),
    /// Something does not work.
    Failed(String),
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let (Self::Differ(sentence) | Self::Failed(sentence)) = self;
        f.write_str(sentence)
    }
}

/// A library, in the order of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// secant.
    Secant,
    /// blst.
    Blst,
    /// The crate bls12_381 of zkcrypto.
    Zkcrypto,
    /// halo2curves.
    Halo2curves,
    /// libsecp256k1.
    Libsecp256k1,
    /// AWS-LC.
    AwsLc,
    /// OpenSSL.
    Openssl,
    /// gnark-crypto.
    Gnark,
    /// arkworks.
    Arkworks,
}

impl Library {
    const ALL: [Self; 9] = [
        Self::Secant,
        Self::Blst,
        Self::Zkcrypto,
        Self::Halo2curves,
        Self::Libsecp256k1,
        Self::AwsLc,
        Self::Openssl,
        Self::Gnark,
        Self::Arkworks,
    ];

    /// Its name in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Secant => "secant",
            Self::Blst => "blst",
            Self::Zkcrypto => "zkcrypto",
            Self::Halo2curves => "halo2curves",
            Self::Libsecp256k1 => "libsecp256k1",
            Self::AwsLc => "aws_lc",
            Self::Openssl => "openssl",
            Self::Gnark => "gnark",
            Self::Arkworks => "arkworks",
        }
    }

    /// What of it runs.
    const fn explanation(self) -> &'static str {
        match self {
            Self::Secant => "this repository",
            Self::Blst => "blst, without its threads",
            Self::Zkcrypto => "the crate bls12_381; in constant time",
            Self::Halo2curves if cfg!(target_arch = "x86_64") => "halo2curves with `asm`",
            Self::Halo2curves => "halo2curves",
            Self::Libsecp256k1 => "secp256k1_ec_pubkey_tweak_mul, whose result is affine; secp256k1_ecdsa_verify",
            Self::AwsLc => "EC_POINT_mul, in constant time; ECDSA_verify, RSA_verify",
            Self::Openssl => "the OpenSSL of this system, which also made the signatures",
            Self::Gnark => "gnark-crypto, in a program of its own",
            Self::Arkworks if cfg!(all(target_feature = "bmi2", target_feature = "adx")) => "arkworks with `asm`",
            Self::Arkworks => {
                "arkworks without `asm`, which it has only if built for bmi2 and adx, as with RUSTFLAGS=-Ctarget-cpu=native"
            }
        }
    }

    /// A report with the libraries that are in it: times, how much faster secant is than the fastest of the others
    /// and than arkworks, and what the columns are.
    pub fn layout(report: &Report) -> Layout {
        let measured = |library: &Self| report.rows.iter().any(|row| row.columns.contains_key(library.name()));
        let present: Vec<Self> = Self::ALL.into_iter().filter(measured).collect();
        let ratio = |title: &str, of: &[Self]| Ratio {
            title: title.to_owned(),
            of: of.iter().map(|library| library.name().to_owned()).collect(),
            by: Self::Secant.name().to_owned(),
        };
        let mut legend = vec![format!(
            "medians on one thread of {} with the {} back end; all libraries of a row gave the same result",
            report.machine.cpu, report.machine.backend
        )];
        legend.extend(present.iter().map(|l| format!("{}: {}", l.name(), l.explanation())));
        Layout {
            columns: present
                .iter()
                .map(|library| shared::Column {
                    name: library.name().to_owned(),
                    title: library.name().to_owned(),
                })
                .collect(),
            ratios: vec![
                ratio("fastest other / secant", &Self::ALL[1..]),
                ratio("arkworks / secant", &[Self::Arkworks]),
            ],
            legend,
            limited: Some(Self::Secant.name().to_owned()),
            ..Layout::default()
        }
    }
}

/// One library's way to compute a row.
pub struct Column {
    /// The library.
    pub library: Library,
    /// Computes as often as it is told, and says how long that took.
    pub sample: Box<dyn FnMut(u32) -> Result<Duration, Error>>,
    /// Computes once, in the form of [`crate::exchange`].
    pub result: Box<dyn FnOnce() -> Result<Vec<u8>, Error>>,
}

impl Column {
    /// An operation of this program; `encode` is not timed.
    pub fn new<P>(
        library: Library,
        compute: impl Fn() -> P + Clone + 'static,
        encode: impl FnOnce(P) -> Vec<u8> + 'static,
    ) -> Self {
        let again = compute.clone();
        Self {
            library,
            sample: Box::new(timed(move || {
                black_box(compute());
                Ok(())
            })),
            result: Box::new(move || Ok(encode(again()))),
        }
    }
}

impl Column {
    /// Verifications of all signatures but the last one, which is compared and not timed.
    pub fn verifications<T: 'static>(
        library: Library,
        signed: Vec<T>,
        verify: impl Fn(&[T]) -> Vec<bool> + Clone + 'static,
    ) -> Self {
        let (signed, again) = (Rc::new(signed), verify.clone());
        let all = signed.clone();
        Self {
            library,
            sample: Box::new(timed(move || {
                black_box(verify(&signed[..signed.len() - 1]));
                Ok(())
            })),
            result: Box::new(move || Ok(again(&all).into_iter().map(u8::from).collect())),
        }
    }
}

/// A row.
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its operation: the name without the size.
    pub operation: String,
    /// The other libraries that have the operation, beside arkworks and gnark-crypto.
    pub peers: Vec<fn(&Arguments) -> Column>,
    /// Draws the arguments: only when the row is measured, as they may be large.
    pub prepare: Box<dyn FnOnce() -> Prepared>,
}

/// The arguments of a row, and those columns that take them by type.
pub struct Prepared {
    /// The arguments, for the other columns.
    pub arguments: Arguments,
    /// secant's.
    pub secant: Column,
    /// arkworks', where it has the operation.
    pub arkworks: Option<Column>,
}

/// Compares the results of all libraries of a row, then measures them.
pub fn measure_row(row: Row, gnark: Option<&Gnark>, plan: Plan) -> Result<shared::Row, Error> {
    eprintln!("{}", row.name);
    let Prepared {
        arguments,
        secant,
        arkworks,
    } = (row.prepare)();
    let mut columns = vec![secant];
    columns.extend(row.peers.iter().map(|peer| peer(&arguments)));
    columns.extend(gnark.and_then(|gnark| gnark.column(&row.operation, &arguments)));
    columns.extend(arkworks);

    let (mut names, mut samples, mut expected) = (vec![], vec![], None);
    for Column {
        library,
        sample,
        result,
    } in columns
    {
        let bytes = result()?;
        if *expected.get_or_insert_with(|| bytes.clone()) != bytes {
            return Err(Error::Differ(format!(
                "{}: the result of {} is not that of secant",
                row.name,
                library.name()
            )));
        }
        names.push(library.name().to_owned());
        samples.push(sample);
    }
    let measured = shared::measure(&mut samples, plan)?;
    Ok(shared::Row {
        name: row.name,
        columns: names.into_iter().zip(measured).collect(),
    })
}
