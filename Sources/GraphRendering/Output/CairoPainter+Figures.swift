#if PNG
import CCairo

extension CairoPainter {
  func paint(_ figure: PaintedFigure) {
    for shape in figure.shapes { paint(shape) }
    if figure.texts.isEmpty { return }
    setFont()
    for text in figure.texts {
      setSource(text.color)
      addOutline(of: text.label)
      cairo_fill(cairo)
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
    if let fill = shape.fill {
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

  func setDashes(_ dash: Drawing.Dash, width: Double) {
    let pattern = dash.pattern(width: width)
    cairo_set_dash(cairo, pattern, Int32(pattern.count), 0)
  }
}
#endif
