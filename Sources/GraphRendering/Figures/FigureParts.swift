extension ShapeOutline {
  /// Returns the areas of a shape that is filled with several colours.
  ///
  /// - Parameter isRound: true for wedges of an ellipse instead of stripes.
  func parts(
    _ colors: [Drawing.ColorShare], isRound: Bool
  ) -> [(path: [Curve], color: RGBColor)] {
    let cuts = colors.cuts
    return colors.indices.compactMap { number in
      let (begin, end) = (cuts[number], cuts[number + 1])
      let corners = begin < end ? isRound ? wedge(begin, end) : stripe(begin, end) : []
      return corners.count < 3 ? nil : (ShapeOutline.closed(corners), colors[number].color)
    }
  }

  private var low: SIMD2<Double> { polygon.reduce(.zero) { pointwiseMin($0, $1) } }
  private var high: SIMD2<Double> { polygon.reduce(.zero) { pointwiseMax($0, $1) } }

  /// Returns a wedge, counterclockwise from the right; `begin` and `end` are in turns.
  private func wedge(_ begin: Double, _ end: Double) -> [SIMD2<Double>] {
    let half = (high - low) / 2
    let steps = max(Int((72 * (end - begin)).rounded(.up)), 1)
    let rim = (0...steps).map { step in
      let angle = 360 * (begin + (end - begin) * Double(step) / Double(steps))
      return half * SIMD2(cosine(degrees: angle), -sine(degrees: angle))
    }
    return end - begin < 1 ? [.zero] + rim : rim
  }

  /// Returns the area between two vertical lines, given as fractions of the width.
  private func stripe(_ begin: Double, _ end: Double) -> [SIMD2<Double>] {
    let (left, width) = (low.x, high.x - low.x)
    return Self.cut(Self.cut(polygon, at: left + begin * width, 1), at: left + end * width, -1)
  }

  /// Clips a polygon at a vertical line: the area to its right is kept for the sign 1 (Sutherland
  /// and Hodgman 1974, doi:10.1145/360767.360802).
  private static func cut(
    _ polygon: [SIMD2<Double>], at x: Double, _ sign: Double
  ) -> [SIMD2<Double>] {
    var kept: [SIMD2<Double>] = []
    guard var last = polygon.last else { return kept }
    for corner in polygon {
      let (before, now) = (sign * (last.x - x), sign * (corner.x - x))
      if (before < 0) != (now < 0) {
        kept.append(last + (corner - last) * (before / (before - now)))
      }
      if now >= 0 { kept.append(corner) }
      last = corner
    }
    return kept
  }
}

extension Drawing.Shape {
  /// True if multiple fills are wedges.
  var isRound: Bool { self == .circle || self == .ellipse }
}

extension Drawing.Figure {
  /// True if it is given a visible fill.
  var hasOwnFill: Bool { middleFill.map { $0.alpha > 0 } ?? false }

  /// The fill behind text in the centre: the single fill, the middle of a transition, the middle
  /// stripe, or the mean of the wedges.
  var middleFill: RGBColor? {
    if let gradient { return gradient.middle }
    guard let first = fillParts.first else { return fill }
    if !shape.isRound {
      let ends = fillParts.cuts.dropFirst()
      return zip(fillParts, ends).first { $0.1 > 0.5 }?.0.color ?? first.color
    }
    var (mean, sum) = (first.color, first.share)
    for part in fillParts.dropFirst() where part.share > 0 {
      sum += part.share
      mean = mean.mixed(with: part.color, share: part.share / sum)
    }
    return mean
  }
}
