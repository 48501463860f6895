import CForceKernels
import CForceMPI
import ForceSimulation

/// A force of a distributed simulation, with what its pass keeps from tick to tick.
final class RankForce<Vector: SimulationVector> {
  /// The force; without the rows of links, of which the pass has a copy.
  private var force: BlockForce<Vector>
  /// The tree of many-body, or the links and their halo.
  private var manyBody: OpaquePointer?
  private var links: OpaquePointer?
  private(set) var history = ck_many_body_history()
  /// The lowest limit of alpha of the links of the whole graph.
  private var lowestLimit = Vector.Scalar.infinity

  init(
    _ force: BlockForce<Vector>, over world: World, state: inout BlockState<Vector>,
    settings: ck_settings, scalar: Int32, dimension: Int32
  ) {
    self.force = force
    let nodeCount = state.nodeCount
    switch force {
    case .manyBody(let law):
      guard !law.isDirectSum, nodeCount > 0 else { return }
      manyBody = ck_world_many_body_create(
        world.world, settings, scalar, dimension, Int64(nodeCount))
      takeHistory(&state.histories[law.historyIndex], nodeCount: nodeCount)
    case .links(var rows):
      links = rows.begin.withUnsafeBufferPointer { begin in
        rows.other.withUnsafeBufferPointer { other in
          (rows.length ?? []).withUnsafeBytes { length in
            rows.coefficient.withUnsafeBytes { coefficient in
              rows.total.withUnsafeBytes { total in
                ck_world_links_create(
                  world.world, settings, scalar, dimension, Int64(nodeCount), begin.baseAddress,
                  other.baseAddress, rows.length == nil ? nil : length.baseAddress,
                  coefficient.baseAddress, total.baseAddress, Double(rows.commonLength))
              }
            }
          }
        }
      }
      lowestLimit = Vector.Scalar(ck_world_links_lowest_limit(links))
      (rows.begin, rows.other, rows.length) = ([], [], nil)
      (rows.coefficient, rows.total) = ([], [])
      self.force = .links(rows)
    case .tForce, .center, .eachNode: break
    }
  }

  deinit {
    ck_world_many_body_destroy(manyBody)
    ck_world_links_destroy(links)
  }

  /// Goes on from the history of a whole tree, which gives its order away.
  private func takeHistory(_ old: inout TreeHistory, nodeCount: Int) {
    guard old.permutation.count == nodeCount else { return }
    hasHistory = true
    history = ck_many_body_history(
      sorted: old.isSorted ? 1 : 0, sorts: Int32(clamping: old.sortCount),
      divided: old.isDivided ? 1 : 0, next_trial: Int32(clamping: old.nextTrial),
      staleness: old.staleness, work: old.work, excess: old.excess,
      level: Int32(clamping: old.level), measured: Int32(clamping: old.measured),
      error2: old.error2, force: old.force, last_error: old.lastError)
    old.permutation.withUnsafeBufferPointer {
      ck_world_many_body_set_order(manyBody, $0.baseAddress)
    }
    old.permutation = []
  }

  /// Writes the history of the whole tree, or of a sum that has none.
  func gatherHistory(into histories: inout [TreeHistory], nodeCount: Int) {
    guard case .manyBody(let law) = force else { return }
    guard let manyBody else {
      histories[law.historyIndex].lastError = 0
      return
    }
    guard hasHistory else { return }
    var whole = histories[law.historyIndex]
    whole.permutation = []
    whole.fit(nodeCount: nodeCount)
    whole.permutation.withUnsafeMutableBufferPointer {
      ck_world_many_body_get_order(manyBody, $0.baseAddress)
    }
    (whole.isSorted, whole.sortCount) = (history.sorted != 0, Int(history.sorts))
    (whole.isDivided, whole.nextTrial) = (history.divided != 0, Int(history.next_trial))
    (whole.staleness, whole.work, whole.excess) = (history.staleness, history.work, history.excess)
    (whole.level, whole.measured) = (Int(history.level), Int(history.measured))
    (whole.error2, whole.force, whole.lastError) = (
      history.error2, history.force, history.last_error
    )
    histories[law.historyIndex] = whole
  }

  /// The nodes by slot of this rank's part of the tree, and its first slot; nil for a force without a tree,
  /// or of one that has not acted yet.
  var order: (first: Int, nodes: [Int64])? {
    guard let manyBody, hasHistory else { return nil }
    var first: Int64 = 0
    let count = Int(ck_world_many_body_own_slots(manyBody, &first))
    let nodes = [Int64](unsafeUninitializedCapacity: count) { buffer, filled in
      ck_world_many_body_get_own_order(manyBody, buffer.baseAddress)
      filled = count
    }
    return (Int(first), nodes)
  }

  /// The slots of this rank's part of the tree; nil for a force without a tree.
  var slots: Range<Int>? {
    guard let manyBody else { return nil }
    var first: Int64 = 0
    let count = Int(ck_world_many_body_own_slots(manyBody, &first))
    return Int(first)..<Int(first) + count
  }

  /// Goes on from the history of a tree and the nodes in this rank's slots; without them the tree is new.
  /// Called by all ranks.
  func restore(_ old: ck_many_body_history, order: [Int64]?) {
    guard let manyBody else { return }
    hasHistory = order != nil
    history = hasHistory ? old : ck_many_body_history()
    if let order { ck_world_many_body_set_own_order(manyBody, order) }
  }

  /// False until the tree has acted, or has gone on from another's history.
  private var hasHistory = false

  func apply(to state: inout BlockState<Vector>, over world: World, context: OpaquePointer) {
    switch force {
    case .manyBody(let law): apply(law, to: &state, over: world, context: context)
    case .links(let rows): apply(rows, to: &state)
    case .center(let center, let strength):
      var place = [0.0, 0, 0, 0]
      for axis in 0..<Vector.scalarCount { place[axis] = Double(center[axis]) }
      let count = Int64(state.nodeCount)
      state.withPositions {
        ck_world_center(
          world.world, ck_points(of: Vector.self, $0), count, place, Double(strength))
      }
    case .tForce(let law): apply(law, to: &state, over: world, context: context)
    case .eachNode(let force): state.apply(force)
    }
  }

  private func apply(
    _ law: BlockManyBody<Vector.Scalar>, to state: inout BlockState<Vector>, over world: World,
    context: OpaquePointer
  ) {
    guard state.nodeCount > 0 else { return }
    hasHistory = manyBody != nil
    let (alpha, count) = (Double(state.alpha), Int64(state.nodeCount))
    let jiggle = ck_jiggle(seed: state.seed, tick: state.tickCount)
    var missing: Int64 = 0
    state.withBasePositions { position, velocity in
      law.strengths.withUnsafeBytes { strengths in
        let kernelLaw = ck_law(
          strength: strengths.baseAddress, accuracy: law.theta == nil ? Double(law.accuracy) : 0,
          theta: law.theta.map { Double($0) } ?? 0, distance_min2: Double(law.distanceMin2),
          distance_max2: Double(law.distanceMax2))
        let points = ck_points(
          of: Vector.self, UnsafeMutableRawBufferPointer(mutating: position))
        if let manyBody {
          missing = ck_world_many_body_add(
            manyBody, points, kernelLaw, alpha, jiggle, &history, velocity.baseAddress, nil, nil)
        } else {
          ck_world_direct_sum_add(
            world.world, context, points, count, kernelLaw, alpha, jiggle, velocity.baseAddress)
        }
      }
    }
    // A mistake in this library, which all ranks see: results would be wrong from here on.
    precondition(
      missing == 0,
      "ForceSimulationDistributed: the walk of the many-body tree missed \(missing) parts of it "
        + "that no rank has sent; please report this")
  }

  private func apply(
    _ law: BlockTForce<Vector.Scalar>, to state: inout BlockState<Vector>, over world: World,
    context: OpaquePointer
  ) {
    let (alpha, count) = (Double(state.alpha), Int64(state.nodeCount))
    let jiggle = ck_jiggle(seed: state.seed, tick: state.tickCount)
    let kernelLaw = ck_t_law(
      strength: Double(law.strength), distance: Double(law.distance), cutoff: Double(law.cutoff),
      theta: Double(law.theta))
    state.withBasePositions { position, velocity in
      let points = ck_points(of: Vector.self, UnsafeMutableRawBufferPointer(mutating: position))
      law.withKernelLinks { links in
        ck_world_t_force_add(
          world.world, context, points, count, kernelLaw, links, alpha, jiggle,
          velocity.baseAddress)
      }
    }
  }

  private func apply(_ rows: BlockLinks<Vector.Scalar>, to state: inout BlockState<Vector>) {
    let steps = BlockLinks.steps(alpha: state.alpha, lowestLimit: lowestLimit)
    let alpha = state.alpha / Vector.Scalar(steps)
    let jiggle = ck_jiggle(seed: state.seed, tick: state.tickCount)
    state.withBasePositions { position, velocity in
      ck_world_links_add(
        links, ck_points(of: Vector.self, UnsafeMutableRawBufferPointer(mutating: position)),
        Int32(clamping: rows.iterations * steps), Double(alpha), alpha > lowestLimit, jiggle,
        velocity.baseAddress)
    }
  }
}

// MARK: Values as the kernels take them

extension BlockTForce {
  fileprivate func withKernelLinks(_ body: (UnsafePointer<ck_t_links>?) -> Void) {
    guard let links else { return body(nil) }
    links.begin.withUnsafeBufferPointer { begin in
      links.other.withUnsafeBufferPointer { other in
        (links.length ?? []).withUnsafeBytes { near in
          links.coefficient.withUnsafeBytes { far in
            var ends = ck_t_links(
              begin: begin.baseAddress, other: other.baseAddress,
              near: links.length == nil ? nil : near.baseAddress, far: far.baseAddress,
              common_near: Double(links.commonLength))
            body(&ends)
          }
        }
      }
    }
  }
}

extension ck_points {
  static func scalar<Vector: SIMD>(of _: Vector.Type) -> Int32 {
    let scalar = Vector.Scalar.self == Double.self ? CK_F64 : CK_F32
    return Int32(bitPattern: scalar.rawValue)
  }

  init<Vector: SIMD>(of type: Vector.Type, _ position: UnsafeMutableRawBufferPointer) {
    self.init(
      scalar: Self.scalar(of: type), dimension: Int32(Vector.scalarCount),
      count: Int64(position.count / MemoryLayout<Vector>.stride), position: position.baseAddress)
  }
}

extension ck_settings {
  init(_ options: KernelOptions) {
    let isa: Int32 =
      switch options.instructionSet {
      case .scalar?: Int32(bitPattern: CK_ISA_SCALAR.rawValue)
      case .neon?: Int32(bitPattern: CK_ISA_NEON.rawValue)
      case .avx2?: Int32(bitPattern: CK_ISA_AVX2.rawValue)
      case .avx512?: Int32(bitPattern: CK_ISA_AVX512.rawValue)
      case nil: ck_isa_best()
      }
    self.init(
      isa: isa, thread_count: Int32(clamping: options.threadCount ?? 0),
      serial_below_ns: Int64(options.serialBelowNanoseconds))
  }
}
