//! Draws challenges from transcripts and writes commitments to them.

use crate::{
    Error,
    convert::{self, F, Fr},
    srs::Basis,
};
use halo2_axiom::{
    halo2curves::bn256::G1Affine,
    transcript::{EncodedChallenge, Transcript, TranscriptWrite},
};
use rayon::prelude::*;

/// Draws a challenge.
pub fn squeeze<E: EncodedChallenge<G1Affine>, T: Transcript<G1Affine, E>>(transcript: &mut T) -> F {
    let challenge: Fr = *transcript.squeeze_challenge_scalar::<()>();
    convert::scalar(&challenge)
}

/// Commits to polynomials and writes the commitments.
pub fn write<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
    polys: &[&[F]],
    basis: &Basis,
    transcript: &mut T,
) -> Result<(), Error> {
    // A long commitment keeps all threads busy by itself. Several at a time would only take more memory.
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
