import ForceSimulation
import GraphModel

/// A graph where it is, as one file: the page with all of it inside. It works without a server and
/// without a network; up to 1,000 nodes the page lets it move.
struct StandaloneFile<ID: Hashable & Sendable> {
  /// The bytes that attributes may take, before compression, when nobody says which.
  static var attributeBytes: Int { 2 << 20 }
  /// Above this many nodes, places have 16 bits an axis, as frames have: a quarter of the file's
  /// data would be bits that nobody sees at less than thirty times the zoom at which all is seen.
  static var exactLimit: Int { 20_000 }

  var snapshot: GraphSnapshot<ID>
  var shown: ShownLooks
  /// One for each node, y up.
  var positions: NodePositions
  var options: GraphViewOptions
  var forces: [ForceDescription]
  var pins: [Int]
  var steps: GraphSteps?

  /// The file. The same for the same graph. O(nodes + links).
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
        hasAttributes: snapshot.mayHaveAttributes))
  }

  /// An attribute that the file has.
  private struct Embedded {
    var attribute: Hello.Attribute
    var values: ColumnMessage
  }

  /// The attributes of nodes, then those of links: those asked for, else as many as do not take too
  /// much.
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
      theme: options.theme, forces: forces, attributes: attributes, looks: shown.choice,
      measures: [], legend: shown.legend, layouts: [], allows: .init(edit: false, export: []),
      steps: steps, pins: pins, standalone: true,
      palette: .init(nodeCount: snapshot.nodeCount, theme: options.colors))
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
  /// The graph as one HTML file, where `positions` or else the graph's own have it: it works from
  /// disk, without a server and without a network. The same bytes for the same graph. O(nodes +
  /// links).
  ///
  /// - Parameter positions: one for each node, y up as in files.
  /// - Throws: `GraphViewError` when there are no positions, or a choice of `options` is not there.
  public func html(
    positions: NodePositions? = nil, options: GraphViewOptions = GraphViewOptions(),
    services: GraphViewServices = GraphViewServices(), steps: GraphSteps? = nil
  ) async throws -> [UInt8] {
    guard let positions = positions ?? graph.positions else {
      throw GraphViewError.impossible("the graph has no positions; lay it out first")
    }
    try steps?.check(nodeCount: nodeCount, linkCount: linkCount)
    let choice = Hello.Looks(
      color: options.colorBy, size: options.sizeBy, labels: options.labelsBy)
    let columns = try await ShownLooks.columns(choice, of: graph, services)
    let forces = ForceControls.describe(ViewForces.standard(nodeCount, SIMD2<Double>.self))
    return try StandaloneFile(
      snapshot: self, shown: ShownLooks(self, choice, columns, options),
      positions: positions, options: options, forces: forces, pins: [], steps: steps
    ).bytes()
  }
}
