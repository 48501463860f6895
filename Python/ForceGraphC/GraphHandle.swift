import Graphs

/// A graph with ids and attributes, as C sees it.
final class GraphHandle {
  var graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  static func of(_ handle: UnsafeMutableRawPointer) -> GraphHandle {
    Unmanaged<GraphHandle>.fromOpaque(handle).takeUnretainedValue()
  }

  var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  func facts(notes: [String] = [], format: GraphFormat? = nil) -> String {
    var facts = JSONObjectWriter()
    facts.add("nodes", graph.nodeCount)
    facts.add("edges", graph.edgeCount)
    facts.add("directed", graph.isDirected ? 1 : 0)
    facts.add("weighted", graph.weights == nil ? 0 : 1)
    facts.add("dim", graph.positions?.dimensions ?? 0)
    for (owner, table) in [("node", graph.nodeAttributes), ("edge", graph.edgeAttributes)] {
      facts.add("\(owner)-attributes", table.names)
      facts.add("\(owner)-types", table.columns.map(\.type.rawValue))
    }
    let values = graph.attributes.names.compactMap { graph.attributes[$0] }
    facts.add("graph-attributes", graph.attributes.names)
    facts.add("graph-types", values.map(\.type.rawValue))
    facts.add("graph-values", values.map(\.description))
    facts.add("groups", graph.groups.count)
    if let format { facts.add("format", format.id) }
    facts.add("notes", notes)
    return facts.text
  }
}

/// The kinds of things that have attributes: FG_NODES and so on of the header.
private enum Owner: Int32 {
  case nodes = 0
  case edges = 1
  case graph = 2

  init(_ number: Int32) throws(CallError) {
    guard let owner = Owner(rawValue: number) else {
      throw CallError(.badOption, "there is no owner \(number) of attributes; there are 0, 1 and 2")
    }
    self = owner
  }
}

/// Returns a text that ends with a zero byte.
private func text(_ bytes: UnsafePointer<CChar>?) -> String? { bytes.map { String(cString: $0) } }

private func buffer(_ bytes: UnsafePointer<UInt8>?, _ length: Int64) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(max(0, length)))
}

// MARK: Making and reading

@_cdecl("fg_graph_new")
public func fgGraphNew(
  _ nodeCount: Int64, _ edges: UnsafePointer<Int32>?, _ edgeCount: Int64,
  _ ids: UnsafePointer<UInt8>?, _ idsLength: Int64, _ options: UnsafePointer<UInt8>?,
  _ optionsLength: Int64, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
  _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "a graph")
    let count = try Incoming.count(nodeCount, of: "nodes")
    let isDirected = try options.bool("directed") ?? false
    try options.checkAllTaken()
    let (sources, targets) = try Incoming.edges(edges, count: edgeCount)
    var nodeIDs = Graph.NodeIDs(count: count)
    if let ids {
      let values = try ColumnBytes.values(.string, buffer(ids, idsLength), count: count, of: "ids")
      guard case .strings(let texts) = values else { throw CallError(.failed, "ids are no texts") }
      nodeIDs = try Graph.NodeIDs(texts.map { $0 ?? "" })
    }
    let graph = try Graph(
      nodeIDs: nodeIDs, sources: sources, targets: targets, isDirected: isDirected)
    let handle = GraphHandle(graph)
    result.pointee = handle.retained
    return Array(handle.facts().utf8)
  }
}

@_cdecl("fg_graph_read")
public func fgGraphRead(
  _ path: UnsafePointer<CChar>, _ bytes: UnsafePointer<UInt8>?, _ length: Int64,
  _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64, _ run: UnsafeMutableRawPointer?,
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "reading")
    var reader = GraphReader(format: try options.format("format"))
    reader.control = RunControl(run)
    reader.edgeList.isDirected = try options.bool("directed")
    reader.edgeList.hasHeader = try options.bool("header")
    reader.edgeList.sourceColumn = try options.string("source-column")
    reader.edgeList.targetColumn = try options.string("target-column")
    reader.edgeList.weightColumn = try options.string("weight-column")
    reader.edgeList.timeColumn = try options.string("time-column")
    let weightAttribute = try options.string("weight-attribute")
    try options.checkAllTaken()
    let columns = reader.edgeList
    guard (columns.sourceColumn == nil) == (columns.targetColumn == nil) else {
      throw CallError(.badOption, "source-column and target-column go together; give both")
    }
    if columns.sourceColumn != nil { reader.edgeList.hasHeader = true }
    let name = String(cString: path)
    var found =
      bytes == nil
      ? try reader.read(path: name) : try reader.read(Array(buffer(bytes, length)), name: name)
    if let directed = columns.isDirected { found.graph.isDirected = directed }
    if let weightAttribute, !found.graph.useEdgeAttributeAsWeights(weightAttribute) {
      throw CallError(
        .badOption,
        "weight-attribute \"\(weightAttribute)\": edges have no numeric attribute of this name; they "
          + "have \(found.graph.edgeAttributes.names.joined(separator: ", "))")
    }
    let handle = GraphHandle(found.graph)
    result.pointee = handle.retained
    return Array(handle.facts(notes: found.notes, format: found.format).utf8)
  }
}

@_cdecl("fg_graph_free")
public func fgGraphFree(_ handle: UnsafeMutableRawPointer?) {
  guard let handle else { return }
  Unmanaged<GraphHandle>.fromOpaque(handle).release()
}

@_cdecl("fg_graph_copy")
public func fgGraphCopy(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  GraphHandle(GraphHandle.of(handle).graph).retained
}

@_cdecl("fg_formats")
public func fgFormats(_ message: UnsafeMutableRawPointer?) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    var facts = JSONObjectWriter()
    facts.add("read", GraphFormat.all.map(\.id))
    facts.add("write", GraphFormat.all.filter(\.isWritable).map(\.id))
    facts.add("positions", GraphFormat.all.filter { $0.isWritable && $0.holdsPositions }.map(\.id))
    return Array(facts.text.utf8)
  }
}

// MARK: What is in a graph

@_cdecl("fg_graph_facts")
public func fgGraphFacts(
  _ handle: UnsafeMutableRawPointer, _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    Array(GraphHandle.of(handle).facts().utf8)
  }
}

@_cdecl("fg_graph_arrays")
public func fgGraphArrays(
  _ handle: UnsafeMutableRawPointer, _ edges: UnsafeMutablePointer<Int32>?,
  _ weights: UnsafeMutablePointer<Double>?, _ positions: UnsafeMutablePointer<Double>?
) {
  let graph = GraphHandle.of(handle).graph
  if let edges {
    for (edge, ends) in zip(graph.sources, graph.targets).enumerated() {
      (edges[2 * edge], edges[2 * edge + 1]) = ends
    }
  }
  if let weights, let numbers = graph.weights {
    for (edge, weight) in numbers.enumerated() { weights[edge] = weight }
  }
  guard let positions else { return }
  switch graph.positions {
  case .plane(let places)?: Incoming.write(places, to: positions)
  case .space(let places)?: Incoming.write(places, to: positions)
  case nil: break
  }
}

@_cdecl("fg_graph_ids")
public func fgGraphIDs(
  _ handle: UnsafeMutableRawPointer, _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    ColumnBytes.bytes(.strings(GraphHandle.of(handle).graph.nodeIDs.map(Optional.some)))
  }
}

@_cdecl("fg_graph_column")
public func fgGraphColumn(
  _ handle: UnsafeMutableRawPointer, _ owner: Int32, _ name: UnsafePointer<CChar>,
  _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    let (graph, name) = (GraphHandle.of(handle).graph, String(cString: name))
    let table = try Owner(owner) == .nodes ? graph.nodeAttributes : graph.edgeAttributes
    guard let column = table[name] else {
      throw CallError(
        .badOption,
        "there is no attribute \"\(name)\"; there are \(table.names.joined(separator: ", "))")
    }
    return ColumnBytes.bytes(column.values)
  }
}

// MARK: Changes

@_cdecl("fg_graph_set_column")
public func fgGraphSetColumn(
  _ handle: UnsafeMutableRawPointer, _ owner: Int32, _ name: UnsafePointer<CChar>,
  _ type: UnsafePointer<CChar>?, _ bytes: UnsafePointer<UInt8>?, _ length: Int64,
  _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    let (handle, name) = (GraphHandle.of(handle), String(cString: name))
    let owner = try Owner(owner)
    let count =
      switch owner {
      case .nodes: handle.graph.nodeCount
      case .edges: handle.graph.edgeCount
      case .graph: 1
      }
    var column: AttributeColumn?
    if let word = text(type) {
      guard let type = AttributeType(rawValue: word) else {
        throw CallError(
          .badOption,
          "an attribute has the type \(word); there are "
            + AttributeType.allCases.map(\.rawValue).joined(separator: ", "))
      }
      let values = try ColumnBytes.values(type, buffer(bytes, length), count: count, of: name)
      column = AttributeColumn(name, values)
    }
    switch owner {
    case .nodes: handle.graph.nodeAttributes[name] = column
    case .edges: handle.graph.edgeAttributes[name] = column
    case .graph: handle.graph.attributes[name] = column?[0]
    }
    return [UInt8]()
  }
}

@_cdecl("fg_graph_set_weights")
public func fgGraphSetWeights(
  _ handle: UnsafeMutableRawPointer, _ weights: UnsafePointer<Double>?
) {
  let handle = GraphHandle.of(handle)
  handle.graph.weights = weights.map {
    Array(UnsafeBufferPointer(start: $0, count: handle.graph.edgeCount))
  }
}

@_cdecl("fg_graph_set_positions")
public func fgGraphSetPositions(
  _ handle: UnsafeMutableRawPointer, _ dimensions: Int32, _ positions: UnsafePointer<Double>?,
  _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    let handle = GraphHandle.of(handle)
    guard let positions else {
      handle.graph.positions = nil
      return [UInt8]()
    }
    func places<Vector: LayoutVector>(_: Vector.Type) throws(CallError) -> [Vector] {
      let places = Incoming.vectors(positions, count: handle.graph.nodeCount, as: Vector.self)
      let isWrong = { (place: Vector) in
        (0..<Vector.scalarCount).contains { place[$0].isInfinite }
      }
      if let node = places.firstIndex(where: isWrong) {
        throw CallError(.badPosition, "the position of node \(node) is \(places[node]), not finite")
      }
      return places
    }
    switch dimensions {
    case 2: handle.graph.positions = .plane(try places(SIMD2<Double>.self))
    case 3: handle.graph.positions = .space(try places(SIMD3<Double>.self))
    default: throw CallError(.badOption, "dim is \(dimensions); it must be 2 or 3")
    }
    return [UInt8]()
  }
}

// MARK: Writing

@_cdecl("fg_graph_write")
public func fgGraphWrite(
  _ handle: UnsafeMutableRawPointer, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64, _ run: UnsafeMutableRawPointer?,
  _ content: UnsafeMutableRawPointer?, _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "writing")
    var writer = GraphWriter(format: try options.format("format"))
    writer.hasSafeCells = try options.bool("safe-cells") ?? false
    writer.isCompressed = try options.bool("compressed")
    writer.control = RunControl(run)
    try options.checkAllTaken()
    let graph = GraphHandle.of(handle).graph
    let report: WriteReport
    if let path = text(path) {
      report = try writer.write(graph, path: path)
    } else {
      guard writer.format != nil else {
        throw CallError(.badOption, "bytes of a graph need the option format")
      }
      let written = try writer.bytes(graph)
      content?.assumingMemoryBound(to: CallText.self).pointee = CallText(written.bytes)
      report = written.report
    }
    var facts = JSONObjectWriter()
    facts.add("notes", report.losses.map(\.description))
    return Array(facts.text.utf8)
  }
}

extension Options {
  /// Takes a format by its id or a file extension.
  fileprivate mutating func format(_ name: String) throws(CallError) -> GraphFormat? {
    guard let word = try string(name) else { return nil }
    guard let format = GraphFormat(name: word) else {
      throw CallError(
        .badOption,
        "there is no format \"\(word)\"; there are "
          + GraphFormat.all.map(\.id).joined(separator: ", "))
    }
    return format
  }
}
