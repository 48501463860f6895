import CForceKernels

extension KernelPasses {
  /// The collide pass, `iterations` times, on the velocities.
  static func collide<Vector>(
    _ radii: CollideRadii<Vector.Scalar>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    if Vector.Scalar.self == Double.self {
      collide(asDouble: radii, strength: Double(strength), iterations: iterations, on: &step)
    } else {
      collide(asFloat: radii, strength: Float(strength), iterations: iterations, on: &step)
    }
  }

  private static func collide<Vector>(
    asDouble radii: CollideRadii<Vector.Scalar>, strength: Double, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    let (dimension, count) = (dimension(Vector.self), Int64(step.nodeCount))
    let bytes = ck_collide_scratch_f64(dimension, count)
    withLevels(radii) {
      ck_collide_level_f64(above: Double($0.above), largest: Double($0.largest))
    } _: { levels in
      withCollideMemory(bytes, radii, on: &step) {
        settings, position, radius, jiggle, scratch, velocity in
        ck_collide_f64(
          settings, dimension, count, position.cast(), radius?.cast(), Int32(levels.count),
          levels.baseAddress, strength, Int32(iterations), jiggle, scratch, velocity.cast())
      }
    }
  }

  private static func collide<Vector>(
    asFloat radii: CollideRadii<Vector.Scalar>, strength: Float, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    let (dimension, count) = (dimension(Vector.self), Int64(step.nodeCount))
    let bytes = ck_collide_scratch_f32(dimension, count)
    withLevels(radii) {
      ck_collide_level_f32(above: Float($0.above), largest: Float($0.largest))
    } _: { levels in
      withCollideMemory(bytes, radii, on: &step) {
        settings, position, radius, jiggle, scratch, velocity in
        ck_collide_f32(
          settings, dimension, count, position.cast(), radius?.cast(), Int32(levels.count),
          levels.baseAddress, strength, Int32(iterations), jiggle, scratch, velocity.cast())
      }
    }
  }

  /// Calls `body` with the levels as the kernels take them: on the stack, as a tick allocates nothing.
  private static func withLevels<Scalar, Level>(
    _ radii: CollideRadii<Scalar>, _ convert: (CollideRadii<Scalar>.Level) -> Level,
    _ body: (UnsafeMutableBufferPointer<Level>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Level.self, capacity: radii.levels.count) { levels in
      for (index, level) in radii.levels.enumerated() {
        levels.initializeElement(at: index, to: convert(level))
      }
      body(levels)
    }
  }

  /// Calls `body` with what a collide pass of either scalar type needs.
  private static func withCollideMemory<Vector>(
    _ scratchBytes: Int64, _ radii: CollideRadii<Vector.Scalar>,
    on step: inout StepContext<Vector>,
    _ body: (
      _ settings: UnsafePointer<ck_settings>, _ position: UnsafePointer<Vector.Scalar>,
      _ radius: UnsafePointer<Vector.Scalar>?, _ jiggle: ck_jiggle,
      _ scratch: UnsafeMutablePointer<UInt8>, _ velocity: UnsafeMutablePointer<Vector.Scalar>
    ) -> Void
  ) {
    let settings = step.kernelOptions.settings
    let scratch = step.workspace.scratch(of: UInt8.self, count: Int(scratchBytes))
    let (jiggle, base) = (step.ckJiggle, step.basePositions)
    withUnsafePointer(to: settings) { settings in
      base.withUnsafeScalars { position in
        radii.values.withUnsafeBufferPointer { radius in
          step.kinetics._velocity.storage.withUnsafeMutableScalars { velocity in
            body(settings, position, radius.baseAddress, jiggle, scratch, velocity)
          }
        }
      }
    }
  }
}
