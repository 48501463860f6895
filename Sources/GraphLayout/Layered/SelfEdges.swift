extension LayeredDrawing {
  /// Returns the space that self-loops need to the right of each node, and its height.
  static func loopRoom(_ part: LayeredPart, _ spacing: Spacing) -> [SIMD2<Double>] {
    var room = [SIMD2<Double>](repeating: .zero, count: part.nodeCount)
    for loop in part.loops {
      room[Int(loop.node)].x += spacing.loop + (loop.label.x > 0 ? loop.label.x + spacing.edges : 0)
      room[Int(loop.node)].y = max(room[Int(loop.node)].y, loop.label.y)
    }
    return room
  }

  /// Adds self-loops to the right of their nodes, nested in one another.
  mutating func addLoops(_ part: LayeredPart, _ spacing: Spacing) {
    var (counts, reached): ([Int32: Int], [Int32: Double]) = ([:], [:])
    for loop in part.loops { counts[loop.node, default: 0] += 1 }
    var numbers: [Int32: Int] = [:]
    for loop in part.loops {
      let number = numbers[loop.node, default: 0] + 1
      numbers[loop.node] = number
      let (size, center) = (part.sizes[Int(loop.node)], positions[Int(loop.node)])
      let side = center.x + size.x / 2
      let out = reached[loop.node, default: side] + spacing.loop
      let full = size.y > 0 ? size.y / 3 : spacing.loop / 2
      let reach = full * Double(number) / Double(counts[loop.node] ?? 1)
      routes.append([
        SIMD2(side, center.y - (size.y > 0 ? reach : 0)), SIMD2(out, center.y - reach),
        SIMD2(out, center.y + reach), SIMD2(side, center.y + (size.y > 0 ? reach : 0)),
      ])
      reached[loop.node] = out
      if loop.label.x > 0 {
        labels.append(
          (loop.number, SIMD2(out + spacing.edges + loop.label.x / 2, center.y), loop.label))
        reached[loop.node] = out + spacing.edges + loop.label.x
      }
    }
  }
}
