import CForceKernels

extension Kernels {
  /// Many-body by tree, added to the velocities.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  static func manyBody<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, to kinetics: inout Kinetics<Vector>
  ) {
    let count = Int64(kinetics.nodeCount)
    var settings = kinetics.settings
    let tree = kinetics.manyBodyTree.handle
    let (alpha, jiggle, base) = (kinetics.alpha, kinetics.ckJiggle, kinetics.basePositions)
    let which = kinetics.nextTreeOrder()
    var state = kinetics.treeOrders[which].order
    var report = ck_many_body_report()
    base.withUnsafeScalars { position in
      law.strengths.withUnsafeBufferPointer { strengths in
        kinetics.treeOrders[which].slots.withUnsafeMutableBufferPointer { order in
          kinetics._velocity.storage.withUnsafeMutableScalars { velocity in
            if Vector.Scalar.self == Double.self {
              ck_many_body_f64(
                &settings, dimension(Vector.self), count, position.cast(),
                strengths.baseAddress?.cast(), Double(law.theta), Double(law.distanceMin2),
                Double(law.distanceMax2), Double(alpha), jiggle, order.baseAddress, &state, tree,
                velocity.cast(), &report)
            } else {
              ck_many_body_f32(
                &settings, dimension(Vector.self), count, position.cast(),
                strengths.baseAddress?.cast(), Float(law.theta), Float(law.distanceMin2),
                Float(law.distanceMax2), Float(alpha), jiggle, order.baseAddress, &state, tree,
                velocity.cast(), &report)
            }
          }
        }
      }
    }
    kinetics.treeOrders[which].order = state
  }
}

/// The memory of the many-body kernel.
///
/// `@unchecked Sendable`: it belongs to one workspace, and is used as that is.
final class ManyBodyTree: @unchecked Sendable {
  fileprivate let handle = ck_many_body_create()

  deinit { ck_many_body_destroy(handle) }
}

extension TreeHistory {
  /// All but the slots, as the kernels know it.
  fileprivate var order: ck_many_body_order {
    get {
      ck_many_body_order(
        sorted: isSorted ? 1 : 0, sorts: Int32(sortCount), divided: isDivided ? 1 : 0,
        next_trial: Int32(nextTrial), staleness: staleness, work: work, excess: excess)
    }
    set {
      (isSorted, isDivided) = (newValue.sorted != 0, newValue.divided != 0)
      (sortCount, nextTrial) = (Int(newValue.sorts), Int(newValue.next_trial))
      (staleness, work, excess) = (newValue.staleness, newValue.work, newValue.excess)
    }
  }
}

extension Kinetics {
  /// The order for the next many-body force of this tick. Returns its number in `treeOrders`.
  ///
  /// Each force has its own, up to eight: more of them, or a force that is applied again and again outside a tick, share.
  mutating func nextTreeOrder() -> Int {
    let which = treeOrdersUsed % 8
    treeOrdersUsed += 1
    if which == treeOrders.count {
      treeOrders.append(TreeHistory(nodeCount: nodeCount))
    } else if treeOrders[which].slots.count != nodeCount {
      treeOrders[which] = TreeHistory(nodeCount: nodeCount)
    }
    return which
  }
}
