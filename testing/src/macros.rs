//! The suites, each in one line per host or back end.

/// Every test that runs on a host, for all groups and pairings of the table, in its own module.
///
/// ```ignore
/// secant_testing::host_suite!(native, secant_curve::Native);
/// ```
#[macro_export]
macro_rules! host_suite {
    ($name:ident, $host:ty) => {
        #[allow(non_snake_case)]
        mod $name {
            #[allow(unused_imports, reason = "the host may be named in the parent")]
            use super::*;
            type TestedHost = $host;
            $crate::secant_curve::for_each_curve!(secant_testing::__host_tests);

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
        $crate::secant_curve::for_each_curve!(secant_testing::__curve_tests);
    };
}

/// Operations on many points at once, for all groups of the table.
#[macro_export]
macro_rules! batch_suite {
    () => {
        $crate::secant_curve::for_each_curve!(secant_testing::__batch_tests);
    };
}

/// Prime fields and towers: `curve: prime Field ..., tower Field ..., high Field ...;`. The fields of high degree have
/// no square roots.
#[macro_export]
macro_rules! field_suite {
    ($($curve:ident: prime $($prime:ident)*, tower $($tower:ident)*, high $($high:ident)*;)*) => {$(
        mod $curve {
            $($crate::__field_tests!($curve, $prime, constants arithmetic roots encoding integers);)*
            $($crate::__field_tests!($curve, $tower, constants arithmetic roots encoding);)*
            $($crate::__field_tests!($curve, $high, constants arithmetic encoding);)*
        }
    )*};
}

/// [`field_suite!`] for all curves.
#[macro_export]
macro_rules! every_field_suite {
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

#[doc(hidden)]
#[macro_export]
macro_rules! __field_tests {
    ($curve:ident, $field:ident, $($test:ident)*) => {
        #[allow(non_snake_case)]
        mod $field {
            use $crate::{fields, secant_curve::$curve as tested, upstream::$curve as oracle};
            $($crate::__test!($test, fields::$test::<tested::$field, oracle::$field>);)*
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __suite {
    ($id:ident, ($tested:ty), ($oracle:ty), $($suite:ident: $($test:ident)*;)*) => {
        mod $id {
            #[allow(unused_imports, reason = "the host, where there is one")]
            use super::*;
            type Tested = $tested;
            type Oracle = $oracle;
            $($($crate::__test!($test, $crate::$suite::$test::<Tested, Oracle>);)*)*
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __host_tests {
    (groups { $(($group:ident, $g:literal, $gname:literal, $gcurve:ident :: $gtype:ident),)* }
     pairings { $(($pairing:ident, $p:literal, $pname:literal, $pcurve:ident :: $ptype:ident),)* }) => {
        $($crate::__suite! {
            $group, ($crate::secant_curve::$gcurve::$gtype<TestedHost>), ($crate::upstream::$gcurve::$gtype),
            groups: multiplication subgroups normalization;
            msm: sums degenerate_sums unequal_lengths;
            encoding: round_trips rejections off_curve_is_refused;
        })*
        $($crate::__suite! {
            $pairing, ($crate::secant_curve::$pcurve::$ptype<TestedHost>), ($crate::upstream::$pcurve::$ptype),
            pairings: miller_loops many_pairs final_exponentiations bilinearity encoding unequal_lengths checks prepared;
            gt: exponentiations outsiders unequal_counts;
            groth16: verification proving;
        })*
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __batch_tests {
    (groups { $(($group:ident, $g:literal, $gname:literal, $gcurve:ident :: $gtype:ident),)* }
     pairings { $($pairings:tt)* }) => {
        $(
            #[allow(non_snake_case)]
            $crate::__suite! {
                $group, ($crate::secant_curve::$gcurve::$gtype<$crate::secant_curve::Native>),
                ($crate::upstream::$gcurve::$gtype),
                batch: multiplications in_subgroup unequal_lengths fixed_base normalization on_curve membership decompression;
                msm: fixed_bases fixed_bases_unequal;
            }
        )*
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __curve_tests {
    (groups { $(($group:ident, $g:literal, $gname:literal, $gcurve:ident :: $gtype:ident),)* }
     pairings { $($pairings:tt)* }) => {
        $(
            #[allow(non_snake_case)]
            $crate::__suite! {
                $group, ($crate::secant_curve::$gcurve::$gtype), ($crate::upstream::$gcurve::$gtype),
                law: constants group_law raw_form raw_check;
            }
        )*
    };
}
