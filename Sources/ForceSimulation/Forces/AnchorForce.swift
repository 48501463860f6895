/// Keeps nodes near places of their own while others settle: springs that fade, and a bound.
///
/// For an edit that must not scramble a map that people know. The spring adds this share of the
/// distance to the place, times alpha, to the velocity. Its strength falls linearly to zero within
/// `fadeTicks` ticks. The bound does not fade: it shortens a velocity that would take the node
/// farther than `distance` from its place in this tick. Forces that come later in the list can
/// exceed it, and a pin does. O(n).
public struct AnchorForce<Vector: SimulationVector>: Force {
  /// The place of each node, in layout units; nil for a node without one.
  public var places: [Vector?]
  /// The largest distance of a node from its place, in layout units; infinite for no bound. Not
  /// negative.
  public var distance: Vector.Scalar
  /// The stiffness of the springs at the start, dimensionless.
  public var strength: Vector.Scalar
  /// The number of the tick at which the springs begin to fade.
  public var startTick: UInt64
  /// The number of ticks after which the springs have no strength; at least 1.
  public var fadeTicks: UInt64

  /// An anchor force. By default the springs remove a tenth of the distance at alpha 1, fade within
  /// 300 ticks, and have no bound.
  public init(
    places: [Vector?], distance: Vector.Scalar = .infinity, strength: Vector.Scalar = 0.1,
    startTick: UInt64 = 0, fadeTicks: UInt64 = 300
  ) {
    self.places = places
    self.distance = distance
    self.strength = strength
    self.startTick = startTick
    self.fadeTicks = fadeTicks
  }

  /// Throws when there is not one place for each node, a place or the strength is not finite, the
  /// distance is negative or NaN, or `fadeTicks` is 0.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try Validate.length(places.count, of: "anchor places", is: context.wholeNodeCount)
    for (node, place) in places.enumerated() {
      if let place { try Validate.finite(vector: place, "anchor places", index: node) }
    }
    try context.check(self)
  }

  /// Changes the velocities of the nodes that have a place. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let tick = step.kinetics.tickCount
    let age = tick > startTick ? min(tick - startTick, fadeTicks) : 0
    let rest = 1 - Vector.Scalar(age) / Vector.Scalar(fadeTicks)
    let pull = strength * rest * step.alpha
    let decay = step.kinetics.parameters.velocityDecay
    // Rounding must not exceed the bound.
    let bound = distance * (1 - Vector.Scalar.ulpOfOne.squareRoot())
    for node in places.indices {
      guard let place = places[node] else { continue }
      let position = step.kinetics._position.storage[node]
      var velocity = step.kinetics._velocity.storage[node]
      velocity += (place - position) * pull
      let ahead = position + velocity * decay - place
      let length = ahead.length()
      if length > bound, decay > 0 {
        velocity = (place + ahead * (bound / length) - position) / decay
      }
      step.kinetics._velocity.storage[node] = velocity
    }
  }
}

extension AnchorForce: ForceOnEachNode {
  func onNodes(of block: NodeBlock) -> Self {
    var own = self
    own.places = Array(places[block.nodes])
    return own
  }
}

extension AnchorForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 9 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(places: []), title: "Anchors",
      parameters: [
        ForceParameter(
          \Self.places, .places, name: "places", unit: "layout units", scope: .node,
          write: { places, writer in
            writer.write(each: places) { place, writer in writer.write(vector: place) }
          },
          read: { reader throws(SimulationError) in
            try reader.readEach { reader throws(SimulationError) in
              try reader.readVector(Vector.self)
            }
          },
          carry: { $1.carry($0, new: nil) },
          describe: { places in "\(places.count { $0 != nil })" }
        ).required(),
        ForceParameter(
          \Self.distance, name: "distance", unit: "layout units", range: .notNegativeOrInfinite),
        ForceParameter(\Self.strength, name: "strength", slider: 0...1),
        ForceParameter(ticks: \Self.startTick, name: "startTick"),
        ForceParameter(ticks: \Self.fadeTicks, name: "fadeTicks", least: 1),
      ])
  }
}
