//! Links the functions into [wasmtime](https://docs.rs/wasmtime).

use super::{
    Error, FAILURE, MODULE, SUCCESS, Violation,
    fuel::{Weight, blocks, mod_exp_steps, weighted_sum},
    memory::{Buffer, disjoint, range},
    weights as w,
};
use crate::wasmtime::{charge, memory};
use secant_curve::GroupId;
use wasmtime::{Caller, Linker, Result};

/// Links all functions under the import module [`MODULE`].
///
/// The guest must export its memory as `memory`, unshared and with 32-bit addresses. A call without such a memory
/// traps. If the engine consumes fuel, every call is charged by its lengths and numbers before any byte is read. A call
/// that the remaining fuel does not cover traps with [`Trap::OutOfFuel`](wasmtime::Trap::OutOfFuel). Without fuel, only
/// the numbers that the guest passes bound the time of sums, pairings, hashes and rounds, so meter guests that are not
/// trusted ([what a host without fuel must do](crate::wasmtime::add_to_linker#hosts-without-fuel)).
///
/// ```
/// # fn main() -> wasmtime::Result<()> {
/// use wasmtime::{Engine, Linker, Module, Store};
///
/// let engine = Engine::default();
/// let mut linker = Linker::new(&engine);
/// secant_host::antelope::add_to_linker(&mut linker)?;
/// # let wat = r#"(module
/// #     (import "env" "alt_bn128_pair" (func $pair (param i32 i32) (result i32)))
/// #     (memory (export "memory") 1)
/// #     (func (export "run") (result i32) (call $pair (i32.const 0) (i32.const 0))))"#;
/// # let module = Module::new(&engine, wat::parse_str(wat)?)?;
/// // Any store type will do: secant keeps nothing in it.
/// let mut store = Store::new(&engine, ());
/// let guest = linker.instantiate(&mut store, &module)?;
/// let run = guest.get_typed_func::<(), i32>(&mut store, "run")?;
/// // The product of no pairings is one.
/// assert_eq!(run.call(&mut store, ())?, 0);
/// # Ok(())
/// # }
/// ```
pub fn add_to_linker<T: 'static>(linker: &mut Linker<T>) -> Result<()> {
    hashes(linker)?;
    alt_bn128(linker)?;
    bls(linker)?;
    others(linker)
}

/// The return code of a function's result.
fn code(result: Result<(), Error>) -> i32 {
    match result {
        Ok(()) => SUCCESS,
        Err(_) => FAILURE,
    }
}

/// Reads the buffers, charges fuel and calls the function.
fn call<T, const N: usize, R>(
    caller: &mut Caller<'_, T>,
    buffers: [Buffer; N],
    fuel: u64,
    function: impl FnOnce([&mut [u8]; N]) -> R,
) -> Result<R> {
    let memory = memory(caller)?;
    let len = memory.data_size(&*caller);
    let mut ranges = [const { 0..0 }; N];
    for (range_of, buffer) in ranges.iter_mut().zip(buffers) {
        *range_of = range(buffer, len)?;
    }
    charge(caller, fuel)?;
    Ok(function(disjoint(memory.data_mut(caller), ranges)?))
}

/// Links a function of one buffer and one for the result.
fn link_unary<T: 'static>(
    linker: &mut Linker<T>,
    name: &str,
    weight: Weight,
    function: impl Fn(&[u8], &mut [u8]) -> Result<(), Error> + Send + Sync + 'static,
) -> Result<()> {
    let host = move |mut caller: Caller<'_, T>, a: u32, a_len: u32, result: u32, result_len: u32| -> Result<i32> {
        let buffers = [(a, a_len), (result, result_len)];
        call(&mut caller, buffers, weight.fuel(0), |[a, result]| {
            code(function(a, result))
        })
    };
    linker.func_wrap(MODULE, name, host)?;
    Ok(())
}

/// Links a function of two buffers and one for the result.
fn link_binary<T: 'static>(
    linker: &mut Linker<T>,
    name: &str,
    weight: Weight,
    function: impl Fn(&[u8], &[u8], &mut [u8]) -> Result<(), Error> + Send + Sync + 'static,
) -> Result<()> {
    let host = move |mut caller: Caller<'_, T>,
                     a: u32,
                     a_len: u32,
                     b: u32,
                     b_len: u32,
                     result: u32,
                     result_len: u32|
          -> Result<i32> {
        let buffers = [(a, a_len), (b, b_len), (result, result_len)];
        call(&mut caller, buffers, weight.fuel(0), |[a, b, result]| {
            code(function(a, b, result))
        })
    };
    linker.func_wrap(MODULE, name, host)?;
    Ok(())
}

/// Links a function of two lists of as many elements each, whose fuel depends on the length of the first in bytes.
fn link_lists<T: 'static>(
    linker: &mut Linker<T>,
    name: &str,
    fuel: fn(u32) -> u64,
    function: impl Fn(&[u8], &[u8], u32, &mut [u8]) -> Result<(), Error> + Send + Sync + 'static,
) -> Result<()> {
    let host = move |mut caller: Caller<'_, T>,
                     a: u32,
                     a_len: u32,
                     b: u32,
                     b_len: u32,
                     n: u32,
                     result: u32,
                     result_len: u32|
          -> Result<i32> {
        let buffers = [(a, a_len), (b, b_len), (result, result_len)];
        call(&mut caller, buffers, fuel(a_len), |[a, b, result]| {
            code(function(a, b, n, result))
        })
    };
    linker.func_wrap(MODULE, name, host)?;
    Ok(())
}

/// Links the functions that Antelope has had from its beginning. Their buffers may overlap, and the pointer to the hash
/// must not be zero.
fn hashes<T: 'static>(linker: &mut Linker<T>) -> Result<()> {
    hash(linker, "sha1", "assert_sha1", w::SHA1, super::sha1)?;
    hash(linker, "sha256", "assert_sha256", w::SHA256, super::sha256)?;
    hash(linker, "sha512", "assert_sha512", w::SHA512, super::sha512)?;
    hash(linker, "ripemd160", "assert_ripemd160", w::RIPEMD160, super::ripemd160)
}

/// A hash function, and the buffer that receives the hash or holds the expected one.
fn digest<'a, T, const N: usize>(
    caller: &'a mut Caller<'_, T>,
    data: Buffer,
    value: u32,
    weight: Weight,
    hash: fn(&[u8]) -> [u8; N],
) -> Result<([u8; N], &'a mut [u8])> {
    let memory = memory(caller)?;
    if value == 0 {
        return Err(Violation::NullPointer.into());
    }
    let len = memory.data_size(&*caller);
    let fuel = weight.fuel(blocks(data.1));
    let (data, value) = (range(data, len)?, range((value, N as u32), len)?);
    charge(caller, fuel)?;
    let bytes = memory.data_mut(caller);
    Ok((hash(&bytes[data]), &mut bytes[value]))
}

fn hash<T: 'static, const N: usize>(
    linker: &mut Linker<T>,
    name: &str,
    assert_name: &str,
    weight: Weight,
    hash: fn(&[u8]) -> [u8; N],
) -> Result<()> {
    linker.func_wrap(
        MODULE,
        name,
        move |mut caller: Caller<'_, T>, data: u32, len: u32, value: u32| -> Result<()> {
            let (hash, value) = digest(&mut caller, (data, len), value, weight, hash)?;
            value.copy_from_slice(&hash);
            Ok(())
        },
    )?;
    linker.func_wrap(
        MODULE,
        assert_name,
        move |mut caller: Caller<'_, T>, data: u32, len: u32, value: u32| -> Result<()> {
            match digest(&mut caller, (data, len), value, weight, hash)? {
                (hash, value) if *value == hash => Ok(()),
                _ => Err(Violation::HashMismatch.into()),
            }
        },
    )?;
    Ok(())
}

fn alt_bn128<T: 'static>(linker: &mut Linker<T>) -> Result<()> {
    link_binary(linker, "alt_bn128_add", w::ALT_BN128_ADD, super::alt_bn128_add)?;
    link_binary(linker, "alt_bn128_mul", w::ALT_BN128_MUL, super::alt_bn128_mul)?;
    linker.func_wrap(
        MODULE,
        "alt_bn128_pair",
        |mut caller: Caller<'_, T>, pairs: u32, len: u32| -> Result<i32> {
            let fuel = w::ALT_BN128_PAIR.fuel(u64::from(len / 192));
            call(
                &mut caller,
                [(pairs, len)],
                fuel,
                |[pairs]| match super::alt_bn128_pair(pairs) {
                    Ok(true) => 0,
                    Ok(false) => 1,
                    Err(_) => FAILURE,
                },
            )
        },
    )?;
    Ok(())
}

fn bls<T: 'static>(linker: &mut Linker<T>) -> Result<()> {
    link_binary(linker, "bls_g1_add", w::BLS_G1_ADD, super::bls_g1_add)?;
    link_binary(linker, "bls_g2_add", w::BLS_G2_ADD, super::bls_g2_add)?;
    link_lists(
        linker,
        "bls_g1_weighted_sum",
        |len| weighted_sum(GroupId::Bls12_381G1, len as usize / 96),
        super::bls_g1_weighted_sum,
    )?;
    link_lists(
        linker,
        "bls_g2_weighted_sum",
        |len| weighted_sum(GroupId::Bls12_381G2, len as usize / 192),
        super::bls_g2_weighted_sum,
    )?;
    link_lists(
        linker,
        "bls_pairing",
        |len| w::BLS_PAIRING.fuel(u64::from(len / 96)),
        super::bls_pairing,
    )?;
    link_unary(linker, "bls_g1_map", w::BLS_G1_MAP, super::bls_g1_map)?;
    link_unary(linker, "bls_g2_map", w::BLS_G2_MAP, super::bls_g2_map)?;
    link_unary(linker, "bls_fp_mod", w::BLS_FP_MOD, super::bls_fp_mod)?;
    link_binary(linker, "bls_fp_mul", w::BLS_FP_MUL, super::bls_fp_mul)?;
    link_binary(linker, "bls_fp_exp", w::BLS_FP_EXP, super::bls_fp_exp)?;
    Ok(())
}

fn others<T: 'static>(linker: &mut Linker<T>) -> Result<()> {
    link_binary(linker, "k1_recover", w::K1_RECOVER, super::k1_recover)?;
    linker.func_wrap(
        MODULE,
        "mod_exp",
        |mut caller: Caller<'_, T>,
         base: u32,
         base_len: u32,
         exp: u32,
         exp_len: u32,
         modulus: u32,
         modulus_len: u32,
         result: u32,
         result_len: u32|
         -> Result<i32> {
            if !super::mod_exp_is_allowed(base_len, exp_len, modulus_len) {
                return Err(Violation::TooMuchWork.into());
            }
            let fuel = w::MOD_EXP.fuel(mod_exp_steps(base_len, exp_len, modulus_len));
            let buffers = [
                (base, base_len),
                (exp, exp_len),
                (modulus, modulus_len),
                (result, result_len),
            ];
            call(&mut caller, buffers, fuel, |[base, exp, modulus, result]| {
                code(super::mod_exp(base, exp, modulus, result))
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "blake2_f",
        |mut caller: Caller<'_, T>,
         rounds: u32,
         state: u32,
         state_len: u32,
         message: u32,
         message_len: u32,
         t0: u32,
         t0_len: u32,
         t1: u32,
         t1_len: u32,
         last: u32,
         result: u32,
         result_len: u32|
         -> Result<i32> {
            let fuel = w::BLAKE2_F.fuel(u64::from(rounds));
            let buffers = [
                (state, state_len),
                (message, message_len),
                (t0, t0_len),
                (t1, t1_len),
                (result, result_len),
            ];
            call(&mut caller, buffers, fuel, |[state, message, t0, t1, result]| {
                code(super::blake2_f(rounds, state, message, t0, t1, last == 1, result))
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "sha3",
        |mut caller: Caller<'_, T>, data: u32, len: u32, out: u32, out_len: u32, keccak: u32| -> Result<()> {
            let fuel = w::SHA3.fuel(blocks(len));
            call(&mut caller, [(data, len), (out, out_len)], fuel, |[data, out]| {
                super::sha3(data, out, keccak == 1)
            })
        },
    )?;
    Ok(())
}
