//! The whole suite on the portable back end.

secant_testing::host_suite!(plain, secant_curve::Plain);
