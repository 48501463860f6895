/// Gets the elements of an XML file in order.
protocol XMLHandler: AnyObject {
  func begin(_ element: XMLElementStart) throws(GraphFileError)
  /// `text` is what is directly in the element, without that of elements in it.
  func end(_ name: String, text: String, at place: FileLocation) throws(GraphFileError)
}

/// The beginning of an element. Names are without prefix: `y:Fill` is `Fill`.
struct XMLElementStart {
  let file: String
  let name: String
  let attributes: [ExactText: String]
  let place: FileLocation

  func unexpected(_ found: String, expected: String) -> GraphFileError {
    GraphFileError(
      file: file, location: place, problem: .unexpected(found: found, expected: expected))
  }

  /// An attribute that has to be there.
  func needed(_ attribute: String) throws(GraphFileError) -> String {
    if let value = attributes[ExactText(attribute)] { return value }
    throw unexpected("<\(name)> without \(attribute)", expected: "\(attribute)=\"...\"")
  }

  /// An attribute that is a finite number if it is there.
  func number(_ attribute: String) throws(GraphFileError) -> Double? {
    guard let text = attributes[ExactText(attribute)] else { return nil }
    guard let value = Double(decimalBytes: text.utf8.filter { !$0.isBlankOrNewline }) else {
      throw unexpected(
        "\(attribute)=\(shown(text))", expected: "a number for \(attribute) of <\(name)>")
    }
    return value
  }
}
