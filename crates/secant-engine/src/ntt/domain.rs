//! Transforms behind arkworks' trait of evaluation domains.

use crate::ntt::{Ntt, Order::Natural, scratch};
use alloc::{sync::Arc, vec::Vec};
use ark_poly::{
    EvaluationDomain, Radix2EvaluationDomain,
    domain::{DomainCoeff, radix2::Elements},
};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use secant_field::lanes::LaneField;

/// A [`Radix2EvaluationDomain`] whose transforms of field elements are those of [`crate::ntt::Ntt`].
///
/// It has the same elements, gives the same results and has the same serialization. It can stand wherever code is
/// generic over an [`EvaluationDomain`]. Transforms of anything but field elements, such as points, are those of
/// arkworks.
///
/// ```
/// use ark_bn254::Fr;
/// use ark_poly::{DenseUVPolynomial, EvaluationDomain, univariate::DensePolynomial};
/// use secant_engine::ntt::Domain;
///
/// let domain = Domain::<Fr>::new(100).ok_or("the field has no such root of unity")?;
/// let p = DensePolynomial::from_coefficients_vec((0..100u64).map(Fr::from).collect());
/// let evaluations = p.evaluate_over_domain_by_ref(domain);
/// assert_eq!(evaluations.interpolate(), p);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, CanonicalSerialize, CanonicalDeserialize)]
pub struct Domain<F: LaneField>(Radix2EvaluationDomain<F>);

impl<F: LaneField> Domain<F> {
    /// The domain as arkworks has it.
    pub const fn radix2(&self) -> Radix2EvaluationDomain<F> {
        self.0
    }

    /// The transform of this size, if the domain has the roots of unity that arkworks uses. A deserialized domain may
    /// have others.
    fn ntt(&self) -> Option<Arc<Ntt<F>>> {
        let of = |ntt: &Ntt<F>| {
            self.0.size == ntt.size() as u64
                && self.0.group_gen == ntt.root()
                && self.0.group_gen_inv == ntt.inverse.root
                && self.0.size_inv == ntt.size_inv
        };
        scratch::tables(self.0.log_size_of_group).filter(|ntt| of(ntt))
    }

    /// Runs `transform` on field elements, cut off or padded with zeros to the size of the domain. Returns false if `T`
    /// is not the field.
    fn run<T: DomainCoeff<F>>(&self, x: &mut Vec<T>, transform: impl FnOnce(&Ntt<F>, &mut [F])) -> bool {
        if F::cast(x.as_mut_slice()).is_none() {
            return false;
        }
        let Some(ntt) = self.ntt() else { return false };
        x.resize(ntt.size(), T::zero());
        if let Some(x) = F::cast(x.as_mut_slice()) {
            transform(&ntt, x);
        }
        true
    }
}

impl<F: LaneField> From<Radix2EvaluationDomain<F>> for Domain<F> {
    fn from(domain: Radix2EvaluationDomain<F>) -> Self {
        Self(domain)
    }
}

impl<F: LaneField> EvaluationDomain<F> for Domain<F> {
    type Elements = Elements<F>;

    fn new(num_coeffs: usize) -> Option<Self> {
        Radix2EvaluationDomain::new(num_coeffs).map(Self)
    }

    fn get_coset(&self, offset: F) -> Option<Self> {
        self.0.get_coset(offset).map(Self)
    }

    fn compute_size_of_domain(num_coeffs: usize) -> Option<usize> {
        Radix2EvaluationDomain::<F>::compute_size_of_domain(num_coeffs)
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn log_size_of_group(&self) -> u64 {
        self.0.log_size_of_group()
    }

    fn size_inv(&self) -> F {
        self.0.size_inv
    }

    fn group_gen(&self) -> F {
        self.0.group_gen
    }

    fn group_gen_inv(&self) -> F {
        self.0.group_gen_inv
    }

    fn coset_offset(&self) -> F {
        self.0.offset
    }

    fn coset_offset_inv(&self) -> F {
        self.0.offset_inv
    }

    fn coset_offset_pow_size(&self) -> F {
        self.0.offset_pow_size
    }

    /// As in arkworks: coefficients beyond the size of the domain are cut off, and missing ones are zero.
    fn fft_in_place<T: DomainCoeff<F>>(&self, coeffs: &mut Vec<T>) {
        let fft = |ntt: &Ntt<F>, x: &mut [F]| ntt.coset_forward(x, self.0.offset, Natural, Natural);
        if !self.run(coeffs, fft) {
            self.0.fft_in_place(coeffs);
        }
    }

    /// As in arkworks: evaluations beyond the size of the domain are cut off, and missing ones are zero.
    fn ifft_in_place<T: DomainCoeff<F>>(&self, evals: &mut Vec<T>) {
        let ifft = |ntt: &Ntt<F>, x: &mut [F]| ntt.coset_inverse(x, self.0.offset_inv, Natural, Natural);
        if !self.run(evals, ifft) {
            self.0.ifft_in_place(evals);
        }
    }

    fn elements(&self) -> Elements<F> {
        self.0.elements()
    }
}
