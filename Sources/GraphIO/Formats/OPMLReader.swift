/// Reads OPML, the format of outliners and of lists of feeds (http://opml.org/spec2.opml): an outline
/// is a node, from which edges lead to the outlines in it.
final class OPMLReader: FormatReader, XMLHandler {
  private let input: FormatInput
  private var builder: GraphBuilder
  private var hasRoot = false
  private var isInHead = false
  private var hasBody = false
  private var open: [Int] = []
  private var names = NumberedNames()

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    Likeness(certainIf: beginning.text.first == "<" && beginning.text.contains("<opml"))
  }

  init(_ input: FormatInput) {
    self.input = input
    builder = GraphBuilder(
      file: input.name, limits: input.limits, budget: ReadBudget(input.limits))
    builder.valuesAreText = true
    builder.isDirected = true
  }

  func read() throws(GraphFileError) -> ReadResult {
    try XMLReader.read(input, budget: builder.budget, handler: self)
    guard hasBody else {
      throw GraphFileError(
        file: input.name, problem: .unexpected(found: "no <body>", expected: "one in <opml>"))
    }
    return ReadResult(
      graph: try builder.graph(), format: .opml, notes: builder.notes + names.notes)
  }

  func begin(_ element: XMLElementStart) throws(GraphFileError) {
    if !hasRoot {
      guard element.name == "opml" else {
        throw element.unexpected("<\(element.name)>", expected: "<opml>")
      }
      hasRoot = true
    }
    switch element.name {
    case "head": isInHead = true
    case "body": hasBody = true
    case "outline": try beginOutline(element)
    default: break
    }
  }

  private func beginOutline(_ element: XMLElementStart) throws(GraphFileError) {
    // Some programs write only a title.
    guard let text = element.attributes["text"] ?? element.attributes["title"] else {
      throw element.unexpected("<outline> without text", expected: "text=\"...\"")
    }
    let node = try builder.addNode(names.free(text, builder), at: element.place)
    try builder.setNode(StandardAttribute.label, .string(text), node, isField: true)
    for (name, value) in element.attributes.sorted(by: {
      $0.key.id.utf8.lexicographicallyPrecedes($1.key.id.utf8)
    })
    where name != "text" {
      try builder.setNode(name.id, .string(value), node)
    }
    if let parent = open.last { try builder.addEdge(parent, node, at: element.place) }
    open.append(node)
  }

  func end(_ name: String, text: String, at place: FileLocation) throws(GraphFileError) {
    switch name {
    case "head": isInHead = false
    case "outline": open.removeLast()
    case "title" where isInHead: try builder.setGraph("title", .string(text))
    default: break
    }
  }
}
