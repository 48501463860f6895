/// Reads GEXF 1.2 and 1.3, the format of Gephi (https://gexf.net), with positions, sizes and colours.
final class GEXFReader: FormatReader, XMLHandler {
  private struct Key {
    var name: String
    var type: AttributeType
    var isForNodes: Bool
    var defaultValue: AttributeValue?
  }
  private enum Owner { case node(Int), edge(Int) }

  private let input: FormatInput
  private let file: String
  private var builder: GraphBuilder
  /// The declared attributes by class (node or edge) and id.
  private var keys: [ExactText: Key] = [:]
  private var keyOrder: [ExactText] = []
  private var currentKey: ExactText?
  private var isForNodes = true
  private var owners: [Owner] = []
  private var isDirectedByDefault = false
  private var hasRoot = false
  private var hasGraph = false
  private var directions: [Bool] = []

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let text = beginning.text
    return Likeness(
      certainIf: text.first == "<" && ["<gexf", ":gexf"].contains(where: text.contains))
  }

  init(_ input: FormatInput) {
    self.input = input
    file = input.name
    builder = GraphBuilder(
      file: file, limits: input.limits, budget: ReadBudget(input.limits))
  }

  func read() throws(GraphFileError) -> ReadResult {
    try XMLReader.read(input, budget: builder.budget, handler: self)
    return try finish()
  }

  private func finish() throws(GraphFileError) -> ReadResult {
    guard hasGraph else {
      throw GraphFileError(
        file: file, problem: .unexpected(found: "no <graph>", expected: "one in <gexf>"))
    }
    try builder.findNodes()
    try setDefaults()
    if Set(directions).count == 2 {
      for (edge, direction) in directions.enumerated() {
        try builder.setEdge(
          StandardAttribute.directed, .boolean(direction), edge, isField: true)
      }
    }
    builder.isDirected =
      directions.first.map { _ in directions.contains(true) } ?? isDirectedByDefault
    var graph = try builder.graph()
    // Gephi writes z="0.0" for every node of a drawing in the plane.
    if case .space(let places)? = graph.positions, places.allSatisfy({ $0.z == 0 || $0.z.isNaN }) {
      graph.positions = .plane(places.map { SIMD2($0.x, $0.y) })
    }
    graph.dropEdgeIDsThatAreNumbers()
    return ReadResult(graph: graph, format: .gexf, notes: builder.notes)
  }

  private func setDefaults() throws(GraphFileError) {
    for id in keyOrder {
      guard let key = keys[id], let value = key.defaultValue else { continue }
      if key.isForNodes {
        try builder.setNodeDefault(key.name, value)
      } else {
        try builder.setEdgeDefault(key.name, value)
      }
    }
  }

  // MARK: Elements

  func begin(_ element: XMLElementStart) throws(GraphFileError) {
    if !hasRoot {
      guard element.name == "gexf" else {
        throw element.unexpected("<\(element.name)>", expected: "<gexf>")
      }
      hasRoot = true
    }
    noteTimes(element)
    switch element.name {
    case "graph":
      if hasGraph { builder.note("the nodes and edges of several graphs are put into one") }
      hasGraph = true
      isDirectedByDefault = try direction(element, "defaultedgetype") ?? false
    case "attributes":
      isForNodes = element.attributes["class"] != "edge"
    case "attribute": try readKey(element)
    case "node": try readNode(element)
    case "edge": try readEdge(element)
    case "attvalue": try readValue(element)
    // Version 1.2 calls the spell of 1.3 a slice.
    case "spell", "spells", "slice": builder.note(Self.timesNote)
    case "position", "size", "color", "shape", "thickness":
      try readDrawing(element)
    default: break
    }
  }

  private func direction(_ element: XMLElementStart, _ name: String) throws(GraphFileError) -> Bool?
  {
    switch element.attributes[ExactText(name)]?.lowercased() {
    case nil: return nil
    case "directed": return true
    case "undirected": return false
    case "mutual":
      builder.note("mutual edges are read as undirected ones")
      return false
    case .some(let other):
      throw element.unexpected(
        "\(name)=\(shown(other))", expected: "directed, undirected or mutual")
    }
  }

  private func readKey(_ element: XMLElementStart) throws(GraphFileError) {
    let type: AttributeType
    switch element.attributes["type"] ?? "string" {
    case "integer", "long", "byte", "short", "biginteger": type = .integer
    case "double", "float", "bigdecimal": type = .double
    case "boolean": type = .boolean
    // Lists, dates and addresses are kept as text.
    default: type = .string
    }
    let bareID = try element.needed("id")
    let id = ExactText((isForNodes ? "n" : "e") + bareID)
    guard keys.count < builder.limits.attributes else {
      throw builder.tooMany("attributes", builder.limits.attributes, element.place)
    }
    guard keys[id] == nil else {
      throw element.unexpected(
        "a second attribute \(shown(bareID))",
        expected: "an id that no other one has")
    }
    let name = element.attributes["title"] ?? bareID
    keys[id] = Key(name: name, type: type, isForNodes: isForNodes)
    keyOrder.append(id)
    currentKey = id
    if isForNodes {
      _ = try builder.nodeColumns.index(name, type: type)
    } else {
      _ = try builder.edgeColumns.index(name, type: type)
    }
  }

  private func readNode(_ element: XMLElementStart) throws(GraphFileError) {
    let node = try builder.addNode(element.needed("id"), at: element.place)
    if owners.contains(where: { if case .node = $0 { true } else { false } })
      || element.attributes["pid"] != nil
    {
      builder.note("nodes in nodes are read as nodes beside them")
    }
    owners.append(.node(node))
    if let label = element.attributes["label"] {
      try builder.setNode(StandardAttribute.label, .string(label), node, isField: true)
    }
  }

  private func readEdge(_ element: XMLElementStart) throws(GraphFileError) {
    let edge = try builder.addEdge(
      from: element.needed("source"), to: element.needed("target"), at: element.place)
    directions.append(try direction(element, "type") ?? isDirectedByDefault)
    owners.append(.edge(edge))
    if let id = element.attributes["id"] {
      try builder.setEdge(StandardAttribute.edgeID, .string(id), edge, isField: true)
    }
    if let label = element.attributes["label"] {
      try builder.setEdge(StandardAttribute.label, .string(label), edge, isField: true)
    }
    if let text = element.attributes["weight"] {
      guard let weight = Double(decimalOrWordBytes: Array(text.utf8)) else {
        throw element.unexpected("weight=\(shown(text))", expected: "a number")
      }
      try builder.setEdge("weight", .double(weight), edge, isField: true)
    }
  }

  private static let timesNote =
    "times are left out: of a value that changes the last one is read, and all that is there at some "
    + "time is read"

  private static let timeNames: [ExactText] = [
    "start", "end", "startopen", "endopen", "timestamp", "timestamps", "intervals", "timeset",
    "timeformat", "timerepresentation", "timezone",
  ].map(ExactText.init)

  /// Notes elements that depend on time, which is ignored. Version 1.1 calls the mode a type.
  private func noteTimes(_ element: XMLElementStart) {
    let isDynamic = ["mode", "type"].contains { name in
      element.attributes[ExactText(name)]?.lowercased() == "dynamic"
    }
    if element.attributes["mode"] == "static" { return }
    if isDynamic || Self.timeNames.contains(where: { element.attributes[$0] != nil }) {
      builder.note(Self.timesNote)
    }
  }

  private func readValue(_ element: XMLElementStart) throws(GraphFileError) {
    guard let owner = owners.last else { return }
    var id = element.attributes["for"] ?? ""
    // Version 1.1 has `id` instead of `for`.
    if element.attributes["for"] == nil { id = try element.needed("id") }
    let text = try element.needed("value")
    let (key, row): (ExactText, Int) =
      switch owner {
      case .node(let node): (ExactText("n" + id), node)
      case .edge(let edge): (ExactText("e" + id), edge)
      }
    guard let known = keys[key] else {
      throw element.unexpected("an attvalue for \(shown(id))", expected: "the id of an <attribute>")
    }
    let bare = known.type == .string ? text : text.filter { !$0.isWhitespace }
    guard let value = AttributeValue(text: bare, type: known.type) else {
      throw element.unexpected(
        "value=\(shown(text))", expected: "\(known.type.article) for \(shown(known.name))")
    }
    if known.isForNodes {
      try builder.setNode(known.name, value, row)
    } else {
      try builder.setEdge(known.name, value, row)
    }
  }

  private func readDrawing(_ element: XMLElementStart) throws(GraphFileError) {
    guard let owner = owners.last else { return }
    func set(_ name: String, _ value: AttributeValue) throws(GraphFileError) {
      switch owner {
      case .node(let node): try builder.setNode(name, value, node, isField: true)
      case .edge(let edge): try builder.setEdge(name, value, edge, isField: true)
      }
    }
    switch element.name {
    case "position":
      for axis in ["x", "y", "z"] {
        if let value = try element.number(axis) { try set(axis, .double(value)) }
      }
    case "size":
      if let value = try element.number("value") { try set(StandardAttribute.size, .double(value)) }
    case "thickness":
      if let value = try element.number("value") { try set("thickness", .double(value)) }
    case "shape":
      if let value = element.attributes["value"] { try set("shape", .string(value)) }
    default:
      if let color = try color(element) {
        try set(StandardAttribute.color, .string(color.description))
      }
    }
  }

  private func color(_ element: XMLElementStart) throws(GraphFileError) -> Color? {
    if let hex = element.attributes["hex"] {
      if let color = Color(hex) { return color }
      throw element.unexpected("hex=\(shown(hex))", expected: "a colour such as #ff8000")
    }
    guard let red = try element.number("r"), let green = try element.number("g"),
      let blue = try element.number("b")
    else { return nil }
    let alpha = try element.number("a") ?? 1
    func byte(_ value: Double) -> Int { Int(min(max(value, -1), 256).rounded()) }
    guard let color = Color(byte(red), byte(green), byte(blue), alpha: byte(alpha * 255)) else {
      throw element.unexpected(
        "a colour beyond 0 ... 255", expected: "r, g and b from 0 to 255, and a from 0 to 1")
    }
    return color
  }

  func end(_ name: String, text: String, at place: FileLocation) throws(GraphFileError) {
    switch name {
    case "node", "edge": if !owners.isEmpty { owners.removeLast() }
    case "attribute": currentKey = nil
    case "default":
      guard let id = currentKey, let key = keys[id] else { return }
      guard let value = AttributeValue(text: text, type: key.type) else {
        throw GraphFileError(
          file: file, location: place,
          problem: .unexpected(
            found: shown(text), expected: "\(key.type.article) for \(shown(key.name))"))
      }
      keys[id]?.defaultValue = value
    default: break
    }
  }
}

extension Graph {
  /// Drops edge ids that only number the edges, which GEXF and CX2 require.
  mutating func dropEdgeIDsThatAreNumbers() {
    guard case .strings(let ids)? = edgeAttributes[StandardAttribute.edgeID]?.values,
      let first = ids.first, let start = first.flatMap({ Int(canonical: $0) }),
      start == 0 || start == 1,
      ids.indices.allSatisfy({ ids[$0] == (start + $0).description })
    else { return }
    edgeAttributes[StandardAttribute.edgeID] = nil
  }
}
