//! Which kernels run: chosen once, from what the CPU has.

/// A back end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Plain Rust, on every target.
    Portable,
    /// Plain Rust with the eight lanes of [`crate::lanes`] in plain Rust too: slow, for testing what runs on lanes
    /// where the CPU has none.
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
            Self::Portable | Self::Lanes => true,
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
    /// The CPU lacks what it needs.
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
#[cfg(feature = "std")]
pub fn chosen() -> Result<Backend, BackendError> {
    let forced = match std::env::var("SECANT_BACKEND") {
        Err(_) => None,
        Ok(name) => match name.as_str() {
            "" => None,
            "portable" => Some(Backend::Portable),
            "lanes" => Some(Backend::Lanes),
            "adx" => Some(Backend::Adx),
            "ifma" => Some(Backend::Ifma),
            _ => return Err(BackendError::Unknown(name)),
        },
    };
    match forced {
        Some(b) if !b.is_available() => Err(BackendError::Unavailable(b)),
        Some(b) => Ok(b),
        None => Ok([Backend::Ifma, Backend::Adx]
            .into_iter()
            .find(|b| b.is_available())
            .unwrap_or(Backend::Portable)),
    }
}

/// The back end that runs.
///
/// # Panics
/// If `SECANT_BACKEND` forces a back end that there is not; [`chosen`] gives the error instead.
pub fn best() -> Backend {
    #[cfg(feature = "std")]
    match chosen() {
        Ok(b) => b,
        Err(e) => panic!("{e}"),
    }
    #[cfg(not(feature = "std"))]
    Backend::Portable
}
