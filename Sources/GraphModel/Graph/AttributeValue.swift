/// The type of the values of an attribute.
public enum AttributeType: String, Hashable, Sendable, Codable, CaseIterable {
  case string, integer, double, boolean
}

/// A value of an attribute.
public enum AttributeValue: Sendable, Codable {
  /// A text.
  case string(String)
  /// An integer.
  case integer(Int)
  /// A number, which may be NaN or infinite.
  case double(Double)
  /// A boolean.
  case boolean(Bool)

  /// The type of the value.
  public var type: AttributeType {
    switch self {
    case .string: .string
    case .integer: .integer
    case .double: .double
    case .boolean: .boolean
    }
  }

  /// The number of bytes of a text; 0 for other values.
  package var textLength: Int { if case .string(let text) = self { text.utf8.count } else { 0 } }

  /// The value as a number, if it is an integer or a double; else nil.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .string, .boolean: nil
    }
  }
}

/// Texts are equal if their bytes are.
extension AttributeValue: ByteEquality {
  package func isEqual(to other: Self) -> Bool {
    switch (self, other) {
    case (.string(let text), .string(let other)): text.hasSameBytes(as: other)
    case (.integer(let value), .integer(let other)): value == other
    case (.double(let value), .double(let other)): value == other
    case (.boolean(let value), .boolean(let other)): value == other
    default: false
    }
  }

  package func addHash(to hasher: inout Hasher) {
    hasher.combine(type)
    switch self {
    case .string(let text): hasher.combine(ExactText(text))
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .boolean(let value): hasher.combine(value)
    }
  }
}

/// The value as text in the form of files: `true`, `-3`, `0.1` (the shortest representation that
/// reads back exactly); texts are unchanged.
extension AttributeValue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .string(let value): value
    case .integer(let value): value.description
    case .double(let value): value.description
    case .boolean(let value): value.description
    }
  }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
