import CForceKernels
import Testing
import _TestSupport

extension KernelTests {
  @Suite("Collide") struct Collide {
    @Test("Float: the specification's bits") func float() { layouts(Float.self) }
    @Test("Double: the specification's bits") func double() { layouts(Double.self) }

    private func layouts<T: KernelScalar>(_: T.Type) {
      withEvery("dimension", in: 2...4) { dimension in
        withEvery("count", in: sizes + [300]) { count in
          withEvery("kind", in: PointKind.allCases) { kind in
            withEvery("radii", in: Radii.allCases) { radii in
              let pass = CollidePass<T>(count, dimension: dimension, kind: kind, radii: radii)
              let threads = [1, 2, 3, 5, 8][(count + dimension) % 5]
              pass.expectSpecification(threads: [threads])
            }
          }
        }
      }
    }

    @Test("boxes, Float: the specification's bits") func boxesFloat() { boxes(Float.self) }
    @Test("boxes, Double: the specification's bits") func boxesDouble() { boxes(Double.self) }

    private func boxes<T: KernelScalar>(_: T.Type) {
      withEvery("dimension", in: 2...4) { dimension in
        withEvery("count", in: [1, 2, 17, 257, 1000]) { count in
          withEvery("kind", in: PointKind.allCases) { kind in
            withEvery("radii", in: Radii.allCases) { radii in
              withEvery("shape", in: [.box, .offsetBox]) { (shape: CollidePass<T>.Shape) in
                CollidePass<T>(count, dimension: dimension, kind: kind, radii: radii, shape: shape)
                  .expectSpecification(threads: [[1, 2, 5][(count + dimension) % 3]])
              }
            }
          }
        }
      }
    }

    @Test("boxes in blocks split over 1 to 5 threads") func boxThreads() {
      withEvery("radii", in: Radii.allCases) { radii in
        CollidePass<Float>(12_000, dimension: 3, kind: .uniform, radii: radii, shape: .offsetBox)
          .expectSpecification(threads: [1, 2, 5])
        CollidePass<Double>(20_000, dimension: 2, kind: .uniform, radii: radii, shape: .box)
          .expectSpecification(threads: [1, 2, 5])
      }
    }

    @Test("crowded cells, in groups") func crowds() {
      withEvery("kind", in: [PointKind.coincident, .pairs]) { kind in
        withEvery("radii", in: Radii.allCases) { radii in
          CollidePass<Double>(1100, dimension: 2, kind: kind, radii: radii)
            .expectSpecification(threads: [1, 3])
          CollidePass<Float>(1100, dimension: 3, kind: kind, radii: radii)
            .expectSpecification(threads: [2])
          CollidePass<Float>(1100, dimension: 2, kind: kind, radii: radii, shape: .box)
            .expectSpecification(threads: [3])
        }
      }
    }

    @Test("a crowd that begins at any slot near the end of a block") func crowdAnywhere() {
      withEvery("before", in: Array(stride(from: 880, through: 1040, by: 10))) { before in
        var pass = CollidePass<Double>(before + 600, dimension: 2, kind: .pairs, radii: .equal)
        for scalar in 2 * before..<2 * pass.count { pass.positions[scalar] = 1e4 }
        pass.expectSpecification(threads: [1])
      }
    }

    @Test("from no neighbours at all to some for each node") func sparse() {
      withEvery("count", in: [2, 3, 77, 300, 4500]) { count in
        withEvery("size", in: [0.003, 0.1, 0.3, 0.7]) { size in
          CollidePass<Double>(count, dimension: 2, kind: .uniform, radii: .equal, size: size)
            .expectSpecification(threads: [1, 3])
          CollidePass<Float>(count, dimension: 3, kind: .uniform, radii: .equal, size: 3 * size)
            .expectSpecification(threads: [1, 3])
          CollidePass<Float>(count, dimension: 3, kind: .uniform, radii: .spread, size: size)
            .expectSpecification(threads: [2])
        }
      }
    }

    @Test("blocks split over 1 to 8 threads") func threads() {
      withEvery("radii", in: Radii.allCases) { radii in
        CollidePass<Float>(12_000, dimension: 3, kind: .uniform, radii: radii)
          .expectSpecification(threads: [1, 2, 3, 5, 8])
        CollidePass<Double>(12_000, dimension: 2, kind: .uniform, radii: radii)
          .expectSpecification(threads: [1, 2, 3, 5, 8])
        CollidePass<Double>(12_000, dimension: 2, kind: .line, radii: radii)
          .expectSpecification(threads: [1, 2, 3, 5, 8])
      }
    }

    @Test("no levels, or no iterations, and nothing changes") func nothing() {
      var pass = CollidePass<Float>(50, dimension: 2, kind: .uniform, radii: .equal)
      pass.iterations = 0
      pass.expectSpecification(threads: [2])
      pass.iterations = 1
      pass.levels = []
      pass.expectSpecification(threads: [2])
    }
  }
}

enum Radii: CaseIterable {
  case equal
  /// Over two orders of magnitude, some zero.
  case spread
  /// One a hundred times as large as the others.
  case giant

  func values<T: KernelScalar>(_ count: Int, scale: Double, _: T.Type) -> [T] {
    (0..<count).map { node in
      switch self {
      case .equal: T(scale)
      case .spread: node % 7 == 3 ? 0 : T(scale * [1, 2, 0.4, 0.09, 0.01][node % 5])
      case .giant: T(node == count / 2 ? 100 * scale : scale)
      }
    }
  }
}

/// Half sides, weights and offsets of boxes, as the kernel takes them.
struct Boxes<T: KernelScalar> {
  var halfSides: [T]
  var weights: [T]
  var offsets: [T]?
  /// The largest half side on each axis of each level and those below.
  var levelHalfSides: [[T]] = []
  let stride: Int

  /// Boxes of different shapes; `reach` times the largest side. Some sides and weights are zero.
  init(reach: [T], dimension: Int, hasOffsets: Bool) {
    let stride = dimension == 2 ? 2 : 4
    let shapes: [[T]] = [
      [1, 0.25, 0.5, 1], [0.125, 1, 1, 0.5], [1, 1, 0.75, 0.25], [0, 1, 0.5, 1],
    ]
    self.stride = stride
    weights = reach.indices.map { $0 % 9 == 4 ? 0 : reach[$0] }
    offsets = hasOffsets ? (0..<reach.count * stride).map { T($0 % 5) * reach[0] / 4 } : nil
    halfSides = (0..<reach.count * stride).map { place in
      let (node, axis) = (place / stride, place % stride)
      return axis < dimension ? reach[node] * shapes[node % 4][axis] : 0
    }
  }

  /// The largest half side of each box.
  var reach: [T] {
    stride > 0 ? (0..<weights.count).map { halfSides[$0 * stride..<($0 + 1) * stride].max()! } : []
  }

  mutating func setLevels(_ levels: [(above: T, largest: T)], dimension: Int) {
    let reach = reach
    levelHalfSides = levels.map { level in
      let nodes = reach.indices.filter { reach[$0] <= level.largest }
      return (0..<dimension).map { axis in nodes.map { halfSides[$0 * stride + axis] }.max()! }
    }
  }
}

/// A collide pass with its arguments.
struct CollidePass<T: KernelScalar> {
  let dimension: Int
  let count: Int
  var positions: [T]
  let velocities: [T]
  /// Of boxes, their largest half sides.
  let radii: [T]
  var boxes: Boxes<T>?
  var levels: [(above: T, largest: T)] = []
  var iterations = 2

  enum Shape: CaseIterable { case disc, box, offsetBox }

  /// `size`: that of the radii, relative to those with which most nodes have neighbours.
  init(
    _ count: Int, dimension: Int, kind: PointKind, radii: Radii, size: Double = 1,
    shape: Shape = .disc
  ) {
    (self.dimension, self.count) = (dimension, count)
    positions = flat(count, dimension: dimension, kind: kind, seed: 1)
    velocities =
      kind == .uniform
      ? flat(count, dimension: dimension, kind: kind, seed: 2)
      : [T](repeating: 0.25, count: count * (dimension == 2 ? 2 : 4))
    // Some neighbours each, in the box of side 200 that most kinds fill.
    let scale = size * (kind == .tiny ? 1e-3 : 60 / Double(max(count, 1)).squareRoot())
    let values = radii.values(count, scale: scale, T.self)
    if shape != .disc {
      boxes = Boxes(reach: values, dimension: dimension, hasOffsets: shape == .offsetBox)
    }
    self.radii = boxes?.reach ?? values
    // As the library has them: each down to a fourth of the one before.
    var limit = self.radii.max() ?? 0
    while limit > 0, let largest = self.radii.filter({ $0 > 0 && $0 <= limit }).max() {
      while largest <= limit / 4 { limit /= 4 }
      levels.append((above: limit / 4, largest: largest))
      limit /= 4
    }
    if let last = levels.last, !self.radii.contains(where: { $0 <= last.above }) {
      levels[levels.count - 1].above = -1
    }
    boxes?.setLevels(levels, dimension: dimension)
  }

  func run(on velocity: inout Guarded<T>, _ body: (CollideCall<T>) -> Void) {
    var position = Guarded(positions, offset: 3)
    position.withPointer { position in
      velocity.withPointer { velocity in
        body(
          CollideCall(
            dimension: dimension, count: count, position: position, radii: radii, boxes: boxes,
            levels: levels, strength: 0.7, iterations: iterations, velocity: velocity))
      }
    }
  }

  func expectSpecification(threads: [Int]) {
    var wanted = Guarded(velocities, offset: 0)
    run(on: &wanted) { Specification.collide($0) }
    let values = wanted.values
    withEvery("isa", in: supportedSets) { isa in
      withEvery("threads", in: threads) { threads in
        var found = Guarded(velocities, offset: threads % 4)
        run(on: &found) { $0.run(settings(isa, threads: threads)) }
        found.expect(values)
      }
    }
  }
}

/// The arguments of a collide pass. `levels` are ranges of radii, without the lower end.
struct CollideCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var position: UnsafePointer<T>
  var radii: [T]
  var boxes: Boxes<T>?
  var levels: [(above: T, largest: T)]
  var strength: T
  var iterations: Int
  var velocity: UnsafeMutablePointer<T>
  var jiggle = ck_jiggle(seed: 5, tick: 2)

  func run(_ settings: ck_settings) {
    let levels = levels.map {
      ck_collide_level(above: Double($0.above), largest: Double($0.largest))
    }
    withContext(settings) { context in
      let points = ck_points(position, dimension: dimension, count: count)
      radii.withUnsafeBufferPointer { radius in
        levels.withUnsafeBufferPointer { levels in
          let radii = ck_collide_radii(
            radius: radius.baseAddress, levels: levels.baseAddress,
            level_count: Int32(levels.count))
          guard let boxes else {
            ck_collide(
              context, points, radii, Double(strength), Int32(iterations), jiggle, velocity)
            return
          }
          boxes.withKernelBoxes(reach: radii) {
            ck_collide_boxes(
              context, points, $0, Double(strength), Int32(iterations), jiggle, velocity)
          }
        }
      }
    }
  }
}

extension Boxes {
  fileprivate func withKernelBoxes(reach: ck_collide_radii, _ body: (ck_boxes) -> Void) {
    levelHalfSides.flatMap { $0.map { Double($0) } }.withUnsafeBufferPointer { levelHalfSides in
      halfSides.withUnsafeBufferPointer { halfSides in
        weights.withUnsafeBufferPointer { weights in
          (offsets ?? []).withUnsafeBufferPointer { offsets in
            body(
              ck_boxes(
                reach: reach, level_half_sides: levelHalfSides.baseAddress,
                half_sides: halfSides.baseAddress, weights: weights.baseAddress,
                offsets: self.offsets == nil ? nil : offsets.baseAddress))
          }
        }
      }
    }
  }
}
