import CForceKernels
import Testing
import _TestSupport

extension KernelTests {
  /// The t-force against sums written down here, and against itself on one thread without vector
  /// instructions. ForceSimulationTests has it against the reference, to the bit.
  @Suite("t-force") struct TForceKernel {
    @Test("every instruction set and number of threads has the same bits")
    func sameBits() {
      withEvery("kind", in: PointKind.allCases) { kind in
        withEvery("dimension", in: 2...3) { dimension in
          withEvery("count", in: sizes + [1000, 3001]) { count in
            expectSameBits(Float.self, count, dimension, kind)
            expectSameBits(Double.self, count, dimension, kind)
          }
        }
      }
    }

    private func expectSameBits<T: KernelScalar>(
      _: T.Type, _ count: Int, _ dimension: Int, _ kind: PointKind
    ) {
      let call = TForceCall<T>(
        flat(count, dimension: dimension, kind: kind, seed: 1), dimension: dimension,
        distance: 20, cutoff: count % 2 == 0 ? .infinity : 80)
      let wanted = call.run(settings(Int32(CK_ISA_SCALAR.rawValue), threads: 1), offset: 0)
      withEvery("isa", in: supportedSets) { isa in
        withEvery("threads", in: [1, 1 + count % 8]) { threads in
          call.velocities(settings(isa, threads: threads), offset: threads % 4).expect(wanted)
        }
      }
    }

    @Test("without theta the sums are exact")
    func exact() {
      withEvery("dimension", in: 2...3) { dimension in
        let call = TForceCall<Double>(
          flat(700, dimension: dimension, kind: .uniform, seed: 4), dimension: dimension,
          distance: 15, theta: 0)
        #expect(call.error(settings(ck_isa_best(), threads: 2)) < 1e-14)
      }
    }

    @Test("with theta 0.9 and 1.3 the error is within 2 % and 6 %", arguments: [2, 3])
    func error(dimension: Int) {
      for (theta, bound) in [(0.9, 0.02), (1.3, 0.06)] {
        for distance in [2.0, 20, 200] {
          let call = TForceCall<Double>(
            flat(2000, dimension: dimension, kind: .uniform, seed: 5), dimension: dimension,
            distance: distance, theta: theta)
          let error = call.error(settings(ck_isa_best(), threads: 2))
          #expect(error < bound, "theta \(theta), distance \(distance)")
          #expect(error > 0, "theta \(theta), distance \(distance): nothing is approximated")
        }
      }
    }

    @Test("links pull by the formula, and what a node gains is divided by its resistance")
    func links() {
      // A path of three nodes, the middle one with two ends.
      let positions: [Double] = [0, 0, 3, 4, 3, 5]
      let (begin, other): ([Int64], [Int32]) = ([0, 1, 3, 4], [1, 0, 2, 1])
      let far: [Double] = [0.5, 0.25, 0.75, 1]
      var velocity = [Double](repeating: 1, count: 6)
      begin.withUnsafeBufferPointer { begin in
        other.withUnsafeBufferPointer { other in
          far.withUnsafeBytes { far in
            var links = ck_t_links(
              begin: begin.baseAddress, other: other.baseAddress, near: nil,
              far: far.baseAddress, common_near: 8)
            call(positions, &velocity, &links)
          }
        }
      }
      // alpha 0.5, distance 5: factors 8 / (1 + 25 / 25) + far and 8 / (1 + 1 / 25) + far.
      let (long, short) = (8.0 / 2, 8.0 / (1 + 1.0 / 25))
      func expected(_ pull: Double, _ stiffness: Double) -> Double {
        1 + 0.5 * pull / (1 + 0.5 * stiffness)
      }
      let wanted = [
        expected(3 * (long + 0.5), long + 0.5), expected(4 * (long + 0.5), long + 0.5),
        expected(-3 * (long + 0.25), long + 0.25 + short + 0.75),
        expected(-4 * (long + 0.25) + (short + 0.75), long + 0.25 + short + 0.75),
        expected(0, short + 1), expected(-(short + 1), short + 1),
      ]
      for (found, wanted) in zip(velocity, wanted) { #expect(abs(found - wanted) < 1e-12) }
    }

    /// No pushes: strength 0.
    private func call(
      _ positions: [Double], _ velocity: inout [Double], _ links: inout ck_t_links
    ) {
      var (position, result) = (Guarded(positions, offset: 0), Guarded(velocity, offset: 0))
      position.withPointer { position in
        result.withPointer { velocity in
          withContext(settings(ck_isa_best(), threads: 1)) { context in
            ck_t_force(
              context, ck_points(position, dimension: 2, count: 3),
              ck_t_law(strength: 0, distance: 5, cutoff: .infinity, theta: 0.9), &links, 0.5,
              ck_jiggle(seed: 1, tick: 1), velocity)
          }
        }
      }
      velocity = result.values
    }

    @Test("coincident nodes are pushed apart")
    func coincident() {
      let call = TForceCall<Float>(
        flat(40, dimension: 2, kind: .coincident, seed: 1), dimension: 2, distance: 1)
      let velocities = call.run(settings(ck_isa_best(), threads: 1), offset: 0, start: 0)
      let places = (0..<40).map { SIMD2(velocities[2 * $0], velocities[2 * $0 + 1]) }
      #expect(Set(places).count == 40)
    }
  }
}

/// A call of the kernel.
struct TForceCall<T: KernelScalar> {
  let dimension: Int
  let count: Int
  let positions: [T]
  let law: ck_t_law

  init(
    _ positions: [T], dimension: Int, strength: Double = 10, distance: Double,
    cutoff: Double = .infinity, theta: Double = 0.9
  ) {
    (self.positions, self.dimension) = (positions, dimension)
    count = positions.count / Int(ck_stride(Int32(dimension)))
    law = ck_t_law(strength: strength, distance: distance, cutoff: cutoff, theta: theta)
  }

  func velocities(
    _ settings: ck_settings, offset: Int, start: T? = nil, wrapped: (() -> Void) -> Void = { $0() }
  ) -> Guarded<T> {
    var velocity = Guarded<T>(
      flat(count, dimension: dimension, kind: .uniform, seed: 3).map { start ?? $0 },
      offset: offset)
    var position = Guarded(positions, offset: 1)
    position.withPointer { position in
      velocity.withPointer { velocity in
        withContext(settings) { context in
          wrapped {
            ck_t_force(
              context, ck_points(position, dimension: dimension, count: count), law, nil, 0.5,
              ck_jiggle(seed: 11, tick: 5), velocity)
          }
        }
      }
    }
    return velocity
  }

  func run(
    _ settings: ck_settings, offset: Int, start: T? = nil, wrapped: (() -> Void) -> Void = { $0() }
  ) -> [T] {
    velocities(settings, offset: offset, start: start, wrapped: wrapped).values
  }

  /// The root mean square error of the steps, relative to their root mean square.
  func error(_ settings: ck_settings) -> Double {
    let found = run(settings, offset: 0, start: 0)
    let stride = Int(ck_stride(Int32(dimension)))
    func place(_ i: Int, _ k: Int) -> Double { Double(positions[i * stride + k]) }
    var (wrong, all) = (0.0, 0.0)
    for i in 0..<count {
      var (force, weight) = ([Double](repeating: 0, count: dimension), 0.0)
      for j in 0..<count where j != i {
        let difference = (0..<dimension).map { place(i, $0) - place(j, $0) }
        let distance2 = difference.reduce(0) { $0 + $1 * $1 }
        let q = 1 + distance2 / (law.distance * law.distance)
        for k in 0..<dimension { force[k] += law.strength * difference[k] / (q * q) }
        weight += 1 / (q * q)
      }
      for k in 0..<dimension {
        // At alpha 0.5.
        let step = 0.5 * force[k] / max(1, 0.5 * weight * abs(law.strength) / 8)
        let difference = Double(found[i * stride + k]) - step
        wrong += difference * difference
        all += step * step
      }
    }
    return (wrong / all).squareRoot()
  }
}
