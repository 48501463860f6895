// OpenBLAS, from the system: Debian's libopenblas-dev. BLAS through its C header; LAPACK, which has none in that package, through the
// Fortran symbols used here. No pkg-config: a missing file would be reported to everyone who depends on this package.
#ifndef COPENBLAS_SHIM_H
#define COPENBLAS_SHIM_H

#include <cblas.h>

// Eigenvalues and eigenvectors of a symmetric matrix, by relatively robust representations: those numbered il to iu.
extern void dsyevr_(const char *jobz, const char *range, const char *uplo, const blasint *n, double *a,
                    const blasint *lda, const double *vl, const double *vu, const blasint *il, const blasint *iu,
                    const double *abstol, blasint *m, double *w, double *z, const blasint *ldz, blasint *isuppz,
                    double *work, const blasint *lwork, blasint *iwork, const blasint *liwork, blasint *info);

// Singular values and vectors.
extern void dgesvd_(const char *jobu, const char *jobvt, const blasint *m, const blasint *n, double *a,
                    const blasint *lda, double *s, double *u, const blasint *ldu, double *vt, const blasint *ldvt,
                    double *work, const blasint *lwork, blasint *info);

#endif
