/// The part of the C library's header that the kernels use: the message before an abort.
#ifndef MODULE_STDIO_H
#define MODULE_STDIO_H

typedef struct module_stream FILE;
#define stderr ((FILE *)0)

/// Appends to the message that abort() hands to the page. Knows %s, %d and %lld.
int fprintf(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
