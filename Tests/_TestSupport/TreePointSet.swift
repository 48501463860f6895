import ForceSimulation
import Testing

/// Point sets that are difficult for trees, for any vector type.
public enum TreePointSet: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case none, one, random, coincident, twoCoincident, collinear, diagonal, lattice, farOutlier
  case almostCoincident, clusterChain, subnormal, farWithoutExtent, spiral, greatest

  public var testDescription: String { rawValue }

  public func points<V: SimulationVector>(_: V.Type = V.self) -> [V] {
    var random = LinearCongruentialGenerator()
    func uniform(_ count: Int, scale: V.Scalar = 100) -> [V] {
      (0..<count).map { _ in Self.vector { _ in V.Scalar(random.next() - 0.5) * scale } }
    }
    switch self {
    case .none: return []
    case .one: return [Self.vector { V.Scalar($0) + 3 }]
    case .random: return uniform(300)
    case .coincident: return Array(repeating: Self.vector { V.Scalar($0) - 7 }, count: 300)
    case .twoCoincident:
      let points = uniform(100)
      return points + [points[17]]
    case .collinear: return (0..<200).map { i in Self.vector { $0 == 1 ? V.Scalar(i) : 4 } }
    case .diagonal: return (0..<200).map { i in V(repeating: V.Scalar(199 - i) / 8) }
    case .lattice:
      return (0..<256).map { i in Self.vector { V.Scalar((i >> ($0 * 2)) & 3) } }
    case .farOutlier:
      return uniform(60) + [V(repeating: V.Scalar.greatestFiniteMagnitude / 1e8)] + uniform(60)
    case .almostCoincident: return uniform(200, scale: 1e-5)
    case .clusterChain: return (0..<100).map { i in V(repeating: V.Scalar(i) * 6e-6) }
    case .subnormal: return uniform(100, scale: .leastNormalMagnitude * 4)
    case .farWithoutExtent:
      // 3e7 is beyond 2^24: neighbouring Floats are 2 apart there.
      return (0..<50).map { i in V(repeating: 3e7 + V.Scalar(i / 10) * 2) }
    case .spiral:
      return (0..<60).map { i in
        Self.vector { axis in
          let size = 1.5 * V.Scalar(1 << (i / 2))
          return (i >> axis) & 1 == 0 ? size : -size
        }
      }
    case .greatest:
      let greatest = V.Scalar.greatestFiniteMagnitude
      let corners: [V] = (0..<8).map { i in
        Self.vector { (i >> $0) & 1 == 0 ? greatest : -greatest }
      }
      // The middle between the two greatest numbers is rounded down to the lower one.
      return uniform(20) + corners + [V(repeating: greatest.nextDown)]
    }
  }

  private static func vector<V: SIMD>(_ component: (Int) -> V.Scalar) -> V {
    var vector = V()
    for axis in 0..<V.scalarCount { vector[axis] = component(axis) }
    return vector
  }
}
