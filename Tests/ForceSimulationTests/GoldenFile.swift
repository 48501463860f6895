import ForceSimulation
import Foundation
import Testing

/// A trajectory of d3-force, as its file stores it (Golden/README.md).
struct GoldenFile: Decodable {
  struct Parameters: Decodable {
    let alpha, alphaMin, alphaDecay, alphaTarget, velocityMultiplier: Double
  }

  struct Graph: Decodable {
    let nodeCount: Int
    let links: [[Int]]
  }

  /// Coordinates of all nodes, one array an axis.
  struct State: Decodable {
    let x, y, vx, vy: [Double]
    let z, vz: [Double]?
  }

  struct Snapshot: Decodable {
    let tick: Int
    let alpha: Double
    let randomCalls: UInt32
    let state: State

    private enum CodingKeys: CodingKey { case tick, alpha, randomCalls }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      tick = try values.decode(Int.self, forKey: .tick)
      alpha = try values.decode(Double.self, forKey: .alpha)
      randomCalls = try values.decode(UInt32.self, forKey: .randomCalls)
      state = try State(from: decoder)
    }
  }

  struct Fixation: Decodable {
    let fx, fy, fz: Double?
  }

  let dimensions: Int
  let simulation: Parameters
  let forces: [GoldenForce]
  let graph: Graph
  let fixed: [String: Fixation]?
  let initialFromPhyllotaxis: Bool
  let initial: State
  let snapshots: [Snapshot]

  /// The names of all files.
  static let names = [
    "i-miserables-all4-2d", "ii-miserables-manybody-2d", "iii-random1000-mb-link-center-2d",
    "iv-collide200-2d", "iv-b-collide200-iter3-s07-2d", "v-x-y-radial-2d",
    "vi-miserables-fixed-2d", "vii-miserables-mixed-params-2d", "viii-coincident-jiggle-2d",
    "3d-iii-miserables-link-collide-center", "3d-iv-collide-xyz-radial",
  ]

  static var folder: URL {
    get throws { try #require(Bundle.module.url(forResource: "Golden", withExtension: nil)) }
  }

  init(named name: String) throws {
    let url = try Self.folder.appending(path: "\(name).json")
    self = try JSONDecoder().decode(GoldenFile.self, from: Data(contentsOf: url))
  }

  var links: [Link<Int>] { graph.links.map { Link(source: $0[0], target: $0[1]) } }
}

extension GoldenFile.State {
  func positions<Vector: SIMD>(as: Vector.Type) -> [Vector] where Vector.Scalar == Double {
    vectors([x, y] + (z.map { [$0] } ?? []))
  }

  func velocities<Vector: SIMD>(as: Vector.Type) -> [Vector] where Vector.Scalar == Double {
    vectors([vx, vy] + (vz.map { [$0] } ?? []))
  }

  private func vectors<Vector: SIMD>(_ axes: [[Double]]) -> [Vector] where Vector.Scalar == Double {
    x.indices.map { node in
      var vector = Vector()
      for axis in 0..<Vector.scalarCount { vector[axis] = axes[axis][node] }
      return vector
    }
  }
}

/// One number for all nodes (or links), or one for each.
enum GoldenValue: Decodable {
  case constant(Double)
  case list([Double])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Double.self) {
      self = .constant(number)
    } else if let list = try? value.decode([Double].self) {
      self = .list(list)
    } else {
      // JSON has no infinity, so the files spell it; NaN or a typing error stops here.
      guard try value.decode(String.self) == "Infinity" else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "not a number")
      }
      self = .constant(.infinity)
    }
  }

  var constant: Double {
    get throws {
      guard case .constant(let number) = self else { throw GoldenError("one number expected") }
      return number
    }
  }

  var perNode: NodeValues<Double> {
    switch self {
    case .constant(let number): .constant(number)
    case .list(let list): .array(list)
    }
  }
}

struct GoldenError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A force and its parameters. Which parameters are present depends on the type.
struct GoldenForce: Decodable {
  let name, type: String
  let x, y, z, radius, distance, theta, distanceMin, distanceMax: GoldenValue?
  let iterations: Int?
  /// Nil where the file describes d3's default in words.
  let strength: GoldenValue?

  private enum CodingKeys: CodingKey {
    case name, type, x, y, z, radius, distance, theta, distanceMin, distanceMax, iterations
    case strength
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value(_ key: CodingKeys) throws -> GoldenValue? {
      try values.decodeIfPresent(GoldenValue.self, forKey: key)
    }
    name = try values.decode(String.self, forKey: .name)
    type = try values.decode(String.self, forKey: .type)
    (x, y, z) = (try value(.x), try value(.y), try value(.z))
    (radius, distance, theta) = (try value(.radius), try value(.distance), try value(.theta))
    (distanceMin, distanceMax) = (try value(.distanceMin), try value(.distanceMax))
    iterations = try values.decodeIfPresent(Int.self, forKey: .iterations)
    let words = try? values.decode(String.self, forKey: .strength)
    strength = words?.hasPrefix("default") == true ? nil : try value(.strength)
  }

  /// The same force here.
  func make<Vector>(as: Vector.Type) throws -> any Force<Vector>
  where Vector: SimulationVector, Vector.Scalar == Double {
    switch type {
    case "manyBody":
      return ManyBodyForce<Vector>(
        strength: try #require(strength).perNode, theta: try #require(theta).constant,
        distanceMin: try #require(distanceMin).constant,
        distanceMax: try #require(distanceMax).constant)
    case "link":
      return try makeLinks(as: Vector.self)
    case "collide":
      return CollideForce<Vector>(
        radius: try #require(radius).perNode, strength: try #require(strength).constant,
        iterations: try #require(iterations))
    case "center":
      return CenterForce<Vector>(
        center: try center(as: Vector.self), strength: try #require(strength).constant)
    case "radial":
      return RadialForce<Vector>(
        radius: try #require(radius).perNode, center: try center(as: Vector.self),
        strength: try #require(strength).perNode)
    case "x", "y", "z":
      let (axis, target) = type == "x" ? (0, x) : type == "y" ? (1, y) : (2, z)
      return PositionForce<Vector>(
        axis: Axis(axis), target: try #require(target).perNode,
        strength: try #require(strength).perNode)
    default:
      throw GoldenError("unknown force \(type)")
    }
  }

  private func makeLinks<Vector>(as: Vector.Type) throws -> LinkForce<Vector>
  where Vector: SimulationVector, Vector.Scalar == Double {
    let length: LinkValues<Double> =
      switch try #require(distance) {
      case .constant(let number): .constant(number)
      case .list(let list): .array(list)
      }
    return LinkForce<Vector>(
      strength: try strength.map { .constant(try $0.constant) }
        ?? .byDegree,
      length: length, iterations: try #require(iterations))
  }

  private func center<Vector: SIMD>(as: Vector.Type) throws -> Vector
  where Vector.Scalar == Double {
    var center = Vector()
    for (axis, value) in [x, y, z].prefix(Vector.scalarCount).enumerated() {
      center[axis] = try #require(value).constant
    }
    return center
  }
}
