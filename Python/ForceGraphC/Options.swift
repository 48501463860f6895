/// The members of a JSON object, which are removed as they are read; remaining ones are errors.
struct Options {
  /// The subject of the options, for messages: "layout", "the force many-body".
  let subject: String
  private var values: [String: JSONValue] = [:]
  /// All names that have been read.
  private var known: [String] = []
  /// Those that had a value.
  private var taken: Set<String> = []

  /// - Parameter text: a JSON object; nil or empty for no options.
  init(_ text: UnsafePointer<UInt8>?, length: Int64, of subject: String) throws(CallError) {
    guard let text, length > 0 else {
      try self.init(.object([]), of: subject)
      return
    }
    let bytes = UnsafeBufferPointer(start: text, count: Int(length))
    try self.init(JSONValue(parsing: bytes), of: subject)
  }

  init(_ value: JSONValue, of subject: String) throws(CallError) {
    self.subject = subject
    guard case .object(let members) = value else {
      throw CallError(.badOption, "the options of \(subject) are \(value.kind), not an object")
    }
    for (name, value) in members {
      guard values.updateValue(value, forKey: name) == nil else {
        throw CallError(.badOption, "\(subject) has the option \(name) twice")
      }
    }
  }

  /// Throws if an option has not been read.
  func checkAllTaken() throws(CallError) {
    guard let name = values.keys.sorted().first else { return }
    throw CallError(
      .badOption,
      "\(subject) has no option \(name); it has \(known.sorted().joined(separator: ", "))")
  }

  /// Removes and returns an option; nil if it is missing or null.
  mutating func take(_ name: String) -> JSONValue? {
    known.append(name)
    guard let value = values.removeValue(forKey: name) else { return nil }
    if case .null = value { return nil }
    taken.insert(name)
    return value
  }

  /// Returns true if an option was there and has been taken.
  func wasTaken(_ name: String) -> Bool { taken.contains(name) }

  /// Returns true if an option is there and has not been taken.
  func has(_ name: String) -> Bool {
    if case .null? = values[name] { return false }
    return values[name] != nil
  }

  /// Returns an option that is a text, without taking it.
  func peek(_ name: String) -> String? {
    if case .string(let text)? = values[name] { return text }
    return nil
  }

  /// Takes an option if it is this word, and returns true then.
  mutating func takes(_ name: String, _ word: String) throws(CallError) -> Bool {
    guard peek(name) == word else { return false }
    return try string(name) != nil
  }

  func wrong(_ name: String, _ value: JSONValue, _ expected: String) -> CallError {
    CallError(.badOption, "\(name) of \(subject) is \(value.kind); it must be \(expected)")
  }

  mutating func number(_ name: String) throws(CallError) -> Double? {
    guard let value = take(name) else { return nil }
    guard case .number(let number) = value else { throw wrong(name, value, "a number") }
    return number
  }

  mutating func integer(_ name: String) throws(CallError) -> Int? {
    guard let value = take(name) else { return nil }
    guard case .number(let number) = value, let integer = Int(exactly: number) else {
      throw wrong(name, value, "an integer")
    }
    return integer
  }

  /// Takes a seed: an integer, or its decimal digits as a text beyond 2^53.
  mutating func seed(_ name: String) throws(CallError) -> UInt64? {
    guard let value = take(name) else { return nil }
    switch value {
    case .number(let number):
      if let seed = UInt64(exactly: number) { return seed }
    case .string(let text):
      if let seed = UInt64(text) { return seed }
    default: break
    }
    throw wrong(name, value, "an integer from 0 to 18446744073709551615")
  }

  mutating func bool(_ name: String) throws(CallError) -> Bool? {
    guard let value = take(name) else { return nil }
    guard case .bool(let bool) = value else { throw wrong(name, value, "true or false") }
    return bool
  }

  mutating func string(_ name: String) throws(CallError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let string) = value else { throw wrong(name, value, "a text") }
    return string
  }

  /// Takes an option with a fixed set of values.
  mutating func choice<Choice>(
    _ name: String, of choices: [Choice], id: (Choice) -> String
  ) throws(CallError) -> Choice? {
    guard let word = try string(name) else { return nil }
    if let choice = choices.first(where: { id($0) == word }) { return choice }
    throw CallError(
      .badOption,
      "\(name) of \(subject) is \"\(word)\"; it must be one of "
        + choices.map(id).joined(separator: ", "))
  }

  mutating func numbers(_ name: String) throws(CallError) -> [Double]? {
    guard let value = take(name) else { return nil }
    return try numbers(in: value, name)
  }

  func numbers(in value: JSONValue, _ name: String) throws(CallError) -> [Double] {
    guard case .array(let values) = value else { throw wrong(name, value, "an array of numbers") }
    var numbers: [Double] = []
    numbers.reserveCapacity(values.count)
    for element in values {
      guard case .number(let number) = element else {
        throw CallError(
          .badOption,
          "element \(numbers.count) of \(name) of \(subject) is \(element.kind), not a number")
      }
      numbers.append(number)
    }
    return numbers
  }
}
