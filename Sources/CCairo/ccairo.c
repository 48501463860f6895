#include "ccairo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define MEMBER_FUNCTION(result, name, swift, parameters, arguments) result(*name) parameters;
#define MEMBER_PROCEDURE(name, swift, parameters, arguments) void(*name) parameters;
static struct {
  CCAIRO_FUNCTIONS(MEMBER_FUNCTION)
  CCAIRO_PROCEDURES(MEMBER_PROCEDURE)
  bool is_open;
} library;

/// Reads a symbol into a function pointer. ISO C has no cast from an object pointer to a function
/// pointer; POSIX guarantees that the bits are the same.
static bool ccairo_find(void *opened, const char *name, void *function) {
  void *symbol = dlsym(opened, name);
  memcpy(function, &symbol, sizeof symbol);
  return symbol != NULL;
}

static void *ccairo_load(void) {
  static const char *const names[] = {
#if defined(__APPLE__)
    "libcairo.2.dylib",
    "/opt/homebrew/opt/cairo/lib/libcairo.2.dylib",
    "/usr/local/opt/cairo/lib/libcairo.2.dylib",
#else
    "libcairo.so.2",
    "libcairo.so",
#endif
  };
  void *opened = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && opened == NULL; ++i) {
    opened = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  return opened;
}

#define FIND_FUNCTION(result, name, swift, parameters, arguments) \
  is_whole = ccairo_find(opened, #name, &library.name) && is_whole;
#define FIND_PROCEDURE(name, swift, parameters, arguments) \
  is_whole = ccairo_find(opened, #name, &library.name) && is_whole;

static void ccairo_open_once(void) {
  void *opened = ccairo_load();
  if (opened == NULL) { return; }
  bool is_whole = true;
  CCAIRO_FUNCTIONS(FIND_FUNCTION)
  CCAIRO_PROCEDURES(FIND_PROCEDURE)
  library.is_open = is_whole;
}

bool cairo_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, ccairo_open_once);
  return library.is_open;
}

#define DEFINE_FUNCTION(result, name, swift, parameters, arguments) \
  result opened_##name parameters { return library.name arguments; }
#define DEFINE_PROCEDURE(name, swift, parameters, arguments) \
  void opened_##name parameters { library.name arguments; }
CCAIRO_FUNCTIONS(DEFINE_FUNCTION)
CCAIRO_PROCEDURES(DEFINE_PROCEDURE)
