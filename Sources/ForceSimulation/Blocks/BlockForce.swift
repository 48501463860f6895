/// A built-in force as it acts on a block of the nodes: for a simulation that several processes
/// share, of which each has a block (target ForceSimulationDistributed). The values are those of
/// the block's nodes, evaluated for the whole graph.
package enum BlockForce<Vector: SimulationVector>: Sendable {
  case manyBody(BlockManyBody<Vector.Scalar>)
  case links(BlockLinks<Vector.Scalar>)
  case tForce(BlockTForce<Vector.Scalar>)
  case center(Vector, strength: Vector.Scalar)
  /// A force that acts on each node by itself, bound to the block's nodes alone.
  case eachNode(any Force<Vector>)
}

/// `ManyBodyForce` on a block.
package struct BlockManyBody<Scalar: SimulationScalar>: Sendable {
  package var strengths: [Scalar]
  /// One of the two is above zero: the accuracy, or theta if there is one.
  package var accuracy: Scalar
  package var theta: Scalar?
  package var distanceMin2: Scalar
  package var distanceMax2: Scalar
  /// True when all pairs are summed.
  package var isDirectSum: Bool
  /// The index of the tree's history.
  package var historyIndex: Int
}

/// `LinkForce` on a block: the rows of its nodes.
package struct BlockLinks<Scalar: SimulationScalar>: Sendable {
  /// The ends of node `i` of the block are `begin[i]..<begin[i + 1]`.
  package var begin: [Int64]
  /// By end, the node at the other end: its number in the whole graph.
  package var other: [Int32]
  /// By end; nil when all lengths are `commonLength`.
  package var length: [Scalar]?
  package var commonLength: Scalar
  package var coefficient: [Scalar]
  /// By node of the block.
  package var total: [Scalar]
  package var iterations: Int
  /// The steps of an iteration, and whether the limit of some link is below alpha, for the whole
  /// graph.
  package var steps: @Sendable (_ alpha: Scalar) -> Int
  package var isLimited: @Sendable (_ alpha: Scalar) -> Bool
}

/// `TForce` on a block: its law, and the rows of its nodes, of which the lengths are what short
/// links pull with; nil when the graph has no links.
package struct BlockTForce<Scalar: SimulationScalar>: Sendable {
  package var strength: Scalar
  package var distance: Scalar
  package var cutoff: Scalar
  package var theta: Scalar
  package var links: BlockLinks<Scalar>?
}

/// A built-in force that can act on a block.
protocol ForceOnBlocks<Vector>: Force {
  /// The bound force for a block of the nodes of a graph.
  func onBlock(_ nodes: Range<Int>, nodeCount: Int) -> BlockForce<Vector>
}

/// A force that acts on each node by itself, with values of its own if it has any.
protocol ForceOnEachNode<Vector>: ForceOnBlocks {
  /// The bound force for these nodes alone, which are then numbered from 0.
  func onNodes(_ nodes: Range<Int>, nodeCount: Int) -> Self
}

extension ForceOnEachNode {
  func onNodes(_ nodes: Range<Int>, nodeCount: Int) -> Self { self }

  func onBlock(_ nodes: Range<Int>, nodeCount: Int) -> BlockForce<Vector> {
    .eachNode(onNodes(nodes, nodeCount: nodeCount))
  }
}

extension ForceList {
  /// The names of the forces, in their order, and what each does to a block of the nodes; nil for a
  /// force that cannot act on a block. The list has to be bound. Forces that are off are left out;
  /// those of a list within the list follow in its place, as "list/force".
  package func onBlock(_ nodes: Range<Int>, nodeCount: Int) -> [(
    name: String, force: BlockForce<Vector>?
  )] {
    names.filter(isOn).flatMap { name in
      if let list = self[name] as? ForceList<Vector> {
        return list.onBlock(nodes, nodeCount: nodeCount).map { ("\(name)/\($0.name)", $0.force) }
      }
      let force = self[name] as? any ForceOnBlocks<Vector>
      return [(name, force?.onBlock(nodes, nodeCount: nodeCount))]
    }
  }
}

extension HalfLinks {
  func onBlock(_ nodes: Range<Int>, iterations: Int) -> BlockLinks<Scalar> {
    let ends = Int(begin[nodes.lowerBound])..<Int(begin[nodes.upperBound])
    let lowestLimit = lowestLimit
    return BlockLinks(
      begin: begin[nodes.lowerBound...nodes.upperBound].map { $0 - Int64(ends.lowerBound) },
      other: Array(other[ends]), length: length.map { Array($0[ends]) },
      commonLength: commonLength, coefficient: Array(coefficient[ends]), total: Array(total[nodes]),
      iterations: iterations,
      steps: { HalfLinks.steps(alpha: $0, lowestLimit: lowestLimit) },
      isLimited: { $0 > lowestLimit })
  }
}
