/// Pulls each node to the centre of its group: strength * alpha * (centre - position), where the
/// centre is the mean of the group's positions, summed by node index. O(n).
public struct GroupForce<Vector: SimulationVector>: Force {
  /// The group of each node, by any number; nil for a node without one.
  public var groups: [Int?] { didSet { bound.expire() } }
  /// The stiffness of each node, dimensionless: this share of the distance to the centre, times
  /// alpha, is added to the velocity in each tick.
  public var strength: NodeValues<Vector.Scalar> { didSet { bound.expire() } }
  private var bound = Bound<(numbers: [Int32], count: Int, strengths: [Vector.Scalar])>()

  /// A group force, with strength 0.1 by default. `groups` has one element for each node.
  public init(groups: [Int?], strength: NodeValues<Vector.Scalar> = 0.1) {
    self.groups = groups
    self.strength = strength
  }

  /// Throws when there is not one group for each node, or a strength is not finite.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    guard !bound.isCurrent(for: context.graph) else { return }
    try Validate.length(groups.count, of: "groups", is: context.nodeCount)
    let strengths = try context.values(\.strength, of: self)
    var numbers: [Int: Int32] = [:]
    let bounds = groups.map { group -> Int32 in
      guard let group else { return -1 }
      if let number = numbers[group] { return number }
      let number = Int32(numbers.count)
      numbers[group] = number
      return number
    }
    bound.set(
      (bounds, numbers.count, strengths), nodeCount: context.nodeCount, graph: context.graph)
  }

  /// Changes the velocities of the nodes that have a group. Traps when the force has not been
  /// bound. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
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

extension GroupForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 14 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(groups: []), title: "Groups",
      parameters: [
        ForceParameter(
          \Self.groups, .groups, name: "groups", scope: .node,
          write: { groups, writer in
            writer.write(each: groups) { group, writer in writer.write(Int64(group)) }
          },
          read: { reader throws(SimulationError) in
            try reader.readEach { reader throws(SimulationError) in try reader.readInt() }
          },
          carry: { $1.carry($0, new: nil) },
          describe: { groups in "\(Set(groups.compactMap { $0 }).count)" },
          element: ElementAccess(
            // New nodes have no group yet.
            isKnown: { force, element, node in
              guard case .group(let group) = element else { return false }
              return group == (force.groups.indices.contains(node) ? force.groups[node] : nil)
            },
            set: { force, element, node, _ in
              if case .group(let group) = element { force.groups[node] = group }
            },
            accepts: { if case .group = $0 { true } else { false } })
        ).required(),
        ForceParameter(
          \Self.strength, name: "strength", slider: 0...1,
          evaluated: { $0.bound.latest?.strengths }),
      ])
  }
}
