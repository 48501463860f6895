import CForceKernels
import Foundation
import Testing
import _TestSupport

/// The positions of the nodes in a many-body pass by tree.
enum TreePoints: CaseIterable {
  case uniform
  /// Four groups, far from each other.
  case clustered
  case lattice
  /// On one axis, evenly.
  case line
  /// All on one point, which is not the origin.
  case coincident
  /// Two and two on one point.
  case pairs
  case tall
  case wide
  /// One node so far away that the others are one point beside it.
  case outlier
  /// Every twentieth on a wide circle or sphere around the others.
  case shell
  /// Half of them in a millionth of a millionth of what the others take up.
  case tightCluster

  static func isOnShell(_ i: Int) -> Bool { i % 20 == 7 }

  func coordinate(
    _ i: Int, _ axis: Int, of count: Int, dimension: Int, size: Double,
    _ random: inout SplitMix64
  ) -> Double {
    let unit = random.unit()
    switch self {
    case .uniform: return unit * 200 - 100
    case .clustered: return Double((i % 4 * 7 + axis * 3) % 5 * 400) + unit
    case .lattice:
      var side = 1
      while (0..<dimension).reduce(1, { product, _ in product * side }) < count { side += 1 }
      return Double((0..<axis).reduce(i) { rest, _ in rest / side } % side) * 2
    case .line: return axis == 0 ? Double(2 * i) : 0
    case .coincident: return 3.5
    case .pairs: return Double(i / 2) * 3.25 + Double(axis)
    case .tall: return unit * (axis == 0 ? 10 : 5000)
    case .wide: return unit * (axis == 0 ? 5000 : 10)
    case .outlier: return i == count / 2 && axis == 0 ? size : unit * 200 - 100
    case .shell:
      guard TreePoints.isOnShell(i) else { return unit * 200 - 100 }
      // A spiral along the last axis, or once around in two dimensions.
      let (share, turn) = (Double(i) / Double(count), Double(i) * (dimension == 2 ? 2.4 : 0.12))
      let height = dimension == 2 ? 0 : 2 * share - 1
      let ring = 2000 * (1 - height * height).squareRoot()
      return axis == 2 ? 2000 * height : ring * (axis == 0 ? cos(turn) : sin(turn))
    case .tightCluster: return i % 2 == 0 ? unit * 1000 : 300 + unit * 1e-9
    }
  }
}

/// The permutation and state of a tree, kept from pass to pass.
struct TreeOrder {
  var slots: [Int32]
  var state = ck_many_body_history()

  init(_ count: Int) { slots = (0..<Int32(count)).map { $0 } }

  var isPermutation: Bool { slots.sorted() == slots.indices.map { Int32($0) } }

  func expectSame(as other: TreeOrder, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(slots == other.slots, sourceLocation: sourceLocation)
    #expect(state.sorted == other.state.sorted, sourceLocation: sourceLocation)
    #expect(state.sorts == other.state.sorts, sourceLocation: sourceLocation)
    #expect(state.divided == other.state.divided, sourceLocation: sourceLocation)
    #expect(state.next_trial == other.state.next_trial, sourceLocation: sourceLocation)
    #expect(state.level == other.state.level, sourceLocation: sourceLocation)
    #expect(state.measured == other.state.measured, sourceLocation: sourceLocation)
    let numbers = [state, other.state].map {
      [$0.staleness, $0.work, $0.excess, $0.error2, $0.force, $0.last_error]
    }
    expectSameBits(numbers[0], numbers[1], "state of the order", sourceLocation: sourceLocation)
  }
}

/// A many-body pass by tree with its arguments.
struct ManyBodyCase<T: KernelScalar> {
  let dimension: Int
  let count: Int
  var positions: [T]
  var strengths: [T]
  /// Used when above 0.
  var accuracy: T = 0
  var theta: T = 0.9
  var near: T = 1
  var far: T = .infinity
  /// The velocities at the start.
  var start: [T]

  init(_ count: Int, dimension: Int, _ points: TreePoints = .uniform, seed: UInt64 = 1) {
    (self.count, self.dimension) = (count, dimension)
    var random = SplitMix64(seed: seed)
    let stride = dimension == 2 ? 2 : 4
    positions = Array(repeating: .mark, count: count * stride)
    let size = T.greatestFiniteMagnitude > 1e38 * 1e3 ? 1e300 : 1e30
    for i in 0..<count {
      for axis in 0..<dimension {
        positions[i * stride + axis] = T(
          points.coordinate(i, axis, of: count, dimension: dimension, size: size, &random))
      }
    }
    strengths = Array(repeating: -30, count: count)
    start = flat(count, dimension: dimension, kind: .uniform, seed: 3)
  }

  /// The same with other parameters.
  func with(_ change: (inout Self) -> Void) -> Self {
    var other = self
    change(&other)
    return other
  }

  mutating func restAtStart() { start = start.map { $0.isNaN ? $0 : 0 } }

  // MARK: Runs

  /// The velocities after a pass. Nothing else may be written. `wrapped` calls its argument, which
  /// is only the pass, once.
  @discardableResult
  func run(
    _ settings: ck_settings, order: inout TreeOrder, context: Context? = nil,
    offset: Int = 0, report: inout ck_many_body_report, wrapped: (() -> Void) -> Void = { $0() },
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [T] {
    let context = context ?? Context(settings)
    ck_context_set(context.handle, settings)
    var position = Guarded(positions, offset: offset)
    var strength = Guarded(strengths, offset: (offset + 1) % 4)
    var velocity = Guarded(start, offset: (offset + 2) % 4)
    let guardSlot: Int32 = -7
    var slots = [guardSlot] + order.slots + [guardSlot]
    position.withPointer { position in
      strength.withPointer { strength in
        velocity.withPointer { velocity in
          slots.withUnsafeMutableBufferPointer { slots in
            withUnsafeMutablePointer(to: &order.state) { state in
              let call = ManyBodyCall<T>(
                dimension: dimension, count: count, position: position, strength: strength,
                accuracy: accuracy, theta: theta, distanceMin2: near, distanceMax2: far,
                alpha: 0.75,
                order: slots.baseAddress! + 1, state: state, velocity: velocity)
              wrapped { report = call.run(context.handle) }
            }
          }
        }
      }
    }
    #expect(slots.first == guardSlot && slots.last == guardSlot, sourceLocation: sourceLocation)
    order.slots = Array(slots[1..<count + 1])
    position.expect(positions, "position", sourceLocation: sourceLocation)
    strength.expect(strengths, "strength", sourceLocation: sourceLocation)
    let values = velocity.values
    velocity.expect(values, sourceLocation: sourceLocation)
    return values
  }

  /// The velocities after a pass that sorts first.
  func run(
    _ settings: ck_settings, context: Context? = nil, offset: Int = 0,
    wrapped: (() -> Void) -> Void = { $0() }, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [T] {
    var order = TreeOrder(count)
    var report = ck_many_body_report()
    return run(
      settings, order: &order, context: context, offset: offset, report: &report, wrapped: wrapped,
      sourceLocation: sourceLocation)
  }

  // MARK: Exact

  /// The changes of the velocities of `targets` by the exact sum, in Double.
  func exact(_ targets: Range<Int>) -> [Double] {
    let (stride, place) = (dimension == 2 ? 2 : 4, positions.map(Double.init))
    var velocity = [Double](repeating: 0, count: positions.count)
    place.withUnsafeBufferPointer { place in
      strengths.map(Double.init).withUnsafeBufferPointer { strengths in
        velocity.withUnsafeMutableBufferPointer { velocity in
          Specification.directSum(
            DirectSumCall<Double>(
              dimension: dimension, count: count, position: place.baseAddress!,
              strength: strengths.baseAddress!, distanceMin2: Double(near),
              distanceMax2: Double(far), alpha: 0.75, targets: targets,
              velocity: velocity.baseAddress!))
        }
      }
    }
    return Array(velocity[targets.lowerBound * stride..<targets.upperBound * stride])
  }

  /// The root mean square of the errors of the first nodes, relative to that of the exact changes.
  /// `found`: the velocities of a run that started at rest.
  func error(_ found: [T], nodes: Int = 120) -> Double {
    let exact = exact(0..<min(nodes, count))
    let stride = dimension == 2 ? 2 : 4
    var (errors, sizes) = (0.0, 0.0)
    for at in exact.indices where at % stride < dimension {
      errors += (Double(found[at]) - exact[at]) * (Double(found[at]) - exact[at])
      sizes += exact[at] * exact[at]
    }
    return (errors / sizes).squareRoot()
  }
}

/// The arguments of a many-body pass by tree.
struct ManyBodyCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var position: UnsafePointer<T>
  var strength: UnsafePointer<T>
  var accuracy: T
  var theta: T
  var distanceMin2: T
  var distanceMax2: T
  var alpha: T
  var order: UnsafeMutablePointer<Int32>
  var state: UnsafeMutablePointer<ck_many_body_history>
  var velocity: UnsafeMutablePointer<T>
  var jiggle = ck_jiggle(seed: 11, tick: 5)

  func run(_ context: OpaquePointer) -> ck_many_body_report {
    var report = ck_many_body_report()
    let points = ck_points(position, dimension: dimension, count: count)
    let law = ck_law(
      strength: strength, accuracy: Double(accuracy), theta: Double(theta),
      distance_min2: Double(distanceMin2), distance_max2: Double(distanceMax2))
    var both = ck_many_body_state(permutation: order, history: state.pointee)
    ck_many_body(context, points, law, Double(alpha), jiggle, &both, velocity, &report)
    state.pointee = both.history
    return report
  }
}
