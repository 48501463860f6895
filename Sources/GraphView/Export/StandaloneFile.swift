import ForceSimulation
import GraphModel

/// A graph with its positions as one file: the page with the data embedded. It works without a
/// server or network, and simulates in a worker.
struct StandaloneFile<ID: Hashable & Sendable> {
  /// The default limit of the size of attributes, in bytes before compression.
  static var attributeBytes: Int { 2 << 20 }
  /// The number of nodes above which positions are stored in 16 bits per axis, as in frames. More
  /// precision is invisible below thirty times the fitting zoom, but would take a quarter of the
  /// file's data.
  static var exactLimit: Int { 20_000 }

  var snapshot: GraphSnapshot<ID>
  var shown: ShownLooks
  /// One position per node, y up.
  var positions: NodePositions
  var options: GraphViewOptions
  var physics: FilePhysics
  var pins: [Int]
  var steps: GraphSteps?

  /// Returns the bytes of the file, which are the same for the same graph. O(nodes + links).
  func bytes() throws -> [UInt8] {
    guard positions.count == snapshot.nodeCount else {
      throw GraphViewError.impossible(
        "there are \(positions.count) positions for \(snapshot.nodeCount) nodes")
    }
    let embedded = embeddedColumns()
    var looks = shown.looks
    looks.setPinned(pins)
    var records: [GraphViewPage.Record] = [
      .text(ViewJSON.text(hello(embedded.map(\.attribute)))),
      .binary(looks.graphMessage(snapshot.ends, previous: nil, epoch: 1)),
      .binary(shown.importantLabels(limit: .max).bytes(epoch: 1)),
      .binary(try positionsMessage()),
    ]
    if shown.labels != Array(snapshot.graph.nodeIDs), let ids = snapshot.idsMessage(limit: .max) {
      records.append(.binary(ids.bytes(epoch: 1)))
    }
    for (place, column) in embedded.enumerated() {
      records.append(.binary(column.values.bytes(request: UInt32(place))))
    }
    return try GraphViewPage.file(
      title: options.title, records: records,
      parts: .needed(
        hasSteps: steps != nil, dimensions: positions.dimensions, allowsEdits: false,
        // Attributes of links are in the data too, and what reads those is in this part.
        hasAttributes: snapshot.mayHaveAttributes || !embedded.isEmpty,
        hasGroups: snapshot.graph.hasClusters, hasShapes: snapshot.mayHaveShapes,
        hasCurves: snapshot.mayHaveCurves),
      kernels: physics.kernels)
  }

  /// An embedded attribute.
  private struct Embedded {
    var attribute: Hello.Attribute
    var values: ColumnMessage
  }

  /// Returns the embedded attributes, those of nodes before those of links: the requested ones, or
  /// by default as many as the size limit allows.
  private func embeddedColumns() -> [Embedded] {
    let graph = snapshot.graph
    var links = graph.edgeAttributes
    if let weights = graph.weights, links["weight"] == nil {
      links.set("weight", .doubles(weights.map(Optional.some)))
    }
    var left = Self.attributeBytes
    func embedded(_ table: AttributeTable, _ owner: Hello.Attribute.Owner) -> [Embedded] {
      table.columns.compactMap { column in
        let values = ColumnMessage(column)
        if let names = options.exportedAttributes {
          guard names.contains(column.name) else { return nil }
        } else {
          let size = values.bytes(request: 0).count
          guard size <= left else { return nil }
          left -= size
        }
        return Embedded(attribute: Hello.Attribute(column, of: owner), values: values)
      }
    }
    return embedded(graph.nodeAttributes, .nodes) + embedded(links, .links)
  }

  private func hello(_ attributes: [Hello.Attribute]) -> Hello {
    return Hello(
      session: String(repeating: "0", count: 16), viewer: 0, title: options.title,
      nodes: snapshot.nodeCount, links: snapshot.linkCount, dimensions: positions.dimensions,
      directed: snapshot.graph.isDirected, running: false, speed: .ticksPerFrame(1), ended: nil,
      theme: options.theme, forces: physics.descriptions, attributes: attributes,
      looks: shown.choice,
      measures: [], legend: shown.legend, layouts: [], allows: .init(edit: false, export: []),
      steps: steps.map(SentSteps.init), pins: pins, groups: snapshot.graph.viewGroups,
      standalone: true,
      palette: .init(nodeCount: snapshot.nodeCount, theme: options.colors),
      physics: physics.forces, motion: physics.motion, missing: physics.lacking)
  }

  private func positionsMessage() throws -> [UInt8] {
    let isExact = positions.count <= Self.exactLimit
    var flags: PositionsMessage.Flags = isExact ? [.float32, .isFinal] : .isFinal
    let body: [UInt8]
    switch positions {
    case .plane:
      let points: [SIMD2<Double>] = try GraphViewSession<ID, SIMD2<Double>>.vectors(positions)
      body = points.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: isExact) }
    case .space:
      flags.insert(.inSpace)
      let points: [SIMD3<Double>] = try GraphViewSession<ID, SIMD3<Double>>.vectors(positions)
      body = points.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: isExact) }
    }
    let message = PositionsMessage(
      flags: flags, epoch: 1, tick: 0, alpha: 0, nodeCount: snapshot.nodeCount, body: body)
    return message.head(sequence: 1, command: 0) + message.body
  }
}

extension GraphSnapshot {
  /// Returns the graph as one HTML file, placed by `positions` or by the graph's own ones. The file
  /// works without a server or network. The same graph gives the same bytes. O(nodes + links).
  ///
  /// Its simulation is at rest at these positions (`ViewForces.resting(at:links:)`).
  ///
  /// - Parameter positions: one per node, y up as in files.
  /// - Throws: `GraphViewError` if there are no positions, or if an attribute that `options` names
  ///   does not exist.
  public func html(
    positions: NodePositions? = nil, options: GraphViewOptions = GraphViewOptions(),
    steps: GraphSteps? = nil
  ) async throws -> [UInt8] {
    guard let positions = positions ?? graph.positions else {
      throw GraphViewError.impossible("the graph has no positions; lay it out first")
    }
    try steps?.check(nodeCount: nodeCount, linkCount: linkCount)
    let choice = Hello.Looks(options)
    let columns = try await ShownLooks.columns(choice, of: graph, options)
    return try file(choice, columns, positions, options, steps).bytes()
  }

  /// Returns the same file on the calling thread, which it blocks. It needs no thread of Swift's
  /// concurrency, none of which a forked process has.
  @_spi(Interfaces)
  public func htmlBlocking(
    positions: NodePositions? = nil, options: GraphViewOptions = GraphViewOptions(),
    control: RunControl = RunControl()
  ) throws -> [UInt8] {
    guard let positions = positions ?? graph.positions else {
      throw GraphViewError.impossible("the graph has no positions; lay it out first")
    }
    let choice = Hello.Looks(options)
    let columns = try ShownLooks.columns(
      choice, of: graph, options, control: control)
    return try file(choice, columns, positions, options, nil).bytes()
  }

  private func file(
    _ choice: Hello.Looks, _ columns: ShownLooks.Columns, _ positions: NodePositions,
    _ options: GraphViewOptions, _ steps: GraphSteps?
  ) throws -> StandaloneFile<ID> {
    StandaloneFile(
      snapshot: self, shown: ShownLooks(self, choice, columns, options),
      positions: positions, options: options, physics: try physics(at: positions), pins: [],
      steps: steps)
  }

  private func physics(at positions: NodePositions) throws -> FilePhysics {
    func resting<Vector: SimulationVector>(_ points: [Vector]) throws -> FilePhysics {
      try FilePhysics(
        ViewForces.resting(at: points, links: indexedLinks), links: indexedLinks, positions: points)
    }
    guard positions.count == nodeCount else {
      throw GraphViewError.impossible(
        "there are \(positions.count) positions for \(nodeCount) nodes")
    }
    switch positions {
    case .plane: return try resting(GraphViewSession<ID, SIMD2<Double>>.vectors(positions))
    case .space: return try resting(GraphViewSession<ID, SIMD3<Double>>.vectors(positions))
    }
  }
}
