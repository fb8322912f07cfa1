//! Curves without a name in `secant-gfp`.

/// `p`, `a`, `b`, `x`, `y` and `n` of a curve of `vectors/curves.txt`.
pub fn other(name: &str) -> [Vec<u8>; 6] {
    let lines = include_str!("../../vectors/curves.txt").lines();
    let line = lines
        .map(|line| line.split(' '))
        .find(|fields| fields.clone().next() == Some(name));
    let numbers: Option<Vec<_>> =
        line.map(|fields| fields.skip(1).map(|hex| hex::decode(hex).expect("digits")).collect());
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .expect("six numbers")
}
