/// Pulls each node to the centre of its group: strength * alpha * (centre - position), where the
/// centre is the mean of the group's positions, summed by node index. O(n).
public struct GroupForce<Vector: SimulationVector>: Force {
  /// The group of each node, by any number; nil for a node without one.
  public var groups: [Int?]
  /// The stiffness of each node, dimensionless: this share of the distance to the centre, times
  /// alpha, is added to the velocity in each tick.
  public var strength: NodeValues<Vector.Scalar>
  private var bound = Bound<(numbers: [Int32], count: Int, strengths: [Vector.Scalar])>()

  /// A group force, with strength 0.1 by default. `groups` has one element for each node.
  public init(groups: [Int?], strength: NodeValues<Vector.Scalar> = 0.1) {
    self.groups = groups
    self.strength = strength
  }

  /// Throws when there is not one group for each node, or a strength is not finite.
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try Validate.length(groups.count, of: "groups of group force", is: context.nodeCount)
    let strengths = try strength.evaluate(count: context.nodeCount, "strength of group force")
    try Validate.finite(strengths, "strength of group force")
    var numbers: [Int: Int32] = [:]
    let bounds = groups.map { group -> Int32 in
      guard let group else { return -1 }
      if let number = numbers[group] { return number }
      let number = Int32(numbers.count)
      numbers[group] = number
      return number
    }
    bound.set((bounds, numbers.count, strengths), nodeCount: context.nodeCount)
  }

  /// Carries groups and strengths over an edit. A new node has no group. Does not throw.
  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    groups = change.carry(groups, new: nil)
    strength = change.carry(strength, bound.current?.strengths)
  }

  /// Changes the velocities of the nodes that have a group. Traps when the force has not been
  /// bound. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func apply(to step: inout StepContext<Vector>) {
    let (numbers, count, strengths) = bound.value("GroupForce", nodeCount: step.nodeCount)
    var centres = [Vector](repeating: .zero, count: count)
    var sizes = [Vector.Scalar](repeating: 0, count: count)
    for node in numbers.indices where numbers[node] >= 0 {
      centres[Int(numbers[node])] += step.kinetics._position.storage[node]
      sizes[Int(numbers[node])] += 1
    }
    for group in centres.indices { centres[group] /= Vector(repeating: sizes[group]) }
    let alpha = step.alpha
    for node in numbers.indices where numbers[node] >= 0 {
      let difference = centres[Int(numbers[node])] - step.kinetics._position.storage[node]
      step.kinetics._velocity.storage[node] += difference * (strengths[node] * alpha)
    }
  }
}

extension GroupForce: CustomStringConvertible {
  /// The parameters, in words.
  public var description: String {
    "\(Set(groups.compactMap { $0 }).count) groups, strength \(strength)"
  }
}

extension GroupForce: StoredForce {
  static var kind: UInt8 { 14 }

  func write(to writer: inout ByteWriter) {
    writer.write(UInt64(groups.count))
    for group in groups {
      writer.write(group != nil)
      if let group { writer.write(Int64(group)) }
    }
    writer.write(strength, evaluated: bound.current?.strengths)
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    groups = []
    for _ in 0..<(try reader.readCount(of: 1)) {
      groups.append(try reader.readFlag() ? reader.readInt() : nil)
    }
    strength = try reader.readNodeValues(Vector.Scalar.self)
  }
}
