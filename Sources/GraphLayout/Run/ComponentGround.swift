/// Makes small components smaller beside a giant one.
///
/// Edges are about as long everywhere, but a giant has many more nodes on the same ground than a pair has:
/// laid out alike, a hundred pairs and lone nodes take most of a picture of ten thousand nodes.
enum ComponentGround {
  /// From so many nodes on a component is a giant. Beside smaller ones, pairs keep their size for their names.
  static let giant = 100
  /// Small components get up to so many times the ground for a node that the giant has,
  static let greatest = 4.0
  /// but not more than this part of the giant's ground altogether, as far as equal ground allows.
  static let share = 0.5

  /// O(nodes).
  static func even<Vector: LayoutVector>(
    _ pictures: inout [ComponentPicture<Vector>], margin: Double
  ) {
    guard !pictures.contains(where: { $0.isFixed }),
      let largest = pictures.filter({ $0.graph != nil }).max(by: {
        $0.nodes.count < $1.nodes.count
      }), largest.nodes.count >= giant
    else { return }
    let rest = pictures.reduce(-largest.nodes.count) { $0 + $1.nodes.count }
    let factor = min(max(share * Double(largest.nodes.count) / Double(max(rest, 1)), 1), greatest)
    let most = factor * ground(largest, margin)
    for number in pictures.indices {
      let scale = (most / ground(pictures[number], margin)).squareRoot()
      guard scale < 1, scale > 0 else { continue }
      pictures[number].marginScale = scale
      for index in pictures[number].positions.indices {
        pictures[number].positions[index] = pictures[number].positions[index] * scale
      }
    }
  }

  /// The area of a picture with its margin, for each node. Of a giant, which may have long arms, as if
  /// all of it was as dense as its middle.
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
