/// The routines of OpenBLAS that layouts use. The library is opened at the first call of
/// openblas_open(), so a program that calls none loads nothing.
///
/// OpenBLAS starts no thread of its own: it is opened with OPENBLAS_NUM_THREADS=1, unless the
/// process has loaded it before.
#ifndef OPENBLAS_H
#define OPENBLAS_H

#include <stdbool.h>
#include <stdint.h>

typedef int32_t blasint;

/// True if OpenBLAS is there. The other functions must not be called before, nor if it is not.
bool openblas_open(void);

int openblas_threads(void);
void openblas_set_threads(int count);

/// C = A * transposed A: the upper half of the products of all pairs of `n` rows of `k` numbers.
void openblas_rows_by_rows(blasint n, blasint k, const double *a, double *c);

/// y = transposed A * x: the sum of `m` rows of `n` numbers times the factors `x`.
void openblas_sum_of_rows(blasint m, blasint n, const double *a, const double *x, double *y);

/// LAPACK's dsyevr: eigenvalues and eigenvectors of a symmetric matrix, by relatively robust
/// representations.
void openblas_dsyevr(const char *jobz, const char *range, const char *uplo, const blasint *n,
                     double *a, const blasint *lda, const double *vl, const double *vu,
                     const blasint *il, const blasint *iu, const double *abstol, blasint *m,
                     double *w, double *z, const blasint *ldz, blasint *isuppz, double *work,
                     const blasint *lwork, blasint *iwork, const blasint *liwork, blasint *info);

/// LAPACK's dgesvd: singular values and vectors.
void openblas_dgesvd(const char *jobu, const char *jobvt, const blasint *m, const blasint *n,
                     double *a, const blasint *lda, double *s, double *u, const blasint *ldu,
                     double *vt, const blasint *ldvt, double *work, const blasint *lwork,
                     blasint *info);

#endif
