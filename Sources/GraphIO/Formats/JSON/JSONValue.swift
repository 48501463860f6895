/// A complete value of JSON, with the location where it begins.
struct JSONItem {
  enum Value {
    case null
    case scalar(AttributeValue)
    /// The digits of an integer beyond 64 bits.
    case large([UInt8])
    case array([JSONItem])
    case object([JSONMember])
  }

  var value: Value
  var place: FileLocation

  /// True for a text, a number or a boolean.
  var isScalar: Bool {
    switch value {
    case .scalar, .large: true
    case .null, .array, .object: false
    }
  }

  var isNull: Bool { if case .null = value { true } else { false } }

  /// The members, if the value is an object.
  var members: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The elements, if the value is a list.
  var elements: [JSONItem]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// The text, if the value is one.
  var text: String? {
    if case .scalar(.string(let text)) = value { text } else { nil }
  }

  /// Returns the last member of a name; nil if there is none or the value is not an object.
  subscript(_ name: String) -> JSONItem? { members?.last { $0.name.hasSameBytes(as: name) }?.item }

  /// The value as a node id: a text or a number; a list (a Python tuple) as its JSON.
  var id: AttributeValue? {
    switch value {
    case .scalar(let value): value
    case .large(let digits): .string(String(decoding: digits, as: UTF8.self))
    case .array: .string(json)
    case .null, .object: nil
    }
  }

  /// Returns the value as an attribute: lists and objects as their JSON. Nil for null.
  func attribute(named name: String) -> AttributeValue? {
    switch value {
    case .null: nil
    case .scalar(let value): value
    case .large(let digits): AttributeValue(largeInteger: digits, named: name)
    case .array, .object: .string(json)
    }
  }

  /// The value as a finite number.
  var number: Double? {
    switch value {
    case .scalar(let value): value.number.flatMap { $0.isFinite ? $0 : nil }
    case .large(let digits): Double(decimalBytes: digits).flatMap { $0.isFinite ? $0 : nil }
    case .null, .array, .object: nil
    }
  }

  var boolean: Bool? {
    if case .scalar(.boolean(let value)) = value { value } else { nil }
  }

  /// The value as JSON without blanks.
  var json: String {
    var result = ""
    append(to: &result)
    return result
  }

  private func append(to result: inout String) {
    switch value {
    case .null: result += "null"
    case .scalar(let value): result += JSONGraphWriter.json(value)
    case .large(let digits): result += String(decoding: digits, as: UTF8.self)
    case .array(let elements):
      result += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { result += "," }
        element.append(to: &result)
      }
      result += "]"
    case .object(let members):
      result += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { result += "," }
        result += JSONGraphWriter.json(.string(member.name)) + ":"
        member.item.append(to: &result)
      }
      result += "}"
    }
  }
}

/// A member of an object.
struct JSONMember {
  var name: String
  var item: JSONItem
}

/// The cost of values of JSON while they are examined.
struct JSONCost {
  /// The memory that was taken from the budget.
  var memory = 0
  /// The number of bytes of texts and punctuation so far.
  fileprivate var length = 0
  /// The maximum number of bytes of a list or an object in the value.
  var maximumLength = Int.max
}

extension JSONScanner {
  /// Reads the next complete value. Its memory is taken from the budget.
  mutating func item(_ cost: inout JSONCost) throws(GraphFileError) -> JSONItem {
    try item(&cost, lengthBefore: nil)
  }

  /// Reads the rest of a value that has begun.
  mutating func item(
    of token: JSONToken, at place: FileLocation, _ cost: inout JSONCost
  ) throws(GraphFileError) -> JSONItem {
    try item(of: token, at: place, &cost, lengthBefore: nil)
  }

  /// - Parameter lengthBefore: the length before the list or object that becomes an attribute; nil
  ///   outside one.
  private mutating func item(
    _ cost: inout JSONCost, lengthBefore: Int?
  ) throws(GraphFileError) -> JSONItem {
    try text.skipBlanksAndNewlines()
    let place = location
    return try item(of: value(), at: place, &cost, lengthBefore: lengthBefore)
  }

  private mutating func item(
    of token: JSONToken, at place: FileLocation, _ cost: inout JSONCost, lengthBefore: Int?
  ) throws(GraphFileError) -> JSONItem {
    switch token {
    case .null: return JSONItem(value: .null, place: place)
    case .value(let value):
      if case .double = value, let digits = largeInteger {
        return JSONItem(value: .large(digits), place: place)
      }
      return JSONItem(value: .scalar(value), place: place)
    case .array:
      var elements: [JSONItem] = []
      while try hasElement() {
        let before = lengthBefore ?? cost.length
        try take(2, &cost, lengthBefore)
        elements.append(try item(&cost, lengthBefore: before))
        try take(elements[elements.count - 1], &cost, before)
      }
      return JSONItem(value: .array(elements), place: place)
    case .object:
      var members: [JSONMember] = []
      while let key = try nextKey() {
        let before = lengthBefore ?? cost.length
        try take(3 + key.name.utf8.count, &cost, lengthBefore)
        members.append(JSONMember(name: key.name, item: try item(&cost, lengthBefore: before)))
        try take(members[members.count - 1].item, &cost, before)
      }
      return JSONItem(value: .object(members), place: place)
    }
  }

  /// Takes memory before an element is read, which may have nested elements.
  private mutating func take(
    _ length: Int, _ cost: inout JSONCost, _ lengthBefore: Int?
  ) throws(GraphFileError) {
    try text.budget.take(ReadBudget.item + length, file: text.name)
    cost.memory += ReadBudget.item + length
    cost.length += length
    if let lengthBefore, cost.length - lengthBefore > cost.maximumLength {
      throw text.limit(of: "bytes in one value", maximum: cost.maximumLength)
    }
  }

  private mutating func take(
    _ item: JSONItem, _ cost: inout JSONCost, _ lengthBefore: Int
  ) throws(GraphFileError) {
    guard case .scalar(let value) = item.value, value.textLength > 0 else { return }
    try text.budget.take(value.textLength, file: text.name)
    cost.memory += value.textLength
    cost.length += value.textLength
  }
}
