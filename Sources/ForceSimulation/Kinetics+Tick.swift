// The steps of a tick that are not forces (docs/determinism.md, "The tick").

extension Kinetics {
  /// Moves alpha towards its target. A decay that makes it grow beyond all bounds leaves it at the last number.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  mutating func cool() {
    let cooled = alpha + (alphaTarget - alpha) * alphaDecay
    if cooled.isFinite { alpha = cooled }
  }

  /// Starts a tick: repairs what outside code may have broken, and finds flat axes. Parameters that are not finite cannot be
  /// repaired, and trap. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  mutating func begin() {
    trapping { () throws(SimulationError) in try parameters.validate() }
    tickCount += 1
    treeOrdersUsed = 0
    if positionsWereWritten {
      for which in treeOrders.indices { treeOrders[which].invalidate() }
    }
    nonFiniteNodeCount += survey(&_position.storage, &_velocity.storage, flatAxes: &flatAxes)
  }

  /// Moves the nodes by their velocities and slows them down; pins win. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  mutating func integrate() {
    // Forces may write positions; the trees see that for themselves.
    positionsWereWritten = false
    let kept =
      usesKernels
      ? Kernels.integrate(&self)
      : ReferenceIntegration.integrate(
        velocityDecay: velocityDecay, pins: _pins, position: &_position.storage,
        velocity: &_velocity.storage)
    guard kept > 0 else { return }
    nonFiniteNodeCount += kept
    // A node stays where it was; if a force put it nowhere, there is no such place.
    for node in 0..<nodeCount where !_position[node].isFinite {
      _position[node] = StartPositions.position(of: node, as: Vector.self)
    }
  }

  /// Whether the passes of this state run in the kernels.
  var usesKernels: Bool { engine == .kernels && Kernels.support(Vector.self) }

  var jiggle: Jiggle { Jiggle(seed: seed, tick: tickCount) }

  /// The kernels' settings and working memory, which no other copy of this state shares.
  var kernelContext: OpaquePointer {
    mutating get {
      if workspace == nil || !isKnownUniquelyReferenced(&workspace) { workspace = Workspace() }
      return workspace!.context(kernelOptions)
    }
  }

  /// The positions that many-body, link and collide passes read: the nodes' own, but for flat axes, where all nodes
  /// would pull along the axis only for ever (docs/determinism.md, "Base positions").
  var basePositions: [Vector] {
    guard flatAxes != 0 else { return _position.storage }
    var base = _position.storage
    for axis in 0..<Vector.scalarCount where flatAxes & (1 << UInt8(axis)) != 0 {
      for node in base.indices {
        base[node][axis] = Vector.Scalar(jiggle.value(node, node, axis: axis))
      }
    }
    return base
  }
}

/// Replaces what is not finite, and finds the axes on which all nodes agree. Returns the number of nodes repaired.
@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
private func survey<Vector: SimulatableVector>(
  _ position: inout [Vector], _ velocity: inout [Vector], flatAxes: inout UInt8
) -> Int {
  flatAxes = 0
  guard let first = position.first else { return 0 }
  // x - x is zero for every finite x and NaN otherwise, so one sum over all nodes finds out whether any needs repair
  // (and a node is only written to when it does, as a write would copy a state somebody holds a snapshot of).
  var differs = Vector.zero .!= .zero
  var blemish = Vector.zero
  for node in position.indices {
    let place = position[node]
    differs = differs .| (place .!= first)
    blemish += (place - place) + (velocity[node] - velocity[node])
  }
  var repaired = 0
  if !blemish.isFinite {
    for node in position.indices where !(position[node].isFinite && velocity[node].isFinite) {
      if !position[node].isFinite {
        position[node] = StartPositions.position(of: node, as: Vector.self)
      }
      if !velocity[node].isFinite { velocity[node] = .zero }
      repaired += 1
    }
    differs = Vector.zero .!= .zero
    for node in position.indices { differs = differs .| (position[node] .!= position[0]) }
  }
  guard position.count > 1 else { return repaired }
  for axis in 0..<Vector.scalarCount where !differs[axis] { flatAxes |= 1 << UInt8(axis) }
  return repaired
}
