/// The functions of Cairo that pictures use, under their own names in Swift. The library is opened at the
/// first call of cairo_open(), so a program that draws no PNG or PDF loads nothing, and starts where Cairo
/// is not installed. Declarations and numbers are those of Cairo 1.16, which later versions keep.
#ifndef CCAIRO_H
#define CCAIRO_H

#include <stdbool.h>

/// True if Cairo is there. The other functions must not be called before, nor if it is not.
bool cairo_open(void);

typedef struct opened_cairo cairo_t;
typedef struct opened_cairo_surface cairo_surface_t;
typedef struct opened_cairo_font_options cairo_font_options_t;
typedef struct opened_cairo_scaled_font cairo_scaled_font_t;
typedef struct opened_cairo_pattern cairo_pattern_t;

typedef enum {
  CAIRO_STATUS_SUCCESS = 0,
  CAIRO_STATUS_NO_MEMORY = 1,
  CAIRO_STATUS_READ_ERROR = 10
} cairo_status_t;
typedef enum {
  CAIRO_FORMAT_ARGB32 = 0,
  CAIRO_FORMAT_RGB24 = 1,
  CAIRO_FORMAT_A8 = 2
} cairo_format_t;
typedef enum { CAIRO_LINE_CAP_BUTT = 0 } cairo_line_cap_t;
typedef enum { CAIRO_LINE_JOIN_MITER = 0, CAIRO_LINE_JOIN_ROUND = 1 } cairo_line_join_t;
typedef enum { CAIRO_FONT_SLANT_NORMAL = 0, CAIRO_FONT_SLANT_ITALIC = 1 } cairo_font_slant_t;
typedef enum { CAIRO_FONT_WEIGHT_NORMAL = 0, CAIRO_FONT_WEIGHT_BOLD = 1 } cairo_font_weight_t;
typedef enum { CAIRO_ANTIALIAS_GRAY = 2 } cairo_antialias_t;
typedef enum { CAIRO_HINT_STYLE_NONE = 1 } cairo_hint_style_t;
typedef enum { CAIRO_HINT_METRICS_OFF = 1 } cairo_hint_metrics_t;
typedef enum { CAIRO_FONT_TYPE_TOY = 0, CAIRO_FONT_TYPE_USER = 4 } cairo_font_type_t;
typedef enum {
  CAIRO_PDF_METADATA_TITLE = 0,
  CAIRO_PDF_METADATA_CREATOR = 4,
  CAIRO_PDF_METADATA_CREATE_DATE = 5
} cairo_pdf_metadata_t;

typedef struct {
  double x_bearing, y_bearing, width, height, x_advance, y_advance;
} cairo_text_extents_t;

typedef struct {
  unsigned long index;
  double x, y;
} cairo_glyph_t;

typedef struct {
  int num_bytes, num_glyphs;
} cairo_text_cluster_t;

typedef enum { CAIRO_TEXT_CLUSTER_FLAG_BACKWARD = 1 } cairo_text_cluster_flags_t;

typedef cairo_status_t (*cairo_write_func_t)(void *closure, const unsigned char *data,
                                             unsigned int length);
typedef cairo_status_t (*cairo_read_func_t)(void *closure, unsigned char *data,
                                            unsigned int length);

// Functions with a result: its type, the name, the name in Swift, parameters, arguments.
// clang-format off
#define CCAIRO_FUNCTIONS(X) \
  X(cairo_surface_t *, cairo_image_surface_create, "cairo_image_surface_create(_:_:_:)", \
    (cairo_format_t format, int width, int height), \
    (format, width, height)) \
  X(cairo_surface_t *, cairo_image_surface_create_from_png_stream, \
    "cairo_image_surface_create_from_png_stream(_:_:)", \
    (cairo_read_func_t read, void *closure), (read, closure)) \
  X(cairo_format_t, cairo_image_surface_get_format, "cairo_image_surface_get_format(_:)", \
    (cairo_surface_t *surface), (surface)) \
  X(unsigned char *, cairo_image_surface_get_data, "cairo_image_surface_get_data(_:)", \
    (cairo_surface_t *surface), \
    (surface)) \
  X(int, cairo_image_surface_get_width, "cairo_image_surface_get_width(_:)", \
    (cairo_surface_t *surface), \
    (surface)) \
  X(int, cairo_image_surface_get_height, "cairo_image_surface_get_height(_:)", \
    (cairo_surface_t *surface), \
    (surface)) \
  X(int, cairo_image_surface_get_stride, "cairo_image_surface_get_stride(_:)", \
    (cairo_surface_t *surface), \
    (surface)) \
  X(cairo_surface_t *, cairo_pdf_surface_create_for_stream, "cairo_pdf_surface_create_for_stream(_:_:_:_:)", \
    (cairo_write_func_t write, void *closure, double width, double height), \
    (write, closure, width, height)) \
  X(cairo_status_t, cairo_surface_status, "cairo_surface_status(_:)", \
    (cairo_surface_t *surface), \
    (surface)) \
  X(cairo_status_t, cairo_surface_write_to_png_stream, "cairo_surface_write_to_png_stream(_:_:_:)", \
    (cairo_surface_t *surface, cairo_write_func_t write, void *closure), \
    (surface, write, closure)) \
  X(cairo_t *, cairo_create, "cairo_create(_:)", (cairo_surface_t *surface), (surface)) \
  X(cairo_status_t, cairo_status, "cairo_status(_:)", (cairo_t *cairo), (cairo)) \
  X(const char *, cairo_status_to_string, "cairo_status_to_string(_:)", \
    (cairo_status_t status), \
    (status)) \
  X(cairo_scaled_font_t *, cairo_get_scaled_font, "cairo_get_scaled_font(_:)", \
    (cairo_t *cairo), \
    (cairo)) \
  X(cairo_status_t, cairo_scaled_font_status, "cairo_scaled_font_status(_:)", \
    (cairo_scaled_font_t *font), \
    (font)) \
  X(cairo_font_type_t, cairo_scaled_font_get_type, "cairo_scaled_font_get_type(_:)", \
    (cairo_scaled_font_t *font), \
    (font)) \
  X(cairo_status_t, cairo_scaled_font_text_to_glyphs, "cairo_scaled_font_text_to_glyphs(_:_:_:_:_:_:_:_:_:_:)", \
    (cairo_scaled_font_t *font, double x, double y, const char *text, int length, \
     cairo_glyph_t **glyphs, int *glyph_count, cairo_text_cluster_t **clusters, int \
     *cluster_count, cairo_text_cluster_flags_t *flags), \
    (font, x, y, text, length, glyphs, glyph_count, clusters, cluster_count, flags)) \
  X(cairo_font_options_t *, cairo_font_options_create, "cairo_font_options_create()", (void), ()) \
  X(cairo_pattern_t *, cairo_pattern_create_linear, "cairo_pattern_create_linear(_:_:_:_:)", \
    (double x1, double y1, double x2, double y2), \
    (x1, y1, x2, y2)) \
  X(cairo_pattern_t *, cairo_pattern_create_radial, "cairo_pattern_create_radial(_:_:_:_:_:_:)", \
    (double x1, double y1, double radius1, double x2, double y2, double radius2), \
    (x1, y1, radius1, x2, y2, radius2))

// Functions without one.
#define CCAIRO_PROCEDURES(X) \
  X(cairo_pdf_surface_set_metadata, "cairo_pdf_surface_set_metadata(_:_:_:)", \
    (cairo_surface_t *surface, cairo_pdf_metadata_t metadata, const char *text), \
    (surface, metadata, text)) \
  X(cairo_surface_destroy, "cairo_surface_destroy(_:)", (cairo_surface_t *surface), (surface)) \
  X(cairo_surface_finish, "cairo_surface_finish(_:)", (cairo_surface_t *surface), (surface)) \
  X(cairo_surface_flush, "cairo_surface_flush(_:)", (cairo_surface_t *surface), (surface)) \
  X(cairo_surface_mark_dirty, "cairo_surface_mark_dirty(_:)", \
    (cairo_surface_t *surface), \
    (surface)) \
  X(cairo_destroy, "cairo_destroy(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_save, "cairo_save(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_restore, "cairo_restore(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_scale, "cairo_scale(_:_:_:)", (cairo_t *cairo, double x, double y), (cairo, x, y)) \
  X(cairo_rotate, "cairo_rotate(_:_:)", (cairo_t *cairo, double angle), (cairo, angle)) \
  X(cairo_translate, "cairo_translate(_:_:_:)", \
    (cairo_t *cairo, double x, double y), \
    (cairo, x, y)) \
  X(cairo_set_source_rgba, "cairo_set_source_rgba(_:_:_:_:_:)", \
    (cairo_t *cairo, double red, double green, double blue, double alpha), \
    (cairo, red, green, blue, alpha)) \
  X(cairo_set_source, "cairo_set_source(_:_:)", \
    (cairo_t *cairo, cairo_pattern_t *pattern), \
    (cairo, pattern)) \
  X(cairo_pattern_add_color_stop_rgba, "cairo_pattern_add_color_stop_rgba(_:_:_:_:_:_:)", \
    (cairo_pattern_t *pattern, double place, double red, double green, double blue, double alpha), \
    (pattern, place, red, green, blue, alpha)) \
  X(cairo_pattern_destroy, "cairo_pattern_destroy(_:)", (cairo_pattern_t *pattern), (pattern)) \
  X(cairo_set_line_width, "cairo_set_line_width(_:_:)", \
    (cairo_t *cairo, double width), \
    (cairo, width)) \
  X(cairo_set_line_cap, "cairo_set_line_cap(_:_:)", \
    (cairo_t *cairo, cairo_line_cap_t cap), \
    (cairo, cap)) \
  X(cairo_set_line_join, "cairo_set_line_join(_:_:)", \
    (cairo_t *cairo, cairo_line_join_t join), \
    (cairo, join)) \
  X(cairo_set_dash, "cairo_set_dash(_:_:_:_:)", \
    (cairo_t *cairo, const double *dashes, int count, double offset), \
    (cairo, dashes, count, offset)) \
  X(cairo_new_path, "cairo_new_path(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_new_sub_path, "cairo_new_sub_path(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_close_path, "cairo_close_path(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_move_to, "cairo_move_to(_:_:_:)", (cairo_t *cairo, double x, double y), (cairo, x, y)) \
  X(cairo_line_to, "cairo_line_to(_:_:_:)", (cairo_t *cairo, double x, double y), (cairo, x, y)) \
  X(cairo_curve_to, "cairo_curve_to(_:_:_:_:_:_:_:)", \
    (cairo_t *cairo, double x1, double y1, double x2, double y2, double x3, double y3), \
    (cairo, x1, y1, x2, y2, x3, y3)) \
  X(cairo_arc, "cairo_arc(_:_:_:_:_:_:)", \
    (cairo_t *cairo, double x, double y, double radius, double from, double to), \
    (cairo, x, y, radius, from, to)) \
  X(cairo_paint, "cairo_paint(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_fill, "cairo_fill(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_fill_preserve, "cairo_fill_preserve(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_stroke, "cairo_stroke(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_stroke_preserve, "cairo_stroke_preserve(_:)", (cairo_t *cairo), (cairo)) \
  X(cairo_select_font_face, "cairo_select_font_face(_:_:_:_:)", \
    (cairo_t *cairo, const char *family, cairo_font_slant_t slant, cairo_font_weight_t \
     weight), \
    (cairo, family, slant, weight)) \
  X(cairo_set_font_size, "cairo_set_font_size(_:_:)", \
    (cairo_t *cairo, double size), \
    (cairo, size)) \
  X(cairo_set_font_options, "cairo_set_font_options(_:_:)", \
    (cairo_t *cairo, const cairo_font_options_t *options), \
    (cairo, options)) \
  X(cairo_text_extents, "cairo_text_extents(_:_:_:)", \
    (cairo_t *cairo, const char *text, cairo_text_extents_t *extents), \
    (cairo, text, extents)) \
  X(cairo_text_path, "cairo_text_path(_:_:)", (cairo_t *cairo, const char *text), (cairo, text)) \
  X(cairo_show_text, "cairo_show_text(_:_:)", (cairo_t *cairo, const char *text), (cairo, text)) \
  X(cairo_glyph_free, "cairo_glyph_free(_:)", (cairo_glyph_t *glyphs), (glyphs)) \
  X(cairo_font_options_destroy, "cairo_font_options_destroy(_:)", \
    (cairo_font_options_t *options), \
    (options)) \
  X(cairo_font_options_set_hint_style, "cairo_font_options_set_hint_style(_:_:)", \
    (cairo_font_options_t *options, cairo_hint_style_t style), \
    (options, style)) \
  X(cairo_font_options_set_hint_metrics, "cairo_font_options_set_hint_metrics(_:_:)", \
    (cairo_font_options_t *options, cairo_hint_metrics_t metrics), \
    (options, metrics)) \
  X(cairo_font_options_set_antialias, "cairo_font_options_set_antialias(_:_:)", \
    (cairo_font_options_t *options, cairo_antialias_t antialias), \
    (options, antialias))
// clang-format on

// The names in C differ from Cairo's, or calls within the library could end up here.
#define CCAIRO_DECLARE_FUNCTION(result, name, swift, parameters, arguments) \
  __attribute__((swift_name(swift))) result opened_##name parameters;
#define CCAIRO_DECLARE_PROCEDURE(name, swift, parameters, arguments) \
  __attribute__((swift_name(swift))) void opened_##name parameters;
CCAIRO_FUNCTIONS(CCAIRO_DECLARE_FUNCTION)
CCAIRO_PROCEDURES(CCAIRO_DECLARE_PROCEDURE)

#endif
