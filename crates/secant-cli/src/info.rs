//! `secant info`

use crate::backend::backend_reason;
use crate::error::Error;
use secant_abi::{Function, MODULE, Subject};
use secant_curve::{GroupId, PairingId};
use secant_field::backend::Backend;
use secant_report::{Machine, features};
use std::io::Write;

/// Prints versions, the processor, the back end, the curves and the functions of the host.
pub fn run(out: &mut dyn Write, backend: Backend) -> Result<(), Error> {
    let machine = Machine::this(backend.name());
    writeln!(
        out,
        "secant {}, arkworks {}, wasmtime {}\n",
        env!("CARGO_PKG_VERSION"),
        env!("ARKWORKS_VERSION"),
        env!("WASMTIME_VERSION")
    )?;
    writeln!(out, "processor   {}", machine.cpu)?;
    writeln!(out, "cores       {}", machine.cores)?;
    let features = features()
        .into_iter()
        .map(|(name, present)| format!("{name} {}", if present { "yes" } else { "no" }));
    writeln!(out, "features    {}", features.collect::<Vec<_>>().join(", "))?;
    writeln!(out, "back end    {}: {}", machine.backend, backend_reason(backend))?;

    writeln!(out, "\nPairings, by the number that host calls name them with:")?;
    for &id in PairingId::ALL {
        writeln!(out, "  {:>2}  {}", id as u32, id.name())?;
    }
    writeln!(out, "\nGroups:")?;
    for &id in GroupId::ALL {
        writeln!(out, "  {:>2}  {}", id as u32, id.name())?;
    }
    writeln!(out, "\nHost functions, imported from the module \"{MODULE}\":")?;
    for &function in Function::ALL {
        let subject = match function.subject() {
            Subject::Group => "group",
            Subject::Pairing => "pairing",
            Subject::Nothing => "",
        };
        writeln!(
            out,
            "  {:>2}  {:<22} {subject:<8} {}",
            function as u32,
            function.name(),
            function.doc()
        )?;
    }
    Ok(())
}
