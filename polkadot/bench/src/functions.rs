//! All host functions, upstream's and secant's, called by the guest.

use crate::{
    Node, Secant, Upstream,
    arguments::{Call, calls},
    table::{Row, median},
};
use anyhow::{Result, ensure};
use sc_executor::HostFunctions;
use std::time::{Duration, Instant};

/// The argument of the guest's export `repeat`.
fn repeated(call: &Call, times: u32) -> Vec<u8> {
    [&times.to_le_bytes(), &call.request[..]].concat()
}

/// The time of a call, from the difference of many and none within the guest.
fn time<H: HostFunctions>(node: &Node<H>, call: &Call, times: u32) -> Result<Duration> {
    let elapsed = |times| -> Result<Duration> {
        let argument = repeated(call, times);
        let start = Instant::now();
        node.guest("repeat", &argument)?;
        Ok(start.elapsed())
    };
    let none = elapsed(0)?;
    Ok(elapsed(times)?.saturating_sub(none) / times.max(1))
}

/// How many calls take about this long.
fn calls_in<H: HostFunctions>(node: &Node<H>, call: &Call, duration: Duration) -> Result<u32> {
    let one = time(node, call, 1)?.max(Duration::from_nanos(200));
    Ok((duration.as_nanos() / one.as_nanos()).clamp(1, 20_000) as u32)
}

/// The times of upstream's functions and of secant's, in turn; the results are compared first.
///
/// # Errors
/// If a call fails, or the results differ.
pub fn measure(filter: &str, samples: usize, duration: Duration) -> Result<Vec<Row>> {
    let (upstream, secant) = (Node::<Upstream>::default(), Node::<Secant>::default());
    let mut rows = Vec::new();
    for call in calls()?.into_iter().filter(|call| call.name.contains(filter)) {
        let answer = upstream.guest("answer", &call.request)?;
        ensure!(answer.starts_with(&[0; 4]), "{}: upstream refuses it", call.name);
        ensure!(
            answer == secant.guest("answer", &call.request)?,
            "{}: the results differ",
            call.name
        );
        let counts = (
            calls_in(&upstream, &call, duration)?,
            calls_in(&secant, &call, duration)?,
        );
        let (mut of_upstream, mut of_secant) = (Vec::new(), Vec::new());
        for _ in 0..samples {
            of_upstream.push(time(&upstream, &call, counts.0)?);
            of_secant.push(time(&secant, &call, counts.1)?);
        }
        rows.push(Row {
            name: call.name,
            times: vec![median(of_upstream), median(of_secant)],
        });
    }
    Ok(rows)
}
