//! Curves by their parameters.

/// `p`, `a`, `b`, `x`, `y` and `n` of a curve of `vectors/curves.txt`, if it is there.
pub fn other(name: &str) -> Option<[Vec<u8>; 6]> {
    let lines = include_str!("../../vectors/curves.txt").lines();
    let line = lines
        .map(|line| line.split(' '))
        .find(|fields| fields.clone().next() == Some(name));
    let numbers: Vec<_> = line?.skip(1).map(|hex| hex::decode(hex).expect("digits")).collect();
    Some(numbers.try_into().expect("six numbers"))
}
