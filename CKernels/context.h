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

struct ck_context {
  ck_settings settings;
  /// The newest block. After the first passes there is one.
  ck_context_block *newest;
};

#pragma GCC visibility push(hidden)

/// Gives back all that was taken since the last reset. Each stage of a pass that needs no memory of
/// the stages before it begins with this.
void ck_context_reset(ck_context *context);

/// A part of the memory: uninitialised, 64-byte aligned, valid until the next reset.
void *ck_context_take(ck_context *context, int64_t bytes);

#pragma GCC visibility pop

#endif
