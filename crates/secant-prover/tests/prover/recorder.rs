//! A transcript for the comparison of two provers.

use halo2_axiom::{
    halo2curves::bn256::{Fr, G1Affine},
    transcript::{Challenge255, EncodedChallenge, Transcript, TranscriptWrite},
};
use rand::{RngCore, SeedableRng, rngs::StdRng};
use std::io;

/// Records what is written. A challenge depends only on its number.
#[derive(Default, Debug)]
pub struct Recorder {
    pub items: Vec<Item>,
    pub challenges: u64,
}

/// One call of the transcript.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item {
    CommonPoint(G1Affine),
    CommonScalar(Fr),
    Point(G1Affine),
    Scalar(Fr),
    Challenge,
}

impl Transcript<G1Affine, Challenge255<G1Affine>> for Recorder {
    fn squeeze_challenge(&mut self) -> Challenge255<G1Affine> {
        self.items.push(Item::Challenge);
        self.challenges += 1;
        let mut bytes = [0; 64];
        StdRng::seed_from_u64(self.challenges).fill_bytes(&mut bytes);
        Challenge255::new(&bytes)
    }

    fn common_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.items.push(Item::CommonPoint(point));
        Ok(())
    }

    fn common_scalar(&mut self, scalar: Fr) -> io::Result<()> {
        self.items.push(Item::CommonScalar(scalar));
        Ok(())
    }
}

impl TranscriptWrite<G1Affine, Challenge255<G1Affine>> for Recorder {
    fn write_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.items.push(Item::Point(point));
        Ok(())
    }

    fn write_scalar(&mut self, scalar: Fr) -> io::Result<()> {
        self.items.push(Item::Scalar(scalar));
        Ok(())
    }
}

/// The position of the challenge with this number.
pub fn challenge(items: &[Item], number: usize) -> usize {
    let mut challenges = items.iter().enumerate().filter(|(_, item)| **item == Item::Challenge);
    challenges.nth(number).expect("a challenge").0
}
