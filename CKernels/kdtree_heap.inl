/// Sorting of what a query has found, for one scalar type (kdtree_queries.c includes this file).

void CK_HEAP(sort_row)(CK_NEIGHBOR *row, int64_t count) {
  for (int64_t size = count, start = count / 2; size > 1;) {
    CK_NEIGHBOR sinking;
    if (start > 0) {
      sinking = row[--start];
    } else {
      sinking = row[--size];
      row[size] = row[0];
    }
    int64_t place = start;
    for (int64_t child; (child = 2 * place + 1) < size; place = child) {
      child += child + 1 < size && row[child + 1].number > row[child].number;
      if (row[child].number <= sinking.number) { break; }
      row[place] = row[child];
    }
    row[place] = sinking;
  }
}

static bool CK_HEAP(is_farther)(CK_NEIGHBOR a, CK_NEIGHBOR b) {
  return a.distance2 > b.distance2 || (a.distance2 == b.distance2 && a.number > b.number);
}

/// Puts a point at the top of a heap and lets it sink to its place.
static void CK_HEAP(sink)(CK_NEIGHBOR *heap, int64_t count, CK_NEIGHBOR sinking) {
  int64_t place = 0;
  for (int64_t child; (child = 2 * place + 1) < count; place = child) {
    child += child + 1 < count && CK_HEAP(is_farther)(heap[child + 1], heap[child]);
    if (!CK_HEAP(is_farther)(heap[child], sinking)) { break; }
    heap[place] = heap[child];
  }
  heap[place] = sinking;
}

void CK_HEAP(offer)(CK_NEIGHBOR *heap, int64_t count, CK_NEIGHBOR offered) {
  if (CK_HEAP(is_farther)(heap[0], offered)) { CK_HEAP(sink)(heap, count, offered); }
}

void CK_HEAP(sort_heap)(CK_NEIGHBOR *heap, int64_t count) {
  for (int64_t last = count - 1; last > 0; --last) {
    const CK_NEIGHBOR sinking = heap[last];
    heap[last] = heap[0];
    CK_HEAP(sink)(heap, last, sinking);
  }
}
