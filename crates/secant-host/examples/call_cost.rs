//! What an empty host call costs beyond a call inside the guest:
//! `cargo run --release -p secant-host --example call_cost`.

use std::time::Instant;
use wasmtime::{Config, Engine, Linker, Module, Store, TypedFunc};

const CALLS: u32 = 200_000;

const GUEST: &str = r#"(module
    (import "secant" "ping" (func $ping (param i32 i32 i32 i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (table 1 funcref)
    (elem (i32.const 0) $empty)
    (type $call (func (param i32 i32 i32 i32 i32 i32 i32) (result i32)))
    (func $empty (type $call) (i32.const 0))
    (func (export "host") (param $n i32) (loop $again
        (drop (call $ping (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)))
        (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
    (func (export "guest") (param $n i32) (loop $again
        (drop (call_indirect (type $call) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)))
        (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))"#;

fn main() -> wasmtime::Result<()> {
    for metered in [false, true] {
        let mut config = Config::new();
        config.consume_fuel(metered);
        let engine = Engine::new(&config)?;
        let module = Module::new(&engine, wat::parse_str(GUEST)?)?;
        let mut linker = Linker::new(&engine);
        secant_host::wasmtime::add_to_linker(&mut linker)?;
        let mut store = Store::new(&engine, ());
        if metered {
            store.set_fuel(u64::MAX)?;
        }
        let instance = linker.instantiate(&mut store, &module)?;
        let mut time = |name| -> wasmtime::Result<f64> {
            let run: TypedFunc<u32, ()> = instance.get_typed_func(&mut store, name)?;
            let mut samples = Vec::new();
            for _ in 0..15 {
                let start = Instant::now();
                run.call(&mut store, CALLS)?;
                samples.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
            }
            samples.sort_by(f64::total_cmp);
            Ok(samples[samples.len() / 2])
        };
        let (host, guest) = (time("host")?, time("guest")?);
        let fuel = if metered { "with fuel" } else { "without fuel" };
        println!(
            "{fuel}: an empty host call {host:.0} ns, a call inside the guest {guest:.1} ns, difference {:.0} ns",
            host - guest
        );
    }
    Ok(())
}
