import CForceKernels

/// Float and Double, each with the C functions of its type.
protocol KernelScalar: BinaryFloatingPoint, SIMDScalar, Sendable {
  /// Squared distance below which two nodes are coincident.
  static var tiny2: Self { get }

  static func runDirectSum(
    _ settings: ck_settings, _ input: DirectSumInput<Self>, targets: Range<Int>,
    position: UnsafePointer<Self>, scratch: UnsafeMutablePointer<Self>,
    velocity: UnsafeMutablePointer<Self>)

  static func runLinks(
    _ settings: ck_settings, _ input: LinksInput<Self>, position: UnsafePointer<Self>,
    predicted: UnsafeMutablePointer<Self>, velocity: UnsafeMutablePointer<Self>)

  static func runIntegration(
    _ settings: ck_settings, _ input: IntegrationInput<Self>,
    position: UnsafeMutablePointer<Self>, velocity: UnsafeMutablePointer<Self>) -> Int
}

extension Float: KernelScalar {
  static var tiny2: Float { 0x1p-100 }

  static func runDirectSum(
    _ settings: ck_settings, _ input: DirectSumInput<Float>, targets: Range<Int>,
    position: UnsafePointer<Float>, scratch: UnsafeMutablePointer<Float>,
    velocity: UnsafeMutablePointer<Float>
  ) {
    withUnsafePointer(to: settings) {
      ck_direct_sum_f32(
        $0, Int32(input.dimension), Int64(input.count), position, input.strengths,
        input.distanceMin2, input.distanceMax2, input.alpha, input.jiggle,
        Int64(targets.lowerBound), Int64(targets.upperBound), scratch, velocity)
    }
  }

  static func runLinks(
    _ settings: ck_settings, _ input: LinksInput<Float>, position: UnsafePointer<Float>,
    predicted: UnsafeMutablePointer<Float>, velocity: UnsafeMutablePointer<Float>
  ) {
    withUnsafePointer(to: settings) { settings in
      input.withUnsafePointers { begin, other, length, coefficient, limit in
        let links = ck_half_links_f32(
          begin: begin, other: other, length: length, coefficient: coefficient, limit: limit)
        ck_links_f32(
          settings, Int32(input.dimension), Int64(input.count), position, links,
          Int32(input.iterations), input.alpha, input.jiggle, predicted, velocity)
      }
    }
  }

  static func runIntegration(
    _ settings: ck_settings, _ input: IntegrationInput<Float>,
    position: UnsafeMutablePointer<Float>, velocity: UnsafeMutablePointer<Float>
  ) -> Int {
    withUnsafePointer(to: settings) {
      Int(
        ck_integrate_f32(
          $0, Int32(input.dimension), Int64(input.count), input.velocityDecay, input.pinnedAxes,
          input.pins, position, velocity))
    }
  }
}

extension Double: KernelScalar {
  static var tiny2: Double { 0x1p-700 }

  static func runDirectSum(
    _ settings: ck_settings, _ input: DirectSumInput<Double>, targets: Range<Int>,
    position: UnsafePointer<Double>, scratch: UnsafeMutablePointer<Double>,
    velocity: UnsafeMutablePointer<Double>
  ) {
    withUnsafePointer(to: settings) {
      ck_direct_sum_f64(
        $0, Int32(input.dimension), Int64(input.count), position, input.strengths,
        input.distanceMin2, input.distanceMax2, input.alpha, input.jiggle,
        Int64(targets.lowerBound), Int64(targets.upperBound), scratch, velocity)
    }
  }

  static func runLinks(
    _ settings: ck_settings, _ input: LinksInput<Double>, position: UnsafePointer<Double>,
    predicted: UnsafeMutablePointer<Double>, velocity: UnsafeMutablePointer<Double>
  ) {
    withUnsafePointer(to: settings) { settings in
      input.withUnsafePointers { begin, other, length, coefficient, limit in
        let links = ck_half_links_f64(
          begin: begin, other: other, length: length, coefficient: coefficient, limit: limit)
        ck_links_f64(
          settings, Int32(input.dimension), Int64(input.count), position, links,
          Int32(input.iterations), input.alpha, input.jiggle, predicted, velocity)
      }
    }
  }

  static func runIntegration(
    _ settings: ck_settings, _ input: IntegrationInput<Double>,
    position: UnsafeMutablePointer<Double>, velocity: UnsafeMutablePointer<Double>
  ) -> Int {
    withUnsafePointer(to: settings) {
      Int(
        ck_integrate_f64(
          $0, Int32(input.dimension), Int64(input.count), input.velocityDecay, input.pinnedAxes,
          input.pins, position, velocity))
    }
  }
}
