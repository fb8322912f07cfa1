//! The kit as exports of a WASM module.
//!
//! Every test is an export without parameters and results, whose name is `test ` and its path. It traps if it fails,
//! and reports the reason through the import `kit.report(address, len)`, as UTF-8 in the module's memory. `start` must
//! be called first.
#![deny(unsafe_code)]

mod groups {
    secant_testing::curve_suite!();
}

mod fields {
    secant_testing::field_suite!();
}

mod batch {
    secant_testing::batch_suite!();
}

secant_testing::host_suite!(plain, secant_curve::Plain);

getrandom::register_custom_getrandom!(no_entropy);

fn no_entropy(_: &mut [u8]) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

#[allow(unsafe_code, reason = "imports and exports")]
mod host {
    #[link(wasm_import_module = "kit")]
    unsafe extern "C" {
        safe fn report(address: *const u8, len: usize);
    }

    /// Makes panics report their messages.
    #[unsafe(export_name = "start")]
    extern "C" fn start() {
        std::panic::set_hook(Box::new(|info| {
            let message = info.to_string();
            report(message.as_ptr(), message.len());
        }));
    }
}
