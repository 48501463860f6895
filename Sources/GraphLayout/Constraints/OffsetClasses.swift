/// Nodes that exact separations tie together, with their places relative to each other. Class 0 is
/// that of the ground.
struct OffsetClasses {
  /// The ground, and the nodes of separations in increasing order.
  let nodes: [Int]
  private var parents: [Int]
  private var offsets: [Double]

  init(_ separations: [Separation]) {
    nodes =
      [Separation.ground]
      + Set(separations.flatMap { [$0.left, $0.right] }).subtracting([Separation.ground]).sorted()
    parents = Array(nodes.indices)
    offsets = [Double](repeating: 0, count: nodes.count)
    // Those of places come first, so that the places are exact.
    let exact = separations.filter(\.isExact)
    let places = exact.filter { $0.left == Separation.ground }
    for separation in places + exact.filter({ $0.left != Separation.ground }) {
      let (left, right) = (root(local(separation.left)), root(local(separation.right)))
      if left.node == right.node { continue }
      // The ground stays a root, so that what is tied to it has its own coordinate as its place.
      if right.node == 0 {
        parents[left.node] = 0
        offsets[left.node] = right.offset - separation.gap - left.offset
      } else {
        parents[right.node] = left.node
        offsets[right.node] = left.offset + separation.gap - right.offset
      }
    }
  }

  /// Returns the index of a node among `nodes`.
  func local(_ node: Int) -> Int {
    var (low, high) = (0, nodes.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the root of a node, and its place relative to it.
  private mutating func root(_ node: Int) -> (node: Int, offset: Double) {
    var (root, offset) = (node, 0.0)
    while parents[root] != root {
      offset += offsets[root]
      root = parents[root]
    }
    if root != node { (parents[node], offsets[node]) = (root, offset) }
    return (root, offset)
  }

  /// Returns the number of each node's class, its place there, and the number of classes.
  mutating func numbered() -> (found: [(number: Int, offset: Double)], count: Int) {
    var numbers: [Int: Int] = [:]
    var found: [(number: Int, offset: Double)] = []
    for node in nodes.indices {
      let (root, offset) = root(node)
      let number = numbers[root] ?? numbers.count
      numbers[root] = number
      found.append((number, offset))
    }
    return (found, numbers.count)
  }
}
