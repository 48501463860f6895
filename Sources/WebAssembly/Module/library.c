/// The few functions of the C library that the kernels call. Compiled with -fno-builtin, as the
/// compiler would make calls of memcpy() out of its own loop.
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int errno;

// MARK: Memory

// Each is one instruction.
void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}

void *memmove(void *to, const void *from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}

void *memset(void *to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }

// MARK: Numbers

double fmin(double a, double b) { return a != a ? b : b != b ? a : a < b ? a : b; }

double fmax(double a, double b) { return a != a ? b : b != b ? a : a > b ? a : b; }

/// 2^exponent, for a normal number.
static double power(int exponent) {
  const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

double ldexp(double x, int exponent) {
  // The first factors are exact: towards zero they stop 53 bits before the smallest normal number,
  // so that only the last one rounds.
  for (; exponent > 1023; exponent -= 1023) {
    if (x == 0 || x - x != 0) { return x; }
    x *= 0x1p1023;
  }
  for (; exponent < -1022; exponent += 969) {
    if (x == 0) { return x; }
    x *= 0x1p-969;
  }
  return x * power(exponent);
}

double frexp(double x, int *exponent) {
  *exponent = 0;
  if (x == 0 || x - x != 0) { return x; }
  const bool is_subnormal = __builtin_fabs(x) < 0x1p-1022;
  if (is_subnormal) { x *= 0x1p64; }
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  *exponent = (int)(bits >> 52 & 0x7FF) - 1022 - (is_subnormal ? 64 : 0);
  bits = (bits & ~(UINT64_C(0x7FF) << 52)) | UINT64_C(1022) << 52;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

// MARK: The message of a failure

__attribute__((import_module("page"), import_name("failed"))) _Noreturn void failed(
    const char *message, size_t length);

static char message[256];
static size_t message_length;

static void append(char character) {
  if (message_length < sizeof message) { message[message_length++] = character; }
}

static void append_number(long long value) {
  char digits[20];
  int count = 0;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  if (value < 0) { append('-'); }
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  while (count > 0) { append(digits[--count]); }
}

int fprintf(FILE *stream, const char *format, ...) {
  (void)stream;
  va_list arguments;
  va_start(arguments, format);
  for (const char *at = format; *at != '\0'; ++at) {
    if (at[0] == '%' && at[1] == 's') {
      for (const char *text = va_arg(arguments, const char *); *text != '\0'; ++text) {
        append(*text);
      }
      at += 1;
    } else if (at[0] == '%' && at[1] == 'd') {
      append_number(va_arg(arguments, int));
      at += 1;
    } else if (at[0] == '%' && at[1] == 'l' && at[2] == 'l' && at[3] == 'd') {
      append_number(va_arg(arguments, long long));
      at += 3;
    } else {
      append(*at);
    }
  }
  va_end(arguments);
  return 0;
}

_Noreturn void abort(void) { failed(message, message_length); }
