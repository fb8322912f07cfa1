//! Many multiplications at once.

secant_testing::batch_suite!();
