/// The places of the nodes of a graph, in the plane or in space, in the units of the file.
///
/// A node that has no place in the file has NaN in all coordinates. Readers give no other coordinates
/// that are not finite.
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

  /// 2 or 3.
  public var dimensions: Int {
    switch self {
    case .plane: 2
    case .space: 3
    }
  }

  /// In the plane: as they are, or without their z. O(nodes) if z has to go.
  public var inPlane: [SIMD2<Double>] {
    switch self {
    case .plane(let places): places
    case .space(let places): places.map { SIMD2($0.x, $0.y) }
    }
  }

  /// In space: as they are, or with z = 0. O(nodes) if z has to be added.
  public var inSpace: [SIMD3<Double>] {
    switch self {
    case .plane(let places): places.map { SIMD3($0, $0.x.isNaN ? .nan : 0) }
    case .space(let places): places
    }
  }

  /// The x, y and perhaps z of a node; nil when it has no place.
  public subscript(node: Int) -> [Double]? {
    let place: [Double]
    switch self {
    case .plane(let places): place = [places[node].x, places[node].y]
    case .space(let places): place = [places[node].x, places[node].y, places[node].z]
    }
    return place.contains { $0.isNaN } ? nil : place
  }

  /// The number of nodes without a place. O(nodes).
  public var missingCount: Int {
    switch self {
    case .plane(let places): places.count { $0.x.isNaN || $0.y.isNaN }
    case .space(let places): places.count { $0.x.isNaN || $0.y.isNaN || $0.z.isNaN }
    }
  }
}
