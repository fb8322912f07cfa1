//! Operations on many points at once.

secant_testing::batch_suite!();
