//! The steps that all kernels consist of.

/// `{tj}, {tk} += [base + offset] rdx`, low half to `tj` through CF, high half to `tk` through OF.
macro_rules! step {
    ($base:literal, $offset:literal, $tj:literal, $tk:literal) => {
        concat!(
            "mulx {hi}, {lo}, [{",
            $base,
            "} + ",
            $offset,
            "]\n",
            "adcx {",
            $tj,
            "}, {lo}\n",
            "adox {",
            $tk,
            "}, {hi}\n"
        )
    };
}

/// Adds the last carry, in CF, to the top register.
macro_rules! close {
    ($top:literal) => {
        concat!("mov {lo:e}, 0\n", "adcx {", $top, "}, {lo}\n")
    };
}
