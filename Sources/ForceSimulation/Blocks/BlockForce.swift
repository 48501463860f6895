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

  /// The number of smaller steps that replace one iteration (`HalfLinks.steps`), from the lowest
  /// limit of alpha of the links of the whole graph.
  package static func steps(alpha: Scalar, lowestLimit: Scalar) -> Int {
    HalfLinks.steps(alpha: alpha, lowestLimit: lowestLimit)
  }
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

/// A block of the nodes of a graph.
package struct NodeBlock: Sendable {
  /// The nodes, by their numbers in the whole graph.
  package var nodes: Range<Int>
  /// The number of all nodes.
  package var nodeCount: Int
  /// The links of the block's nodes, where the process has no others; nil where it has the whole
  /// graph.
  package var rows: BlockRows?

  package init(nodes: Range<Int>, nodeCount: Int, rows: BlockRows? = nil) {
    (self.nodes, self.nodeCount, self.rows) = (nodes, nodeCount, rows)
  }

  /// The nodes that forces are bound to.
  var boundNodes: Range<Int> { rows == nil ? 0..<nodeCount : nodes }
  /// The places of the block's nodes among those that forces are bound to.
  var places: Range<Int> { rows == nil ? nodes : 0..<nodes.count }
}

/// The link ends at the nodes of a block, by increasing number of the link.
package struct BlockRows: Sendable {
  /// The ends of node `i` of the block are `begin[i]..<begin[i + 1]`. A link from a node to itself
  /// has none.
  package var begin: [Int64]
  /// By end, the node at the other end: its number in the whole graph.
  package var other: [Int32]
  /// By end, true at the source of the link.
  package var isSource: [Bool]
  /// The number of link ends at each node of the block, and by end at the node of the other end; a
  /// link from a node to itself counts twice.
  package var endCount: [Int32]
  package var otherEndCount: [Int32]

  package init(
    begin: [Int64], other: [Int32], isSource: [Bool], endCount: [Int32], otherEndCount: [Int32]
  ) {
    (self.begin, self.other, self.isSource) = (begin, other, isSource)
    (self.endCount, self.otherEndCount) = (endCount, otherEndCount)
  }
}

extension BlockLinks {
  /// Links of one strength and length, as `HalfLinks` has them. The strength is divided by the
  /// smaller number of link ends at the two ends if asked for.
  init(
    _ rows: BlockRows, strength: Scalar, isDividedByDegree: Bool, length: Scalar, iterations: Int
  ) {
    begin = rows.begin
    other = rows.other
    commonLength = length
    self.iterations = iterations
    coefficient = []
    coefficient.reserveCapacity(rows.other.count)
    total = Array(repeating: 0, count: rows.endCount.count)
    for node in total.indices {
      let own = Int(rows.endCount[node])
      for end in Int(begin[node])..<Int(begin[node + 1]) {
        let there = Int(rows.otherEndCount[end])
        let strength = isDividedByDegree ? strength / Scalar(min(own, there)) : strength
        let bias = Scalar(rows.isSource[end] ? own : there) / Scalar(own + there)
        coefficient.append(rows.isSource[end] ? strength * (1 - bias) : strength * bias)
        total[node] += abs(coefficient[end])
      }
    }
  }
}

/// A built-in force that can act on a block.
protocol ForceOnBlocks<Vector>: Force {
  /// The bound force for a block of the nodes of a graph; nil if it needs what the block's process
  /// does not have.
  func onBlock(_ block: NodeBlock) -> BlockForce<Vector>?
}

/// A force that acts on each node by itself, with values of its own if it has any.
protocol ForceOnEachNode<Vector>: ForceOnBlocks {
  /// The bound force for these nodes alone, which are then numbered from 0.
  func onNodes(of block: NodeBlock) -> Self
}

extension ForceOnEachNode {
  func onNodes(of block: NodeBlock) -> Self { self }

  func onBlock(_ block: NodeBlock) -> BlockForce<Vector>? { .eachNode(onNodes(of: block)) }
}

extension ForceList {
  /// The name of the first force that cannot act on a block of the nodes, where a process has the
  /// whole graph; nil if all can. Forces that are off are left out. The list need not be bound.
  package var firstNotOnBlocks: String? {
    for name in names where isOn(name) {
      if let list = self[name] as? ForceList<Vector> {
        if let inner = list.firstNotOnBlocks { return "\(name)/\(inner)" }
      } else if !(self[name] is any ForceOnBlocks<Vector>) {
        return name
      }
    }
    return nil
  }

  /// The names of the forces, in their order, and what each does to a block of the nodes; nil for a
  /// force that cannot act on a block. The list has to be bound. Forces that are off are left out;
  /// those of a list within the list follow in its place, as "list/force".
  package func onBlock(_ block: NodeBlock) -> [(name: String, force: BlockForce<Vector>?)] {
    names.filter(isOn).flatMap { name in
      if let list = self[name] as? ForceList<Vector> {
        return list.onBlock(block).map { ("\(name)/\($0.name)", $0.force) }
      }
      let force = self[name] as? any ForceOnBlocks<Vector>
      return [(name, force?.onBlock(block))]
    }
  }
}

extension HalfLinks {
  func onBlock(_ nodes: Range<Int>, iterations: Int) -> BlockLinks<Scalar> {
    let ends = Int(begin[nodes.lowerBound])..<Int(begin[nodes.upperBound])
    return BlockLinks(
      begin: begin[nodes.lowerBound...nodes.upperBound].map { $0 - Int64(ends.lowerBound) },
      other: Array(other[ends]), length: length.map { Array($0[ends]) },
      commonLength: commonLength, coefficient: Array(coefficient[ends]), total: Array(total[nodes]),
      iterations: iterations)
  }
}
