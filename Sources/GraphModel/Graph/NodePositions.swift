/// The positions of the nodes of a graph in two or three dimensions, in the units of the file.
///
/// A node without a position has NaN in all coordinates. All other coordinates that readers return
/// are finite.
public enum NodePositions: Hashable, Sendable, Codable {
  /// In two dimensions.
  case plane([SIMD2<Double>])
  /// In three dimensions.
  case space([SIMD3<Double>])

  /// The number of nodes.
  public var count: Int {
    switch self {
    case .plane(let places): places.count
    case .space(let places): places.count
    }
  }

  /// The number of dimensions, 2 or 3.
  public var dimensions: Int {
    switch self {
    case .plane: 2
    case .space: 3
    }
  }

  /// The two-dimensional positions, without z. O(nodes) if z must be removed.
  public var inPlane: [SIMD2<Double>] {
    switch self {
    case .plane(let places): places
    case .space(let places): places.map { SIMD2($0.x, $0.y) }
    }
  }

  /// The three-dimensional positions, with z = 0 if they have none. O(nodes) if z must be added.
  public var inSpace: [SIMD3<Double>] {
    switch self {
    case .plane(let places): places.map { SIMD3($0, $0.x.isNaN ? .nan : 0) }
    case .space(let places): places
    }
  }

  /// The coordinates of a node; nil if it has no position.
  public subscript(node: Int) -> [Double]? {
    let place: [Double]
    switch self {
    case .plane(let places): place = [places[node].x, places[node].y]
    case .space(let places): place = [places[node].x, places[node].y, places[node].z]
    }
    return place.contains { $0.isNaN } ? nil : place
  }

  /// The number of nodes without a position. O(nodes).
  public var missingCount: Int {
    switch self {
    case .plane(let places): places.count { $0.x.isNaN || $0.y.isNaN }
    case .space(let places): places.count { $0.x.isNaN || $0.y.isNaN || $0.z.isNaN }
    }
  }
}
