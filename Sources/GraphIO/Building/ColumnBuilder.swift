/// Collects the values of one attribute during reading; only present values are stored.
struct ColumnBuilder {
  var name: String
  /// True for a field that the format defines, such as the weight of an edge in GEXF.
  var isField = false
  /// The declared type; nil if the file does not declare one, in which case the values determine
  /// it.
  var type: AttributeType?
  /// The value of rows without their own.
  var defaultValue: AttributeValue?
  var rows: [UInt32] = []
  var values: [AttributeValue] = []

  init(name: String, type: AttributeType? = nil, isField: Bool = false) {
    self.name = name
    self.type = type
    self.isField = isField
  }

  /// Sets the value of a row; a later one replaces it.
  mutating func set(_ value: AttributeValue, row: Int) {
    rows.append(UInt32(row))
    values.append(value)
  }

  /// Returns the column of all rows. If values differ in type or contradict the declared one,
  /// integers become doubles, and anything else becomes text.
  func column(rowCount: Int) -> AttributeColumn {
    switch resultType {
    case .string: AttributeColumn(name, .strings(dense(rowCount) { $0.description }))
    case .integer:
      AttributeColumn(
        name, .integers(dense(rowCount) { if case .integer(let value) = $0 { value } else { nil } })
      )
    case .double: AttributeColumn(name, .doubles(dense(rowCount) { $0.number }))
    case .boolean:
      AttributeColumn(
        name, .booleans(dense(rowCount) { if case .boolean(let value) = $0 { value } else { nil } })
      )
    }
  }

  private var resultType: AttributeType {
    let all = values + (defaultValue.map { [$0] } ?? [])
    if let type, all.allSatisfy({ $0.type == type || type == .double && $0.type == .integer }) {
      return type
    }
    return type == .string ? .string : Self.commonType(of: all, besides: type)
  }

  /// Returns the column of all rows, for a format in which every value is text: the type is
  /// inferred from all of them.
  /// A declared type is kept if all values have it.
  func columnFromText(rowCount: Int) -> AttributeColumn {
    let texts = values.lazy.map(\.description)
    let declared = type.flatMap { type in
      texts.allSatisfy { AttributeValue(text: $0, type: type)?.type == type } ? type : nil
    }
    var typed = ColumnBuilder(
      name: name, type: declared ?? AttributeType(ofTexts: texts, mayBeNames: name != "weight"))
    typed.rows = rows
    typed.values = values
    if typed.type != .string {
      typed.values = values.map { value in
        AttributeValue(text: value.description, type: typed.type ?? .string) ?? value
      }
    }
    return typed.column(rowCount: rowCount)
  }

  private func dense<Value>(
    _ rowCount: Int, _ convert: (AttributeValue) -> Value?
  ) -> [Value?] {
    var result = [Value?](repeating: defaultValue.flatMap(convert), count: rowCount)
    for (row, value) in zip(rows, values) { result[Int(row)] = convert(value) }
    return result
  }

  private static func commonType(
    of values: [AttributeValue], besides known: AttributeType?
  ) -> AttributeType {
    guard var type = known ?? values.first?.type else { return .string }
    for value in values where value.type != type {
      let bothAreNumbers =
        (type == .integer || type == .double) && (value.type == .integer || value.type == .double)
      if !bothAreNumbers { return .string }
      type = .double
    }
    return type
  }
}

extension AttributeType {
  /// Infers a type from texts. A text that would not be reproduced, such as a telephone number
  /// (`007`), is not a number. A column of only `nan` and `inf` is not numeric either if they may
  /// be names.
  init(ofTexts texts: some Sequence<String>, mayBeNames: Bool = true) {
    var type: AttributeType?
    var hasFiniteNumber = false
    for text in texts {
      let next = AttributeType(ofText: text)
      if next == .string {
        self = .string
        return
      }
      if next == .integer { hasFiniteNumber = true }
      if next == .double, text.utf8.contains(where: \.isDigit) { hasFiniteNumber = true }
      if type == nil || type == next {
        type = next
      } else if type == .boolean || next == .boolean {
        self = .string
        return
      } else {
        type = .double
      }
    }
    self = type == .double && !hasFiniteNumber && mayBeNames ? .string : type ?? .string
  }

  private init(ofText text: String) {
    if Int(canonical: text) != nil {
      self = .integer
    } else if text.utf8.allSatisfy({
      $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
    }) {
      self = .string
    } else if Double(decimalOrWordBytes: Array(text.utf8)) != nil {
      self = .double
    } else if ["true", "false", "True", "False", "TRUE", "FALSE"].contains(text) {
      self = .boolean
    } else {
      self = .string
    }
  }
}

extension AttributeValue {
  /// Returns true for digits with an optional sign.
  static func isInteger(_ text: some Collection<UInt8>) -> Bool {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  /// Creates the value of an integer beyond 64 bits: a double if that is exact or the name denotes
  /// a quantity, else text, which preserves the digits.
  init(largeInteger digits: [UInt8], named name: String) {
    let text = String(decoding: digits, as: UTF8.self)
    let isQuantity = ["weight", "x", "y", "z", "size"].contains(name)
    guard let number = Double(decimalBytes: digits),
      isQuantity || Int128(text).flatMap(Double.init(exactly:)) == number
    else {
      self = .string(text)
      return
    }
    self = .double(number)
  }

  /// Parses a text as a value of a type; nil if it is invalid.
  init?(text: String, type: AttributeType) {
    switch type {
    case .string: self = .string(text)
    case .integer:
      if let value = Int(text) {
        self = .integer(value)
      } else if AttributeValue.isInteger(text.utf8) {
        // Integers beyond 64 bits are kept as text.
        self = .string(text)
      } else {
        return nil
      }
    case .double:
      guard let value = Double(decimalOrWordBytes: Array(text.utf8)) else { return nil }
      self = .double(value)
    case .boolean:
      switch text.lowercased() {
      case "true", "1": self = .boolean(true)
      case "false", "0": self = .boolean(false)
      default: return nil
      }
    }
  }
}

/// The attributes of all nodes, or of all edges, during reading.
struct ColumnSet {
  private let limits: ReadLimits
  private let file: String
  private let budget: ReadBudget
  var builders: [ColumnBuilder] = []
  private var indices: [Key: Int] = [:]
  private struct Key: Hashable {
    var name: ExactText
    var isField = false
  }
  private var valueCount = 0
  /// The number of values that come from defaults, which the file does not contain.
  private var inheritedCount = 0

  init(limits: ReadLimits, file: String, budget: ReadBudget) {
    self.limits = limits
    self.file = file
    self.budget = budget
  }

  /// Returns the index of a column, which is added if there is none of that name.
  mutating func index(
    _ name: String, type: AttributeType? = nil, isField: Bool = false,
    at place: FileLocation? = nil
  ) throws(GraphFileError) -> Int {
    let key = Key(name: ExactText(name), isField: isField)
    if let index = indices[key] { return index }
    guard builders.count < limits.attributes else {
      throw GraphFileError(
        file: file, location: place,
        problem: .limit(of: "attributes", maximum: limits.attributes))
    }
    indices[key] = builders.count
    builders.append(ColumnBuilder(name: name, type: type, isField: isField))
    return builders.count - 1
  }

  func has(_ name: String) -> Bool {
    indices[Key(name: ExactText(name))] != nil
      || indices[Key(name: ExactText(name), isField: true)] != nil
  }

  /// Merges each field of the format with the attribute of the same name, unless they contradict
  /// each other: then the attribute is renamed. Returns the old and new names. No values may be set
  /// afterwards.
  mutating func separateFields() -> [(old: String, new: String)] {
    var renamed: [(old: String, new: String)] = []
    var isJoined = [Bool](repeating: false, count: builders.count)
    for field in builders.indices where builders[field].isField {
      let name = builders[field].name
      guard let other = indices[Key(name: ExactText(name))] else { continue }
      if builders[field].contradicts(builders[other]) {
        var (new, number) = (name + "_attribute", 2)
        while has(new) {
          new = "\(name)_attribute\(number)"
          number += 1
        }
        indices[Key(name: ExactText(new))] = other
        builders[other].name = new
        renamed.append((name, new))
      } else {
        builders[field].join(builders[other])
        isJoined[other] = true
      }
    }
    if isJoined.contains(true) {
      builders = zip(builders, isJoined).filter { !$0.1 }.map(\.0)
      indices = [:]
    }
    return renamed
  }

  mutating func set(_ value: AttributeValue, column: Int, row: Int) throws(GraphFileError) {
    // Defaults can create many values from a few bytes.
    guard valueCount < limits.attributeValues else { throw tooManyValues }
    valueCount += 1
    try budget.take(ReadBudget.value + value.textLength, file: file)
    builders[column].set(value, row: row)
  }

  /// Sets a value that a node or an edge inherits from a default, which many may share.
  mutating func setInherited(
    _ value: AttributeValue, column: Int, row: Int
  ) throws(GraphFileError) {
    guard inheritedCount < limits.missingAttributeValues else { throw tooManyMissingValues }
    inheritedCount += 1
    // The text is shared in memory, but a written file would repeat it for each value.
    try budget.take(implied: 1, each: ReadBudget.value + value.textLength, file: file)
    builders[column].set(value, row: row)
  }

  /// Sets the value of all rows without their own.
  mutating func setDefault(_ value: AttributeValue, column: Int) {
    builders[column].defaultValue = value
  }

  private var tooManyMissingValues: GraphFileError {
    GraphFileError(
      file: file,
      problem: .limit(
        of: "attribute values that are missing", maximum: limits.missingAttributeValues))
  }

  private var tooManyValues: GraphFileError {
    GraphFileError(
      file: file, problem: .limit(of: "attribute values", maximum: limits.attributeValues))
  }

  func table(rowCount: Int, fromText: Bool) throws(GraphFileError) -> AttributeTable {
    try checkSize(rowCount)
    return AttributeTable(
      rowCount: rowCount,
      uniqueColumns: builders.map { builder in
        fromText ? builder.columnFromText(rowCount: rowCount) : builder.column(rowCount: rowCount)
      })
  }

  /// Returns the columns of a table of text, and notes on those that mix numbers and text.
  func table(
    ofRows lines: RowLines, count rowCount: Int, hasDecimalCommas: Bool
  ) throws(GraphFileError) -> (table: AttributeTable, notes: [String]) {
    try checkSize(rowCount)
    let columns = builders.map {
      $0.columnOfTable(rowCount: rowCount, hasDecimalCommas: hasDecimalCommas)
    }
    let notes = columns.compactMap { column, remark in
      remark?.note(column: column.name, lines: lines)
    }
    return (AttributeTable(rowCount: rowCount, uniqueColumns: columns.map(\.column)), notes)
  }

  private func checkSize(_ rowCount: Int) throws(GraphFileError) {
    let (cells, overflow) = builders.count.multipliedReportingOverflow(by: rowCount)
    guard !overflow, cells <= limits.attributeValues else { throw tooManyValues }
    try budget.take(implied: max(0, cells - valueCount), each: ReadBudget.cell, file: file)
    if cells / 256 > valueCount, cells > limits.missingAttributeValues {
      throw tooManyMissingValues
    }
    for builder in builders {
      let length = builder.defaultValue?.textLength ?? 0
      try budget.take(implied: max(0, rowCount - builder.rows.count), each: length, file: file)
    }
  }
}
