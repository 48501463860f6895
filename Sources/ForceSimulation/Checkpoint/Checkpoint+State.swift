// The state in a checkpoint.

extension ByteWriter {
  mutating func write<Vector: SimulationVector>(shapeOf: Vector.Type) {
    write(UInt8(MemoryLayout<Vector.Scalar>.size))
    write(UInt8(Vector.scalarCount))
  }

  mutating func write(engine: Engine) {
    switch engine {
    case .kernels: write(UInt8(0))
    case .reference(.parallel): write(UInt8(1))
    case .reference(.sequential): write(UInt8(2))
    }
  }
}

extension ByteReader {
  mutating func readShape<Vector: SimulationVector>(of: Vector.Type) throws(SimulationError) {
    let (size, dimension) = (try read(UInt8.self), try read(UInt8.self))
    guard size == MemoryLayout<Vector.Scalar>.size, dimension == Vector.scalarCount else {
      throw .unreadableCheckpoint(
        "it is of \(dimension) dimensions in \(size == 4 ? "Float" : "Double"), not \(Vector.self)")
    }
  }

  mutating func readEngine() throws(SimulationError) -> Engine {
    switch try read(UInt8.self) {
    case 0: return .kernels
    case 1: return .reference(.parallel)
    case 2: return .reference(.sequential)
    case let other: throw .unreadableCheckpoint("it has an unknown engine, number \(other)")
    }
  }
}

extension Kinetics {
  /// A hash of the whole state. Two states with the same hash continue identically under the same
  /// forces and the same engine. Equal on all machines. O(nodes + links).
  public var stateHash: UInt64 { stateHash(version: ByteWriter().version) }

  /// Returns the hash that a release with this checkpoint version computed.
  package func stateHash(version: UInt32) -> UInt64 {
    var writer = ByteWriter(version: version)
    write(to: &writer)
    return FNV1a.hash(writer.bytes[...])
  }

  func write(to writer: inout ByteWriter) {
    writer.write(UInt64(nodeCount))
    writer.write(tickCount)
    writer.write(seed)
    writer.write(randomState)
    writer.write(UInt64(nonFiniteNodeCount))
    writer.write(positionsWereWritten)
    writer.write(parameters)
    for position in _position.storage { writer.write(vector: position) }
    for velocity in _velocity.storage { writer.write(vector: velocity) }
    _pins.write(to: &writer)
    writer.write(UInt64(links.count))
    for link in links {
      writer.write(Int32(link.source))
      writer.write(Int32(link.target))
    }
    histories.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    let nodeCount = try reader.readCount(of: 2 * Vector.scalarCount * MemoryLayout<Scalar>.size)
    try Validate.nodeCount(nodeCount)
    let (tickCount, seed) = (try reader.read(UInt64.self), try reader.read(UInt64.self))
    let random = try reader.read(UInt32.self)
    let nonFinite = try reader.read(UInt64.self)
    let wereWritten = try reader.readFlag()
    let parameters = try reader.readParameters(Scalar.self)
    var positions: [Vector] = []
    var velocities: [Vector] = []
    for _ in 0..<nodeCount { positions.append(try reader.readVector(Vector.self)) }
    for _ in 0..<nodeCount { velocities.append(try reader.readVector(Vector.self)) }
    let pins = try Pins<Vector>(count: nodeCount, from: &reader)
    var links: [Link<Int>] = []
    for _ in 0..<(try reader.readCount(of: 8)) {
      links.append(Link(Int(try reader.read(Int32.self)), Int(try reader.read(Int32.self))))
    }
    try Validate.links(links, nodeCount: nodeCount)
    self.init(
      unchecked: links, parameters: parameters, positions: positions, velocities: velocities,
      pins: pins, seed: seed)
    self.tickCount = tickCount
    randomState = random
    nonFiniteNodeCount = Int(min(nonFinite, 1 << 60))
    positionsWereWritten = wereWritten
    histories = try TreeHistories(nodeCount: nodeCount, from: &reader)
  }
}

extension ByteWriter {
  fileprivate mutating func write<Scalar>(_ parameters: SimulationParameters<Scalar>) {
    write(parameters.alpha)
    write(parameters.alphaMin)
    write(parameters.alphaDecay)
    write(parameters.alphaTarget)
    write(parameters.velocityDecay)
  }
}

extension ByteReader {
  fileprivate mutating func readParameters<Scalar>(
    _: Scalar.Type
  ) throws(SimulationError) -> SimulationParameters<Scalar> {
    let parameters = SimulationParameters(
      alpha: try read(Scalar.self), alphaMin: try read(Scalar.self),
      alphaDecay: try read(Scalar.self), alphaTarget: try read(Scalar.self),
      velocityDecay: try read(Scalar.self))
    try parameters.validate()
    return parameters
  }
}

extension Pins where Vector: SimulationVector {
  /// Writes the pinned axes of each node and their coordinates; one byte when no node is pinned.
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(!isEmpty)
    if isEmpty { return }
    for node in 0..<count {
      writer.write(axes[node])
      for axis in 0..<Vector.scalarCount where axes[node] & (1 << UInt8(axis)) != 0 {
        writer.write(positions[node][axis])
      }
    }
  }

  fileprivate init(count: Int, from reader: inout ByteReader) throws(SimulationError) {
    self.init(count: count)
    guard try reader.readFlag() else { return }
    for node in 0..<count {
      let mask = try reader.read(UInt8.self)
      for axis in 0..<Vector.scalarCount where mask & (1 << UInt8(axis)) != 0 {
        try pin(node, axis: Axis(axis), at: reader.read(Vector.Scalar.self))
      }
    }
  }
}

extension TreeHistories {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(UInt64(names.count))
    for (name, history) in zip(names, histories) {
      writer.write(name)
      writer.write(history.isSorted)
      writer.write(Int64(history.sortCount))
      writer.write(history.isDivided)
      writer.write(Int64(history.nextTrial))
      writer.write(history.staleness)
      writer.write(history.work)
      writer.write(history.excess)
      if writer.version >= 3 { history.writeErrors(to: &writer) }
      writer.write(UInt64(history.permutation.count))
      for node in history.permutation { writer.write(node) }
    }
  }

  fileprivate init(nodeCount: Int, from reader: inout ByteReader) throws(SimulationError) {
    self.init()
    for _ in 0..<(try reader.readCount(of: 1)) {
      let index = add(try reader.readText())
      var history = TreeHistory()
      history.isSorted = try reader.readFlag()
      history.sortCount = try reader.readInt()
      history.isDivided = try reader.readFlag()
      history.nextTrial = try reader.readInt()
      history.staleness = try reader.read(Double.self)
      history.work = try reader.read(Double.self)
      history.excess = try reader.read(Double.self)
      if reader.version >= 3 { try history.readErrors(from: &reader) }
      for _ in 0..<(try reader.readCount(of: 4)) {
        history.permutation.append(try reader.read(Int32.self))
      }
      guard (0...1 << 30).contains(history.sortCount), (0...1 << 30).contains(history.nextTrial)
      else { throw .unreadableCheckpoint("the number of sorts of a tree is out of range") }
      guard history.permutation.isEmpty || history.permutation.isPermutation(count: nodeCount)
      else {
        throw .unreadableCheckpoint("the tree order of a force does not hold each node once")
      }
      histories[index] = history
    }
  }
}

extension [Int32] {
  /// True when the elements are a permutation of 0 ..< count.
  fileprivate func isPermutation(count: Int) -> Bool {
    var isThere = [Bool](repeating: false, count: count)
    for slot in self {
      guard isThere.indices.contains(Int(slot)), !isThere[Int(slot)] else { return false }
      isThere[Int(slot)] = true
    }
    return self.count == count
  }
}

extension TreeHistory {
  fileprivate func writeErrors(to writer: inout ByteWriter) {
    writer.write(Int64(level))
    writer.write(Int64(measured))
    for number in [error2, force, lastError] { writer.write(number) }
  }

  fileprivate mutating func readErrors(from reader: inout ByteReader) throws(SimulationError) {
    level = try reader.readInt()
    measured = try reader.readInt()
    error2 = try reader.read(Double.self)
    force = try reader.read(Double.self)
    lastError = try reader.read(Double.self)
    let areUsable = [error2, force, lastError].allSatisfy { $0 >= 0 && $0 < .infinity }
    guard (-100...100).contains(level), (0...32).contains(measured), areUsable else {
      throw .unreadableCheckpoint("the measured error of a tree is out of range")
    }
  }
}
