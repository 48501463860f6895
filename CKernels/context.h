/// Contexts: the settings of passes, and the memory they work in.
#ifndef CK_CONTEXT_H
#define CK_CONTEXT_H

#include "common.h"

/// A block of memory of which parts are taken from the front.
typedef struct ck_context_block {
  struct ck_context_block *before;
  char *memory;
  int64_t bytes, used;
} ck_context_block;

/// A list that grows with its use.
typedef struct ck_list {
  int32_t *item;
  int64_t capacity;
} ck_list;

struct ck_context {
  ck_settings settings;
  /// The newest block. After the first passes there is one.
  ck_context_block *newest;
  /// Lists that passes have used. They keep their memory from pass to pass.
  ck_list *lists;
  int64_t list_count;
  /// Arrays of the caller that have large pages.
  const void *large[2];
};

#pragma GCC visibility push(hidden)

/// Gives back all that was taken since the last reset. Each stage of a pass that needs no memory of
/// the stages before it begins with this.
void ck_context_reset(ck_context *context);

/// A part of the memory: uninitialised, 64-byte aligned, valid until the next reset.
void *ck_context_take(ck_context *context, int64_t bytes);

/// Puts the caller's array on large pages, if it is large enough and has not been put there by the
/// last call with this `which`, 0 or 1. Nodes are read in all orders, and a graph of ten million
/// has more small pages than the processor can translate quickly. A hint: a system may refuse.
void ck_context_use_large(ck_context *context, int which, const void *memory, int64_t bytes);

/// The first `count` lists of the context, with any content. Valid until more of them are asked
/// for.
ck_list *ck_context_lists(ck_context *context, int64_t count);

/// Gives a list room for `count` items, and keeps what it holds. Threads may grow different lists
/// at the same time.
void ck_list_grow(ck_list *list, int64_t count);

/// The same, if there is not enough room yet.
static inline void ck_list_reserve(ck_list *list, int64_t count) {
  if (CK_UNLIKELY(count > list->capacity)) { ck_list_grow(list, count); }
}

#pragma GCC visibility pop

#endif
