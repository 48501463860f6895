import CForceKernels
import Testing
import _TestSupport

extension KernelTests {
  @Suite("Direct sum") struct DirectSum {
    @Test("Float: the specification's bits") func float() { layouts(Float.self) }
    @Test("Double: the specification's bits") func double() { layouts(Double.self) }

    private func layouts<T: KernelScalar>(_: T.Type) {
      withEvery("dimension", in: 2...4) { dimension in
        withEvery("count", in: sizes) { count in
          withEvery("kind", in: PointKind.allCases) { kind in
            let positions: [T] = flat(count, dimension: dimension, kind: kind, seed: 1)
            let distances: [(T, T)] = [(0, .infinity), (1, .infinity), (25, 3600), (900, 1e4)]
            withEvery("distanceMin², distanceMax²", in: distances) { near, far in
              let middle = count / 2
              let ranges = [0..<count, count / 3..<count, middle..<min(middle + 1, count)]
              withEvery("targets", in: ranges) { targets in
                // One number of threads a case: all of 1 to 8 occur, without eight times the work.
                let threads = 1 + (count + targets.lowerBound + dimension) % 8
                Sum(positions, dimension: dimension, near: near, far: far, targets: targets)
                  .expectSpecification(threads: threads...threads)
              }
            }
          }
        }
      }
    }

    /// With an accuracy, points in Double are summed in Float.
    @Test("Double in Float: the specification's bits") func split() {
      withEvery("dimension", in: 2...4) { dimension in
        withEvery("count", in: sizes) { count in
          withEvery("kind", in: PointKind.allCases) { kind in
            let positions: [Double] = flat(count, dimension: dimension, kind: kind, seed: 1)
            let threads = 1 + (count + dimension) % 3
            // Distances around the layout's, and those that Float cannot have beside it.
            let distances: [(Double, Double)] = [
              (0, .infinity), (1, .infinity), (25, 3600), (900, 1e4), (1e-30, 1e-30), (1e30, 1e40),
            ]
            withEvery("distanceMin², distanceMax²", in: distances) { near, far in
              withEvery("scale", in: [1, 0x1p-200, 0x1p300]) { scale in
                Sum(
                  positions.map { $0 * scale }, dimension: dimension, near: near, far: far,
                  accuracy: 1e-3
                )
                .expectSpecification(threads: threads...threads)
              }
            }
          }
        }
      }
    }

    @Test("blocks split over 1 to 8 threads give the same bits")
    func threads() {
      withEvery("kind", in: [PointKind.uniform, .pairs, .infinite]) { kind in
        withEvery("dimension", in: 2...4) { dimension in
          Sum<Float>(flat(700, dimension: dimension, kind: kind, seed: 6), dimension: dimension)
            .expectSpecification(threads: 1...8)
          Sum<Double>(flat(700, dimension: dimension, kind: kind, seed: 7), dimension: dimension)
            .expectSpecification(threads: 1...8)
        }
      }
    }

    @Test("pushes of coincident nodes are opposite, and no node is left where it was")
    func coincident() {
      let sum = Sum<Double>(
        flat(2, dimension: 3, kind: .coincident, seed: 1), dimension: 3, strengths: [-30, -30])
      withEvery("isa", in: supportedSets) { isa in
        var velocity = Guarded([Double](repeating: 0, count: 8), offset: 0)
        sum.run(on: &velocity) { $0.run(settings(isa, threads: 1)) }
        let values = velocity.values
        for axis in 0..<3 {
          #expect(values[axis] != 0)
          expectSameBits(values[axis], -values[4 + axis], "axis \(axis)")
        }
      }
    }
  }
}

/// A direct sum with its arguments.
private struct Sum<T: KernelScalar> {
  let dimension: Int
  let count: Int
  let positions: [T]
  let strengths: [T]
  let near: T
  let far: T
  let accuracy: Double
  let targets: Range<Int>

  init(
    _ positions: [T], dimension: Int, near: T = 1, far: T = .infinity, targets: Range<Int>? = nil,
    strengths: [T]? = nil, accuracy: Double = 0
  ) {
    self.accuracy = accuracy
    count = positions.count / (dimension == 2 ? 2 : 4)
    self.dimension = dimension
    self.positions = positions
    var random = SplitMix64(seed: 2)
    // Both signs, and some zeros.
    self.strengths =
      strengths ?? (0..<count).map { $0 % 5 == 4 ? 0 : T(random.unit() * 60 - 40) }
    (self.near, self.far) = (near, far)
    self.targets = targets ?? 0..<count
  }

  func start(offset: Int) -> Guarded<T> {
    Guarded(flat(count, dimension: dimension, kind: .uniform, seed: 3), offset: offset)
  }

  func run(on velocity: inout Guarded<T>, _ body: (DirectSumCall<T>) -> Void) {
    var position = Guarded(positions, offset: 1)
    var strength = Guarded(strengths, offset: 3)
    position.withPointer { position in
      strength.withPointer { strength in
        velocity.withPointer { velocity in
          body(
            DirectSumCall(
              dimension: dimension, count: count, position: position, strength: strength,
              distanceMin2: near, distanceMax2: far, accuracy: accuracy, alpha: 0.75,
              targets: targets, velocity: velocity))
        }
      }
    }
  }

  func specification() -> Guarded<T> {
    var velocity = start(offset: 0)
    run(on: &velocity) { Specification.directSum($0) }
    return velocity
  }

  func expectSpecification(threads: ClosedRange<Int>) {
    let wanted = specification().values
    withEvery("isa", in: supportedSets) { isa in
      withEvery("threads", in: threads) { threads in
        var found = start(offset: threads % 4)
        run(on: &found) { $0.run(settings(isa, threads: threads)) }
        found.expect(wanted)
      }
    }
  }
}

/// The arguments of a direct sum. Arrays hold vectors in the layout of ckernels.h.
struct DirectSumCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var position: UnsafePointer<T>
  var strength: UnsafePointer<T>
  var distanceMin2: T
  var distanceMax2: T
  var accuracy = 0.0
  var alpha: T
  var targets: Range<Int>
  var velocity: UnsafeMutablePointer<T>
  var jiggle = ck_jiggle(seed: 11, tick: 5)

  func run(_ settings: ck_settings) {
    withContext(settings) { context in
      let points = ck_points(position, dimension: dimension, count: count)
      let law = ck_law(
        strength: strength, accuracy: accuracy, theta: 0, distance_min2: Double(distanceMin2),
        distance_max2: Double(distanceMax2))
      ck_direct_sum(
        context, points, law, Double(alpha), jiggle, Int64(targets.lowerBound),
        Int64(targets.upperBound), velocity)
    }
  }
}
