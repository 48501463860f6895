import GraphLayout

extension GraphLooks {
  /// Adds the boxes of groups that constraints keep apart. A box looks as the outline of the same nodes that
  /// the style asks for, or as the cluster of the file that has them; others have no name.
  ///
  /// - Returns: the share of the picture that boxes need beyond the nodes on each side. Drawings to scale
  ///   have room for them already.
  func add(_ boxes: [GroupBox], to drawing: inout Drawing, _ graph: Graph) -> Double {
    guard !boxes.isEmpty, case .plane(let points) = drawing.positions,
      let given = graph.positions?.inPlane
    else { return 0 }
    let corners = Self.corners(boxes, points, given, drawing.figures)
    for (group, corners) in zip(boxes, corners) {
      let outline = Drawing.Group.Outline.corners(corners.low, corners.high)
      if let place = drawing.groups.firstIndex(where: { $0.nodes == group.nodes }) {
        drawing.groups[place].outline = outline
      } else if let cluster = graph.groups.first(where: {
        $0.isCluster && Set($0.nodes) == Set(group.nodes)
      }) {
        drawing.groups.append(fileStyle.box(around: cluster, at: outline))
      } else {
        var box = Drawing.Group(group.nodes, name: "")
        box.outline = outline
        drawing.groups.append(box)
      }
    }
    if drawing.isToScale { return 0 }
    let low = points.reduce(points[0]) { pointwiseMin($0, $1) }
    let high = points.reduce(points[0]) { pointwiseMax($0, $1) }
    let beyond = corners.reduce(0) { max($0, (low - $1.low).max(), ($1.high - high).max()) }
    return beyond / max((high - low).max() + 2 * beyond, 1e-300)
  }

  /// Returns the corners of boxes in a drawing. Where nodes carry text, it has been enlarged: figures have not,
  /// so that boxes shrink to the padding around them.
  private static func corners(
    _ boxes: [GroupBox], _ points: [SIMD2<Double>], _ given: [SIMD2<Double>],
    _ figures: [Drawing.Figure?]
  ) -> [(low: SIMD2<Double>, high: SIMD2<Double>)] {
    let (now, before) = (LayoutMetrics.extent(points), LayoutMetrics.extent(given))
    let scale = before.max() > 0 ? now.max() / before.max() : 1
    var inner = boxes.map { _ in
      (low: SIMD2(repeating: Double.infinity), high: SIMD2(repeating: -Double.infinity))
    }
    for (number, group) in boxes.enumerated().reversed() {
      for node in group.own {
        let half = (figures.isEmpty ? nil : figures[node]?.size).map { $0 / 2 } ?? .zero
        inner[number].low = pointwiseMin(inner[number].low, points[node] - half)
        inner[number].high = pointwiseMax(inner[number].high, points[node] + half)
      }
      inner[number].low = pointwiseMax(inner[number].low - group.padding, group.box.low * scale)
      inner[number].high = pointwiseMin(inner[number].high + group.padding, group.box.high * scale)
      guard let parent = group.parent else { continue }
      inner[parent].low = pointwiseMin(inner[parent].low, inner[number].low)
      inner[parent].high = pointwiseMax(inner[parent].high, inner[number].high)
    }
    return inner
  }
}
