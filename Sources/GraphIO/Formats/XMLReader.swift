import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

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
  let attributes: [String: String]
  let place: FileLocation

  func unexpected(_ found: String, expected: String) -> GraphFileError {
    GraphFileError(file: file, location: place, problem: .unexpected(found: found, expected: expected))
  }

  /// An attribute that has to be there.
  func needed(_ attribute: String) throws(GraphFileError) -> String {
    if let value = attributes[attribute] { return value }
    throw unexpected("<\(name)> without \(attribute)", expected: "\(attribute)=\"...\"")
  }

  /// An attribute that is a finite number if it is there.
  func number(_ attribute: String) throws(GraphFileError) -> Double? {
    guard let text = attributes[attribute] else { return nil }
    guard let value = Double(decimalBytes: text.utf8.filter { !$0.isBlankOrNewline }) else {
      throw unexpected("\(attribute)=\(shown(text))", expected: "a number for \(attribute) of <\(name)>")
    }
    return value
  }
}

/// Runs Foundation's parser over a file. Entities of other files are never loaded; a file that
/// declares entities of its own is refused, as graph files do not and bombs do.
final class XMLReader: NSObject, XMLParserDelegate {
  private let name: String
  private let limits: ReadLimits
  private let handler: any XMLHandler
  private var error: GraphFileError?
  private var texts: [String] = []

  static func read(
    _ source: any ByteSource, name: String, limits: ReadLimits, handler: any XMLHandler
  ) throws(GraphFileError) {
    let bytes = try source.readAll()
    guard !bytes.isEmpty else {
      throw GraphFileError(
        file: name, location: FileLocation(line: 1, column: 1),
        problem: .unexpected(found: "the end of the file", expected: "\"<\""))
    }
    try refuseEntities(bytes, name: name)
    let reader = XMLReader(name: name, limits: limits, handler: handler)
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    let isWhole = parser.parse()
    if let error = reader.error { throw error }
    if !isWhole {
      throw GraphFileError(
        file: name, location: reader.location(parser),
        problem: .damaged(reader.reason(parser.parserError)))
    }
  }

  private init(name: String, limits: ReadLimits, handler: any XMLHandler) {
    self.name = name
    self.limits = limits
    self.handler = handler
  }

  /// Bytes instead of the parser's word for it: it would expand them before it told us.
  private static func refuseEntities(_ bytes: [UInt8], name: String) throws(GraphFileError) {
    var line = 1
    var lineBegin = 0
    let word = Array("<!ENTITY".utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == .newline {
        line += 1
        lineBegin = index + 1
      }
      if byte == word[0], bytes[index...].starts(with: word) {
        throw GraphFileError(
          file: name, location: FileLocation(line: line, column: index - lineBegin + 1),
          problem: .unexpected(
            found: "the declaration of an entity", expected: "none (they can make a small file huge)"))
      }
    }
  }

  private func location(_ parser: XMLParser) -> FileLocation {
    FileLocation(line: max(1, parser.lineNumber), column: max(1, parser.columnNumber))
  }

  private func reason(_ error: (any Error)?) -> String {
    let code = (error as NSError?)?.code ?? 0
    let words =
      switch XMLParser.ErrorCode(rawValue: code) {
      case .emptyDocumentError, .documentStartError: "there is no element"
      case .prematureDocumentEndError: "the file ends within an element"
      case .tagNameMismatchError: "the end of an element has another name than its beginning"
      case .invalidCharacterError: "a character that XML does not allow"
      case .undeclaredEntityError: "an entity that nobody declares"
      case .attributeRedefinedError: "an attribute that is there twice"
      case .lessThanSymbolInAttributeError: "\"<\" in an attribute"
      case .attributeNotStartedError, .attributeNotFinishedError: "an attribute without its quotes"
      case .gtRequiredError: "the beginning of an element without \">\""
      case .none: "the parser gives up (code \(code))"
      default: "the parser gives up (code \(code))"
      }
    return "this is no XML: \(words)"
  }

  private func fail(_ parser: XMLParser, _ error: GraphFileError) {
    if self.error == nil { self.error = error }
    parser.abortParsing()
  }

  private func withoutPrefix(_ name: String) -> String {
    name.utf8.contains(UInt8(ascii: ":")) ? String(name[name.lastIndex(of: ":")!...].dropFirst()) : name
  }

  // MARK: XMLParserDelegate

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    guard error == nil else { return }
    let place = location(parser)
    guard texts.count < limits.nestingDepth else {
      return fail(
        parser,
        GraphFileError(
          file: name, location: place,
          problem: .limit(of: "elements in elements", maximum: limits.nestingDepth)))
    }
    texts.append("")
    let start = XMLElementStart(
      file: name, name: withoutPrefix(element), attributes: attributes, place: place)
    do throws(GraphFileError) { try handler.begin(start) } catch { fail(parser, error) }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard error == nil, let text = texts.popLast() else { return }
    do throws(GraphFileError) {
      try handler.end(withoutPrefix(element), text: text, at: location(parser))
    } catch { fail(parser, error) }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard error == nil, !texts.isEmpty else { return }
    texts[texts.count - 1] += string
    if texts[texts.count - 1].utf8.count > limits.textLength {
      fail(
        parser,
        GraphFileError(
          file: name, location: location(parser),
          problem: .limit(of: "bytes in one text", maximum: limits.textLength)))
    }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
  }
}
