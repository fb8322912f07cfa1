//! The whole suite in place, on the back end that `SECANT_BACKEND` names, else on the best of this CPU. `Plain` and
//! `Native` are one code (`secant_curve::Compiled`); `bounds` and `batch` take the other.

secant_testing::host_suite!(native, secant_curve::Native);
