//! Chooses the kernels that run, once, from the instructions that the CPU has.

/// A back end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Plain Rust, on every target.
    Portable,
    /// Plain Rust, with the eight lanes of [`crate::lanes`] in plain Rust too. It is slow, and serves to test
    /// algorithms on lanes where the CPU has none. It needs the feature `plain-lanes`.
    Lanes,
    /// x86-64 with BMI2 and ADX.
    Adx,
    /// x86-64 with AVX-512 IFMA besides BMI2 and ADX. It uses lanes for eight independent operations, and ADX
    /// otherwise.
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

/// Why a back end cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(feature = "std")]
pub enum BackendError {
    /// `SECANT_BACKEND` names no back end.
    Unknown(String),
    /// The CPU or this build lacks what the back end needs.
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

/// The back end that `SECANT_BACKEND` names, or the best one for this CPU if the variable is not set or empty.
///
/// # Errors
/// The variable names no back end, or one that this CPU cannot run. A program that lets its user choose should report
/// this error when it starts. Arithmetic itself never fails because of it (see [`best`]).
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

/// The back end in use: that of [`chosen`], or the best one for this CPU if `SECANT_BACKEND` names none that can run.
///
/// A variable of the environment must not stop a node in the middle of a host call, so this does not panic. Programs
/// that measure or test should call [`chosen`] first.
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

    /// Otherwise, tests of a back end that cannot run would silently test another one.
    #[test]
    fn the_back_end_of_the_environment_runs() {
        assert_eq!(chosen(), Ok(best()));
    }
}
