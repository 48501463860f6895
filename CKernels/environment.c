#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // pthread_sigmask, sigpending
#endif

#include "environment.h"

#include <pthread.h>
#include <signal.h>

// The tasks need about 40 kB; a runtime and its thread-local storage need some too.
enum { CK_ENVIRONMENT_MIN_STACK = 256 << 10 };

// MARK: Notes

void ck_environment_say(const char *line) {
  // If nobody reads standard error, SIGPIPE must not end the process: the signal is blocked here,
  // and taken away if this line has raised it.
  sigset_t pipe, old, before, after;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  (void)pthread_sigmask(SIG_BLOCK, &pipe, &old);
  const bool has_before = sigpending(&before) == 0 && sigismember(&before, SIGPIPE) == 1;
  (void)fprintf(stderr, "ForceSimulation: %s\n", line);
  int number;
  if (!has_before && sigpending(&after) == 0 && sigismember(&after, SIGPIPE) == 1) {
    (void)sigwait(&pipe, &number);
  }
  (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/// The bytes of a value that notes show.
enum { CK_ENVIRONMENT_SHOWN = 40 };

void ck_environment_note(const char *name, const char *value, const char *advice) {
  // A value may hold control sequences: all but printable ASCII is written as \xHH.
  char shown[4 * CK_ENVIRONMENT_SHOWN + 1];
  char *end = shown;
  size_t count = 0;
  for (; value[count] != '\0' && count < CK_ENVIRONMENT_SHOWN; ++count) {
    const unsigned char byte = (unsigned char)value[count];
    if (byte >= ' ' && byte <= '~') {
      *end++ = (char)byte;
    } else {
      end += snprintf(end, 5, "\\x%02X", (unsigned)byte);
    }
  }
  *end = '\0';
  char line[512];
  (void)snprintf(line, sizeof line, "%s is \"%s\"%s; %s", name, shown,
                 value[count] != '\0' ? "..." : "", advice);
  ck_environment_say(line);
}

// MARK: Numbers

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

/// The bytes of a stack size as OpenMP writes it: a number of kilobytes, or with B, K, M, G or T;
/// at most INT64_MAX. -1 if the text is something else, which runtimes ignore with a warning.
static int64_t ck_environment_bytes(const char *text) {
  const int64_t most = INT64_C(1) << 40;
  const char *digits = text;
  int64_t number = ck_environment_number(&text, most);
  if (number == 0) {
    // A number beyond the limit is 0 too.
    digits += strspn(digits, " \t0");
    if (*digits >= '1' && *digits <= '9') { number = most; }
  }
  static const char units[] = "bkmgt";
  int shift = 10;
  if (*text != '\0') {
    const char *unit = strchr(units, *text | 0x20);
    if (unit == NULL || text[1] != '\0') { return -1; }
    shift = 10 * (int)(unit - units);
  }
  return number > INT64_MAX >> shift ? INT64_MAX : number << shift;
}

// MARK: Variables

bool ck_environment_has_good_threads(int32_t most) {
  const char *threads = getenv("OMP_NUM_THREADS");
  if (threads != NULL && ck_environment_threads(most) == 0) {
    char advice[160];
    (void)snprintf(advice, sizeof advice,
                   "it takes numbers from 1 to %d, separated by commas. It is ignored, and the "
                   "system's threads are used",
                   (int)most);
    ck_environment_note("OMP_NUM_THREADS", threads, advice);
    return false;
  }
  return true;
}

bool ck_environment_suits_openmp(int32_t most, bool (*has_threads)(int64_t stack_bytes)) {
  if (!ck_environment_has_good_threads(most)) { return false; }
  static const char *const stacks[] = {"OMP_STACKSIZE", "KMP_STACKSIZE", "GOMP_STACKSIZE"};
  for (size_t i = 0; i < sizeof stacks / sizeof *stacks; ++i) {
    const char *size = getenv(stacks[i]);
    const int64_t bytes = size == NULL ? -1 : ck_environment_bytes(size);
    if (bytes < 0) { continue; }
    if (bytes >= CK_ENVIRONMENT_MIN_STACK && !has_threads(bytes)) {
      ck_environment_note(stacks[i], size,
                          "the system gives no threads with so much. It is ignored, and the "
                          "system's threads are used");
      return false;
    }
    if (bytes < CK_ENVIRONMENT_MIN_STACK) {
      char advice[160];
      (void)snprintf(advice, sizeof advice,
                     "threads need at least %dk. It is ignored, and the system's threads are used",
                     CK_ENVIRONMENT_MIN_STACK >> 10);
      ck_environment_note(stacks[i], size, advice);
      return false;
    }
  }
  return true;
}

static struct {
  pthread_once_t once;
  const char *name;
} ck_environment_wish = {.once = PTHREAD_ONCE_INIT};

static void ck_environment_find_wish(void) {
  static const char *const names[] = {"openmp", "libomp.so.5", "libgomp.so.1", "pthreads"};
  const char *wish = getenv(CK_ENVIRONMENT_RUNTIME);
  if (wish == NULL || *wish == '\0') { return; }
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    if (strcmp(wish, names[i]) == 0) { ck_environment_wish.name = names[i]; }
  }
  if (ck_environment_wish.name == NULL) {
    ck_environment_note(CK_ENVIRONMENT_RUNTIME, wish,
                        "it takes openmp, libomp.so.5, libgomp.so.1 or pthreads. It is ignored");
  }
}

const char *ck_environment_runtime(void) {
  (void)pthread_once(&ck_environment_wish.once, ck_environment_find_wish);
  return ck_environment_wish.name;
}
