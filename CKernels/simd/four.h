/// Moves of four lanes of Float, for the instruction sets whose registers have four.
///
/// Rows are in memory (one cell each); columns are for computing (one quantity of four cells).
#ifndef CK_SIMD_FOUR_H
#define CK_SIMD_FOUR_H

typedef float ck_four __attribute__((ext_vector_type(4)));

static CK_INLINE void ck_four_transpose(const ck_four in[4], ck_four out[4]) {
  const ck_four a = CK_FOUR_SHUFFLE(in[0], in[1], 0, 4, 1, 5),
                b = CK_FOUR_SHUFFLE(in[0], in[1], 2, 6, 3, 7),
                c = CK_FOUR_SHUFFLE(in[2], in[3], 0, 4, 1, 5),
                d = CK_FOUR_SHUFFLE(in[2], in[3], 2, 6, 3, 7);
  out[0] = CK_FOUR_SHUFFLE(a, c, 0, 1, 4, 5);
  out[1] = CK_FOUR_SHUFFLE(a, c, 2, 3, 6, 7);
  out[2] = CK_FOUR_SHUFFLE(b, d, 0, 1, 4, 5);
  out[3] = CK_FOUR_SHUFFLE(b, d, 2, 3, 6, 7);
}

/// `columns` scalars, a multiple of four, of four rows that are `stride` scalars long, from scalar
/// `first` on.
static CK_INLINE void ck_four_rows(const float *base, int64_t stride, int first, int columns,
                                   const int32_t *row, ck_four *out) {
  const float *from[4];
  CK_UNROLL
  for (int lane = 0; lane < 4; ++lane) { from[lane] = base + row[lane] * stride + first; }
  CK_UNROLL
  for (int c = 0; c < columns; c += 4) {
    ck_four in[4];
    CK_UNROLL
    for (int lane = 0; lane < 4; ++lane) { memcpy(&in[lane], from[lane] + c, sizeof in[lane]); }
    ck_four_transpose(in, out + c);
  }
}

/// Lane i of the result is the sum over the lanes of a[i]: halves, quarters.
static CK_INLINE ck_four ck_four_sums(const ck_four a[4]) {
  ck_four column[4];
  ck_four_transpose(a, column);
  return (column[0] + column[2]) + (column[1] + column[3]);
}

#endif
