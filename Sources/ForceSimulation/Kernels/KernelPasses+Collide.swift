import CForceKernels

extension KernelPasses {
  /// The collide pass, `iterations` times, on the velocities.
  static func collide<Vector>(
    _ radii: CollideRadii<Vector.Scalar>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    step.withKernelPass { context, points, jiggle, velocity in
      radii.withKernelRadii { radii in
        ck_collide(
          context, points, radii, Double(strength), Int32(clamping: iterations), jiggle, velocity)
      }
    }
  }
}

extension CollideRadii {
  /// Calls `body` with the radii in the kernels' layout. The levels are on the stack, as a tick
  /// must not allocate.
  fileprivate func withKernelRadii(_ body: (ck_collide_radii) -> Void) {
    withUnsafeTemporaryAllocation(of: ck_collide_level.self, capacity: levels.count) { copies in
      for (index, level) in levels.enumerated() {
        copies.initializeElement(
          at: index,
          to: ck_collide_level(above: Double(level.above), largest: Double(level.largest)))
      }
      values.withUnsafeBytes { radius in
        body(
          ck_collide_radii(
            radius: radius.baseAddress, levels: copies.baseAddress,
            level_count: Int32(levels.count)))
      }
    }
  }
}
