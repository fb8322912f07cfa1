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

/// A row: `t += rdx` times the limbs at the offsets from a pointer. The last carry of CF goes to the top register, and
/// none of OF comes out of it.
macro_rules! row {
    ($base:literal, [$tj:literal $tk:literal $($t:literal)*] $offset:literal $($rest:literal)*) => {
        concat!(step!($base, $offset, $tj, $tk), row!($base, [$tk $($t)*] $($rest)*))
    };
    ($base:literal, [$top:literal]) => { concat!("mov {lo:e}, 0\n", "adcx {", $top, "}, {lo}\n") };
}

/// A row with a new top register, which is cleared with both carries.
macro_rules! row_to_new_top {
    ($base:literal, [$($t:literal)*] $top:literal, $($offset:literal)*) => {
        concat!("xor {", $top, ":e}, {", $top, ":e}\n", row!($base, [$($t)* $top] $($offset)*))
    };
}

/// The first row of a product from its second limb on. There is no sum to add to yet.
macro_rules! first_steps {
    ($add:literal, [$t:literal $next:literal $($rest:literal)*] $offset:literal $($offsets:literal)*) => {
        concat!(
            "mulx {", $next, "}, {lo}, [{a} + ", $offset, "]\n",
            $add, " {", $t, "}, {lo}\n",
            first_steps!("adc", [$next $($rest)*] $($offsets)*)
        )
    };
    ($add:literal, [$last:literal]) => { concat!("adc {", $last, "}, 0\n") };
}
