//! The whole suite on `Plain`.

secant_testing::host_suite!(plain, secant_curve::Plain);
