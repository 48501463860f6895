import CForceKernels

extension KernelPasses {
  /// The collide pass, `iterations` times, on the velocities.
  static func collide<Vector>(
    _ radii: CollideRadii<Vector.Scalar>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    step.withKernelPass { context, points, jiggle, velocity in
      withKernelRadii(radii.values, levels: radii.levels) { radii in
        ck_collide(
          context, points, radii, Double(strength), Int32(clamping: iterations), jiggle, velocity)
      }
    }
  }

  /// The collide pass of boxes.
  static func collide<Vector>(
    _ boxes: CollideBoxes<Vector>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    step.withKernelPass { context, points, jiggle, velocity in
      boxes.withKernelBoxes { boxes in
        ck_collide_boxes(
          context, points, boxes, Double(strength), Int32(clamping: iterations), jiggle, velocity)
      }
    }
  }

  /// Calls `body` with radii in the kernels' layout. The levels are on the stack, as a tick must
  /// not allocate.
  fileprivate static func withKernelRadii<Scalar>(
    _ values: [Scalar], levels: some Collection<CollideRadii<Scalar>.Level>,
    _ body: (ck_collide_radii) -> Void
  ) {
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

extension CollideBoxes {
  /// Calls `body` with the boxes in the kernels' layout.
  fileprivate func withKernelBoxes(_ body: (ck_boxes) -> Void) {
    let axes = Vector.scalarCount
    withUnsafeTemporaryAllocation(of: Double.self, capacity: levels.count * axes) { largest in
      for number in 0..<levels.count * axes {
        let side = levels[number / axes].halfSides[number % axes]
        largest.initializeElement(at: number, to: Double(side))
      }
      KernelPasses.withKernelRadii(reach, levels: levels.lazy.map(\.range)) { reach in
        halfSides.withUnsafeBytes { halfSides in
          weights.withUnsafeBytes { weights in
            offsets.withUnsafeBytes { offsets in
              body(
                ck_boxes(
                  reach: reach, level_half_sides: UnsafePointer(largest.baseAddress),
                  half_sides: halfSides.baseAddress, weights: weights.baseAddress,
                  offsets: hasOffsets ? offsets.baseAddress : nil))
            }
          }
        }
      }
    }
  }
}
