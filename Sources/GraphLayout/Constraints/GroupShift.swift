import ForceSimulation

/// Moves groups apart as they are: nodes of a group are not pressed against the sides of its box, as they
/// would be if each was projected on its own.
///
/// The middles of groups and nodes beside each other are projected onto the chosen separations, for each depth
/// of nesting, the innermost first. O(nodes * depths), and the projections.
struct GroupShift {
  /// The projections of one depth of nesting.
  private struct Level {
    var axes: [AxisProjection]
    /// The choices of each axis, by the edges of its projection.
    var choices: [[GroupBoxes.Choice]]
  }

  private let boxes: GroupBoxes
  private var levels: [Level]

  /// - Parameter weights: the weight of each node's move.
  init(_ boxes: GroupBoxes, _ chosen: [GroupBoxes.Choice], weights: [Double]) {
    self.boxes = boxes
    let all =
      weights + boxes.groups.map { $0.nodes.reduce(0) { $0 + weights[$1] } }
    var byDepth = [[[GroupBoxes.Choice]]](
      repeating: [[], []], count: (boxes.depths.max() ?? 0) + 1)
    for choice in chosen { byDepth[boxes.depths[choice.group]][choice.order / 2].append(choice) }
    levels = byDepth.map { choices in
      let axes = choices.map { choices in
        AxisProjection(
          choices.map { choice in
            let (first, second) = choice.items
            return Separation(
              left: boxes.middle(first), right: boxes.middle(second), gap: 0, source: 0)
          }, weights: all)
      }
      return Level(axes: axes, choices: choices)
    }
  }

  /// Moves groups and nodes as little as possible so that the chosen separations hold.
  mutating func move<Vector: LayoutVector>(_ positions: inout [Vector]) {
    for depth in levels.indices.reversed() {
      let all = boxes.boxes(positions)
      var middles = positions
      for box in all {
        var middle = Vector.zero
        (middle[0], middle[1]) = ((box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2)
        middles.append(middle)
      }
      let before = middles
      for axis in levels[depth].axes.indices {
        let choices = levels[depth].choices[axis]
        levels[depth].axes[axis].setGaps { number in
          let (first, second) = choices[number].items
          return choices[number].distance + boxes.half(first, all)[axis]
            + boxes.half(second, all)[axis]
        }
        middles.withUnsafeMutableBufferPointer {
          levels[depth].axes[axis].project($0, axis: axis, rounds: 1)
        }
      }
      positions = Array(middles.prefix(positions.count))
      for (number, group) in boxes.groups.enumerated() where boxes.depths[number] == depth {
        let move = middles[boxes.middle(.group(number))] - before[boxes.middle(.group(number))]
        if move != .zero { for node in group.nodes { positions[node] += move } }
      }
    }
  }
}
