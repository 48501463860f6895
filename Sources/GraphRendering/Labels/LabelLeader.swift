extension PlacedLabel {
  /// A thin line from a node to its label, where there is no room for the label beside the node.
  struct Leader: Hashable, Sendable {
    /// The end on the node.
    var start: SIMD2<Double>
    /// The end at the label.
    var end: SIMD2<Double>

    /// Boxes along the line, which cover about what it covers.
    var boxes: [Rectangle] {
      let count = Int((end - start).length / (2 * Self.half)) + 1
      return (0..<count).map { step in
        let middle = start + (end - start) * ((Double(step) + 0.5) / Double(count))
        return Rectangle(minimum: middle - Self.half, maximum: middle + Self.half)
      }
    }

    private static let half = 1.25
    static let width = 0.8
    /// The width of the outline that sets the line off from edges.
    static let rimWidth = 2.4
  }

  /// The box of the letters as they are: without the space below the base line where no letter reaches
  /// there.
  var letters: Rectangle {
    let reachesBelow = text.contains { Self.lettersBelow.contains($0) }
    guard !reachesBelow else { return box }
    return Rectangle(minimum: box.minimum, maximum: [box.maximum.x, min(origin.y, box.maximum.y)])
  }

  private static let lettersBelow: Set<Character> = [
    "g", "j", "p", "q", "y", "Q", ",", ";", "(", ")", "_", "/", "@", "[", "]", "{", "}", "|",
  ]
}

extension LabelPlacement {
  /// The lengths of lines, in points; those after `usualLengths` are for the most important nodes.
  private static let lengths: [Double] = [8, 16, 28, 42, 58, 78, 100, 125, 155]
  private static let usualLengths = 5
  /// The number of directions in which places are tried.
  private static let directions = 24
  /// The size of discs that a line may not cross, relative to its own, if it is short and if it is long.
  private static let obstacleRatios = (short: 0.5, long: 0.8)
  /// The gap between a line and its label, in points.
  private static let leaderGap = 2.0
  /// What a line costs, at all and per point.
  static let leaderCost = 0.8
  private static let leaderCostPerPoint = 0.006

  /// Returns the places away from a node, to which lines lead, each with the cost of its line. No line
  /// crosses a disc that is about as large as its own, unless that lies on it in part.
  ///
  /// - Parameter isFar: true to go farther than usual.
  func placesAway(
    _ node: Int, _ text: String, _ size: Double, _ width: Double, isFar: Bool
  ) -> [Choice] {
    let center = nodes.centers[node]
    let radius = nodes.radii[node]
    let lengths = isFar ? Self.lengths[...] : Self.lengths.prefix(Self.usualLengths)
    var places: [Choice] = []
    for turn in 0..<Self.directions {
      let degrees = 360 * Double(turn) / Double(Self.directions)
      let away = SIMD2(cosine(degrees: degrees), sine(degrees: degrees))
      for length in lengths {
        let end = center + away * (radius + length)
        let ratio = isFar ? Self.obstacleRatios.long : Self.obstacleRatios.short
        guard
          let crossings = crossings(
            from: center + away * radius, to: end, of: node, largest: ratio * radius)
        else { break }
        var label = self.label(text, size, width, atEndOfLine: end, away, node)
        label.leader = .init(start: center + away * 0.5 * radius, end: end)
        let cost = Self.leaderCost + Self.leaderCostPerPoint * length + 0.3 * Double(crossings)
        places.append((label, cost))
      }
    }
    return places
  }

  private func label(
    _ text: String, _ size: Double, _ width: Double, atEndOfLine end: SIMD2<Double>,
    _ away: SIMD2<Double>, _ node: Int
  ) -> PlacedLabel {
    let capitals = TextMetrics.capitals * size
    let anchor: PlacedLabel.Anchor = abs(away.x) < 0.4 ? .middle : away.x > 0 ? .start : .end
    let point: SIMD2<Double> =
      switch anchor {
      case .middle:
        [end.x, away.y < 0 ? end.y - Self.leaderGap : end.y + Self.leaderGap + capitals]
      case .start: [end.x + Self.leaderGap, end.y + capitals / 2]
      case .end: [end.x - Self.leaderGap, end.y + capitals / 2]
      }
    return PlacedLabel(text, size: size, width: width, at: point, anchor, node: node)
  }

  /// The number of discs that a line crosses: small ones, and those that overlap its own, out of which no
  /// other way may lead; nil if it crosses or touches another one.
  private func crossings(
    from start: SIMD2<Double>, to end: SIMD2<Double>, of node: Int, largest: Double
  ) -> Int? {
    var count = 0
    let isFree = obstacles.allDiscs(near: start, end, reach: 1, besides: node) { other in
      if nodes.radii[other] <= Self.leastTexture { return true }
      let distance = (nodes.centers[other] - nodes.centers[node]).length
      let isOverlapping = distance < nodes.radii[other] + nodes.radii[node]
      if nodes.radii[other] >= largest, !isOverlapping { return false }
      count += 1
      return true
    }
    return isFree ? count : nil
  }
}

extension PlacedLabel.Leader {
  /// The line with its outline, from back to front.
  func shapes(_ theme: Theme) -> [Shape] {
    func shape(_ color: RGBColor, _ width: Double, _ opacity: Double) -> Shape {
      Shape(
        path: [.line(start, end)], isClosed: false, stroke: color, strokeWidth: width,
        opacity: opacity)
    }
    return [
      shape(theme.background, Self.rimWidth, LabelGroup.rimOpacity),
      shape(theme.text, Self.width, 1),
    ]
  }
}
