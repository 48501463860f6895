/// Links, for the scalar type and dimension at hand (variants/kernels.inl says how it is included).
///
/// Each node gathers over its link ends from predicted positions that nobody writes meanwhile, so the nodes of an iteration
/// can be done in any order.

/// Predicted positions of nodes [begin, end). Of the fourth scalars of 3D vectors too: nobody looks at them, and leaving
/// them out would take scattered stores.
static void CK_NAME(links_predict)(void *context, int64_t begin, int64_t end) {
  const ck_links_task *task = context;
  const CK_T *restrict position = task->position, *restrict velocity = task->velocity;
  CK_T *restrict predicted = task->predicted;
  for (int64_t at = begin * CK_STRIDE; at < end * CK_STRIDE; ++at) { predicted[at] = position[at] + velocity[at]; }
}

static CK_INLINE CK_T CK_NAME(links_length2)(const CK_T d[CK_D]) {
  CK_T sum = d[0] * d[0];
  for (int k = 1; k < CK_D; ++k) { sum = CK_MULTIPLY_ADD(d[k], d[k], sum); }
  return sum;
}

/// The difference vector of two coincident nodes, seen from i.
static CK_COLD void CK_NAME(links_jiggle)(ck_jiggle jiggle, int64_t i, int64_t o, CK_T d[CK_D]) {
  uint64_t pair = ck_jiggle_pair(ck_jiggle_tick(jiggle), (uint64_t)(i < o ? i : o), (uint64_t)(i < o ? o : i));
  for (int k = 0; k < CK_D; ++k) {
    CK_T push = (CK_T)ck_jiggle_axis(pair, (uint64_t)k);
    d[k] = i < o ? push : -push;
  }
}

/// Nodes [begin, end).
static void CK_NAME(links)(void *context, int64_t begin, int64_t end) {
  const ck_links_task *task = context;
  const CK_T *restrict predicted = task->predicted, *restrict length = task->length;
  const CK_T *restrict coefficient = task->coefficient, *restrict limit = task->limit;
  CK_T *restrict velocity = task->velocity;
  const CK_T alpha = (CK_T)task->alpha;
  for (int64_t i = begin; i < end; ++i) {
    CK_T sum[CK_D] = {0};
    for (int64_t h = task->begin[i]; h < task->begin[i + 1]; ++h) {
      int64_t o = task->other[h];
      CK_T d[CK_D];
      for (int k = 0; k < CK_D; ++k) { d[k] = predicted[o * CK_STRIDE + k] - predicted[i * CK_STRIDE + k]; }
      CK_T l2 = CK_NAME(links_length2)(d);
      if (CK_UNLIKELY(l2 < CK_TINY2)) {
        CK_T replaced[CK_D];
        CK_NAME(links_jiggle)(task->jiggle, i, o, replaced);
        for (int k = 0; k < CK_D; ++k) { d[k] = replaced[k]; }
        l2 = CK_NAME(links_length2)(d);
      }
      CK_T l = __builtin_elementwise_sqrt(l2);
      CK_T weight = (limit[h] < alpha ? limit[h] : alpha) * coefficient[h];
      CK_T f = (l - length[h]) / l * weight;
      for (int k = 0; k < CK_D; ++k) { sum[k] = CK_MULTIPLY_ADD(d[k], f, sum[k]); }
    }
    for (int k = 0; k < CK_D; ++k) { velocity[i * CK_STRIDE + k] += sum[k]; }
  }
}
