import CForceKernels
import Testing
import _TestSupport

extension KernelTests {
  @Suite("Integration") struct Integration {
    @Test("Float: the specification's bits") func float() { layouts(Float.self) }
    @Test("Double: the specification's bits") func double() { layouts(Double.self) }

    private func layouts<T: KernelScalar>(_: T.Type) {
      withEvery("dimension", in: 2...4) { dimension in
        withEvery("count", in: sizes + [9000]) { count in
          withEvery("velocities", in: [PointKind.uniform, .huge, .tiny, .notANumber, .infinite]) {
            kind in
            withEvery("pins", in: Pins.allCases) { pins in
              let step = Step<T>(count, dimension: dimension, velocities: kind, pins: pins)
              let threads = 1 + (count + dimension) % 8
              step.expectSpecification(threads: threads...threads)
            }
          }
        }
      }
    }

    @Test("blocks split over 1 to 8 threads give the same bits and the same count")
    func threads() {
      Step<Float>(40_000, dimension: 3, velocities: .infinite, pins: .few)
        .expectSpecification(threads: 1...8)
      Step<Double>(40_000, dimension: 2, velocities: .huge, pins: .none)
        .expectSpecification(threads: 1...8)
    }
  }
}

private enum Pins: CaseIterable {
  case none
  /// Every 37th node, on all axes.
  case few
  /// All subsets of the axes in turn.
  case all

  func axes(count: Int, dimension: Int) -> [UInt8]? {
    switch self {
    case .none: nil
    case .few: (0..<count).map { $0 % 37 == 5 ? UInt8(1 << dimension - 1) : 0 }
    case .all: (0..<count).map { UInt8($0 % (1 << dimension)) }
    }
  }
}

/// An integration with its arguments.
private struct Step<T: KernelScalar> {
  let dimension: Int
  let count: Int
  let positions: [T]
  let velocities: [T]
  let pins: [T]
  let axes: [UInt8]?

  init(_ count: Int, dimension: Int, velocities kind: PointKind, pins: Pins) {
    (self.count, self.dimension) = (count, dimension)
    positions = flat(count, dimension: dimension, kind: .uniform, seed: 1, padding: 4321)
    velocities = flat(count, dimension: dimension, kind: kind, seed: 2, padding: 1234).map {
      value in
      // The largest numbers overflow when they are multiplied by the decay.
      kind == .huge && value > 1e6 ? .greatestFiniteMagnitude : value
    }
    self.pins = flat(count, dimension: dimension, kind: .uniform, seed: 3)
    axes = pins.axes(count: count, dimension: dimension)
  }

  func run(
    offset: Int, _ body: (IntegrateCall<T>) -> Int
  ) -> (kept: Int, position: Guarded<T>, velocity: Guarded<T>) {
    var position = Guarded(positions, offset: offset)
    var velocity = Guarded(velocities, offset: offset * 2 % 4)
    var pins = Guarded(pins, offset: 1)
    let kept = position.withPointer { position in
      velocity.withPointer { velocity in
        pins.withPointer { pins in
          body(
            IntegrateCall(
              dimension: dimension, count: count, decay: 1.25, pinnedAxes: axes, pins: pins,
              position: position, velocity: velocity))
        }
      }
    }
    return (kept, position, velocity)
  }

  func expectSpecification(threads: ClosedRange<Int>) {
    let wanted = run(offset: 0) { Specification.integrate($0) }
    let (positions, velocities) = (wanted.position.values, wanted.velocity.values)
    withEvery("isa", in: supportedSets) { isa in
      withEvery("threads", in: threads) { threads in
        let found = run(offset: threads % 4) { $0.run(settings(isa, threads: threads)) }
        #expect(found.kept == wanted.kept)
        found.position.expect(positions, "position")
        found.velocity.expect(velocities, "velocity")
      }
    }
  }
}

/// The arguments of an integration. Without `pinnedAxes` no node is pinned.
struct IntegrateCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var decay: T
  var pinnedAxes: [UInt8]?
  var pins: UnsafePointer<T>
  var position: UnsafeMutablePointer<T>
  var velocity: UnsafeMutablePointer<T>

  /// Returns the number of nodes that were kept.
  func run(_ settings: ck_settings) -> Int {
    withContext(settings) { context in
      (pinnedAxes ?? []).withUnsafeBufferPointer { axes in
        let pins = ck_pins(axes: pinnedAxes == nil ? nil : axes.baseAddress, position: pins)
        let points = ck_points(position, dimension: dimension, count: count)
        return Int(ck_integrate(context, points, pins, Double(decay), velocity))
      }
    }
  }
}
