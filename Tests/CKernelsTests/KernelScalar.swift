import CForceKernels
import _TestSupport

/// What a direct sum is called with. Arrays hold vectors in the layout of ckernels.h.
struct DirectSumCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var position: UnsafePointer<T>
  var strength: UnsafePointer<T>
  var distanceMin2: T
  var distanceMax2: T
  var alpha: T
  var targets: Range<Int>
  var velocity: UnsafeMutablePointer<T>
  var jiggle = ck_jiggle(seed: 11, tick: 5)
}

/// What a link pass is called with. The link ends of node i are `begin[i] ..< begin[i + 1]`.
struct LinksCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var position: UnsafePointer<T>
  var begin: [Int64]
  var other: [Int32]
  /// By link end; without it, all lengths are `commonLength`.
  var length: [T]?
  var commonLength: T
  var coefficient: [T]
  /// By node; without it there are no limits.
  var total: [T]?
  var iterations: Int
  var alpha: T
  var velocity: UnsafeMutablePointer<T>
  var jiggle = ck_jiggle(seed: 3, tick: 9)
}

/// What a collide pass is called with. `levels` are ranges of radii, without the lower end.
struct CollideCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var position: UnsafePointer<T>
  var radii: [T]
  var levels: [(above: T, largest: T)]
  var strength: T
  var iterations: Int
  var velocity: UnsafeMutablePointer<T>
  var jiggle = ck_jiggle(seed: 5, tick: 2)
}

/// What an integration is called with. Without `pinnedAxes` no node is pinned.
struct IntegrateCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var decay: T
  var pinnedAxes: [UInt8]?
  var pins: UnsafePointer<T>
  var position: UnsafeMutablePointer<T>
  var velocity: UnsafeMutablePointer<T>
}

/// What the passes of a KD-tree are called with.
struct KDTreeCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var leafSize: Int
  var position: UnsafePointer<T>
  var order: UnsafeMutablePointer<Int32>
}

/// What a many-body pass by tree is called with.
struct ManyBodyCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var position: UnsafePointer<T>
  var strength: UnsafePointer<T>
  var theta: T
  var distanceMin2: T
  var distanceMax2: T
  var alpha: T
  var order: UnsafeMutablePointer<Int32>
  var state: UnsafeMutablePointer<ck_many_body_order>
  var tree: OpaquePointer
  var velocity: UnsafeMutablePointer<T>
  var jiggle = ck_jiggle(seed: 11, tick: 5)
}

/// Float and Double, each with the C functions of its type.
protocol KernelScalar: BinaryFloatingPoint, SIMDScalar, Codable, Sendable {
  /// Squared distance below which two nodes are coincident.
  static var tiny2: Self { get }

  static func directSum(_ call: DirectSumCall<Self>, _ settings: ck_settings)
  static func links(_ call: LinksCall<Self>, _ settings: ck_settings)
  static func collide(_ call: CollideCall<Self>, _ settings: ck_settings)
  /// Returns the number of nodes that were kept.
  static func integrate(_ call: IntegrateCall<Self>, _ settings: ck_settings) -> Int
  static func kdTreeSort(_ call: KDTreeCall<Self>, _ settings: ck_settings)
  /// `low` and `high` have a vector for each node.
  static func kdTreeRefit(
    _ call: KDTreeCall<Self>, low: UnsafeMutablePointer<Self>, high: UnsafeMutablePointer<Self>,
    _ settings: ck_settings)
  static func manyBody(_ call: ManyBodyCall<Self>, _ settings: ck_settings) -> ck_many_body_report
}

extension KernelScalar {
  /// A NaN that no arithmetic makes: it marks memory that nobody may write to.
  static var mark: Self {
    Self(
      sign: .minus, exponentBitPattern: Self.nan.exponentBitPattern,
      significandBitPattern: Self.nan.significandBitPattern | 0x2C0DE)
  }
}

extension Float: KernelScalar {
  static var tiny2: Float { 0x1p-100 }

  static func directSum(_ call: DirectSumCall<Float>, _ settings: ck_settings) {
    withScratch(ck_direct_sum_scratch(Int32(call.dimension), Int64(call.count))) { scratch in
      withUnsafePointer(to: settings) {
        ck_direct_sum_f32(
          $0, Int32(call.dimension), Int64(call.count), call.position, call.strength,
          call.distanceMin2, call.distanceMax2, call.alpha, call.jiggle,
          Int64(call.targets.lowerBound), Int64(call.targets.upperBound), scratch, call.velocity)
      }
    }
  }

  static func links(_ call: LinksCall<Float>, _ settings: ck_settings) {
    withScratch(Int64(call.count) * ck_stride(Int32(call.dimension))) { predicted in
      withUnsafePointer(to: settings) { settings in
        call.withHalfLinks { begin, other, length, coefficient, total in
          ck_links_f32(
            settings, Int32(call.dimension), Int64(call.count), call.position,
            ck_half_links_f32(
              begin: begin, other: other, length: length, coefficient: coefficient, total: total,
              common_length: call.commonLength),
            Int32(call.iterations), call.alpha, call.jiggle, predicted, call.velocity)
        }
      }
    }
  }

  static func collide(_ call: CollideCall<Float>, _ settings: ck_settings) {
    let levels = call.levels.map { ck_collide_level_f32(above: $0.above, largest: $0.largest) }
    let bytes = ck_collide_scratch_f32(Int32(call.dimension), Int64(call.count))
    withScratch((bytes + 4 - 1) / 4) { (scratch: UnsafeMutablePointer<Float>) in
      withUnsafePointer(to: settings) {
        ck_collide_f32(
          $0, Int32(call.dimension), Int64(call.count), call.position, call.radii,
          Int32(levels.count), levels, call.strength, Int32(call.iterations), call.jiggle, scratch,
          call.velocity)
      }
    }
  }

  static func integrate(_ call: IntegrateCall<Float>, _ settings: ck_settings) -> Int {
    withUnsafePointer(to: settings) {
      Int(
        ck_integrate_f32(
          $0, Int32(call.dimension), Int64(call.count), call.decay, call.pinnedAxes, call.pins,
          call.position, call.velocity))
    }
  }

  static func kdTreeSort(_ call: KDTreeCall<Float>, _ settings: ck_settings) {
    let bytes = ck_kdtree_sort_scratch(Int32(call.dimension), Int64(call.count))
    withScratch(bytes / Int64(MemoryLayout<Float>.size)) { (scratch: UnsafeMutablePointer<Float>) in
      withUnsafePointer(to: settings) {
        ck_kdtree_sort_f32(
          $0, Int32(call.dimension), Int64(call.count), Int64(call.leafSize), call.position,
          call.order, scratch)
      }
    }
  }

  static func kdTreeRefit(
    _ call: KDTreeCall<Float>, low: UnsafeMutablePointer<Float>, high: UnsafeMutablePointer<Float>,
    _ settings: ck_settings
  ) {
    withUnsafePointer(to: settings) {
      ck_kdtree_refit_f32(
        $0, Int32(call.dimension), Int64(call.count), Int64(call.leafSize), call.position,
        call.order, low, high)
    }
  }

  static func manyBody(
    _ call: ManyBodyCall<Float>, _ settings: ck_settings
  ) -> ck_many_body_report {
    var report = ck_many_body_report()
    withUnsafePointer(to: settings) {
      ck_many_body_f32(
        $0, Int32(call.dimension), Int64(call.count), call.position, call.strength, call.theta,
        call.distanceMin2, call.distanceMax2, call.alpha, call.jiggle, call.order, call.state,
        call.tree, call.velocity, &report)
    }
    return report
  }
}

extension Double: KernelScalar {
  static var tiny2: Double { 0x1p-700 }

  static func directSum(_ call: DirectSumCall<Double>, _ settings: ck_settings) {
    withScratch(ck_direct_sum_scratch(Int32(call.dimension), Int64(call.count))) { scratch in
      withUnsafePointer(to: settings) {
        ck_direct_sum_f64(
          $0, Int32(call.dimension), Int64(call.count), call.position, call.strength,
          call.distanceMin2, call.distanceMax2, call.alpha, call.jiggle,
          Int64(call.targets.lowerBound), Int64(call.targets.upperBound), scratch, call.velocity)
      }
    }
  }

  static func links(_ call: LinksCall<Double>, _ settings: ck_settings) {
    withScratch(Int64(call.count) * ck_stride(Int32(call.dimension))) { predicted in
      withUnsafePointer(to: settings) { settings in
        call.withHalfLinks { begin, other, length, coefficient, total in
          ck_links_f64(
            settings, Int32(call.dimension), Int64(call.count), call.position,
            ck_half_links_f64(
              begin: begin, other: other, length: length, coefficient: coefficient, total: total,
              common_length: call.commonLength),
            Int32(call.iterations), call.alpha, call.jiggle, predicted, call.velocity)
        }
      }
    }
  }

  static func collide(_ call: CollideCall<Double>, _ settings: ck_settings) {
    let levels = call.levels.map { ck_collide_level_f64(above: $0.above, largest: $0.largest) }
    let bytes = ck_collide_scratch_f64(Int32(call.dimension), Int64(call.count))
    withScratch((bytes + 8 - 1) / 8) { (scratch: UnsafeMutablePointer<Double>) in
      withUnsafePointer(to: settings) {
        ck_collide_f64(
          $0, Int32(call.dimension), Int64(call.count), call.position, call.radii,
          Int32(levels.count), levels, call.strength, Int32(call.iterations), call.jiggle, scratch,
          call.velocity)
      }
    }
  }

  static func integrate(_ call: IntegrateCall<Double>, _ settings: ck_settings) -> Int {
    withUnsafePointer(to: settings) {
      Int(
        ck_integrate_f64(
          $0, Int32(call.dimension), Int64(call.count), call.decay, call.pinnedAxes, call.pins,
          call.position, call.velocity))
    }
  }

  static func kdTreeSort(_ call: KDTreeCall<Double>, _ settings: ck_settings) {
    let bytes = ck_kdtree_sort_scratch(Int32(call.dimension), Int64(call.count))
    withScratch(bytes / Int64(MemoryLayout<Double>.size)) {
      (scratch: UnsafeMutablePointer<Double>) in
      withUnsafePointer(to: settings) {
        ck_kdtree_sort_f64(
          $0, Int32(call.dimension), Int64(call.count), Int64(call.leafSize), call.position,
          call.order, scratch)
      }
    }
  }

  static func kdTreeRefit(
    _ call: KDTreeCall<Double>, low: UnsafeMutablePointer<Double>,
    high: UnsafeMutablePointer<Double>,
    _ settings: ck_settings
  ) {
    withUnsafePointer(to: settings) {
      ck_kdtree_refit_f64(
        $0, Int32(call.dimension), Int64(call.count), Int64(call.leafSize), call.position,
        call.order, low, high)
    }
  }

  static func manyBody(
    _ call: ManyBodyCall<Double>, _ settings: ck_settings
  ) -> ck_many_body_report {
    var report = ck_many_body_report()
    withUnsafePointer(to: settings) {
      ck_many_body_f64(
        $0, Int32(call.dimension), Int64(call.count), call.position, call.strength, call.theta,
        call.distanceMin2, call.distanceMax2, call.alpha, call.jiggle, call.order, call.state,
        call.tree, call.velocity, &report)
    }
    return report
  }
}

extension LinksCall {
  fileprivate func withHalfLinks(
    _ body: (
      _ begin: UnsafePointer<Int64>?, _ other: UnsafePointer<Int32>?, _ length: UnsafePointer<T>?,
      _ coefficient: UnsafePointer<T>?, _ total: UnsafePointer<T>?
    ) -> Void
  ) {
    begin.withUnsafeBufferPointer { begin in
      other.withUnsafeBufferPointer { other in
        (length ?? []).withUnsafeBufferPointer { lengths in
          coefficient.withUnsafeBufferPointer { coefficient in
            (total ?? []).withUnsafeBufferPointer { totals in
              body(
                begin.baseAddress, other.baseAddress, length == nil ? nil : lengths.baseAddress,
                coefficient.baseAddress, total == nil ? nil : totals.baseAddress)
            }
          }
        }
      }
    }
  }
}

// MARK: Instruction sets and settings

/// The instruction sets that this machine can run, as ck_isa.
let supportedSets = (0..<Int32(CK_ISA_COUNT)).filter { ck_isa_is_supported($0) != 0 }

/// Settings that split a pass however small it is.
func settings(_ isa: Int32, threads: Int) -> ck_settings {
  ck_settings(isa: isa, thread_count: Int32(threads), serial_below_ns: 0)
}
