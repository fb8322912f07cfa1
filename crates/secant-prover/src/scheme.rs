//! halo2's commitment scheme with the engine's sums: what its synthesis of witnesses commits with.

use crate::{
    convert::{self, Fr},
    srs::Basis,
};
use halo2_axiom::{
    halo2curves::bn256::{Bn256, G1, G1Affine},
    poly::{
        Coeff, LagrangeCoeff, Polynomial, ProverQuery,
        commitment::{Blind, CommitmentScheme, Params, ParamsProver, ParamsVerifier, Prover},
        kzg::{
            commitment::{KZGCommitmentScheme, ParamsKZG},
            msm::MSMKZG,
        },
    },
    transcript::{EncodedChallenge, TranscriptWrite},
};
use rand::RngCore;
use std::{borrow::Cow, fmt, io, marker::PhantomData};

/// KZG over BN254, committing to values with a [`Basis`].
#[derive(Clone, Copy, Debug)]
pub struct Kzg<'p>(PhantomData<&'p ()>);

/// A reference string with Lagrange's basis, unless it was changed.
#[derive(Clone)]
pub struct Committer<'p> {
    params: Cow<'p, ParamsKZG<Bn256>>,
    lagrange: Option<&'p Basis>,
}

impl<'p> Committer<'p> {
    pub fn new(params: &'p ParamsKZG<Bn256>, lagrange: &'p Basis) -> Self {
        Self {
            params: Cow::Borrowed(params),
            lagrange: Some(lagrange),
        }
    }

    fn of(params: ParamsKZG<Bn256>) -> Self {
        Self {
            params: Cow::Owned(params),
            lagrange: None,
        }
    }
}

impl fmt::Debug for Committer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Committer").field("k", &self.params.k()).finish()
    }
}

impl<'p> CommitmentScheme for Kzg<'p> {
    type Scalar = Fr;
    type Curve = G1Affine;
    type ParamsProver = Committer<'p>;
    type ParamsVerifier = Committer<'p>;

    fn new_params(k: u32) -> Committer<'p> {
        Committer::of(ParamsKZG::new(k))
    }

    fn read_params<R: io::Read>(reader: &mut R) -> io::Result<Committer<'p>> {
        KZGCommitmentScheme::<Bn256>::read_params(reader).map(Committer::of)
    }
}

impl<'params> Params<'params, G1Affine> for Committer<'_> {
    type MSM = MSMKZG<Bn256>;

    fn k(&self) -> u32 {
        self.params.k()
    }

    fn n(&self) -> u64 {
        self.params.n()
    }

    fn downsize(&mut self, k: u32) {
        self.params.to_mut().downsize(k);
        self.lagrange = None;
    }

    fn empty_msm(&'params self) -> MSMKZG<Bn256> {
        self.params.empty_msm()
    }

    fn commit_lagrange(&self, poly: &Polynomial<Fr, LagrangeCoeff>, blind: Blind<Fr>) -> G1 {
        match self.lagrange {
            Some(basis) => convert::to_point(&basis.commit(&convert::scalars(poly.values())).into()).into(),
            None => self.params.commit_lagrange(poly, blind),
        }
    }

    fn write<W: io::Write>(&self, writer: &mut W) -> io::Result<()> {
        Params::write(&*self.params, writer)
    }

    fn read<R: io::Read>(reader: &mut R) -> io::Result<Self> {
        <ParamsKZG<Bn256> as Params<'_, _>>::read(reader).map(Self::of)
    }
}

impl ParamsVerifier<'_, G1Affine> for Committer<'_> {}

impl<'params> ParamsProver<'params, G1Affine> for Committer<'_> {
    type ParamsVerifier = Self;

    fn new(k: u32) -> Self {
        Self::of(ParamsKZG::new(k))
    }

    fn commit(&self, poly: &Polynomial<Fr, Coeff>, blind: Blind<Fr>) -> G1 {
        self.params.commit(poly, blind)
    }

    fn get_g(&self) -> &[G1Affine] {
        self.params.get_g()
    }

    fn verifier_params(&'params self) -> &'params Self {
        self
    }
}

/// Stands for an opening where halo2 only asks whether instances are committed to.
#[derive(Debug)]
pub struct NoOpening;

impl<'params, 'p> Prover<'params, Kzg<'p>> for NoOpening {
    const QUERY_INSTANCE: bool = false;

    fn new(_: &'params Committer<'p>) -> Self {
        Self
    }

    fn create_proof<'com, E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>, R, I>(
        &self,
        _: R,
        _: &mut T,
        _: I,
    ) -> io::Result<()>
    where
        I: IntoIterator<Item = ProverQuery<'com, G1Affine>> + Clone,
        R: RngCore,
    {
        Err(io::ErrorKind::Unsupported.into())
    }
}
