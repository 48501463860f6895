import CForceKernels
import Testing
import _TestSupport

/// Flat vectors from a named point set; the scalar that pads a vector of three is a mark, as nobody may read it.
func flat<T: KernelScalar>(
  _ count: Int, dimension: Int, kind: PointKind, seed: UInt64
) -> [T] {
  var random = SplitMix64(seed: seed)
  let stride = dimension == 2 ? 2 : 4
  var result = [T](repeating: .mark, count: count * stride)
  for i in 0..<count {
    for k in 0..<dimension {
      let value = random.unit() * 200 - 100
      result[i * stride + k] =
        switch kind {
        case .uniform: T(value)
        case .coincident: 1.5
        case .pairs: T(Double(i / 2) * 3.25)
        case .line: k == 0 ? T(value) : 0
        case .huge: T(value) * T.greatestFiniteMagnitude.squareRoot()
        case .tiny: T(value) * T.leastNormalMagnitude.squareRoot() * 1e-3
        case .notFinite: i == count / 2 ? (k == 0 ? .nan : .infinity) : T(value)
        }
    }
  }
  return result
}

enum PointKind: CaseIterable { case uniform, coincident, pairs, line, huge, tiny, notFinite }

/// The sizes around the widths of all vector registers and tiles.
let sizes = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100]

@Suite("Kernels: direct sum", .traced)
struct DirectSumTests {
  @Test func equalsTheSpecificationFloat() { equalsTheSpecification(Float.self) }
  @Test func equalsTheSpecificationDouble() { equalsTheSpecification(Double.self) }

  func equalsTheSpecification<T: KernelScalar>(_: T.Type) {
    withEvery("dimension", in: 2...4) { dimension in
      withEvery("count", in: sizes) { count in
        withEvery("kind", in: PointKind.allCases) { kind in
          withEvery("distances", in: [(0, T.infinity), (1, .infinity), (5, 60), (900, 1e4)]) { near, far in
            let positions: [T] = flat(count, dimension: dimension, kind: kind, seed: 1)
            check(positions, count: count, dimension: dimension, near: T(near), far: T(far))
          }
        }
      }
    }
  }

  func check<T: KernelScalar>(_ positions: [T], count: Int, dimension: Int, near: T, far: T) {
    var random = SplitMix64(seed: 2)
    let strength = (0..<count).map { $0 % 5 == 4 ? T(0) : T(random.unit() * 60 - 40) }
    let start: [T] = flat(count, dimension: dimension, kind: .uniform, seed: 3)
    let ranges = [0..<count, count / 3..<count, min(1, count)..<max(count - 1, min(1, count))]
    for (index, targets) in ranges.enumerated() {
      var wanted = Guarded(start, offset: 0)
      run(positions, strength, near, far, dimension, count, targets, &wanted) {
        Specification.directSum($0)
      }
      for isa in supportedSets {
        // One thread count a case, so that all of 1 to 8 come up without eight times the work.
        let threads = 1 + (count + index + dimension) % 8
        var found = Guarded(start, offset: index)
        run(positions, strength, near, far, dimension, count, targets, &found) {
          T.directSum($0, settings(isa, threads: threads))
        }
        withTrace("isa, threads, targets", (isa, threads, targets)) {
          expectSameBits(found.values, wanted.values)
          #expect(found.isIntact)
        }
      }
    }
  }

  func run<T: KernelScalar>(
    _ positions: [T], _ strength: [T], _ near: T, _ far: T, _ dimension: Int, _ count: Int,
    _ targets: Range<Int>, _ velocity: inout Guarded<T>, _ body: (DirectSumCall<T>) -> Void
  ) {
    var position = Guarded(positions, offset: 1)
    position.withPointer { position in
      strength.withUnsafeBufferPointer { strength in
        velocity.withPointer { velocity in
          // An empty array may have no address.
          let none = UnsafePointer(position)
          body(
            DirectSumCall(
              dimension: dimension, count: count, position: position,
              strength: strength.baseAddress ?? none, distanceMin2: near, distanceMax2: far,
              alpha: 0.75, targets: targets, velocity: velocity))
        }
      }
    }
  }

  @Test("fastest arithmetic stays near the specification, and is the same for any number of threads")
  func fastest() {
    let count = 333
    let positions: [Double] = flat(count, dimension: 3, kind: .uniform, seed: 5)
    let strength = [Double](repeating: -30, count: count)
    let start = [Double](repeating: 0, count: count * 4)
    var wanted = Guarded(start, offset: 0)
    run(positions, strength, 1, .infinity, 3, count, 0..<count, &wanted) { Specification.directSum($0) }
    withEvery("isa", in: supportedSets) { isa in
      var alone = Guarded(start, offset: 0)
      withEvery("threads", in: 1...8) { threads in
        var found = Guarded(start, offset: 0)
        run(positions, strength, 1, .infinity, 3, count, 0..<count, &found) {
          Double.directSum($0, settings(isa, threads: threads, arithmetic: CK_ARITHMETIC_FASTEST))
        }
        if threads == 1 { alone = found }
        expectSameBits(found.values, alone.values)
        let scale = wanted.values.map(abs).max()!
        for (a, b) in zip(found.values, wanted.values) { #expect(abs(a - b) <= 1e-13 * scale) }
      }
    }
  }

  @Test("the hash is the specification's")
  func jiggle() {
    for (seed, tick, a, b, axis) in [(1, 1, 0, 1, 0), (0, 0, 0, 0, 0), (9, 12345, 99, 1 << 31, 3)] {
      let jiggle = ck_jiggle(seed: UInt64(seed), tick: UInt64(tick))
      let value = ck_jiggle_value(jiggle, UInt64(a), UInt64(b), UInt64(axis))
      #expect(value == Specification.jiggle(jiggle, a, b, axis: axis))
      #expect(abs(value) <= 5e-7)
    }
  }
}
