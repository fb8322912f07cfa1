//! `docs/abi.md` is what the tables say. `SECANT_WRITE_DOCS=1` writes it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use secant_abi::{Error, Function, MODULE, Shape, Subject, group_sizes, pairing_sizes};
use secant_curve::{GroupId, PairingId};
use std::fmt::Write;

const INTRODUCTION: &str = "\
The contract between a WASM guest and a host that runs its curve arithmetic. This page is made from the tables in `crates/secant-abi/src/lib.rs` and `crates/secant-curve/src/curves.rs`, and a test keeps it so.

All functions are imports of the module `{MODULE}` and have one signature:

```text
fn(curve: u32, a: u32, a_len: u32, b: u32, b_len: u32, out: u32, out_len: u32) -> u32
```

`a` and `b` are addresses of inputs and `out` is the address of a buffer for the result, all in the guest's exported memory `memory`, each with its length in bytes. The guest allocates every buffer; no alignment is needed (eight bytes save a copy). The return value is zero or the number of an error. Inputs are read in full before `out` is written, and `out` is written on success only, so buffers may overlap.

**Elements** are 64-bit limbs, little endian, lowest limb first. Field elements are in Montgomery form with `R = 2^(64 limbs)` and below the modulus; elements of extensions are their coefficients from the constant one up. An affine point is `x y`; the identity of a short Weierstrass curve is `0 0`, that of a twisted Edwards curve `0 1`. A projective point is Jacobian `X Y Z` on short Weierstrass curves (the identity has `Z = 0`) and extended `X Y T Z` on twisted Edwards curves. An *integer* is up to 64 limbs, not in Montgomery form.

**Results** are the true integer multiples for every point of the curve, in the prime-order subgroup or not, and always in affine form, so that they are the same on every host. Points are checked to be on their curve; membership in the subgroup is for the guest to check where its protocol needs it. `gt_multi_exp` is defined in the target group alone, and refuses elements outside.

**Fuel.** A host that meters charges for a call from its lengths before it looks at any element; the weights are in `crates/secant-host/src/weights.rs`.
";

fn shape(s: Shape) -> &'static str {
    match s {
        Shape::Empty => "-",
        Shape::Affine => "one affine point",
        Shape::Affines => "n affine points",
        Shape::Projectives => "n projective points",
        Shape::Scalars => "n scalars",
        Shape::Integer => "an integer",
        Shape::G1Affines => "n affine points of the first group",
        Shape::G2Affines => "n affine points of the second group",
        Shape::Target => "one element of the target field",
        Shape::GtElements => "n elements of the target group",
    }
}

fn render() -> String {
    let mut s = format!("# The `{MODULE}` ABI\n\n{}", INTRODUCTION.replace("{MODULE}", MODULE));
    s += "\n## Functions\n\n| number | name | `curve` | `a` | `b` | `out` | what |\n|---|---|---|---|---|---|---|\n";
    for f in (0..).map_while(Function::from_u32) {
        let subject = match f.subject() {
            Subject::Nothing => "ignored",
            Subject::Group => "a group",
            Subject::Pairing => "a pairing",
        };
        let [a, b, out] = f.shapes().map(shape);
        writeln!(
            s,
            "| {} | `{}` | {subject} | {a} | {b} | {out} | {} |",
            f as u32,
            f.name(),
            f.doc()
        )
        .unwrap();
    }
    s += "\n## Errors\n\n| number | name | what |\n|---|---|---|\n";
    for &e in Error::ALL {
        writeln!(s, "| {} | `{e:?}` | {} |", e as u32, e.text()).unwrap();
    }
    s += "\nA guest without an unshared memory named `memory`, and a call that the remaining fuel does not cover, trap.\n";
    s += "\n## Groups\n\nSizes in bytes.\n\n| number | name | affine point | projective point | scalar |\n|---|---|---|---|---|\n";
    for &id in GroupId::ALL {
        let sizes = group_sizes(id);
        let [a, p, k] = [Shape::Affine, Shape::Projectives, Shape::Scalars].map(|s| sizes.element(s));
        writeln!(s, "| {} | `{}` | {a} | {p} | {k} |", id as u32, id.name()).unwrap();
    }
    s += "\n## Pairings\n\nSizes in bytes.\n\n| number | name | first group | second group | target field | scalar |\n|---|---|---|---|---|---|\n";
    for &id in PairingId::ALL {
        let sizes = pairing_sizes(id);
        let shapes = [Shape::G1Affines, Shape::G2Affines, Shape::Target, Shape::Scalars];
        let [a, b, t, k] = shapes.map(|s| sizes.element(s));
        writeln!(s, "| {} | `{}` | {a} | {b} | {t} | {k} |", id as u32, id.name()).unwrap();
    }
    s
}

#[test]
fn the_document_is_what_the_tables_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/abi.md");
    let expected = render();
    if std::env::var_os("SECANT_WRITE_DOCS").is_some() {
        std::fs::write(path, &expected).unwrap();
    }
    let actual = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        actual == expected,
        "docs/abi.md is not what the tables say: SECANT_WRITE_DOCS=1 cargo test -p secant-abi writes it"
    );
}

#[test]
fn numbers_and_names_are_unique_and_stable() {
    // Whatever the order of the rows, the numbers are those from zero on.
    let by_number: Vec<_> = (0..).map_while(Function::from_u32).collect();
    assert_eq!(by_number.len(), Function::ALL.len());
    for (i, f) in by_number.into_iter().enumerate() {
        assert_eq!(f as usize, i);
        assert_eq!(Function::ALL.iter().filter(|all| **all == f).count(), 1);
    }
    for &e in Error::ALL {
        assert_eq!(Error::from_u32(e as u32), e);
    }
    assert_eq!(Error::from_u32(1000), Error::Other);
    for &id in GroupId::ALL {
        assert_eq!(GroupId::from_u32(id as u32), Some(id));
    }
    assert_eq!(
        (
            GroupId::Bls12_381G1 as u32,
            GroupId::Secp256r1 as u32,
            PairingId::Bn254 as u32
        ),
        (0, 16, 3)
    );
    assert_eq!(
        (
            Error::UnknownCurve as u32,
            Error::ExceptionalAddition as u32,
            Error::NotInTargetGroup as u32
        ),
        (1, 7, 9)
    );
}
