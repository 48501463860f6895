extension SVGWriter {
  mutating func figures(_ figures: [PaintedFigure]) {
    if figures.isEmpty { return }
    out.add("<g")
    fonts()
    out.add(">\n")
    for figure in figures { self.figure(figure) }
    out.add("</g>\n")
  }

  private mutating func figure(_ figure: PaintedFigure) {
    out.add("<g\(figure.node.map { identifier(ofNode: $0) } ?? "")>\n")
    if !figure.name.isEmpty {
      out.add("<title>")
      out.add(escaping: LabelText.shown(figure.name, limit: 200))
      out.add("</title>\n")
    }
    for shape in figure.shapes { self.shape(shape) }
    for text in figure.texts { self.text(text.label, color: text.color) }
    out.add("</g>\n")
  }

  mutating func shape(_ shape: Shape) {
    out.add("<path")
    if let fill = shape.fill {
      paint("fill", fill, opacity: shape.opacity)
    } else {
      out.add(" fill=\"none\"")
    }
    if let stroke = shape.stroke {
      paint("stroke", stroke, opacity: shape.opacity)
      out.add(" stroke-width=\"\(SVGText.number(shape.strokeWidth))\"")
      dashes(shape.dash, width: shape.strokeWidth)
    }
    out.add(" d=\"")
    path.begin()
    path.add(shape.path, isClosed: shape.isClosed, to: &out)
    out.add("\"/>\n")
  }

  mutating func dashes(_ dash: Drawing.Dash, width: Double) {
    let pattern = dash.pattern(width: width)
    if pattern.isEmpty { return }
    out.add(" stroke-dasharray=\"")
    out.add(pattern.map { SVGText.number($0) }.joined(separator: " "))
    out.add("\"")
  }
}

extension SVGPath {
  /// Adds curves as one path: a subpath begins where a curve does not continue the previous one.
  mutating func add(_ curves: [Curve], isClosed: Bool, to out: inout SVGText) {
    var last: SIMD2<Double>?
    for curve in curves {
      if let last, last == curve.start {
        draw(curve, to: &out)
      } else {
        add(curve, to: &out)
      }
      last = curve.end
    }
    if isClosed { out.add(byte: UInt8(ascii: "z")) }
  }
}
