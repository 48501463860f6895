/// Outliers: points that make their leaf many times larger.
///
/// A leaf holds neighbours in the permutation, however far apart those are. Nodes without links are
/// driven out of a layout and end up around it. Then nearly every leaf at the surface has one or
/// two of them and reaches across to their places. Sorted separately, outliers have their own
/// leaves, and the leaves of the other nodes stay small. CKernels/many_body_outliers.c is the same
/// for the kernels.
struct ReferenceOutliers {
  /// The points of a leaf relative to its middle, the point of the medians of their coordinates.
  private struct Leaf {
    let nodes: ArraySlice<Int32>
    /// The squared distances of the points from the middle.
    let distances2: [Double]

    var spread: Double { median(distances2) }
    func reach(below limit: Double) -> Double {
      (distances2.filter { $0 <= limit }.max() ?? 0).squareRoot()
    }
  }

  private let leaves: [Leaf]

  /// Measures the leaves of a permutation, in lattice units.
  init(_ input: ReferenceMultipole.Input, _ slots: [Int32]) {
    let size = ReferenceMultipole.leafSize
    leaves = stride(from: 0, to: slots.count, by: size).map { first in
      let nodes = slots[first..<min(first + size, slots.count)]
      let places = nodes.map { input.place(of: $0) }
      var middle = SIMD3<Double>.zero
      for k in 0..<3 { middle[k] = median(places.map { $0[k] }) }
      return Leaf(nodes: nodes, distances2: places.map { dot($0 - middle, $0 - middle) })
    }
  }

  /// The sum of the leaves' radii about their middles. The work of a walk grows with it.
  var reach: Double { leaves.reduce(0) { $0 + $1.reach(below: .infinity) } }

  /// Replaces the permutation by the ordinary nodes, then the outliers, each by increasing index,
  /// and returns the number of ordinary nodes. It does so only if there are outliers, they are not
  /// too many (as in a layout of uneven density), and the ordinary nodes' reach is below a limit.
  /// Otherwise the permutation stays as it is.
  func move(in slots: inout [Int32], below enough: Double) -> Int {
    let limit = 16 * typicalSpread
    var isOutlier = [Bool](repeating: false, count: slots.count)
    var reach = 0.0
    for leaf in leaves {
      let farthest = leaf.spread > limit ? -1 : limit
      for (node, distance2) in zip(leaf.nodes, leaf.distances2) {
        isOutlier[Int(node)] = distance2 > farthest
      }
      reach += leaf.reach(below: farthest)
    }
    let nodes = slots.indices.map(Int32.init)
    let others = nodes.filter { !isOutlier[Int($0)] }
    let outlierCount = nodes.count - others.count
    if outlierCount == 0 || outlierCount > nodes.count / 8 || reach >= enough { return nodes.count }
    slots = others + nodes.filter { isOutlier[Int($0)] }
    return others.count
  }

  /// The median of the leaves' spreads, rounded up to a power of two. Leaves of coincident points
  /// come first.
  private var typicalSpread: Double {
    let lowest = -1080
    let exponents = leaves.map { leaf in
      let spread = leaf.spread
      return spread > 0 && spread.isFinite ? exponentOf(spread) : lowest
    }
    return scaled(1, exponents.sorted()[leaves.count / 2])
  }
}

/// The value of rank n / 2, from 0.
private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
