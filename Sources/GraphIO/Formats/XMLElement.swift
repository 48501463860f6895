/// A receiver of the elements of an XML file in order.
protocol XMLHandler: AnyObject {
  func begin(_ element: XMLElementStart) throws(GraphFileError)
  /// Handles the end of an element. `text` is its direct text, without that of nested elements.
  func end(_ name: String, text: String, at place: FileLocation) throws(GraphFileError)
}

/// The start tag of an element. Names have no prefix: `y:Fill` is `Fill`.
struct XMLElementStart {
  let file: String
  let name: String
  let attributes: [ExactText: String]
  let place: FileLocation

  func unexpected(_ found: String, expected: String) -> GraphFileError {
    GraphFileError(
      file: file, location: place, problem: .unexpected(found: found, expected: expected))
  }

  /// Returns a required attribute.
  func needed(_ attribute: String) throws(GraphFileError) -> String {
    if let value = attributes[ExactText(attribute)] { return value }
    throw unexpected("<\(name)> without \(attribute)", expected: "\(attribute)=\"...\"")
  }

  /// Returns an optional attribute, which must be a finite number.
  func number(_ attribute: String) throws(GraphFileError) -> Double? {
    guard let text = attributes[ExactText(attribute)] else { return nil }
    guard let value = Double(decimalBytes: text.utf8.filter { !$0.isBlankOrNewline }) else {
      throw unexpected(
        "\(attribute)=\(shown(text))", expected: "a number for \(attribute) of <\(name)>")
    }
    return value
  }
}
