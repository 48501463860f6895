import Graphs

extension NodePositions {
  /// Returns the positions with the nodes that have no links in rows below the others, if they
  /// reach out of what a view shows at first.
  ///
  /// Layouts give such nodes places at the side, where they may take as much room as all the rest. A
  /// view fits what is linked, and a tenth more (`framed` in Page/camera.js): the rows lie in that
  /// tenth. Positions in space stay as they are, and so do those beside nodes that are nearly on a
  /// line, as there is no room. O(nodes + edges).
  func packingLoneNodes(of graph: Graph) -> NodePositions {
    guard case .plane(var points) = self else { return self }
    let degrees = graph.topology.degrees()
    var (linked, all) = (Bounds(), Bounds())
    for (node, point) in points.enumerated() where point.x.isFinite && point.y.isFinite {
      all.add(point)
      if degrees[node] > 0 { linked.add(point) }
    }
    let lone = degrees.indices.filter { degrees[$0] == 0 }
    let size = linked.high - linked.low
    guard !lone.isEmpty, size.min() > size.max() / 100 else { return self }
    let room = size / 18
    if all.low.x >= linked.low.x - room.x, all.low.y >= linked.low.y - room.y,
      all.high.x <= linked.high.x + room.x, all.high.y <= linked.high.y + room.y
    {
      return self
    }
    // As many rows of a square grid as there is room for, one row away from the rest.
    let needed = (size.x * room.y / Double(lone.count)).squareRoot()
    var step = min(needed, size.x / 20, room.y / 2)
    var columns = Int(size.x / step)
    while Double((lone.count + columns - 1) / columns) * step > room.y {
      step *= 0.95
      columns = Int(size.x / step)
    }
    for (place, node) in lone.enumerated() {
      let (row, column) = place.quotientAndRemainder(dividingBy: columns)
      points[node] = [
        linked.low.x + (Double(column) + 0.5) * step, linked.low.y - Double(row + 1) * step,
      ]
    }
    return .plane(points)
  }

  private struct Bounds {
    var low = SIMD2(repeating: Double.infinity)
    var high = SIMD2(repeating: -Double.infinity)

    mutating func add(_ point: SIMD2<Double>) {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
  }
}
