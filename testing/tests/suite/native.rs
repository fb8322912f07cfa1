//! The whole suite in place, on the back end that `SECANT_BACKEND` names, else on the best of this CPU.

secant_testing::host_suite!(native, secant_curve::Native);
