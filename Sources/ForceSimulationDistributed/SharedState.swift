import CForceKernels
import ForceSimulation

// MARK: Positions

extension DistributedSimulation {
  /// Writes the positions of all nodes, in their order, into one file: each rank writes those of its block.
  /// Called by all ranks. A path that ends in `.npy` gets an array of NumPy, rows of the coordinates in
  /// `Vector.Scalar`; any other a CSV file `id,x,y[,z]`, with the shortest numbers that read back exactly.
  ///
  /// - Parameter name: the text for a node's id; nil for the id in the file of the graph, or else its number.
  ///
  /// The file takes the place of what is there when it is whole. Throws `DistributedError.file` on all ranks
  /// when it cannot be written. O(nodes of a rank).
  public func writePositions(
    to path: String, name: ((_ node: Int) -> String)? = nil
  ) throws(DistributedError) {
    if path.hasSuffix(".npy") { return try writeArray(to: path) }
    let first = nodes.lowerBound
    let positions = positions
    let nodeIDs = nodeIDs
    func text(_ places: Range<Int>) -> [UInt8] {
      var text = ""
      for place in places {
        text += name?(first + place) ?? String(nodeIDs?[place] ?? first + place)
        for axis in 0..<Vector.scalarCount { text += ",\(positions[place][axis])" }
        text += "\n"
      }
      return Array(text.utf8)
    }
    let pieces = stride(from: 0, to: nodes.count, by: 4096).map { $0..<min($0 + 4096, nodes.count) }
    let header = Array(
      (["id", "x", "y", "z"].prefix(1 + Vector.scalarCount).joined(separator: ",") + "\n").utf8)
    // What a rank writes begins where the others end, so its size is counted before.
    let size = pieces.reduce(0) { $0 + text($1).count }
    let begin = header.count + world.sumBefore(size)
    let all = header.count + world.sum(of: size)
    try SharedFile.write(path, size: all, over: world) { file throws(FilePartError) in
      if world.rank == 0 { try file.write(header, at: 0) }
      var place = begin
      for piece in pieces {
        let bytes = text(piece)
        try file.write(bytes, at: place)
        place += bytes.count
      }
    }
  }

  private func writeArray(to path: String) throws(DistributedError) {
    let bytes = MemoryLayout<Vector.Scalar>.size
    var header =
      "{'descr': '<f\(bytes)', 'fortran_order': False, 'shape': (\(nodeCount), "
      + "\(Vector.scalarCount)), }"
    // The data begin at a multiple of 64 bytes.
    let length = (10 + header.utf8.count + 1 + 63) / 64 * 64 - 10
    header += String(repeating: " ", count: length - header.utf8.count - 1) + "\n"
    let start =
      [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(length & 255), UInt8(length >> 8)]
      + Array(header.utf8)
    let row = bytes * Vector.scalarCount
    try SharedFile.write(
      path, size: start.count + nodeCount * row, over: world
    ) { file throws(FilePartError) in
      if world.rank == 0 { try file.write(start, at: 0) }
      try file.write(positions.coordinates, at: start.count + nodes.lowerBound * row)
    }
  }
}

// MARK: States

/// A state in a file: a header of words of 64 bits, little-endian, in the first 4,096 bytes; then the
/// positions and the velocities by node, coordinate by coordinate; then for each tree the nodes by slot.
private struct StateLayout<Vector: SimulationVector> {
  static var magic: UInt64 { word(CheckpointFrame.magicOfRanks) }
  /// Where a checkpoint of one process begins.
  static var magicOfOne: UInt64 { word(CheckpointFrame.magic) }

  /// The word that eight bytes make in a file.
  private static func word(_ bytes: [UInt8]) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static var start: Int { 4096 }

  let nodeCount: Int

  var row: Int { MemoryLayout<Vector.Scalar>.size * Vector.scalarCount }
  var positions: Int { Self.start }
  var velocities: Int { positions + nodeCount * row }
  func order(_ tree: Int) -> Int { velocities + nodeCount * (row + 8 * tree) }
}

extension DistributedSimulation {
  /// Writes the state of all nodes, with the histories of the trees, into one file: each rank writes its
  /// part. Called by all ranks. The file takes the place of what is there when it is whole.
  ///
  /// Throws `DistributedError.file` on all ranks when it cannot be written. O(nodes of a rank).
  public func saveState(to path: String) throws(DistributedError) {
    let layout = StateLayout<Vector>(nodeCount: nodeCount)
    let orders = trees.map(\.order)
    let hash = hash(positions: positions, velocities: velocities, orders: orders)
    let header = header(
      nonFiniteNodes: nonFiniteNodeCount(), hasOrder: orders.map { $0 != nil }, hash: hash)
    try SharedFile.write(
      path, size: layout.order(trees.count), over: world
    ) { file throws(FilePartError) in
      if world.rank == 0 { try file.write(header, at: 0) }
      try file.write(
        positions.coordinates, at: layout.positions + nodes.lowerBound * layout.row)
      try file.write(
        velocities.coordinates, at: layout.velocities + nodes.lowerBound * layout.row)
      for (tree, order) in orders.enumerated() {
        if let order { try file.write(order.nodes, at: layout.order(tree) + 8 * order.first) }
      }
    }
  }

  /// Goes on from a state that a simulation of the same graph, seed and forces has saved with any number of
  /// ranks, to the bit. Called by all ranks. Parameters of the temperature are those of the state; pins and
  /// parameters of forces are those of this simulation.
  ///
  /// Throws `DistributedError.otherState` or `.file` on all ranks, and changes nothing, when the file is not
  /// of the same simulation, is damaged, or cannot be read. O(nodes of a rank).
  public func restoreState(from path: String) throws(DistributedError) {
    let layout = StateLayout<Vector>(nodeCount: nodeCount)
    let read = try SharedFile.read(path, over: world) {
      file throws(FilePartError) -> SavedPart<Vector>? in
      if file.size >= 8,
        try file.read(1, of: UInt64.self, at: 0) == [StateLayout<Vector>.magicOfOne]
      {
        throw FilePartError(
          reason: "it is a checkpoint of one process: Simulation(restoring:) reads it, and "
            + "DistributedSimulation(over:sharing:) goes on from that")
      }
      guard file.size >= StateLayout<Vector>.start else {
        throw FilePartError(reason: "it is too short for a saved state")
      }
      let words = try file.read(StateLayout<Vector>.start / 8, of: UInt64.self, at: 0)
      guard words[0] == StateLayout<Vector>.magic, Self.check(words) == words.last else {
        throw FilePartError(reason: "it is no saved state, or damaged")
      }
      guard Array(words[1..<1 + identity.count]) == identity else { return nil }
      guard file.size == layout.order(trees.count) else {
        throw FilePartError(reason: "it is damaged: it has \(file.size) bytes")
      }
      return try SavedPart(words: words, from: file, layout, nodes, trees, identity.count + 1)
    }
    // All ranks have read the same header.
    guard let read else { throw .otherState(path) }
    let hash = hash(
      positions: read.positions, velocities: read.velocities, orders: read.orders)
    guard hash == read.hash else {
      throw .file(path, line: nil, reason: "it is damaged: its checksum is wrong")
    }
    state.restore(
      positions: read.positions, velocities: read.velocities, parameters: read.parameters,
      tickCount: read.tickCount, nonFiniteNodes: read.nonFiniteNodes)
    for (tree, force) in trees.enumerated() {
      force.restore(read.histories[tree], order: read.orders[tree]?.nodes)
    }
  }

  /// The forces with a tree.
  private var trees: [RankForce<Vector>] { forces.filter { $0.slots != nil } }

  /// What a state has to agree with.
  private var identity: [UInt64] {
    let names = state.forces.map(\.name).joined(separator: "\n")
    let forces = names.utf8.reduce(UInt64(trees.count)) { LinkHash.mix($0 ^ UInt64($1)) }
    return [
      UInt64(nodeCount), UInt64(linkCount), graphHash, state.seed, forces,
      UInt64(MemoryLayout<Vector.Scalar>.size), UInt64(Vector.scalarCount),
    ]
  }

  private func header(nonFiniteNodes: Int, hasOrder: [Bool], hash: UInt64) -> [UInt64] {
    let parameters = state.parameters
    var words = [StateLayout<Vector>.magic] + identity
    words += [state.tickCount, UInt64(nonFiniteNodes), hash]
    words += [
      parameters.alpha, parameters.alphaMin, parameters.alphaDecay, parameters.alphaTarget,
      parameters.velocityDecay,
    ].map { Double($0).bitPattern }
    for (tree, force) in trees.enumerated() {
      words += [hasOrder[tree] ? 1 : 0] + force.history.words
    }
    let count = StateLayout<Vector>.start / 8
    precondition(words.count < count, "ForceSimulationDistributed: too many many-body forces")
    words += Array(repeating: 0, count: count - 1 - words.count)
    return words + [Self.check(words + [0])]
  }

  /// The checksum of a header, but for its last word.
  private static func check(_ words: [UInt64]) -> UInt64 {
    words.dropLast().reduce(0) { LinkHash.mix($0 ^ $1) }
  }

  /// A hash of the state of all nodes and of the orders, which does not depend on who has them.
  private func hash(
    positions: [Vector], velocities: [Vector], orders: [(first: Int, nodes: [Int64])?]
  ) -> UInt64 {
    var hash: UInt64 = 0
    for (place, node) in nodes.enumerated() {
      var bits = UInt64(node)
      for axis in 0..<Vector.scalarCount {
        bits = LinkHash.mix(bits ^ Double(positions[place][axis]).bitPattern)
        bits = LinkHash.mix(bits ^ Double(velocities[place][axis]).bitPattern)
      }
      hash &+= bits
    }
    for (tree, order) in orders.enumerated() {
      guard let order else { continue }
      for (place, node) in order.nodes.enumerated() {
        hash &+= LinkHash.of(~tree, order.first + place, UInt64(bitPattern: node))
      }
    }
    return GraphPart.sum(hash, over: world)
  }
}

/// A rank's part of a state that was read.
private struct SavedPart<Vector: SimulationVector> {
  var positions, velocities: [Vector]
  var parameters: SimulationParameters<Vector.Scalar>
  var tickCount: UInt64
  var nonFiniteNodes: Int
  var hash: UInt64
  var histories: [ck_many_body_history] = []
  var orders: [(first: Int, nodes: [Int64])?] = []

  /// - Parameter first: the word after what identifies the simulation.
  init(
    words: [UInt64], from file: borrowing SharedFile, _ layout: StateLayout<Vector>,
    _ nodes: Range<Int>, _ trees: [RankForce<Vector>], _ first: Int
  ) throws(FilePartError) {
    (tickCount, nonFiniteNodes, hash) = (
      words[first], Int(clamping: words[first + 1]), words[first + 2]
    )
    let numbers = words[(first + 3)..<(first + 8)].map {
      Vector.Scalar(Double(bitPattern: $0))
    }
    parameters = SimulationParameters(
      alpha: numbers[0], alphaMin: numbers[1], alphaDecay: numbers[2], alphaTarget: numbers[3],
      velocityDecay: numbers[4])
    func vectors(_ section: Int) throws(FilePartError) -> [Vector] {
      [Vector](
        coordinates: try file.read(
          nodes.count * Vector.scalarCount, of: Vector.Scalar.self,
          at: section + nodes.lowerBound * layout.row))
    }
    (positions, velocities) = (try vectors(layout.positions), try vectors(layout.velocities))
    var word = first + 8
    for (tree, force) in trees.enumerated() {
      histories.append(ck_many_body_history(words: Array(words[(word + 1)...])))
      if words[word] == 1, let slots = force.slots {
        let nodes = try file.read(
          slots.count, of: Int64.self, at: layout.order(tree) + 8 * slots.lowerBound)
        // A number that is none would be written to.
        guard nodes.allSatisfy({ (0..<Int64(layout.nodeCount)).contains($0) }) else {
          throw FilePartError(reason: "it is damaged: a slot has no node")
        }
        orders.append((slots.lowerBound, nodes))
      } else {
        orders.append(nil)
      }
      word += 1 + ck_many_body_history.wordCount
    }
  }
}

extension ck_many_body_history {
  fileprivate static var wordCount: Int { 12 }

  fileprivate var words: [UInt64] {
    [sorted, sorts, divided, next_trial, level, measured].map { UInt64(UInt32(bitPattern: $0)) }
      + [staleness, work, excess, error2, force, last_error].map(\.bitPattern)
  }

  fileprivate init(words: [UInt64]) {
    let counts = words[..<6].map { Int32(bitPattern: UInt32(truncatingIfNeeded: $0)) }
    let numbers = words[6..<12].map { Double(bitPattern: $0) }
    self.init(
      sorted: counts[0], sorts: counts[1], divided: counts[2], next_trial: counts[3],
      staleness: numbers[0], work: numbers[1], excess: numbers[2], level: counts[4],
      measured: counts[5], error2: numbers[3], force: numbers[4], last_error: numbers[5])
  }
}

extension Array where Element: SimulationVector {
  /// The coordinates of all vectors, without what is between them in memory.
  fileprivate var coordinates: [Element.Scalar] {
    var all: [Element.Scalar] = []
    all.reserveCapacity(count * Element.scalarCount)
    for vector in self {
      for axis in 0..<Element.scalarCount { all.append(vector[axis]) }
    }
    return all
  }

  fileprivate init(coordinates: [Element.Scalar]) {
    let axes = Element.scalarCount
    self = (0..<coordinates.count / axes).map { place in
      var vector = Element.zero
      for axis in 0..<axes { vector[axis] = coordinates[place * axes + axis] }
      return vector
    }
  }
}
