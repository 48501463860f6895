import ForceSimulation
import GraphModel

/// A graph where it is, as one file: the page with all of it inside. It works without a server and
/// without a network; up to 1,000 nodes the page lets it move.
struct StandaloneFile<ID: Hashable & Sendable> {
  /// The bytes that attributes may take, before compression, when nobody says which.
  static var attributeBytes: Int { 2 << 20 }

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
    let columns = embeddedColumns()
    var looks = shown.looks
    looks.setPinned(pins)
    var records: [GraphViewPage.Record] = [
      .text(ViewJSON.text(hello(columns.map(\.name)))),
      .binary(looks.graphMessage(snapshot.ends, previous: nil, epoch: 1)),
      .binary(shown.importantLabels(limit: .max).bytes(epoch: 1)),
      .binary(try positionsMessage()),
    ]
    for (place, column) in columns.enumerated() {
      records.append(.binary(ColumnMessage(column).bytes(request: UInt32(place))))
    }
    return try GraphViewPage.file(title: options.title, records: records)
  }

  /// The attributes of nodes that the file has: those asked for, else as many as do not take too
  /// much.
  private func embeddedColumns() -> [AttributeColumn] {
    let all = snapshot.graph.nodeAttributes.columns
    if let names = options.exportedAttributes { return all.filter { names.contains($0.name) } }
    var left = Self.attributeBytes
    return all.filter { column in
      let size = ColumnMessage(column).bytes(request: 0).count
      guard size <= left else { return false }
      left -= size
      return true
    }
  }

  private func hello(_ columns: [String]) -> Hello {
    let attributes = snapshot.graph.offeredAttributes.filter {
      $0.of == .nodes && columns.contains($0.name)
    }
    return Hello(
      session: String(repeating: "0", count: 16), viewer: 0, title: options.title,
      nodes: snapshot.nodeCount, links: snapshot.linkCount, dimensions: positions.dimensions,
      directed: snapshot.graph.isDirected, running: false, speed: .ticksPerFrame(1), ended: nil,
      theme: options.theme, forces: forces, attributes: attributes, looks: shown.choice,
      measures: [], legend: shown.legend, layouts: [], allows: .init(edit: false, export: []),
      steps: steps, pins: pins, standalone: true)
  }

  private func positionsMessage() throws -> [UInt8] {
    var flags: PositionsMessage.Flags = [.float32, .isFinal]
    let body: [UInt8]
    switch positions {
    case .plane:
      let points: [SIMD2<Double>] = try GraphViewSession<ID, SIMD2<Double>>.vectors(positions)
      body = points.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: true) }
    case .space:
      flags.insert(.inSpace)
      let points: [SIMD3<Double>] = try GraphViewSession<ID, SIMD3<Double>>.vectors(positions)
      body = points.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: true) }
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
      snapshot: self, shown: ShownLooks(self, choice, columns, theme: options.colors),
      positions: positions, options: options, forces: forces, pins: [], steps: steps
    ).bytes()
  }
}
