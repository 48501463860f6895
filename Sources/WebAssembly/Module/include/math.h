/// The part of the C library's header that the kernels use: functions that are exact, or that IEEE
/// 754 fixes to the bit.
#ifndef MODULE_MATH_H
#define MODULE_MATH_H

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define isfinite(x) __builtin_isfinite(x)

// Instructions of WebAssembly.
#define sqrt(x) __builtin_sqrt(x)
#define fabs(x) __builtin_fabs(x)
#define floor(x) __builtin_floor(x)

/// The number that is not NaN, if one is; else the smaller, and the larger one.
double fmin(double a, double b);
double fmax(double a, double b);
/// x * 2^exponent, rounded once.
double ldexp(double x, int exponent);
/// The fraction of x, 1/2 <= |fraction| < 1, and its exponent: x = fraction * 2^exponent.
double frexp(double x, int *exponent);

#endif
