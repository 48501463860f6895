#if PNG
import CCairo
#endif

extension Picture {
  /// Returns a description of characters that a PNG or a PDF would lack, as the system's sans-serif
  /// font does not have them; nil if there are none. An SVG uses the fonts of the reader's system.
  /// O(characters).
  package func missingLetters() -> String? {
    #if PNG
    guard cairo_open() else { return nil }
    var letters = Set<Unicode.Scalar>()
    func add(_ label: PlacedLabel) { letters.formUnion(label.text.unicodeScalars) }
    for label in list.labels.flatMap(\.labels) { add(label) }
    let figures = list.ground + list.furniture + list.layers.flatMap(\.figures)
    for text in figures.flatMap(\.texts) { add(text.label) }
    return CairoLetters(letters.sorted(), list.font).problem
    #else
    return nil
    #endif
  }
}

#if PNG
/// The coverage of some characters by the font of PNG and PDF files.
private struct CairoLetters {
  let problem: String?

  init(_ letters: [Unicode.Scalar], _ font: String?) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)
    defer { cairo_destroy(cairo) }
    cairo_select_font_face(
      cairo, font ?? CairoPainter.usualFont, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    let font = cairo_get_scaled_font(cairo)
    guard let font, !letters.isEmpty, cairo_scaled_font_status(font) == CAIRO_STATUS_SUCCESS else {
      problem = nil
      return
    }
    // If there is no font, Cairo draws ASCII letters itself.
    if cairo_scaled_font_get_type(font) == CAIRO_FONT_TYPE_USER {
      problem =
        "there is no font on this system: letters are drawn as lines, and those beyond A to Z are "
        + "missing (a package such as fonts-dejavu-core has some)"
      return
    }
    let missing = letters.filter { !$0.properties.isWhitespace && !Self.has(font, $0) }
    guard let first = missing.first else {
      problem = nil
      return
    }
    let count = missing.count == 1 ? "" : ", the first of \(missing.count) letters that it lacks"
    problem = "the system's sans-serif font has no \"\(first)\"\(count); an SVG can show them"
  }

  private static func has(_ font: OpaquePointer, _ letter: Unicode.Scalar) -> Bool {
    var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
    var count: Int32 = 0
    let status = cairo_scaled_font_text_to_glyphs(
      font, 0, 0, String(Character(letter)), -1, &glyphs, &count, nil, nil, nil)
    guard status == CAIRO_STATUS_SUCCESS, let glyphs else { return true }
    defer { cairo_glyph_free(glyphs) }
    return (0..<Int(count)).allSatisfy { glyphs[$0].index != 0 }
  }
}
#endif
