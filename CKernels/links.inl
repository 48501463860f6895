/// Links, for the scalar type and dimension at hand (variants/kernels.inl says how it is included).
///
/// Each node gathers over its link ends from predicted positions that nobody writes meanwhile, so
/// the nodes of an iteration can be done in any order. Link ends are taken in chunks, each in three
/// steps: the difference vectors; their weights, where lanes are link ends, as the square roots and
/// divisions of a register take as long as those of a number; the sums by node, in the order of the
/// ends. Nodes have few ends, and not the same number of them: a loop over the ends of a node would
/// be mispredicted once for each node, so the steps do without.

/// Predicted positions of nodes [begin, end). Of the fourth scalars of 3D vectors too: nobody looks
/// at them, and leaving them out would take scattered stores.
static void CK_NAME(links_predict)(void *context, int64_t begin, int64_t end) {
  const ck_links_task *task = context;
  const CK_T *restrict position = task->position, *restrict velocity = task->velocity;
  CK_T *restrict predicted = task->predicted;
  for (int64_t at = begin * CK_STRIDE; at < end * CK_STRIDE; ++at) {
    predicted[at] = position[at] + velocity[at];
  }
}

/// A vector as it lies in memory. For variables only: it may be wider than the registers that
/// functions are passed.
typedef CK_T CK_NAME(links_vector) __attribute__((ext_vector_type(CK_STRIDE)));

/// Link ends [first, first + count), and some room behind for what is computed for nothing.
typedef struct CK_NAME(links_chunk) {
  int64_t first, count;
  /// The node of each end.
  int32_t node[CK_LINKS_CHUNK + CK_LINKS_PADDING];
  CK_T difference[CK_LINKS_CHUNK + CK_LINKS_PADDING][CK_STRIDE];
  /// The squared lengths of the differences, then their weights.
  CK_T weight[CK_LINKS_CHUNK + CK_LINKS_PADDING];
} CK_NAME(links_chunk);

/// `count` ends of a chunk from end e on.
static CK_INLINE void CK_NAME(links_differences)(const ck_links_task *task, int64_t e,
                                                 int64_t count,
                                                 CK_NAME(links_chunk) *restrict chunk) {
  const CK_T *restrict predicted = task->predicted;
  const int32_t *restrict other = task->other + chunk->first;
  CK_PLAIN
  for (int64_t end = e + count; e < end; ++e) {
    CK_NAME(links_vector) own, d;
    memcpy(&own, predicted + chunk->node[e] * (int64_t)CK_STRIDE, sizeof own);
    memcpy(&d, predicted + other[e] * (int64_t)CK_STRIDE, sizeof d);
    d -= own;
    memcpy(chunk->difference[e], &d, sizeof d);
    CK_T l2 = d[0] * d[0];
    CK_UNROLL
    for (int k = 1; k < CK_D; ++k) { l2 += d[k] * d[k]; }
    chunk->weight[e] = l2;
  }
}

/// Replaces the difference vectors of coincident nodes among `count` ends of a chunk from end e on.
static CK_COLD void CK_NAME(links_jiggle)(const ck_links_task *task, int64_t e, int64_t count,
                                          CK_NAME(links_chunk) *chunk) {
  const uint64_t tick = ck_jiggle_tick(task->jiggle);
  for (int64_t end = e + count; e < end; ++e) {
    if (!(chunk->weight[e] < CK_TINY2)) { continue; }
    const int64_t i = chunk->node[e], o = task->other[chunk->first + e];
    const uint64_t pair =
        ck_jiggle_pair(tick, (uint64_t)(i < o ? i : o), (uint64_t)(i < o ? o : i));
    CK_T l2 = 0;
    for (int k = 0; k < CK_D; ++k) {
      const CK_T push = (CK_T)ck_jiggle_axis(pair, (uint64_t)k), d = i < o ? push : -push;
      l2 = k == 0 ? d * d : l2 + d * d;
      chunk->difference[e][k] = d;
    }
    chunk->weight[e] = l2;
  }
}

/// The first `count` lanes from memory that may end after them.
static CK_INLINE CK_V CK_NAME(links_load)(const CK_T *from, int64_t count) {
  if (count == CK_LANES) { return CK_TNAME(load)(from); }
  CK_T lanes[CK_LANES] = {0};
  for (int64_t lane = 0; lane < count; ++lane) { lanes[lane] = from[lane]; }
  return CK_TNAME(load)(lanes);
}

/// `count` ends of a chunk from end e on, at most a register of them.
static CK_INLINE void CK_NAME(links_weights)(const ck_links_task *task, int64_t e, int64_t count,
                                             CK_NAME(links_chunk) *restrict chunk) {
  const int64_t h = chunk->first + e;
  CK_V l2 = CK_TNAME(load)(chunk->weight + e);
  if (CK_UNLIKELY(CK_ANY(l2 < CK_TINY2))) {
    CK_NAME(links_jiggle)(task, e, count, chunk);
    l2 = CK_TNAME(load)(chunk->weight + e);
  }
  const CK_V l = __builtin_elementwise_sqrt(l2);
  CK_V strength = (CK_V)(CK_T)task->alpha, length = (CK_V)(CK_T)task->common_length;
  if (task->total != NULL) {
    const CK_T *total = task->total;
    CK_T totals[CK_LANES];
    CK_UNROLL
    for (int lane = 0; lane < CK_LANES; ++lane) {
      totals[lane] = lane < count ? total[chunk->node[e + lane]] + total[task->other[h + lane]] : 1;
    }
    const CK_V limit = (CK_T)(4.0 / 3) / CK_TNAME(load)(totals);
    strength = limit < strength ? limit : strength;
  }
  strength *= CK_NAME(links_load)((const CK_T *)task->coefficient + h, count);
  if (task->length != NULL) { length = CK_NAME(links_load)((const CK_T *)task->length + h, count); }
  CK_TNAME(store)(chunk->weight + e, (l - length) / l * strength);
}

/// The last ends of a chunk, from end e on.
static CK_COLD void CK_NAME(links_last_weights)(const ck_links_task *task, int64_t e,
                                                CK_NAME(links_chunk) *chunk) {
  for (; e < chunk->count; e += CK_LANES) {
    const int64_t left = chunk->count - e;
    CK_NAME(links_weights)(task, e, left < CK_LANES ? left : CK_LANES, chunk);
  }
}

/// Differences and weights of a chunk, whose nodes are known. The weights come some ends behind, so
/// that divisions run beside the gathering, and squared lengths, written one by one, are in the
/// cache when they are read as a register.
static CK_INLINE void CK_NAME(links_measure)(const ck_links_task *task,
                                             CK_NAME(links_chunk) *chunk) {
  const CK_T *predicted = task->predicted;
  const int32_t *other = task->other + chunk->first;
  for (int64_t e = chunk->count; e < chunk->count + CK_LINKS_PADDING; ++e) {
    for (int k = 0; k < CK_STRIDE; ++k) { chunk->difference[e][k] = 0; }
    chunk->weight[e] = 1;
  }
  for (int64_t e = 0; e < chunk->count + CK_LINKS_BEHIND; e += CK_LINKS_GROUP) {
    if (chunk->first + e + CK_LINKS_AHEAD + CK_LINKS_GROUP <= task->prefetch_end) {
      CK_UNROLL
      for (int64_t next = e + CK_LINKS_AHEAD; next < e + CK_LINKS_AHEAD + CK_LINKS_GROUP; ++next) {
        __builtin_prefetch(predicted + other[next] * (int64_t)CK_STRIDE);
      }
    }
    if (e + CK_LINKS_GROUP <= chunk->count) {
      CK_NAME(links_differences)(task, e, CK_LINKS_GROUP, chunk);
    } else {
      CK_NAME(links_differences)(task, e, chunk->count - e, chunk);
    }
    const int64_t behind = e - CK_LINKS_BEHIND;
    if (behind < 0) { continue; }
    if (behind + CK_LINKS_GROUP <= chunk->count) {
      CK_UNROLL
      for (int64_t lanes = behind; lanes < behind + CK_LINKS_GROUP; lanes += CK_LANES) {
        CK_NAME(links_weights)(task, lanes, CK_LANES, chunk);
      }
    } else {
      CK_NAME(links_last_weights)(task, behind, chunk);
    }
  }
}

/// Adds the ends [begin, end) of a chunk to a sum.
static CK_INLINE void CK_NAME(links_add)(const CK_NAME(links_chunk) *chunk, int64_t begin,
                                         int64_t end, CK_T sum[CK_D]) {
  CK_PLAIN
  for (int64_t e = begin; e < end; ++e) {
    for (int k = 0; k < CK_D; ++k) { sum[k] += chunk->difference[e][k] * chunk->weight[e]; }
  }
}

/// Adds the ends [begin, end) of a chunk, the ends of a node, to its velocity.
static CK_INLINE void CK_NAME(links_pull)(const CK_NAME(links_chunk) *restrict chunk, int64_t begin,
                                          int64_t end, CK_T *restrict velocity) {
  CK_T sum[CK_D] = {0};
  if (CK_LIKELY(end - begin <= CK_LINKS_FEW)) {
    // The sums of no ends, of the first one, of the first two and so on, whether or not they are
    // the node's.
    CK_NAME(links_vector) sums[CK_LINKS_FEW + 1], d;
    sums[0] = (CK_T)0;
    CK_UNROLL
    for (int e = 0; e < CK_LINKS_FEW; ++e) {
      memcpy(&d, chunk->difference[begin + e], sizeof d);
      sums[e + 1] = sums[e] + d * (CK_NAME(links_vector))chunk->weight[begin + e];
    }
    memcpy(sum, &sums[end - begin], sizeof sum);
  } else {
    CK_NAME(links_add)(chunk, begin, end, sum);
  }
  CK_UNROLL
  for (int k = 0; k < CK_D; ++k) { velocity[k] += sum[k]; }
}

/// A node that has more ends than a chunk.
static CK_COLD void CK_NAME(links_hub)(const ck_links_task *task, int64_t i,
                                       CK_NAME(links_chunk) *chunk) {
  CK_T *velocity = (CK_T *)task->velocity + i * CK_STRIDE;
  CK_T sum[CK_D] = {0};
  for (int e = 0; e < CK_LINKS_CHUNK; ++e) { chunk->node[e] = (int32_t)i; }
  for (int64_t first = task->begin[i]; first < task->begin[i + 1]; first += CK_LINKS_CHUNK) {
    const int64_t left = task->begin[i + 1] - first;
    chunk->first = first;
    chunk->count = left < CK_LINKS_CHUNK ? left : CK_LINKS_CHUNK;
    CK_NAME(links_measure)(task, chunk);
    CK_NAME(links_add)(chunk, 0, chunk->count, sum);
  }
  for (int k = 0; k < CK_D; ++k) { velocity[k] += sum[k]; }
}

/// Takes nodes from i on into a chunk, as long as their ends fit and they are before `end`. Returns
/// the node after them.
static CK_INLINE int64_t CK_NAME(links_take)(const int64_t *begin, int64_t i, int64_t end,
                                             CK_NAME(links_chunk) *restrict chunk) {
  chunk->first = begin[i];
  for (; i < end && begin[i + 1] - chunk->first <= CK_LINKS_CHUNK; ++i) {
    int32_t *node = chunk->node + (begin[i] - chunk->first);
    const int64_t count = begin[i + 1] - begin[i];
    // Those that are too many are written over by the next node.
    for (int e = 0; e < CK_LINKS_FEW; ++e) { node[e] = (int32_t)i; }
    for (int64_t e = CK_LINKS_FEW; e < count; ++e) { node[e] = (int32_t)i; }
  }
  chunk->count = begin[i] - chunk->first;
  return i;
}

/// Nodes [begin, end).
static void CK_NAME(links)(void *context, int64_t begin, int64_t end) {
  const ck_links_task *task = context;
  CK_T *velocity = task->velocity;
  CK_NAME(links_chunk) chunk;
  for (int64_t i = begin; i < end;) {
    const int64_t next = CK_NAME(links_take)(task->begin, i, end, &chunk);
    if (CK_UNLIKELY(next == i)) {
      CK_NAME(links_hub)(task, i++, &chunk);
      continue;
    }
    CK_NAME(links_measure)(task, &chunk);
    for (; i < next; ++i) {
      const int64_t from = task->begin[i] - chunk.first, to = task->begin[i + 1] - chunk.first;
      CK_NAME(links_pull)(&chunk, from, to, velocity + i * CK_STRIDE);
    }
  }
}
