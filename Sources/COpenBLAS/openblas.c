#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // setenv
#endif

#include "openblas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The numbers of CBLAS's enumerations.
enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TRANSPOSE = 112, UPPER = 121 };

static struct {
  int (*get_num_threads)(void);
  void (*set_num_threads)(int);
  void (*dsyrk)(int order, int uplo, int transpose, blasint n, blasint k, double alpha,
                const double *a, blasint lda, double beta, double *c, blasint ldc);
  void (*dgemv)(int order, int transpose, blasint m, blasint n, double alpha, const double *a,
                blasint lda, const double *x, blasint incx, double beta, double *y, blasint incy);
  __typeof__(&openblas_dsyevr) dsyevr;
  __typeof__(&openblas_dgesvd) dgesvd;
  bool is_open;
} openblas;

/// Reads a symbol into a function pointer. ISO C has no cast from an object pointer to a function
/// pointer; POSIX guarantees that the bits are the same.
static bool openblas_find(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  memcpy(function, &symbol, sizeof symbol);
  return symbol != NULL;
}

static void *openblas_load(void) {
  static const char *const names[] = {
#if defined(__APPLE__)
    "libopenblas.dylib",
    "/opt/homebrew/opt/openblas/lib/libopenblas.dylib",
    "/usr/local/opt/openblas/lib/libopenblas.dylib",
#else
    "libopenblas.so.0",
    "libopenblas.so",
#endif
  };
  // OpenBLAS reads the variable while it is loaded, and ends the process if it cannot start its
  // threads.
  static const char *const variable = "OPENBLAS_NUM_THREADS";
  const bool is_set = getenv(variable) != NULL;
  if (!is_set) { (void)setenv(variable, "1", 0); }
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && library == NULL; ++i) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (!is_set) { (void)unsetenv(variable); }
  return library;
}

static void openblas_open_once(void) {
  void *library = openblas_load();
  openblas.is_open =
      library != NULL &&
      openblas_find(library, "openblas_get_num_threads", &openblas.get_num_threads) &&
      openblas_find(library, "openblas_set_num_threads", &openblas.set_num_threads) &&
      openblas_find(library, "cblas_dsyrk", &openblas.dsyrk) &&
      openblas_find(library, "cblas_dgemv", &openblas.dgemv) &&
      openblas_find(library, "dsyevr_", &openblas.dsyevr) &&
      openblas_find(library, "dgesvd_", &openblas.dgesvd);
}

bool openblas_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, openblas_open_once);
  return openblas.is_open;
}

int openblas_threads(void) { return openblas.get_num_threads(); }

void openblas_set_threads(int count) { openblas.set_num_threads(count); }

void openblas_rows_by_rows(blasint n, blasint k, const double *a, double *c) {
  openblas.dsyrk(ROW_MAJOR, UPPER, NO_TRANSPOSE, n, k, 1, a, k, 0, c, n);
}

void openblas_sum_of_rows(blasint m, blasint n, const double *a, const double *x, double *y) {
  openblas.dgemv(ROW_MAJOR, TRANSPOSE, m, n, 1, a, n, x, 1, 0, y, 1);
}

void openblas_dsyevr(const char *jobz, const char *range, const char *uplo, const blasint *n,
                     double *a, const blasint *lda, const double *vl, const double *vu,
                     const blasint *il, const blasint *iu, const double *abstol, blasint *m,
                     double *w, double *z, const blasint *ldz, blasint *isuppz, double *work,
                     const blasint *lwork, blasint *iwork, const blasint *liwork, blasint *info) {
  openblas.dsyevr(jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, m, w, z, ldz, isuppz, work,
                  lwork, iwork, liwork, info);
}

void openblas_dgesvd(const char *jobu, const char *jobvt, const blasint *m, const blasint *n,
                     double *a, const blasint *lda, double *s, double *u, const blasint *ldu,
                     double *vt, const blasint *ldvt, double *work, const blasint *lwork,
                     blasint *info) {
  openblas.dgesvd(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info);
}
