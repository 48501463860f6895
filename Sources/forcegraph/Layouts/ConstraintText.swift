import CommandLineSupport
import Graphs

/// A constraint of `--constrain` or of an attribute, as words: `a at 0,0`, `a left of b by 40`.
///
/// Words in double quotes are always ids.
struct ConstraintText {
  /// The option with its text, for messages.
  private let option: String
  private let graph: Graph
  private var words: [Word]

  private struct Word {
    var text: String
    var isQuoted: Bool
  }

  /// What the texts look like, for messages.
  static let forms =
    "it has to be like: a at 0,0; a x 10; align x: a b c; a left of b by 40; flow down by 30; "
    + "group: a b c padding 10; clusters; groups ATTRIBUTE"

  /// Returns the constraints of an option's text.
  static func constraints(_ text: String, _ graph: Graph) throws(Failure) -> [LayoutConstraint] {
    if text == "attributes" { return try constraintsOfAttributes(graph) }
    var parser = ConstraintText("--constrain \"\(text)\"", text, graph)
    return try parser.constraints()
  }

  /// Returns the constraints of the text, which may be of many groups.
  private mutating func constraints() throws(Failure) -> [LayoutConstraint] {
    if !isRelation, take("clusters") { return try clusters() }
    if takesGroups() { return try groups() }
    return [try constraint()]
  }

  /// Returns the attribute or measure of which `groups ATTRIBUTE` makes groups; nil for other texts.
  static func grouping(_ text: String, _ graph: Graph) -> NodeMeasure? {
    var parser = ConstraintText("", text, graph)
    return parser.takesGroups() ? NodeMeasure(parser.words[0].text, of: graph) : nil
  }

  private mutating func takesGroups() -> Bool { words.count > 1 && !isRelation && take("groups") }

  /// Returns the constraints that the attribute `constrain` of the graph and of its nodes has: the same
  /// texts, with `;` between them, and in nodes without the id in front.
  private static func constraintsOfAttributes(_ graph: Graph) throws(Failure) -> [LayoutConstraint]
  {
    var found: [LayoutConstraint] = []
    for text in parts(graph.attributes[attribute]) {
      var parser = ConstraintText("the graph's attribute \(attribute), \"\(text)\"", text, graph)
      found += try parser.constraints()
    }
    for node in 0..<graph.nodeCount {
      for text in parts(graph.nodeAttributes[attribute, node]) {
        let id = graph.nodeIDs[node]
        var parser = ConstraintText(
          "the attribute \(attribute) of the node \"\(id)\", \"\(text)\"", text, graph)
        found.append(try parser.constraint(of: node))
      }
    }
    guard !found.isEmpty else {
      throw .usage(
        "--constrain attributes: neither the graph nor a node has an attribute \(attribute).")
    }
    return found
  }

  private static let attribute = "constrain"

  private static func parts(_ value: AttributeValue?) -> [String] {
    (value?.description ?? "").split(separator: ";").map(String.init).filter { text in
      !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
  }

  private init(_ option: String, _ text: String, _ graph: Graph) {
    self.option = option
    self.graph = graph
    words = []
    var (word, isQuoted, isInside) = ("", false, false)
    for scalar in (text + " ").unicodeScalars {
      if scalar == "\"" {
        isInside.toggle()
        isQuoted = true
      } else if scalar.properties.isWhitespace, !isInside {
        if !word.isEmpty || isQuoted { words.append(Word(text: word, isQuoted: isQuoted)) }
        (word, isQuoted) = ("", false)
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    if isInside { words = [] }
  }

  private func failure(_ what: String) -> Failure { .usage("\(option): \(what).") }

  private func isNext(_ keyword: String) -> Bool {
    guard let word = words.first else { return false }
    return !word.isQuoted && word.text == keyword
  }

  private mutating func take(_ keyword: String) -> Bool {
    guard isNext(keyword) else { return false }
    words.removeFirst()
    return true
  }

  private mutating func node() throws(Failure) -> Int {
    guard !words.isEmpty else { throw failure(Self.forms) }
    return try graph.node(named: words.removeFirst().text, option + ": the node")
  }

  private mutating func number() throws(Failure) -> Double {
    guard !words.isEmpty else { throw failure("a number is missing; \(Self.forms)") }
    return try number(words.removeFirst().text)
  }

  private func number(_ text: some StringProtocol) throws(Failure) -> Double {
    guard let number = Double(String(text)), number.magnitude <= 1e9 else {
      throw failure("\"\(text)\" is no number from -1e9 to 1e9")
    }
    return number
  }

  private func end() throws(Failure) {
    if let word = words.first { throw failure("\"\(word.text)\" is too much; \(Self.forms)") }
  }

  /// Returns the constraint; that of a node begins without its id.
  private mutating func constraint(of node: Int? = nil) throws(Failure) -> LayoutConstraint {
    let found: LayoutConstraint
    if let node {
      found = try relation(of: node)
    } else if words.count > 2, take("align") {
      found = try alignment()
    } else if words.count > 1, take("group:") {
      found = try group()
    } else if words.count > 1, !isRelation, take("flow") {
      guard let name = words.first?.text, let direction = LayoutDirection(rawValue: name) else {
        throw failure("directions are down, up, right and left")
      }
      words.removeFirst()
      found = .flow(direction, by: take("by") ? try number() : 0)
    } else if isRelation {
      found = try relation(of: try self.node())
    } else {
      throw failure(Self.forms)
    }
    try end()
    return found
  }

  /// Whether the words after the first one begin as those of a constraint of a node, which may be called as
  /// another one begins.
  private var isRelation: Bool {
    words.count > 2
      && (["at", "x", "y", "z", "above", "below"].contains(words[1].text) || words[2].text == "of")
  }

  private mutating func alignment() throws(Failure) -> LayoutConstraint {
    var name = words.removeFirst().text
    if name.hasSuffix(":") { name.removeLast() } else { _ = take(":") }
    guard let axis = LayoutConstraint.Axis(rawValue: name) else {
      throw failure("\"\(name)\" is no axis; those are x, y and z")
    }
    var nodes: [Int] = []
    while !words.isEmpty { nodes.append(try node()) }
    return .aligned(nodes, on: axis)
  }

  private mutating func group() throws(Failure) -> LayoutConstraint {
    var (nodes, padding): ([Int], Double) = ([], Self.padding)
    while !words.isEmpty {
      if words.count == 2, take("padding") {
        padding = try number()
      } else {
        nodes.append(try node())
      }
    }
    return .group(nodes, padding: padding)
  }

  private static let padding = 10.0

  private mutating func paddingAtEnd(otherwise: Double) throws(Failure) -> Double {
    let padding = take("padding") ? try number() : otherwise
    try end()
    return padding
  }

  /// Returns the clusters of the file as groups.
  private mutating func clusters() throws(Failure) -> [LayoutConstraint] {
    let found = graph.groups.filter { $0.isCluster && !$0.nodes.isEmpty }
    // Titles are in the padding.
    let padding = try paddingAtEnd(
      otherwise: found.contains { !$0.title.text.isEmpty } ? 1.8 * Self.padding : Self.padding)
    guard !found.isEmpty else { throw failure("the graph has no clusters") }
    return found.map { .group($0.nodes, padding: padding) }
  }

  /// Returns a group for each value of an attribute of nodes, or of a measure that gives groups.
  private mutating func groups() throws(Failure) -> [LayoutConstraint] {
    let name = words.removeFirst().text
    let padding = try paddingAtEnd(otherwise: 1.8 * Self.padding)
    guard let measure = NodeMeasure(name, of: graph),
      measure.isGroup || graph.nodeAttributes[name] != nil,
      let column = try? measure.column(of: graph)
    else {
      let computed = NodeMeasure.all.filter(\.isGroup).map(\.id).sorted()
      throw failure(
        "nodes have no attribute \"\(name)\"; \(Attributes.list(graph.nodeAttributes)). "
          + "groups also takes \(computed.joined(separator: " and "))")
    }
    var (order, members): ([ExactText], [ExactText: [Int]]) = ([], [:])
    for node in 0..<graph.nodeCount {
      guard let value = column[node].map({ ExactText($0.description) }) else { continue }
      if members[value] == nil { order.append(value) }
      members[value, default: []].append(node)
    }
    return order.map { .group(members[$0] ?? [], padding: padding) }
  }

  private mutating func relation(of node: Int) throws(Failure) -> LayoutConstraint {
    if take("at") {
      // With blanks after the commas too.
      let texts = words.map(\.text).joined(separator: " ").split { $0 == "," || $0 == " " }
      words = []
      guard texts.count == 2 || texts.count == 3 else { throw failure(Self.forms) }
      let z = texts.count > 2 ? try number(texts[2]) : nil
      return .place(node, x: try number(texts[0]), y: try number(texts[1]), z: z)
    }
    if take("x") { return .place(node, x: try number()) }
    if take("y") { return .place(node, y: try number()) }
    if take("z") { return .place(node, z: try number()) }
    let sides: [(words: [String], axis: LayoutConstraint.Axis, isAfter: Bool)] = [
      (["left", "of"], .x, false), (["right", "of"], .x, true), (["below"], .y, false),
      (["above"], .y, true),
    ]
    guard
      let side = sides.first(where: { side in
        words.prefix(side.words.count).map(\.text) == side.words
      })
    else { throw failure(Self.forms) }
    words.removeFirst(side.words.count)
    let other = try self.node()
    let isExact = take("by") && take("exactly")
    let distance = words.isEmpty && !isExact ? 0 : try number()
    return .separation(
      side.isAfter ? other : node, side.isAfter ? node : other, along: side.axis, by: distance,
      isExact: isExact)
  }
}
