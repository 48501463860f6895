/// Lists of cells: appends the members of a group whose bit is set. For instruction sets without a
/// faster way. CK_LISTS_COMPRESS says that there is one for ck_lists_append.
#ifndef CK_SIMD_LISTS_H
#define CK_SIMD_LISTS_H

#if !defined(CK_LISTS_COMPRESS)
/// Appends from[lane] for each set bit. Writes up to 16 items past the new end. Returns the new
/// count.
static CK_INLINE int64_t ck_lists_append(int32_t *list, int64_t count, const int32_t *from,
                                         unsigned bits) {
  for (; bits != 0; bits &= bits - 1) { list[count++] = from[__builtin_ctz(bits)]; }
  return count;
}
#endif

/// Appends the children of from[lane] for each set bit, 2k + 1 and 2k + 2 of cell k. Writes up to
/// 32 items past the new end.
static CK_INLINE int64_t ck_lists_append_children(int32_t *list, int64_t count, const int32_t *from,
                                                  unsigned bits) {
  for (; bits != 0; bits &= bits - 1) {
    int32_t cell = from[__builtin_ctz(bits)];
    list[count++] = 2 * cell + 1;
    list[count++] = 2 * cell + 2;
  }
  return count;
}

#endif
