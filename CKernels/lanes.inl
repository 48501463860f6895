/// Loads, sums and conversions of registers, for the scalar type at hand (variants/kernels.inl
/// explains the names).
///
/// A sum over many items (points, cells) has CK_SUM_LANES partial sums on every instruction set:
/// item i goes to partial sum i mod 16. The partial sums are then added in one fixed order: halves,
/// quarters, eighths, sixteenths.

#ifndef CK_SUM_LANES
#define CK_SUM_LANES 16
/// The largest number of quantities that are summed together.
#define CK_SUMS_MAX 40
#endif

/// Registers for the partial sums of one quantity.
#define CK_PHASES (CK_SUM_LANES / CK_LANES)

static CK_INLINE CK_SIMD CK_SCALAR_NAME(load)(const CK_SCALAR *from) {
  CK_SIMD v;
  memcpy(&v, from, sizeof v);
  return v;
}

static CK_INLINE void CK_SCALAR_NAME(store)(CK_SCALAR *to, CK_SIMD v) { memcpy(to, &v, sizeof v); }

/// 32-bit numbers as integer lanes, for comparisons.
static CK_INLINE CK_MASK CK_SCALAR_NAME(load_numbers)(const int32_t *from) {
  CK_INT lanes[CK_LANES];
  CK_UNROLL
  for (int lane = 0; lane < CK_LANES; ++lane) { lanes[lane] = from[lane]; }
  CK_MASK v;
  memcpy(&v, lanes, sizeof v);
  return v;
}

/// Columns of CK_LANES rows of `stride` scalars: out[c] is scalar first + c of each row. `columns`
/// is 4 (with stride 4 and first 0) or 8.
static CK_INLINE void CK_SCALAR_NAME(rows)(const CK_SCALAR *base, int64_t stride, int first,
                                           int columns, const int32_t *row, CK_SIMD *out) {
#if defined(CK_TYPE_IS_F32) && defined(CK_EIGHTS)
  ck_eight part[CK_EIGHTS][8];
  CK_UNROLL
  for (int e = 0; e < CK_EIGHTS; ++e) {
    if (columns == 4) {
      ck_eight_rows_of_4(base, row + 8 * e, part[e]);
    } else {
      ck_eight_rows_of_8(base, stride, first, row + 8 * e, part[e]);
    }
  }
  CK_UNROLL
  for (int c = 0; c < columns; ++c) {
    CK_SCALAR lanes[CK_LANES];
    CK_UNROLL
    for (int e = 0; e < CK_EIGHTS; ++e) { memcpy(lanes + 8 * e, &part[e][c], sizeof part[e][c]); }
    out[c] = CK_SCALAR_NAME(load)(lanes);
  }
#elif defined(CK_TYPE_IS_F32) && defined(CK_FOURS)
  ck_four_rows(base, stride, first, columns, row, out);
#else
  CK_UNROLL
  for (int c = 0; c < columns; ++c) {
    CK_SCALAR lanes[CK_LANES];
    CK_UNROLL
    for (int lane = 0; lane < CK_LANES; ++lane) {
      lanes[lane] = base[row[lane] * stride + first + c];
    }
    out[c] = CK_SCALAR_NAME(load)(lanes);
  }
#endif
}

/// One scalar for each lane, from anywhere in an array.
static CK_INLINE CK_SIMD CK_SCALAR_NAME(gather)(const CK_SCALAR *base, const int32_t *at) {
  CK_SCALAR lanes[CK_LANES];
  CK_UNROLL
  for (int lane = 0; lane < CK_LANES; ++lane) { lanes[lane] = base[at[lane]]; }
  return CK_SCALAR_NAME(load)(lanes);
}

/// Adds up the partial sums of `count` quantities: sum[f * count + q] has those of quantity q in
/// register f.
static CK_INLINE void CK_SCALAR_NAME(join_sums)(const CK_SIMD *sum, int count, CK_SCALAR *out) {
#if defined(CK_TYPE_IS_F32) && defined(CK_EIGHTS)
  ck_eight half[CK_SUMS_MAX];
  CK_UNROLL
  for (int q = 0; q < count; ++q) {
    CK_SCALAR lanes[CK_SUM_LANES];
    CK_UNROLL
    for (int f = 0; f < CK_PHASES; ++f) {
      CK_SCALAR_NAME(store)(lanes + f * CK_LANES, sum[f * count + q]);
    }
    half[q] = ck_eight_load(lanes) + ck_eight_load(lanes + 8);
  }
  CK_UNROLL
  for (int q = count; q < (count + 7) / 8 * 8; ++q) { half[q] = (ck_eight)0.0f; }
  CK_UNROLL
  for (int q = 0; q < count; q += 8) {
    ck_eight joined = ck_eight_sums(half + q);
    memcpy(out + q, &joined, (count - q < 8 ? (size_t)(count - q) : 8) * sizeof *out);
  }
#elif defined(CK_TYPE_IS_F32) && defined(CK_FOURS)
  CK_UNROLL
  for (int q = 0; q < count; q += 4) {
    ck_four quarter[4];
    CK_UNROLL
    for (int i = 0; i < 4; ++i) {
      const CK_SIMD *part = sum + q + i;
      quarter[i] = q + i < count ? (part[0] + part[2 * count]) + (part[count] + part[3 * count])
                                 : (ck_four)0.0f;
    }
    const ck_four joined = ck_four_sums(quarter);
    memcpy(out + q, &joined, (count - q < 4 ? (size_t)(count - q) : 4) * sizeof *out);
  }
#else
  for (int q = 0; q < count; ++q) {
    CK_SCALAR lanes[CK_SUM_LANES];
    for (int f = 0; f < CK_PHASES; ++f) {
      CK_SCALAR_NAME(store)(lanes + f * CK_LANES, sum[f * count + q]);
    }
    for (int width = CK_SUM_LANES / 2; width > 0; width /= 2) {
      for (int lane = 0; lane < width; ++lane) { lanes[lane] += lanes[lane + width]; }
    }
    out[q] = lanes[0];
  }
#endif
}

/// The larger number in each lane; none is NaN.
static CK_INLINE CK_SIMD CK_SCALAR_NAME(larger)(CK_SIMD a, CK_SIMD b) {
#if defined(CK_TYPE_IS_F32) && defined(CK_LARGER_F32)
  return CK_LARGER_F32(a, b);
#else
  return a < b ? b : a;
#endif
}

/// 0, 1, 2, ...
static CK_INLINE CK_MASK CK_SCALAR_NAME(lane_numbers)(void) {
  CK_INT lanes[CK_LANES];
  CK_UNROLL
  for (int lane = 0; lane < CK_LANES; ++lane) { lanes[lane] = lane; }
  CK_MASK v;
  memcpy(&v, lanes, sizeof v);
  return v;
}

/// A mask that is true in the lanes whose bit is set.
static CK_INLINE CK_MASK CK_SCALAR_NAME(masks)(uint32_t bits) {
  CK_INT lanes[CK_LANES];
  CK_UNROLL
  for (int lane = 0; lane < CK_LANES; ++lane) { lanes[lane] = (bits >> lane & 1) != 0 ? -1 : 0; }
  CK_MASK v;
  memcpy(&v, lanes, sizeof v);
  return v;
}

/// A target's coordinate minus those of sources, which are read as scalars.
static CK_INLINE CK_SIMD CK_SCALAR_NAME(centre_difference)(
#if defined(CK_TYPE_IS_F32)
    int32_t target, CK_SIMD sources) {
  CK_MASK whole;
  memcpy(&whole, &sources, sizeof whole);
  return CK_CONVERT((CK_MASK)target - whole, CK_SIMD);
#else
    CK_SCALAR target, CK_SIMD sources) {
  return target - sources;
#endif
}

/// The largest power of two that is at most `x`; 1 if x is zero or subnormal. Dividing by it is
/// exact.
static CK_INLINE CK_SCALAR CK_SCALAR_NAME(power_of_two)(CK_SCALAR x) {
#if defined(CK_TYPE_IS_F32)
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= UINT32_C(0x7F800000);
#else
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= UINT64_C(0x7FF0000000000000);
#endif
  CK_SCALAR power;
  memcpy(&power, &bits, sizeof power);
  return bits == 0 ? (CK_SCALAR)1 : power;
}

/// The same for lanes.
static CK_INLINE CK_SIMD CK_SCALAR_NAME(powers_of_two)(CK_SIMD x) {
#if defined(CK_TYPE_IS_F32)
  const CK_MASK exponent = (CK_MASK)(CK_INT)INT32_C(0x7F800000);
#else
  const CK_MASK exponent = (CK_MASK)(CK_INT)INT64_C(0x7FF0000000000000);
#endif
  CK_MASK bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= exponent;
  CK_SIMD power;
  memcpy(&power, &bits, sizeof power);
  return bits == (CK_MASK)(CK_INT)0 ? (CK_SIMD)(CK_SCALAR)1 : power;
}
