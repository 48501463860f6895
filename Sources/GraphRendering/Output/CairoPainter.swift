#if PNG
import CCairo

/// Paints the display list with Cairo.
struct CairoPainter {
  let cairo: OpaquePointer
  private let surface: OpaquePointer
  private let list: DisplayList
  private let scale: Double
  /// True if shapes and text remain vectors, as in PDF.
  let isVector: Bool

  static func png(
    _ list: DisplayList, pixels: (width: Int, height: Int), scale: Double
  ) throws(RenderingError) -> [UInt8] {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(pixels.width), Int32(pixels.height))
    defer { cairo_surface_destroy(surface) }
    try check(cairo_surface_status(surface))
    let cairo = cairo_create(surface)
    defer { cairo_destroy(cairo) }
    try check(cairo_status(cairo))
    // Cairo returns an object in an error state rather than nil, so this does not happen.
    guard let surface, let cairo else { throw .cairo("no drawing surface") }
    cairo_scale(cairo, scale, scale)
    CairoPainter(cairo: cairo, surface: surface, list: list, scale: scale, isVector: false).paint()
    try check(cairo_status(cairo))
    return try encoded(surface)
  }

  /// Returns a PDF with one page.
  static func pdf(_ list: DisplayList, title: String) throws(RenderingError) -> [UInt8] {
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { target -> cairo_status_t in
      guard
        let surface = cairo_pdf_surface_create_for_stream(
          Self.append, target, list.width, list.height)
      else { return CAIRO_STATUS_NO_MEMORY }
      defer { cairo_surface_destroy(surface) }
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
      cairo_pdf_surface_set_metadata(
        surface, CAIRO_PDF_METADATA_CREATOR, "swift-force-simulation")
      // Without this the file would contain the time, and differ between runs.
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
      guard let cairo = cairo_create(surface) else { return CAIRO_STATUS_NO_MEMORY }
      defer { cairo_destroy(cairo) }
      CairoPainter(cairo: cairo, surface: surface, list: list, scale: 1, isVector: true).paint()
      cairo_surface_finish(surface)
      let status = cairo_status(cairo)
      return status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status
    }
    try check(status)
    return bytes
  }

  private static func check(_ status: cairo_status_t) throws(RenderingError) {
    if status != CAIRO_STATUS_SUCCESS {
      throw .cairo(String(cString: cairo_status_to_string(status)))
    }
  }

  private static let append: cairo_write_func_t = { target, data, count in
    guard let data else { return CAIRO_STATUS_SUCCESS }
    target?.assumingMemoryBound(to: [UInt8].self).pointee
      .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }

  private static func encoded(_ surface: OpaquePointer) throws(RenderingError) -> [UInt8] {
    cairo_surface_flush(surface)
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { target in
      cairo_surface_write_to_png_stream(surface, append, target)
    }
    try check(status)
    return bytes
  }

  private func paint() {
    if let background = list.background {
      setSource(background)
      cairo_paint(cairo)
    }
    for figure in list.ground { paint(figure) }
    for layer in list.layers {
      paint(layer.strokes)
      for group in layer.heads { paint(group) }
      for mark in layer.marks { paint(mark) }
      for group in layer.discs { paint(group) }
      for figure in layer.figures { paint(figure) }
    }
    for leader in list.leaders { paint(leader) }
    paintLabels()
    for figure in list.furniture { paint(figure) }
  }

  func setSource(_ color: RGBColor, opacity: Double = 1) {
    cairo_set_source_rgba(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      opacity * color.opacity)
  }

  /// Paints strokes. Many thin lines are painted by `LineRaster`, which is ten times as fast;
  /// others by Cairo.
  private func paint(_ strokes: [Stroke]) {
    let count = strokes.reduce(0) { $0 + $1.curves.count }
    guard !isVector, count > 1000, var raster = LineRaster(surface, scale: scale) else {
      for stroke in strokes { paint(stroke) }
      return
    }
    let isWide = { (stroke: Stroke) in
      stroke.style.width * scale > LineRaster.greatestWidth || stroke.style.dash != .solid
    }
    for stroke in strokes where !isWide(stroke) {
      for curve in stroke.curves { raster.paint(curve, stroke.style) }
    }
    raster.store(to: surface)
    for stroke in strokes where isWide(stroke) { paint(stroke) }
  }

  private func paint(_ stroke: Stroke) {
    setSource(stroke.style.color, opacity: stroke.style.opacity)
    cairo_set_line_width(cairo, stroke.style.width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
    if stroke.style.dash != .solid {
      setDashes(stroke.style.dash, width: stroke.style.width)
    }
    for curve in stroke.curves {
      cairo_move_to(cairo, curve.start.x, curve.start.y)
      add(curve)
    }
    cairo_stroke(cairo)
    if stroke.style.dash != .solid { setDashes(.solid, width: 1) }
  }

  /// Adds a curve from the current point.
  func add(_ curve: Curve) {
    switch curve {
    case .line(_, let end):
      cairo_line_to(cairo, end.x, end.y)
    case .quadratic(let start, let control, let end):
      // This is the same curve as a cubic.
      let (a, b) = ((start + control * 2) / 3, (control * 2 + end) / 3)
      cairo_curve_to(cairo, a.x, a.y, b.x, b.y, end.x, end.y)
    case .cubic(_, let a, let b, let end):
      cairo_curve_to(cairo, a.x, a.y, b.x, b.y, end.x, end.y)
    case .spline:
      for cubic in curve.segments { add(cubic) }
    }
  }

  private func paint(_ group: HeadGroup) {
    setSource(group.color, opacity: group.opacity)
    for head in group.heads {
      cairo_move_to(cairo, head.tip.x, head.tip.y)
      cairo_line_to(cairo, head.left.x, head.left.y)
      cairo_line_to(cairo, head.right.x, head.right.y)
      cairo_close_path(cairo)
    }
    cairo_fill(cairo)
  }

  private func paint(_ group: DiscGroup) {
    for disc in group.discs {
      addCircle(disc.center, max(disc.radius - group.rimWidth / 2, 0))
      if group.rimWidth > 0 {
        setSource(group.color)
        cairo_fill_preserve(cairo)
        setSource(group.rim)
        cairo_set_line_width(cairo, group.rimWidth)
        cairo_stroke(cairo)
      }
    }
    if group.rimWidth == 0 {
      setSource(group.color)
      cairo_fill(cairo)
    }
  }

  private func addCircle(_ center: SIMD2<Double>, _ radius: Double) {
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, center.x, center.y, radius, 0, 2 * Double.pi)
    cairo_close_path(cairo)
  }

  // MARK: Labels

  private func paintLabels() {
    if list.labels.isEmpty { return }
    setFont()
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_width(cairo, LabelGroup.rimWidth)
    for group in list.labels {
      setSource(group.rim, opacity: LabelGroup.rimOpacity)
      for label in group.labels {
        addOutline(of: label)
        cairo_stroke(cairo)
      }
    }
    for group in list.labels {
      setSource(group.color)
      for label in group.labels { write(label) }
    }
  }

  static let usualFont = "sans-serif"

  func setFont(isBold: Bool = false, isItalic: Bool = false) {
    cairo_select_font_face(
      cairo, list.font ?? Self.usualFont,
      isItalic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
      isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    // Without hinting, letters have the same shape and width at every scale.
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_set_font_options(cairo, options)
  }

  /// Writes a label in the current colour, as text if the output keeps text.
  func write(_ label: PlacedLabel) {
    place(label) {
      if isVector { cairo_show_text(cairo, label.text) } else { cairo_text_path(cairo, label.text) }
    }
    if !isVector { cairo_fill(cairo) }
  }

  private func addOutline(of label: PlacedLabel) {
    place(label) { cairo_text_path(cairo, label.text) }
  }

  private func place(_ label: PlacedLabel, _ write: () -> Void) {
    cairo_set_font_size(cairo, label.size)
    var extents = cairo_text_extents_t()
    cairo_text_extents(cairo, label.text, &extents)
    let room = label.box.size.x
    let squeeze = extents.x_advance > room ? room / extents.x_advance : 1
    let width = extents.x_advance * squeeze
    let x =
      switch label.anchor {
      case .start: label.box.minimum.x
      case .middle: label.box.center.x - width / 2
      case .end: label.box.maximum.x - width
      }
    cairo_save(cairo)
    if let turn = label.turn {
      cairo_translate(cairo, turn.pivot.x, turn.pivot.y)
      cairo_rotate(cairo, turn.degrees * .pi / 180)
      cairo_translate(cairo, -turn.pivot.x, -turn.pivot.y)
    }
    cairo_translate(cairo, x, label.origin.y)
    cairo_scale(cairo, squeeze, 1)
    cairo_new_path(cairo)
    cairo_move_to(cairo, 0, 0)
    write()
    cairo_restore(cairo)
  }
}
#endif
