//! Challenges from transcripts, and commitments to them.

use crate::{
    Error,
    convert::{self, F, Fr},
    srs::Basis,
};
use halo2_axiom::{
    halo2curves::bn256::G1Affine,
    transcript::{ChallengeScalar, EncodedChallenge, Transcript, TranscriptWrite},
};
use rayon::prelude::*;
use std::io;

/// A challenge.
pub fn squeeze<E: EncodedChallenge<G1Affine>, T: Transcript<G1Affine, E>>(transcript: &mut T) -> F {
    let challenge: Fr = *transcript.squeeze_challenge_scalar::<()>();
    convert::scalar(&challenge)
}

/// Commits to some polynomials, and writes that.
pub fn write<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
    polys: &[&[F]],
    basis: &Basis,
    transcript: &mut T,
) -> Result<(), Error> {
    // A long sum keeps all threads busy by itself: two at a time would only take more memory.
    let long = polys.first().is_some_and(|poly| poly.len() >= 1 << 17);
    let sums: Vec<_> = if long {
        polys.iter().map(|poly| basis.commit(poly)).collect()
    } else {
        polys.par_iter().map(|poly| basis.commit(poly)).collect()
    };
    for point in convert::to_points(&sums) {
        transcript.write_point(point)?;
    }
    Ok(())
}

/// A transcript to which the key and the instances were told before.
///
/// halo2's synthesis of witnesses tells every circuit's instances before its advice, but its verifier those of all circuits
/// first, so that it takes no proof of the stock prover for several circuits with instances.
pub struct Told<'t, T>(pub &'t mut T);

impl<E: EncodedChallenge<G1Affine>, T: Transcript<G1Affine, E>> Transcript<G1Affine, E> for Told<'_, T> {
    fn squeeze_challenge(&mut self) -> E {
        self.0.squeeze_challenge()
    }

    // A transcript may have a form of its own.
    fn squeeze_challenge_scalar<C>(&mut self) -> ChallengeScalar<G1Affine, C> {
        self.0.squeeze_challenge_scalar()
    }

    fn common_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.0.common_point(point)
    }

    fn common_scalar(&mut self, _: Fr) -> io::Result<()> {
        Ok(())
    }
}

impl<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>> TranscriptWrite<G1Affine, E> for Told<'_, T> {
    fn write_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.0.write_point(point)
    }

    fn write_scalar(&mut self, scalar: Fr) -> io::Result<()> {
        self.0.write_scalar(scalar)
    }
}
