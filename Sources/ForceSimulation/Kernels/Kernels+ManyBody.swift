import CForceKernels

extension Kernels {
  /// True if many-body by tree has a kernel: in two and three dimensions.
  static func supportTree<Vector: SIMD>(_: Vector.Type) -> Bool {
    support(Vector.self) && Vector.scalarCount <= 3
  }

  /// Many-body by tree, added to the velocities.
  static func manyBody<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, to kinetics: inout Kinetics<Vector>
  ) {
    let (which, alpha) = (kinetics.nextTreeOrder(), Double(kinetics.alpha))
    // Taken out, so that it is not copied.
    var order = TreeOrder(nodeCount: 0)
    swap(&order, &kinetics.treeOrders[which])
    var report = ck_many_body_report()
    kinetics.withKernelPass { context, points, jiggle, velocity in
      law.withKernelLaw { law in
        order.withKernelState { state in
          ck_many_body(context, points, law, alpha, jiggle, state, velocity, &report)
        }
      }
    }
    swap(&order, &kinetics.treeOrders[which])
  }

  /// Many-body by direct sum, added to the velocities.
  static func directSum<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, to kinetics: inout Kinetics<Vector>
  ) {
    let alpha = Double(kinetics.alpha)
    kinetics.withKernelPass { context, points, jiggle, velocity in
      law.withKernelLaw { law in
        ck_direct_sum(context, points, law, alpha, jiggle, 0, points.count, velocity)
      }
    }
  }
}

extension ManyBodyLaw {
  fileprivate func withKernelLaw(_ body: (ck_law) -> Void) {
    strengths.withUnsafeBytes {
      body(
        ck_law(
          strength: $0.baseAddress, theta: Double(theta), distance_min2: Double(distanceMin2),
          distance_max2: Double(distanceMax2)))
    }
  }
}

/// The permutation of the nodes in the tree of a many-body force, kept from tick to tick, and the
/// numbers that decide when the nodes are sorted again.
///
/// Part of the state: two simulations with the same positions but different histories give
/// different bits.
struct TreeOrder: Sendable {
  /// Slot to node.
  fileprivate(set) var slots: [Int32]
  fileprivate var history = ck_many_body_history()

  init(nodeCount: Int) { slots = (0..<Int32(nodeCount)).map { $0 } }

  /// The number of sorts so far.
  var sorts: Int { Int(history.sorts) }

  fileprivate mutating func withKernelState(
    _ body: (UnsafeMutablePointer<ck_many_body_state>) -> Void
  ) {
    slots.withUnsafeMutableBufferPointer { slots in
      var state = ck_many_body_state(permutation: slots.baseAddress, history: history)
      body(&state)
      history = state.history
    }
  }

  /// Makes the next pass sort.
  mutating func invalidate() { history.sorted = 0 }
}

extension Kinetics {
  /// The order for the next many-body force of this tick. Returns its number in `treeOrders`.
  ///
  /// Each force has its own, up to eight: more forces, or a force that is applied repeatedly
  /// outside a tick, share them.
  fileprivate mutating func nextTreeOrder() -> Int {
    let which = treeOrdersUsed % 8
    treeOrdersUsed += 1
    if which == treeOrders.count {
      treeOrders.append(TreeOrder(nodeCount: nodeCount))
    } else if treeOrders[which].slots.count != nodeCount {
      treeOrders[which] = TreeOrder(nodeCount: nodeCount)
    }
    return which
  }
}
