/// Links, for the scalar type and dimension at hand (variants/kernels.inl explains the names).
///
/// Each node sums over its link ends. It reads predicted positions, which no task writes during an
/// iteration, so nodes can be done in any order. Link ends are taken in chunks, in three steps.
/// Step 1 computes the difference vectors. Step 2 computes their weights; its lanes are link ends,
/// as the square roots and divisions of a register take as long as those of one number. Step 3 adds
/// the terms of each node, in the order of its ends. Nodes have few ends, and different numbers of
/// them: a loop over the ends of a node would cost a mispredicted branch for each node, so no step
/// has such a loop.

#include "links.h"

/// Predicted positions of nodes [begin, end). The fourth scalars of 3D vectors are computed too:
/// nothing reads them, and leaving them out would take scattered stores.
CK_TASK(CK_NAME(links_predict)) {
  const ck_links_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position, *restrict velocity = pass->velocity;
  CK_SCALAR *restrict predicted = pass->predicted;
  for (int64_t at = begin * CK_STRIDE; at < end * CK_STRIDE; ++at) {
    predicted[at] = position[at] + velocity[at];
  }
}

/// A vector in memory layout. For variables only: it may be wider than the registers that pass
/// parameters.
typedef CK_SCALAR CK_NAME(links_vector) __attribute__((ext_vector_type(CK_STRIDE)));

/// Link ends [first, first + count), and some padding, for lanes past the last end.
typedef struct CK_NAME(links_chunk) {
  int64_t first, count;
  /// The node of each end.
  int32_t node[CK_LINKS_CHUNK + CK_LINKS_PADDING];
  CK_SCALAR difference[CK_LINKS_CHUNK + CK_LINKS_PADDING][CK_STRIDE];
  /// The squared lengths of the differences, then their weights.
  CK_SCALAR weight[CK_LINKS_CHUNK + CK_LINKS_PADDING];
} CK_NAME(links_chunk);

/// `count` ends of a chunk from end e on.
static CK_INLINE void CK_NAME(links_differences)(const ck_links_pass *pass, int64_t e,
                                                 int64_t count,
                                                 CK_NAME(links_chunk) *restrict chunk) {
  const CK_SCALAR *restrict predicted = pass->predicted;
  const int32_t *restrict other = pass->links.other + chunk->first;
  CK_PLAIN
  for (int64_t end = e + count; e < end; ++e) {
    CK_NAME(links_vector) own, d;
    memcpy(&own, predicted + chunk->node[e] * (int64_t)CK_STRIDE, sizeof own);
    memcpy(&d, predicted + other[e] * (int64_t)CK_STRIDE, sizeof d);
    d -= own;
    memcpy(chunk->difference[e], &d, sizeof d);
    CK_SCALAR l2 = d[0] * d[0];
    CK_UNROLL
    for (int k = 1; k < CK_AXES; ++k) { l2 += d[k] * d[k]; }
    chunk->weight[e] = l2;
  }
}

/// Replaces the difference vectors of coincident nodes among `count` ends of a chunk from end e on.
static CK_NOINLINE void CK_NAME(links_jiggle)(const ck_links_pass *pass, int64_t e, int64_t count,
                                              CK_NAME(links_chunk) *chunk) {
  const uint64_t tick = ck_jiggle_tick(pass->jiggle);
  for (int64_t end = e + count; e < end; ++e) {
    if (!(chunk->weight[e] < CK_TINY2)) { continue; }
    const int64_t own = chunk->node[e], other = pass->links.other[chunk->first + e];
    const int64_t i = pass->identity == NULL ? own : pass->identity[own],
                  o = pass->identity == NULL ? other : pass->identity[other];
    const uint64_t pair =
        ck_jiggle_pair(tick, (uint64_t)(i < o ? i : o), (uint64_t)(i < o ? o : i));
    CK_SCALAR l2 = 0;
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SCALAR push = (CK_SCALAR)ck_jiggle_axis(pair, (uint64_t)k), d = i < o ? push : -push;
      l2 = k == 0 ? d * d : l2 + d * d;
      chunk->difference[e][k] = d;
    }
    chunk->weight[e] = l2;
  }
}

/// The first `count` lanes, from memory that may end after them.
static CK_INLINE CK_SIMD CK_NAME(links_load)(const CK_SCALAR *from, int64_t count) {
  if (count == CK_LANES) { return CK_SCALAR_NAME(load)(from); }
  CK_SCALAR lanes[CK_LANES] = {0};
  for (int64_t lane = 0; lane < count; ++lane) { lanes[lane] = from[lane]; }
  return CK_SCALAR_NAME(load)(lanes);
}

/// `count` ends of a chunk from end e on, at most a register of them.
static CK_INLINE void CK_NAME(links_weights)(const ck_links_pass *pass, int64_t e, int64_t count,
                                             CK_NAME(links_chunk) *restrict chunk) {
  const int64_t h = chunk->first + e;
  const int32_t *node = chunk->node + e, *other = pass->links.other + h;
  CK_SIMD l2 = CK_SCALAR_NAME(load)(chunk->weight + e);
  if (CK_UNLIKELY(CK_ANY(l2 < CK_TINY2))) {
    CK_NAME(links_jiggle)(pass, e, count, chunk);
    l2 = CK_SCALAR_NAME(load)(chunk->weight + e);
  }
  const CK_SIMD l = __builtin_elementwise_sqrt(l2);
  CK_SIMD strength = (CK_SIMD)(CK_SCALAR)pass->alpha,
          length = (CK_SIMD)(CK_SCALAR)pass->links.common_length;
  if (pass->links.total != NULL) {
    const CK_SCALAR *total = pass->links.total;
    CK_SCALAR totals[CK_LANES];
    CK_UNROLL
    for (int lane = 0; lane < CK_LANES; ++lane) {
      totals[lane] = lane < count ? total[node[lane]] + total[other[lane]] : 1;
    }
    const CK_SIMD limit = (CK_SCALAR)(4.0 / 3) / CK_SCALAR_NAME(load)(totals);
    strength = limit < strength ? limit : strength;
  }
  strength *= CK_NAME(links_load)((const CK_SCALAR *)pass->links.coefficient + h, count);
  if (pass->links.length != NULL) {
    length = CK_NAME(links_load)((const CK_SCALAR *)pass->links.length + h, count);
  }
  CK_SCALAR_NAME(store)(chunk->weight + e, (l - length) / l * strength);
}

/// The last ends of a chunk, from end e on.
static CK_NOINLINE void CK_NAME(links_last_weights)(const ck_links_pass *pass, int64_t e,
                                                    CK_NAME(links_chunk) *chunk) {
  for (; e < chunk->count; e += CK_LANES) {
    const int64_t left = chunk->count - e;
    CK_NAME(links_weights)(pass, e, left < CK_LANES ? left : CK_LANES, chunk);
  }
}

/// Differences and weights of a chunk, given the nodes of its ends. The weights follow some ends
/// behind the differences, so that divisions overlap with loads, and squared lengths, which are
/// written one by one, have reached the cache before they are read as a register.
static CK_INLINE void CK_NAME(links_measure)(const ck_links_pass *pass,
                                             CK_NAME(links_chunk) *chunk) {
  const CK_SCALAR *predicted = pass->predicted, *total = pass->links.total;
  const int32_t *other = pass->links.other + chunk->first;
  for (int64_t e = chunk->count; e < chunk->count + CK_LINKS_PADDING; ++e) {
    for (int k = 0; k < CK_STRIDE; ++k) { chunk->difference[e][k] = 0; }
    chunk->weight[e] = 1;
  }
  for (int64_t e = 0; e < chunk->count + CK_LINKS_BEHIND; e += CK_LINKS_GROUP) {
    if (chunk->first + e + CK_LINKS_AHEAD + CK_LINKS_GROUP <= pass->prefetch_end) {
      CK_UNROLL
      for (int64_t next = e + CK_LINKS_AHEAD; next < e + CK_LINKS_AHEAD + CK_LINKS_GROUP; ++next) {
        __builtin_prefetch(predicted + other[next] * (int64_t)CK_STRIDE);
        if (total != NULL) { __builtin_prefetch(total + other[next]); }
      }
    }
    if (e + CK_LINKS_GROUP <= chunk->count) {
      CK_NAME(links_differences)(pass, e, CK_LINKS_GROUP, chunk);
    } else {
      CK_NAME(links_differences)(pass, e, chunk->count - e, chunk);
    }
    const int64_t behind = e - CK_LINKS_BEHIND;
    if (behind < 0) { continue; }
    if (behind + CK_LINKS_GROUP <= chunk->count) {
      CK_UNROLL
      for (int64_t lanes = behind; lanes < behind + CK_LINKS_GROUP; lanes += CK_LANES) {
        CK_NAME(links_weights)(pass, lanes, CK_LANES, chunk);
      }
    } else {
      CK_NAME(links_last_weights)(pass, behind, chunk);
    }
  }
}

/// Adds the ends [begin, end) of a chunk to a sum.
static CK_INLINE void CK_NAME(links_add)(const CK_NAME(links_chunk) *chunk, int64_t begin,
                                         int64_t end, CK_SCALAR sum[CK_AXES]) {
  CK_PLAIN
  for (int64_t e = begin; e < end; ++e) {
    for (int k = 0; k < CK_AXES; ++k) { sum[k] += chunk->difference[e][k] * chunk->weight[e]; }
  }
}

/// Adds the ends [begin, end) of a chunk, the ends of a node, to its velocity.
static CK_INLINE void CK_NAME(links_pull)(const CK_NAME(links_chunk) *restrict chunk, int64_t begin,
                                          int64_t end, CK_SCALAR *restrict velocity) {
  CK_SCALAR sum[CK_AXES] = {0};
  if (CK_LIKELY(end - begin <= CK_LINKS_FEW)) {
    // The sums of the first 0, 1, 2, ... ends after `begin`; the node's own is picked afterwards.
    CK_NAME(links_vector) sums[CK_LINKS_FEW + 1], d;
    const CK_SCALAR(*difference)[CK_STRIDE] = chunk->difference + begin,
          *weight = chunk->weight + begin;
    sums[0] = (CK_SCALAR)0;
    CK_UNROLL
    for (int e = 0; e < CK_LINKS_FEW; ++e) {
      memcpy(&d, difference[e], sizeof d);
      sums[e + 1] = sums[e] + d * (CK_NAME(links_vector))weight[e];
    }
    memcpy(sum, &sums[end - begin], sizeof sum);
  } else {
    CK_NAME(links_add)(chunk, begin, end, sum);
  }
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) { velocity[k] += sum[k]; }
}

/// A node that has more ends than a chunk.
static CK_NOINLINE void CK_NAME(links_hub)(const ck_links_pass *pass, int64_t i,
                                           CK_NAME(links_chunk) *chunk) {
  CK_SCALAR *velocity = (CK_SCALAR *)pass->velocity + i * CK_STRIDE;
  CK_SCALAR sum[CK_AXES] = {0};
  for (int e = 0; e < CK_LINKS_CHUNK; ++e) { chunk->node[e] = (int32_t)i; }
  for (int64_t first = pass->links.begin[i]; first < pass->links.begin[i + 1];
       first += CK_LINKS_CHUNK) {
    const int64_t left = pass->links.begin[i + 1] - first;
    chunk->first = first;
    chunk->count = left < CK_LINKS_CHUNK ? left : CK_LINKS_CHUNK;
    CK_NAME(links_measure)(pass, chunk);
    CK_NAME(links_add)(chunk, 0, chunk->count, sum);
  }
  for (int k = 0; k < CK_AXES; ++k) { velocity[k] += sum[k]; }
}

/// Takes nodes from i on into a chunk, as long as their ends fit and they are before `end`. Returns
/// the node after them.
static CK_INLINE int64_t CK_NAME(links_take)(const int64_t *begin, int64_t i, int64_t end,
                                             CK_NAME(links_chunk) *restrict chunk) {
  chunk->first = begin[i];
  for (; i < end && begin[i + 1] - chunk->first <= CK_LINKS_CHUNK; ++i) {
    int32_t *node = chunk->node + (begin[i] - chunk->first);
    const int64_t count = begin[i + 1] - begin[i];
    // The next node overwrites what is too much.
    for (int e = 0; e < CK_LINKS_FEW; ++e) { node[e] = (int32_t)i; }
    for (int64_t e = CK_LINKS_FEW; e < count; ++e) { node[e] = (int32_t)i; }
  }
  chunk->count = begin[i] - chunk->first;
  return i;
}

/// Nodes [begin, end).
CK_TASK(CK_NAME(links)) {
  const ck_links_pass *pass = shared;
  CK_SCALAR *velocity = pass->velocity;
  CK_NAME(links_chunk) chunk;
  for (int64_t i = begin; i < end;) {
    const int64_t next = CK_NAME(links_take)(pass->links.begin, i, end, &chunk);
    if (CK_UNLIKELY(next == i)) {
      CK_NAME(links_hub)(pass, i++, &chunk);
      continue;
    }
    CK_NAME(links_measure)(pass, &chunk);
    for (; i < next; ++i) {
      const int64_t from = pass->links.begin[i] - chunk.first,
                    to = pass->links.begin[i + 1] - chunk.first;
      CK_NAME(links_pull)(&chunk, from, to, velocity + i * CK_STRIDE);
    }
  }
}
