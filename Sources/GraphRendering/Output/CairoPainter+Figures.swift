#if PNG
import CCairo

extension CairoPainter {
  func paint(_ figure: PaintedFigure) {
    for shape in figure.shapes { paint(shape) }
    if figure.texts.isEmpty { return }
    setFont()
    for text in figure.texts {
      setSource(text.color)
      if text.label.runs.isEmpty { write(text.label) } else { write(text.label, in: text.color) }
    }
  }

  func paint(_ shape: Shape) {
    cairo_new_path(cairo)
    var last: SIMD2<Double>?
    for curve in shape.path {
      if last != curve.start { cairo_move_to(cairo, curve.start.x, curve.start.y) }
      add(curve)
      last = curve.end
    }
    if shape.isClosed { cairo_close_path(cairo) }
    if let gradient = shape.gradient, let line = GradientLine(gradient, shape.path) {
      fill(gradient, line, opacity: shape.opacity)
    } else if let fill = shape.fill {
      setSource(fill, opacity: shape.opacity)
      cairo_fill_preserve(cairo)
    }
    if let stroke = shape.stroke {
      setSource(stroke, opacity: shape.opacity)
      cairo_set_line_width(cairo, shape.strokeWidth)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER)
      setDashes(shape.dash, width: shape.strokeWidth)
      cairo_stroke_preserve(cairo)
      setDashes(.solid, width: 1)
    }
    cairo_new_path(cairo)
  }

  /// Fills the current path, and keeps it.
  private func fill(_ gradient: Drawing.Gradient, _ line: GradientLine, opacity: Double) {
    let pattern: OpaquePointer?
    cairo_save(cairo)
    if gradient.isRadial {
      // The unit of the pattern is the box, so that circles become ellipses.
      let size = pointwiseMax(line.box.size, SIMD2(repeating: 1e-6))
      cairo_translate(cairo, line.box.minimum.x, line.box.minimum.y)
      cairo_scale(cairo, size.x, size.y)
      pattern = cairo_pattern_create_radial(
        line.focus.x, line.focus.y, 0, 0.5, 0.5, GradientLine.radius)
    } else {
      pattern = cairo_pattern_create_linear(line.start.x, line.start.y, line.end.x, line.end.y)
    }
    for stop in gradient.stops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.place, Double(color.red) / 255, Double(color.green) / 255,
        Double(color.blue) / 255, opacity * color.opacity)
    }
    cairo_set_source(cairo, pattern)
    cairo_fill_preserve(cairo)
    cairo_pattern_destroy(pattern)
    cairo_restore(cairo)
  }

  // MARK: Text of several styles

  /// Writes a label whose parts have their own styles.
  private func write(_ label: PlacedLabel, in color: RGBColor) {
    let lengths = label.runs.map { run in
      select(run.style, label.size)
      var extents = cairo_text_extents_t()
      cairo_text_extents(cairo, run.text, &extents)
      return extents.x_advance
    }
    let length = lengths.reduce(0, +)
    let squeeze = length > label.box.size.x ? label.box.size.x / length : 1
    var x =
      switch label.anchor {
      case .start: label.box.minimum.x
      case .middle: label.box.center.x - length * squeeze / 2
      case .end: label.box.maximum.x - length * squeeze
      }
    for (run, length) in zip(label.runs, lengths) {
      select(run.style, label.size)
      setSource(run.style.color ?? color)
      cairo_save(cairo)
      cairo_translate(cairo, x, label.origin.y)
      cairo_scale(cairo, squeeze, 1)
      cairo_new_path(cairo)
      cairo_move_to(cairo, 0, 0)
      if isVector { cairo_show_text(cairo, run.text) } else { cairo_text_path(cairo, run.text) }
      if !isVector { cairo_fill(cairo) }
      cairo_new_path(cairo)
      if run.style.isUnderlined {
        let size = run.style.size ?? label.size
        cairo_move_to(cairo, 0, 0.12 * size)
        cairo_line_to(cairo, length, 0.12 * size)
        cairo_set_line_width(cairo, 0.06 * size)
        cairo_stroke(cairo)
      }
      cairo_restore(cairo)
      x += length * squeeze
    }
    setFont()
  }

  private func select(_ style: Drawing.Text.Style, _ textSize: Double) {
    setFont(isBold: style.isBold, isItalic: style.isItalic)
    cairo_set_font_size(cairo, style.size ?? textSize)
  }

  func setDashes(_ dash: Drawing.Dash, width: Double) {
    let pattern = dash.pattern(width: width)
    cairo_set_dash(cairo, pattern, Int32(pattern.count), 0)
  }
}
#endif
