/// Shrinks small components beside a giant one.
///
/// Edges have about the same length everywhere, but a giant component has many more nodes per area
/// than a pair: without shrinking, a hundred pairs and isolated nodes would take most of a picture
/// of ten thousand nodes.
enum ComponentGround {
  /// The number of nodes from which a component is a giant. Beside smaller ones, pairs keep their
  /// size, to leave space for labels.
  static let giant = 100
  /// The maximum area per node of small components, relative to the giant's.
  static let greatest = 4.0
  /// The maximum total area of small components, relative to the giant's, unless equal area per
  /// node needs more.
  static let share = 0.5

  /// Scales the pictures. O(nodes).
  static func even<Vector: LayoutVector>(
    _ pictures: inout [ComponentPicture<Vector>], margin: Double
  ) {
    guard !pictures.contains(where: { $0.isFixed }),
      let first = pictures.indices.filter({ pictures[$0].graph != nil }).max(by: {
        pictures[$0].nodes.count < pictures[$1].nodes.count
      }), pictures[first].nodes.count >= giant
    else { return }
    let largest = pictures[first]
    let rest = pictures.reduce(-largest.nodes.count) { $0 + $1.nodes.count }
    let factor = min(max(share * Double(largest.nodes.count) / Double(max(rest, 1)), 1), greatest)
    let most = factor * ground(largest, margin)
    for number in pictures.indices where number != first {
      let scale = (most / ground(pictures[number], margin)).squareRoot()
      guard scale < 1, scale > 0 else { continue }
      pictures[number].marginScale = scale
      for index in pictures[number].positions.indices {
        pictures[number].positions[index] = pictures[number].positions[index] * scale
      }
    }
  }

  /// Returns the area of a picture with its margin, per node. A giant, which may have long
  /// branches, is measured by the density of its centre.
  private static func ground<Vector: LayoutVector>(
    _ picture: ComponentPicture<Vector>, _ margin: Double
  ) -> Double {
    var area = 1.0
    for axis in 0..<2 {
      let sorted = picture.positions.map { $0[axis] }.sorted()
      let cut = sorted.count < giant ? 0 : sorted.count / 10
      let share = Double(sorted.count - 2 * cut) / Double(sorted.count)
      area *= (sorted[sorted.count - 1 - cut] - sorted[cut]) / share + margin
    }
    return area / Double(picture.nodes.count)
  }
}
