/// Splits an edge with several colours into lines of one colour.
struct EdgeStrands {
  private let colors: [Int: Drawing.EdgeColors]

  init(_ drawing: Drawing) { colors = drawing.edgeColors }

  /// Returns the lines of an edge; the edge itself if it has one colour.
  func strands(of edge: RoutedEdge) -> [RoutedEdge] {
    switch colors[edge.index] {
    case .beside(let colors) where !colors.isEmpty: beside(edge, colors)
    case .along(let stretches) where !stretches.isEmpty: along(edge, stretches)
    default: [edge]
    }
  }

  private func beside(_ edge: RoutedEdge, _ colors: [RGBColor]) -> [RoutedEdge] {
    // A gap of the width of a thin line separates the strands.
    let distance = edge.width + min(edge.width, 1)
    let middle = Double(colors.count - 1) / 2
    return colors.enumerated().compactMap { number, color in
      if color.alpha == 0 { return nil }
      var strand = edge.without(start: number != min(1, colors.count - 1), end: number != 0)
      strand.curve = edge.curve.beside((middle - Double(number)) * distance)
      strand.color = color
      return strand
    }
  }

  private func along(
    _ edge: RoutedEdge, _ stretches: [Drawing.ColorShare]
  ) -> [RoutedEdge] {
    let cuts = edge.curve.parameters(atShares: stretches.cuts)
    return stretches.indices.compactMap { number in
      guard cuts[number] < cuts[number + 1] else { return nil }
      var piece = edge.without(start: cuts[number] > 0, end: cuts[number + 1] < 1)
      piece.curve = edge.curve.piece(from: cuts[number], to: cuts[number + 1])
      piece.color = stretches[number].color
      return piece
    }
  }
}

extension [Drawing.ColorShare] {
  /// The fractions at which each colour begins, followed by 1.
  var cuts: [Double] {
    var cuts = [0.0]
    for part in self { cuts.append(Swift.min(cuts[cuts.count - 1] + part.share, 1)) }
    cuts[cuts.count - 1] = 1
    return cuts
  }
}

extension RoutedEdge {
  /// Returns the edge without the marks at its start or end.
  fileprivate func without(start: Bool, end: Bool) -> RoutedEdge {
    func isLeft(_ point: SIMD2<Double>) -> Bool {
      (point - curve.start).length < (point - curve.end).length ? !start : !end
    }
    var edge = self
    if let tip = head?.tip, !isLeft(tip) { edge.head = nil }
    edge.marks.removeAll { $0.path.first.map { !isLeft($0.start) } ?? true }
    return edge
  }
}

extension Curve {
  /// Returns the curve at a distance, to the side of `perpendicular`: control points are moved
  /// perpendicularly to the lines between their neighbours, which is exact for straight lines
  /// (Tiller and Hanson 1984, doi:10.1109/MCG.1984.275995).
  func beside(_ distance: Double) -> Curve {
    func moved(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
      let whole = (points[points.count - 1] - points[0]).normalized(or: [1, 0])
      return points.indices.map { index in
        let (before, after) = (points[max(index - 1, 0)], points[min(index + 1, points.count - 1)])
        return points[index] + (after - before).normalized(or: whole).perpendicular * distance
      }
    }
    switch self {
    case .line(let a, let b):
      let points = moved([a, b])
      return .line(points[0], points[1])
    case .quadratic(let a, let b, let c):
      let points = moved([a, b, c])
      return .quadratic(points[0], points[1], points[2])
    case .cubic(let a, let b, let c, let d):
      let points = moved([a, b, c, d])
      return .cubic(points[0], points[1], points[2], points[3])
    case .spline(let points): return .spline(moved(points))
    }
  }

  /// Returns the parameters at fractions of the curve's length; `shares` are ascending.
  func parameters(atShares shares: [Double]) -> [Double] {
    if case .line = self { return shares }
    let steps = 64 * segmentCount
    var lengths = [0.0]
    var last = point(at: 0)
    for step in 1...steps {
      let next = point(at: Double(step) / Double(steps))
      lengths.append(lengths[step - 1] + (next - last).length)
      last = next
    }
    var step = 1
    return shares.map { share in
      let length = share * lengths[steps]
      if share >= 1 || lengths[steps] == 0 { return share }
      while step < steps, lengths[step] < length { step += 1 }
      let part = lengths[step] - lengths[step - 1]
      let rest = part > 0 ? (length - lengths[step - 1]) / part : 0
      return (Double(step - 1) + rest) / Double(steps)
    }
  }
}
