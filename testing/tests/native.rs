//! The whole suite on the best back end of this CPU.

secant_testing::host_suite!(native, secant_curve::Native);
