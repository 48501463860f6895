/// Moves of eight lanes of Float, for the instruction sets with registers of eight or more.
///
/// Rows are in memory (one cell each); columns are for computing (one quantity of eight cells).
#ifndef CK_SIMD_EIGHT_H
#define CK_SIMD_EIGHT_H

typedef float ck_eight __attribute__((ext_vector_type(8)));

static CK_INLINE ck_eight ck_eight_load(const float *from) {
  ck_eight v;
  memcpy(&v, from, sizeof v);
  return v;
}

#define CK_EIGHT_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define CK_EIGHT_HIGH(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#define CK_EIGHT_ZIP_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define CK_EIGHT_ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define CK_EIGHT_PAIRS_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define CK_EIGHT_PAIRS_HIGH(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define CK_EIGHT_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14)
#define CK_EIGHT_ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15)

/// Transposes four times (four scalars of one row, four of another) within the halves of a
/// register.
static CK_INLINE void ck_eight_transpose_halves(const ck_eight in[4], ck_eight out[4]) {
  ck_eight a = CK_EIGHT_ZIP_LOW(in[0], in[1]), b = CK_EIGHT_ZIP_HIGH(in[0], in[1]);
  ck_eight c = CK_EIGHT_ZIP_LOW(in[2], in[3]), d = CK_EIGHT_ZIP_HIGH(in[2], in[3]);
  out[0] = CK_EIGHT_PAIRS_LOW(a, c);
  out[1] = CK_EIGHT_PAIRS_HIGH(a, c);
  out[2] = CK_EIGHT_PAIRS_LOW(b, d);
  out[3] = CK_EIGHT_PAIRS_HIGH(b, d);
}

/// Four scalars of eight rows.
static CK_INLINE void ck_eight_rows_of_4(const float *base, const int32_t *row, ck_eight out[4]) {
  ck_eight in[4];
  CK_UNROLL
  for (int lane = 0; lane < 4; ++lane) {
    const float *low = base + (int64_t)row[lane] * 4, *high = base + (int64_t)row[lane + 4] * 4;
    memcpy(&in[lane], low, 16);
    memcpy((char *)&in[lane] + 16, high, 16);
  }
  ck_eight_transpose_halves(in, out);
}

/// Eight scalars of eight rows that are `stride` scalars long, from scalar `first` on.
static CK_INLINE void ck_eight_rows_of_8(const float *base, int64_t stride, int first,
                                         const int32_t *row, ck_eight out[8]) {
  ck_eight in[8], low[4], high[4];
  CK_UNROLL
  for (int lane = 0; lane < 8; ++lane) {
    in[lane] = ck_eight_load(base + row[lane] * stride + first);
  }
  CK_UNROLL
  for (int lane = 0; lane < 4; ++lane) {
    low[lane] = CK_EIGHT_LOW(in[lane], in[lane + 4]);
    high[lane] = CK_EIGHT_HIGH(in[lane], in[lane + 4]);
  }
  ck_eight_transpose_halves(low, out);
  ck_eight_transpose_halves(high, out + 4);
}

/// Lane i of the result is the sum over the lanes of a[i]: halves, quarters, eighths.
static CK_INLINE ck_eight ck_eight_sums(const ck_eight a[8]) {
  ck_eight half[4], quarter[2];
  CK_UNROLL
  for (int i = 0; i < 4; ++i) {
    half[i] = CK_EIGHT_LOW(a[i], a[i + 4]) + CK_EIGHT_HIGH(a[i], a[i + 4]);
  }
  CK_UNROLL
  for (int i = 0; i < 2; ++i) {
    ck_eight b = half[2 * i], c = half[2 * i + 1];
    quarter[i] = CK_EIGHT_PAIRS_LOW(b, c) + CK_EIGHT_PAIRS_HIGH(b, c);
  }
  return CK_EIGHT_EVEN(quarter[0], quarter[1]) + CK_EIGHT_ODD(quarter[0], quarter[1]);
}

#endif
