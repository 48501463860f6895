/// A JSON document. (Foundation's encoder keeps neither the order of keys nor nulls.)
package indirect enum JSONValue {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number; non-finite ones are written as null, as JSON does not have them.
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// An object; keys are written in the given order.
  case object(KeyValuePairs<String, JSONValue>)

  /// Returns a number, or null for nil.
  package static func optional(_ value: Double?) -> JSONValue {
    value.map(JSONValue.number) ?? .null
  }
  package static func optional(_ value: Int?) -> JSONValue { value.map(JSONValue.integer) ?? .null }
  package static func optional(_ value: String?) -> JSONValue {
    value.map(JSONValue.string) ?? .null
  }

  /// The document on one line, without insignificant blanks.
  package var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.isFinite ? value.description : "null"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let pairs):
      "{" + pairs.map { Self.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.isHidden:
        for unit in String(scalar).utf16 {
          let hex = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
