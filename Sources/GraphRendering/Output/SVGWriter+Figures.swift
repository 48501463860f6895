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
    let gradient = shape.gradient.flatMap { self.gradient($0, shape.path) }
    out.add("<path")
    if let gradient {
      out.add(" fill=\"url(#\(gradient))\"")
      if shape.opacity < 1 { out.add(" fill-opacity=\"\(SVGText.number(shape.opacity))\"") }
    } else if let fill = shape.fill {
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

  /// Writes a gradient, and returns its identifier.
  private mutating func gradient(_ gradient: Drawing.Gradient, _ path: [Curve]) -> String? {
    guard let line = GradientLine(gradient, path) else { return nil }
    let name = "gradient-\(gradientCount)"
    gradientCount += 1
    func number(_ value: Double) -> String { SVGText.number(value) }
    if gradient.isRadial {
      let focus = line.focus
      out.add("<radialGradient id=\"\(name)\" r=\"\(number(GradientLine.radius))\"")
      if focus != SIMD2(0.5, 0.5) {
        out.add(" fx=\"\(number(focus.x))\" fy=\"\(number(focus.y))\"")
      }
    } else {
      let (start, end) = (line.start, line.end)
      out.add("<linearGradient id=\"\(name)\" gradientUnits=\"userSpaceOnUse\"")
      out.add(" x1=\"\(number(start.x))\" y1=\"\(number(start.y))\"")
      out.add(" x2=\"\(number(end.x))\" y2=\"\(number(end.y))\"")
    }
    out.add(">")
    for stop in gradient.stops {
      out.add("<stop offset=\"\(number(stop.place))\"")
      paint("stop", stop.color, suffix: "-color")
      out.add("/>")
    }
    out.add(gradient.isRadial ? "</radialGradient>\n" : "</linearGradient>\n")
    return name
  }

  /// Writes a part of a text with its own style.
  mutating func run(_ run: Drawing.Text.Run, textSize: Double) {
    let style = run.style
    out.add("<tspan")
    if style.isBold { out.add(" font-weight=\"bold\"") }
    if style.isItalic { out.add(" font-style=\"italic\"") }
    if style.isUnderlined { out.add(" text-decoration=\"underline\"") }
    if let size = style.size, size != textSize { out.add(" font-size=\"\(SVGText.number(size))\"") }
    if let color = style.color { paint("fill", color) }
    out.add(">")
    out.add(escaping: run.text)
    out.add("</tspan>")
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
