//! The suites, each in one line per host or back end.

/// Every test that runs on a host, for all groups and pairings of the table, in its own module. Another table can take
/// the place of `secant_curve::for_each_curve!`.
///
/// ```ignore
/// secant_testing::host_suite!(native, secant_curve::Native);
/// ```
#[macro_export]
macro_rules! host_suite {
    ($name:ident, $host:ty) => {
        $crate::host_suite!($name, $host, secant_testing::secant_curve::for_each_curve);
    };
    ($name:ident, $host:ty, $($table:ident)::+) => {
        mod $name {
            #[allow(unused_imports, reason = "the host may be named in the parent")]
            use super::*;
            type TestedHost = $host;
            $($table)::+! { secant_testing::__suites, (
                (TestedHost)
                groups {
                    groups: multiplication subgroups normalization;
                    msm: sums degenerate_sums unequal_lengths;
                    encoding: round_trips rejections off_curve_is_refused;
                }
                pairings {
                    pairings: miller_loops many_pairs final_exponentiations bilinearity encoding unequal_lengths checks
                        prepared;
                    gt: exponentiations outsiders unequal_counts;
                    groth16: verification proving;
                }
            ) }

            #[allow(non_snake_case, reason = "modules have the names of groups and pairings")]
            mod BandersnatchTeOutside {
                use secant_testing::incomplete;
                type TestedHost = super::TestedHost;
                $crate::__test!(multiplication, incomplete::multiplication::<TestedHost>);
                $crate::__test!(sums, incomplete::sums::<TestedHost>);
                $crate::__test!(
                    sums_by_way_of_infinity,
                    incomplete::sums_by_way_of_infinity::<TestedHost>
                );
            }
        }
    };
}

/// Every test that needs no host, for all groups of the table.
#[macro_export]
macro_rules! curve_suite {
    () => {
        $crate::secant_curve::for_each_curve! { secant_testing::__suites, (
            ($crate::secant_curve::Plain)
            groups { law: constants group_law raw_form raw_check; }
            pairings {}
        ) }
    };
}

/// Operations on many points at once, for all groups of the table, or of another one.
#[macro_export]
macro_rules! batch_suite {
    () => {
        $crate::batch_suite!(secant_testing::secant_curve::for_each_curve);
    };
    ($($table:ident)::+) => {
        $($table)::+! { secant_testing::__suites, (
            ($crate::secant_curve::Native)
            groups {
                batch: multiplications in_subgroup unequal_lengths fixed_base normalization on_curve membership
                    decompression;
                msm: fixed_bases fixed_bases_unequal;
            }
            pairings {}
        ) }
    };
}

/// Prime fields and towers: `curve: prime Field ..., tower Field ..., high Field ...;`, or all of them. The fields of
/// high degree have no square roots.
#[macro_export]
macro_rules! field_suite {
    () => {
        $crate::field_suite! {
            bls12_381: prime Fq Fr, tower Fq2, high Fq6 Fq12;
            bls12_377: prime Fq Fr, tower Fq2, high Fq6 Fq12;
            bw6_761: prime Fq, tower Fq3, high Fq6;
            bn254: prime Fq Fr, tower Fq2, high Fq6 Fq12;
            ed_on_bls12_381: prime Fr, tower, high;
            ed_on_bls12_381_bandersnatch: prime Fr, tower, high;
            ed_on_bls12_377: prime Fr, tower, high;
            pallas: prime Fq Fr, tower, high;
            secp256k1: prime Fq Fr, tower, high;
            secp256r1: prime Fq Fr, tower, high;
        }
    };
    ($($curve:ident: prime $($prime:ident)*, tower $($tower:ident)*, high $($high:ident)*;)*) => {$(
        mod $curve {
            $($crate::__suite! {
                $prime, ($crate::secant_curve::$curve::$prime), ($crate::upstream::$curve::$prime),
                { fields: constants arithmetic roots encoding integers; }
            })*
            $($crate::__suite! {
                $tower, ($crate::secant_curve::$curve::$tower), ($crate::upstream::$curve::$tower),
                { fields: constants arithmetic roots encoding; }
            })*
            $($crate::__suite! {
                $high, ($crate::secant_curve::$curve::$high), ($crate::upstream::$curve::$high),
                { fields: constants arithmetic encoding; }
            })*
        }
    )*};
}

/// Suites for the groups and for the pairings of a table, on a host: a module each.
#[doc(hidden)]
#[macro_export]
macro_rules! __suites {
    ((($host:ty) groups $of_groups:tt pairings $of_pairings:tt)
     $($curve:ident = $oracle:ident {
        pairing { $(($pairing:ident, $p:literal, $pairing_type:ident))? }
        groups { $(($group:ident, $g:literal, $suffix:literal, $affine:ident, $projective:ident)),* $(,)? }
    })*) => {$(
        $($crate::__suite! {
            $group, ($crate::secant_curve::$curve::$projective<$host>), ($crate::upstream::$curve::$projective), $of_groups
        })*
        $($crate::__suite! {
            $pairing, ($crate::secant_curve::$curve::$pairing_type<$host>), ($crate::upstream::$curve::$pairing_type),
            $of_pairings
        })?
    )*};
}

/// The tests of suites, generic functions `$crate::$suite::$test`, for a type and its oracle.
#[doc(hidden)]
#[macro_export]
macro_rules! __suite {
    ($id:ident, ($tested:ty), ($oracle:ty), { $($suite:ident: $($test:ident)*;)* }) => {
        #[allow(non_snake_case, reason = "modules have the names of groups and pairings")]
        mod $id {
            #[allow(unused_imports, reason = "the host, where it is named there")]
            use super::*;
            $($($crate::__test!($test, $crate::$suite::$test::<$tested, $oracle>);)*)*
        }
    };
}

/// A test. In a WASM guest, where no test harness runs, it is an export under its name.
#[doc(hidden)]
#[macro_export]
macro_rules! __test {
    ($name:ident, $test:expr) => {
        #[cfg(not(target_arch = "wasm32"))]
        #[test]
        fn $name() {
            $test();
        }
        #[cfg(target_arch = "wasm32")]
        const _: () = {
            #[allow(unsafe_code, reason = "an export's name is unsafe, as it might clash")]
            #[unsafe(export_name = concat!("test ", module_path!(), "::", stringify!($name)))]
            extern "C" fn export() {
                $test();
            }
        };
    };
}
