/// Loads, sums and conversions of registers, for the scalar type at hand (variants/kernels.inl says
/// how it is included).
///
/// Sums over many things (points, cells) have CK_SUM_LANES partial sums on every instruction set:
/// thing number i goes to number i mod 16. The partial sums are then joined in one fixed way:
/// halves, quarters, eighths, sixteenths.

#ifndef CK_SUM_LANES
#define CK_SUM_LANES 16
/// Quantities that can be summed at a time.
#define CK_SUMS_MAX 40
#endif

/// Rounds of registers that make up the partial sums.
#define CK_PHASES (CK_SUM_LANES / CK_LANES)

static CK_INLINE CK_V CK_TNAME(load)(const CK_T *from) {
  CK_V v;
  memcpy(&v, from, sizeof v);
  return v;
}

static CK_INLINE void CK_TNAME(store)(CK_T *to, CK_V v) { memcpy(to, &v, sizeof v); }

/// Numbers of cells as lanes, to be compared.
static CK_INLINE CK_M CK_TNAME(load_cells)(const int32_t *from) {
  CK_I lanes[CK_LANES];
  CK_UNROLL
  for (int lane = 0; lane < CK_LANES; ++lane) { lanes[lane] = from[lane]; }
  CK_M v;
  memcpy(&v, lanes, sizeof v);
  return v;
}

/// Columns of CK_LANES rows of `stride` scalars: out[c] is scalar first + c of each row. `columns`
/// is 4 (with stride 4 and first 0) or 8.
static CK_INLINE void CK_TNAME(rows)(const CK_T *base, int64_t stride, int first, int columns,
                                     const int32_t *row, CK_V *out) {
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
    CK_T lanes[CK_LANES];
    CK_UNROLL
    for (int e = 0; e < CK_EIGHTS; ++e) { memcpy(lanes + 8 * e, &part[e][c], sizeof part[e][c]); }
    out[c] = CK_TNAME(load)(lanes);
  }
#else
  CK_UNROLL
  for (int c = 0; c < columns; ++c) {
    CK_T lanes[CK_LANES];
    CK_UNROLL
    for (int lane = 0; lane < CK_LANES; ++lane) {
      lanes[lane] = base[row[lane] * stride + first + c];
    }
    out[c] = CK_TNAME(load)(lanes);
  }
#endif
}

/// Joins the partial sums of `count` quantities: quantity q has those of phase f in sum[f * count +
/// q].
static CK_INLINE void CK_TNAME(join_sums)(const CK_V *sum, int count, CK_T *out) {
#if defined(CK_TYPE_IS_F32) && defined(CK_EIGHTS)
  ck_eight half[CK_SUMS_MAX];
  CK_UNROLL
  for (int q = 0; q < count; ++q) {
    CK_T lanes[CK_SUM_LANES];
    CK_UNROLL
    for (int f = 0; f < CK_PHASES; ++f) {
      CK_TNAME(store)(lanes + f * CK_LANES, sum[f * count + q]);
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
#else
  for (int q = 0; q < count; ++q) {
    CK_T lanes[CK_SUM_LANES];
    for (int f = 0; f < CK_PHASES; ++f) {
      CK_TNAME(store)(lanes + f * CK_LANES, sum[f * count + q]);
    }
    for (int width = CK_SUM_LANES / 2; width > 0; width /= 2) {
      for (int lane = 0; lane < width; ++lane) { lanes[lane] += lanes[lane + width]; }
    }
    out[q] = lanes[0];
  }
#endif
}

/// 0, 1, 2, ...
static CK_INLINE CK_M CK_TNAME(lane_numbers)(void) {
  CK_I lanes[CK_LANES];
  CK_UNROLL
  for (int lane = 0; lane < CK_LANES; ++lane) { lanes[lane] = lane; }
  CK_M v;
  memcpy(&v, lanes, sizeof v);
  return v;
}

/// Lanes as a comparison gives them, true where a bit is set.
static CK_INLINE CK_M CK_TNAME(masks)(uint32_t bits) {
  CK_I lanes[CK_LANES];
  CK_UNROLL
  for (int lane = 0; lane < CK_LANES; ++lane) { lanes[lane] = (bits >> lane & 1) != 0 ? -1 : 0; }
  CK_M v;
  memcpy(&v, lanes, sizeof v);
  return v;
}

/// A target's coordinate less those of sources, read as scalars.
static CK_INLINE CK_V CK_TNAME(centre_difference)(
#if defined(CK_TYPE_IS_F32)
    int32_t target, CK_V sources) {
  CK_M whole;
  memcpy(&whole, &sources, sizeof whole);
  return CK_CONVERT((CK_M)target - whole, CK_V);
#else
    CK_T target, CK_V sources) {
  return target - sources;
#endif
}

/// The largest power of two that is not above `x`; 1 when x is zero or subnormal. Dividing by it is
/// exact.
static CK_INLINE CK_T CK_TNAME(power_of_two)(CK_T x) {
#if defined(CK_TYPE_IS_F32)
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= UINT32_C(0x7F800000);
#else
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= UINT64_C(0x7FF0000000000000);
#endif
  CK_T power;
  memcpy(&power, &bits, sizeof power);
  return bits == 0 ? (CK_T)1 : power;
}

/// The same for lanes.
static CK_INLINE CK_V CK_TNAME(powers_of_two)(CK_V x) {
#if defined(CK_TYPE_IS_F32)
  const CK_M exponent = (CK_M)(CK_I)INT32_C(0x7F800000);
#else
  const CK_M exponent = (CK_M)(CK_I)INT64_C(0x7FF0000000000000);
#endif
  CK_M bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= exponent;
  CK_V power;
  memcpy(&power, &bits, sizeof power);
  return bits == (CK_M)(CK_I)0 ? (CK_V)(CK_T)1 : power;
}
