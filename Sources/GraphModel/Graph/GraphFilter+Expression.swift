extension GraphFilter {
  /// Comparisons, joined by `and`, `or` and `not`.
  indirect enum Expression: Sendable, Hashable {
    case comparison(Comparison)
    case not(Expression)
    case and(Expression, Expression)
    case or(Expression, Expression)

    /// All comparisons in it, in their sequence.
    var comparisons: [Comparison] {
      switch self {
      case .comparison(let comparison): [comparison]
      case .not(let inner): inner.comparisons
      case .and(let first, let second), .or(let first, let second):
        first.comparisons + second.comparisons
      }
    }
  }
}

extension GraphFilter.Condition: CustomStringConvertible {
  /// The condition as it is read.
  public var description: String { expression.description }
}

extension GraphFilter.Expression: CustomStringConvertible {
  var description: String {
    switch self {
    case .comparison(let comparison): comparison.description
    case .not(let inner): "not (\(inner))"
    case .and(let first, let second): "\(first.grouped) and \(second.grouped)"
    case .or(let first, let second): "\(first.grouped) or \(second.grouped)"
    }
  }

  private var grouped: String {
    switch self {
    case .comparison: description
    default: "(\(self))"
    }
  }
}

/// Reads expressions by descent: `or` of `and` of `not` of comparisons.
struct ExpressionParser {
  private let text: String
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0

  /// Parentheses and `not` in each other beyond which nobody writes, and the stack would end.
  private static let deepest = 100

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  mutating func whole() throws(GraphError) -> GraphFilter.Expression {
    let expression = try alternatives()
    skipBlanks()
    guard place == scalars.count else { throw error("there is more than a condition") }
    return expression
  }

  private mutating func alternatives() throws(GraphError) -> GraphFilter.Expression {
    var expression = try conjunction()
    while take(word: "or") { expression = .or(expression, try conjunction()) }
    return expression
  }

  private mutating func conjunction() throws(GraphError) -> GraphFilter.Expression {
    var expression = try term()
    while take(word: "and") { expression = .and(expression, try term()) }
    return expression
  }

  private mutating func term() throws(GraphError) -> GraphFilter.Expression {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw error("there are too many parentheses in each other") }
    skipBlanks()
    if place < scalars.count, scalars[place] == "(" {
      place += 1
      let inner = try alternatives()
      skipBlanks()
      guard place < scalars.count, scalars[place] == ")" else {
        throw error("a parenthesis is not closed")
      }
      place += 1
      return inner
    }
    let start = place
    if take(word: "not") {
      skipBlanks()
      // An attribute may be called "not".
      if relation(at: place) == nil { return .not(try term()) }
      place = start
    }
    return .comparison(try comparison())
  }

  // MARK: Comparisons

  private mutating func comparison() throws(GraphError) -> GraphFilter.Comparison {
    skipBlanks()
    let name = try self.name()
    guard !name.isEmpty, let relation = relation(at: place) else {
      throw error(
        "a condition is a name, one of = != < > <= >= ~ or contains, and a value")
    }
    place += relation.rawValue.unicodeScalars.count
    skipBlanks()
    return GraphFilter.Comparison(name, relation, try value())
  }

  /// Up to a relation, or a parenthesis that was opened before it.
  private mutating func name() throws(GraphError) -> String {
    if let quoted = try quoted() {
      skipBlanks()
      return quoted
    }
    let start = place
    var open = 0
    while place < scalars.count, relation(at: place) == nil {
      if scalars[place] == "(" { open += 1 }
      if scalars[place] == ")" {
        if open == 0 { break }
        open -= 1
      }
      place += 1
    }
    return Self.trimmed(scalars[start..<place])
  }

  /// Up to the end, a parenthesis that was opened before it, or a word that a comparison follows.
  private mutating func value() throws(GraphError) -> String {
    if let quoted = try quoted() { return quoted }
    let start = place
    var open = 0
    while place < scalars.count {
      if scalars[place] == "(" { open += 1 }
      if scalars[place] == ")" {
        if open == 0, depth > 1 { break }
        open -= 1
      }
      if isBlank(place), open <= 0, comparisonFollows() { break }
      place += 1
    }
    return Self.trimmed(scalars[start..<place])
  }

  /// True if `and` or `or` is at the place, and something like a comparison follows.
  private func comparisonFollows() -> Bool {
    var ahead = self
    guard ahead.take(word: "and") || ahead.take(word: "or") else { return false }
    var next = ahead.place
    while next < scalars.count {
      if ahead.relation(at: next) != nil { return true }
      // The word may belong to a value: one more of them comes before the next relation.
      if isBlank(next) {
        var other = ahead
        other.place = next
        if other.take(word: "and") || other.take(word: "or") { return false }
      }
      next += 1
    }
    return false
  }

  /// Text in quotation marks of either kind; nil where there is none.
  private mutating func quoted() throws(GraphError) -> String? {
    guard place < scalars.count, scalars[place] == "\"" || scalars[place] == "'" else { return nil }
    let mark = scalars[place]
    let start = place
    place += 1
    var value = String.UnicodeScalarView()
    while place < scalars.count, scalars[place] != mark {
      if scalars[place] == "\\", place + 1 < scalars.count { place += 1 }
      value.append(scalars[place])
      place += 1
    }
    guard place < scalars.count else {
      // A mark that nothing closes is a letter, as in 'tis.
      place = start
      return nil
    }
    place += 1
    return String(value)
  }

  // MARK: Words

  /// The longest relation that is written at a place.
  private func relation(at place: Int) -> GraphFilter.Relation? {
    guard place < scalars.count else { return nil }
    let found = GraphFilter.Relation.allCases.filter {
      scalars[place...].starts(with: $0.rawValue.unicodeScalars)
    }.max { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
    guard found == .contains else { return found }
    // A word of its own.
    let end = place + GraphFilter.Relation.contains.rawValue.utf8.count
    let isWord =
      place > 0 && isBlank(place - 1) && (end == scalars.count || isBlank(end) || isMark(end))
    return isWord ? found : nil
  }

  private mutating func take(word: String) -> Bool {
    let start = place
    skipBlanks()
    let end = place + word.utf8.count
    let isThere =
      scalars[place...].starts(with: word.unicodeScalars)
      && (end == scalars.count || isBlank(end) || scalars[end] == "(")
      && (place == 0 || isBlank(place - 1) || isMark(place - 1)
        || "()".unicodeScalars.contains(scalars[place - 1]))
    place = isThere ? end : start
    return isThere
  }

  private mutating func skipBlanks() { while place < scalars.count, isBlank(place) { place += 1 } }

  private func isBlank(_ place: Int) -> Bool { scalars[place].properties.isWhitespace }

  private func isMark(_ place: Int) -> Bool { scalars[place] == "\"" || scalars[place] == "'" }

  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var rest = scalars.drop { $0.properties.isWhitespace }
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return String(String.UnicodeScalarView(rest))
  }

  private func error(_ reason: String) -> GraphError {
    let rest = String(String.UnicodeScalarView(scalars[min(place, scalars.count)...].prefix(20)))
    return GraphError(
      "\"\(text)\": \(reason)" + (rest.isEmpty ? ", at its end" : ", at \"\(rest)\""))
  }
}
