#include "environment.h"

// The tasks need about 40 kB; a runtime and its thread-local storage need some too.
enum { CK_ENVIRONMENT_MIN_STACK = 256 << 10 };

/// The number at the start of `text`, which moves behind it and the blanks around it. 0 if there is
/// none, or it is larger than `most`.
static int64_t ck_environment_number(const char **text, int64_t most) {
  const char *at = *text;
  while (*at == ' ' || *at == '\t') { ++at; }
  int64_t number = 0;
  for (; *at >= '0' && *at <= '9'; ++at) {
    number = number <= most ? 10 * number + (*at - '0') : number;
  }
  while (*at == ' ' || *at == '\t') { ++at; }
  *text = at;
  return number <= most ? number : 0;
}

int32_t ck_environment_threads(int32_t most) {
  const char *text = getenv("OMP_NUM_THREADS");
  if (text == NULL) { return 0; }
  const int64_t first = ck_environment_number(&text, most);
  bool is_list = first > 0;
  while (is_list && *text == ',') {
    ++text;
    is_list = ck_environment_number(&text, most) > 0;
  }
  return is_list && *text == '\0' ? (int32_t)first : 0;
}

void ck_environment_note(const char *text) { (void)fputs(text, stderr); }

/// The bytes of a stack size as OpenMP writes it: a number of kilobytes, or with B, K, M, G or T.
/// INT64_MAX if the text is something else, which runtimes ignore with a warning.
static int64_t ck_environment_bytes(const char *text) {
  const int64_t number = ck_environment_number(&text, INT64_C(1) << 40);
  static const char units[] = "bkmgt";
  int shift = 10;
  if (*text != '\0') {
    const char *unit = strchr(units, *text | 0x20);
    if (unit == NULL || text[1] != '\0') { return INT64_MAX; }
    shift = 10 * (int)(unit - units);
  }
  return number > INT64_MAX >> shift ? INT64_MAX : number << shift;
}

bool ck_environment_suits_openmp(int32_t most) {
  const char *threads = getenv("OMP_NUM_THREADS");
  if (threads != NULL && ck_environment_threads(most) == 0) {
    (void)fprintf(stderr,
                  "ForceSimulation: OMP_NUM_THREADS is \"%.40s\"; it takes numbers from 1 to %d, "
                  "separated by commas. It is ignored, and the system's threads are used\n",
                  threads, (int)most);
    return false;
  }
  static const char *const stacks[] = {"OMP_STACKSIZE", "KMP_STACKSIZE", "GOMP_STACKSIZE"};
  for (size_t i = 0; i < sizeof stacks / sizeof *stacks; ++i) {
    const char *size = getenv(stacks[i]);
    if (size != NULL && ck_environment_bytes(size) < CK_ENVIRONMENT_MIN_STACK) {
      (void)fprintf(stderr,
                    "ForceSimulation: %s is \"%.40s\"; threads need at least %dk. It is ignored, "
                    "and the system's threads are used\n",
                    stacks[i], size, CK_ENVIRONMENT_MIN_STACK >> 10);
      return false;
    }
  }
  return true;
}
