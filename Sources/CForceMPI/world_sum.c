/// The sum of terms of all ranks in a fixed order, to the bit, without a rank waiting for the one before.
///
/// One process adds the terms one after the other: s = s + x, rounded. While s stays between two powers
/// of two its last place is worth the same, u, and what is added for x is the multiple of u next to x,
/// whatever s is; but for an x just between two multiples, where it is the even sum. Multiples of u are
/// integers, which can be added in any order. So ranks cut their terms into blocks, tell each other what
/// these are about, and so know what s is about before each block. A block in which s cannot reach a power
/// of two, and no term lies just between, becomes one integer; of the others, about as many as s doubles
/// behind the first rank, all ranks get the terms. Then each of them adds all up.
#include "common.h"
#include "world.h"

enum {
  CK_SUM_BLOCKS = 16,
  /// In place of an exponent: the terms of the block follow.
  CK_SUM_TERMS = INT32_MAX,
  /// Below this exponent the last place may be subnormal.
  CK_SUM_LEAST = -960,
};
// More than a sum of 2^31 terms can err by, relative to it.
static const double ck_sum_margin = 0x1p-20;

/// A block in a message. exponent: that of the sum before and behind it.
typedef struct ck_sum_block {
  int64_t exponent;
  /// The block's sum, in last places of sums of this exponent; or the number of terms that follow.
  int64_t number;
} ck_sum_block;

/// What a rank's terms are about; on the first rank, what they are.
typedef struct ck_sum_part {
  double sum;
  int64_t number;
} ck_sum_part;

static double ck_sum_add_terms(const double *term, int64_t count, double sum) {
  for (int64_t i = 0; i < count; ++i) { sum += term[i] < 0 ? 0 : term[i]; }
  return sum;
}

/// The sum of terms in last places, where sums have this exponent. False if a term lies between two.
static bool ck_sum_count_places(const double *term, int64_t count, int exponent, int64_t *places) {
  const double scale = ldexp(1, 52 - exponent);
  int64_t sum = 0;
  bool is_between = false;
  for (int64_t i = 0; i < count; ++i) {
    const double exact = (term[i] < 0 ? 0 : term[i]) * scale;
    // At most 2^52: the sum of the two is rounded to an integer.
    const double rounded = (exact + 0x1p52) - 0x1p52;
    is_between |= fabs(exact - rounded) == 0.5;
    sum += (int64_t)rounded;
  }
  *places = sum;
  return !is_between;
}

/// Writes a block, before which the sum is about `before`.
static char *ck_sum_write_block(const double *term, int64_t count, double before, double after,
                                char *to) {
  ck_sum_block block = {CK_SUM_TERMS, count};
  const double least = before * (1 - ck_sum_margin), most = after * (1 + ck_sum_margin);
  if (least > 0 && most < (double)INFINITY) {
    int exponent;
    (void)frexp(least, &exponent);
    exponent -= 1;
    int64_t places;
    if (exponent >= CK_SUM_LEAST && most < ldexp(1, exponent) * 2 &&
        ck_sum_count_places(term, count, exponent, &places)) {
      block = (ck_sum_block){exponent, places};
    }
  }
  memcpy(to, &block, sizeof block);
  to += sizeof block;
  if (block.exponent == CK_SUM_TERMS) {
    memcpy(to, term, (size_t)count * sizeof *term);
    to += count * (int64_t)sizeof *term;
  }
  return to;
}

/// Adds the blocks of a message.
static double ck_sum_add_blocks(const char *from, const char *end, double sum) {
  while (from < end) {
    ck_sum_block block;
    memcpy(&block, from, sizeof block);
    from += sizeof block;
    if (block.exponent != CK_SUM_TERMS) {
      // Exact: both are multiples of the last place, and so is the sum.
      sum += ldexp((double)block.number, (int)block.exponent - 52);
      continue;
    }
    for (int64_t i = 0; i < block.number; ++i, from += sizeof(double)) {
      double term;
      memcpy(&term, from, sizeof term);
      sum = ck_sum_add_terms(&term, 1, sum);
    }
  }
  return sum;
}

/// The parts of all ranks; `own` is that of this one.
static ck_sum_part *ck_sum_gather_parts(ck_world *world, ck_sum_part own, int64_t *at) {
  ck_sum_part *part = ck_world_allocate(world, world->size * (int64_t)sizeof *part);
  part[world->rank] = own;
  for (int32_t rank = 0; rank <= world->size; ++rank) { at[rank] = rank * (int64_t)sizeof *part; }
  ck_world_gather_all(world, part, at);
  return part;
}

/// Writes the message of this rank, before whose terms the sum is about `before`. Returns its end.
static char *ck_sum_write_message(const double *term, int64_t count, double before, char *to) {
  for (int64_t block = 0; block < CK_SUM_BLOCKS; ++block) {
    const int64_t begin = count * block / CK_SUM_BLOCKS, end = count * (block + 1) / CK_SUM_BLOCKS;
    if (begin == end) { continue; }
    const double after = ck_sum_add_terms(term + begin, end - begin, before);
    to = ck_sum_write_block(term + begin, end - begin, before, after, to);
    before = after;
  }
  return to;
}

double ck_world_add_in_order(ck_world *world, const double *term, int64_t count, int64_t *number) {
  const int32_t size = world->size;
  int64_t *at = ck_world_allocate(world, (2 * size + 1) * (int64_t)sizeof *at);
  int64_t *bytes = at + size + 1;
  const ck_sum_part own = {ck_sum_add_terms(term, count, 0), *number};
  ck_sum_part *part = ck_sum_gather_parts(world, own, at);
  double before = 0;
  *number = 0;
  for (int32_t rank = 0; rank < size; ++rank) {
    if (rank < world->rank) { before += part[rank].sum; }
    *number += part[rank].number;
  }
  double sum = part[0].sum;
  free(part);
  const int64_t most =
      CK_SUM_BLOCKS * (int64_t)sizeof(ck_sum_block) + count * (int64_t)sizeof *term;
  char *message = ck_world_allocate(world, most);
  char *end = message;
  if (world->rank > 0) { end = ck_sum_write_message(term, count, before, message); }
  for (int32_t rank = 0; rank < size; ++rank) { at[rank] = end - message; }
  ck_world_exchange_counts(world, at, bytes);
  at[0] = 0;
  for (int32_t rank = 0; rank < size; ++rank) { at[rank + 1] = at[rank] + bytes[rank]; }
  char *all = ck_world_allocate(world, at[size]);
  memcpy(all + at[world->rank], message, (size_t)(end - message));
  ck_world_gather_all(world, all, at);
  sum = ck_sum_add_blocks(all, all + at[size], sum);
  free(all);
  free(message);
  free(at);
  return sum;
}
