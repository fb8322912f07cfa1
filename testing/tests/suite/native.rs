//! The whole suite in place, on the back end that `SECANT_BACKEND` names, else on the best of this CPU. `Plain` has
//! the same code: `Native`'s comes to it (`secant_curve::Compiled`). `bounds` takes that.

secant_testing::host_suite!(native, secant_curve::Native);
