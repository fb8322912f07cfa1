//! Which kernels run: chosen once, from what the CPU has.

/// A back end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Plain Rust, on every target.
    Portable,
    /// Plain Rust with the eight lanes of [`crate::lanes`] in plain Rust too: slow, for testing what runs on lanes
    /// where the CPU has none. It needs the feature `plain-lanes`.
    Lanes,
    /// x86-64 with BMI2 and ADX.
    Adx,
    /// x86-64 with AVX-512 IFMA beside BMI2 and ADX: lanes where there are eight independent things, ADX else.
    Ifma,
}

impl Backend {
    /// The name that `SECANT_BACKEND` and reports use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Lanes => "lanes",
            Self::Adx => "adx",
            Self::Ifma => "ifma",
        }
    }

    /// Whether this CPU can run it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Lanes => cfg!(feature = "plain-lanes"),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Self::Adx => std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("adx"),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Self::Ifma => {
                Self::Adx.is_available()
                    && std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512dq")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                    && std::arch::is_x86_feature_detected!("avx512ifma")
            }
            #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
            Self::Adx | Self::Ifma => false,
        }
    }
}

/// Why a back end cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(feature = "std")]
pub enum BackendError {
    /// `SECANT_BACKEND` names none.
    Unknown(String),
    /// The CPU lacks what it needs, or this build does.
    Unavailable(Backend),
}

#[cfg(feature = "std")]
impl core::fmt::Display for BackendError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unknown(name) => write!(
                f,
                "SECANT_BACKEND is {name:?}, but the back ends are portable, lanes, adx and ifma"
            ),
            Self::Unavailable(Backend::Lanes) => f.write_str(
                "SECANT_BACKEND asks for lanes in plain Rust, which only a build with the feature plain-lanes has",
            ),
            Self::Unavailable(b) => write!(
                f,
                "SECANT_BACKEND asks for {}, but this CPU lacks what it needs",
                b.name()
            ),
        }
    }
}

#[cfg(feature = "std")]
impl core::error::Error for BackendError {}

/// The back end that `SECANT_BACKEND` forces, if it does, else the best one of this CPU.
///
/// # Errors
/// The variable names no back end, or one that this CPU cannot run. A program that lets its user choose reports this
/// when it starts; arithmetic itself never fails for it ([`best`]).
#[cfg(feature = "std")]
pub fn chosen() -> Result<Backend, BackendError> {
    match std::env::var_os("SECANT_BACKEND") {
        None => Ok(best_of_cpu()),
        Some(name) => forced(&name.to_string_lossy()),
    }
}

/// The back end for a value of `SECANT_BACKEND`.
#[cfg(feature = "std")]
fn forced(name: &str) -> Result<Backend, BackendError> {
    let backend = match name {
        "" => return Ok(best_of_cpu()),
        "portable" => Backend::Portable,
        "lanes" => Backend::Lanes,
        "adx" => Backend::Adx,
        "ifma" => Backend::Ifma,
        _ => return Err(BackendError::Unknown(name.into())),
    };
    if backend.is_available() {
        Ok(backend)
    } else {
        Err(BackendError::Unavailable(backend))
    }
}

/// The fastest back end that this CPU runs.
fn best_of_cpu() -> Backend {
    [Backend::Ifma, Backend::Adx]
        .into_iter()
        .find(|backend| backend.is_available())
        .unwrap_or(Backend::Portable)
}

/// The back end that runs: that of [`chosen`], or the best one of this CPU where `SECANT_BACKEND` names none that runs.
///
/// A variable of the environment must not stop a node in the middle of a host call, so this does not panic. Programs
/// that measure or test ask [`chosen`] first.
pub fn best() -> Backend {
    #[cfg(feature = "std")]
    return chosen().unwrap_or_else(|_| best_of_cpu());
    #[cfg(not(feature = "std"))]
    best_of_cpu()
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn names_of_back_ends() {
        assert_eq!(forced("portable"), Ok(Backend::Portable));
        assert_eq!(forced(""), Ok(best_of_cpu()));
        for (name, backend) in [
            ("lanes", Backend::Lanes),
            ("adx", Backend::Adx),
            ("ifma", Backend::Ifma),
        ] {
            let expected = if backend.is_available() {
                Ok(backend)
            } else {
                Err(BackendError::Unavailable(backend))
            };
            assert_eq!(forced(name), expected);
        }
        for name in ["avx512", "Portable", " adx", "\u{fffd}"] {
            assert_eq!(forced(name), Err(BackendError::Unknown(name.into())));
        }
    }

    /// Tests of a back end that cannot run would test another one in silence.
    #[test]
    fn the_back_end_of_the_environment_runs() {
        assert_eq!(chosen(), Ok(best()));
    }
}
