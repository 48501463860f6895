import CZlib
import Foundation

/// The page, as a server sends it and as a file has it.
public enum GraphViewPage {
  /// The subprotocol of the socket.
  public static let subprotocol = "forcegraph.1"

  /// What only some views or browsers need, and only their pages have.
  public struct Parts: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The time line, for views with `GraphSteps`.
    public static let steps = Parts(rawValue: 1)
    /// Turning a graph in space.
    public static let space = Parts(rawValue: 2)
    /// Changes of the graph, for views that allow them.
    public static let edits = Parts(rawValue: 4)
    /// Drawing without WebGL2, for browsers that ask for it.
    package static let canvas = Parts(rawValue: 8)
    /// Texts in German, for browsers that prefer them.
    package static let german = Parts(rawValue: 16)
    /// The filter by an attribute of nodes.
    package static let attributes = Parts(rawValue: 32)
    /// For hosts that do not say what they need.
    public static let all: Parts = [.steps, .space, .edits, .attributes]

    static func needed(
      hasSteps: Bool, dimensions: Int, allowsEdits: Bool, hasAttributes: Bool
    ) -> Parts {
      var parts: Parts = []
      if hasSteps { parts.insert(.steps) }
      if dimensions == 3 { parts.insert(.space) }
      if allowsEdits { parts.insert(.edits) }
      if hasAttributes { parts.insert(.attributes) }
      return parts
    }

    /// What any browser may need: all that a file has beside what its view needs.
    static let ofBrowsers: Parts = [.canvas, .german]

    /// What a browser asks for beside what the view needs.
    ///
    /// - Parameters:
    ///   - target: of the request; its query may have `needs=canvas` and `lang=de`.
    ///   - languages: the header `Accept-Language`, the preferred one first.
    package static func asked(by target: String, languages: String = "") -> Parts {
      let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      let fields = query.split(separator: "&")
      var parts: Parts = fields.contains("needs=canvas") ? .canvas : []
      let wanted = fields.first { $0.hasPrefix("lang=") }?.dropFirst(5) ?? languages[...]
      if wanted.prefix(while: \.isLetter).lowercased() == "de" { parts.insert(.german) }
      return parts
    }

    /// By the names that scripts/embed-page gives them.
    fileprivate static let named: [Substring: Parts] = [
      "steps": .steps, "space": .space, "edits": .edits, "canvas": .canvas,
      "german": .german, "attributes": .attributes,
    ]
  }

  /// The page for a server.
  ///
  /// A page that is told of what it was sent without, as when another program has come to its
  /// address, asks for the page anew.
  ///
  /// - Parameters:
  ///   - nonce: new for each answer; letters, digits, - and _.
  ///   - host: host and port of the socket, which the policy allows; checked by the server.
  ///   - parts: what the view needs, as `GraphViewHost.pageParts` says.
  public static func html(
    title: String, nonce: String, host: String, parts: Parts = .all
  ) -> [UInt8] {
    filled(
      served.with(parts), title: title, nonce: nonce,
      policy: policy(nonce: nonce, connections: "'self' ws://\(host)"), data: "")
  }

  /// The policy of the page: nothing but its own script and style, and its socket.
  public static func policy(nonce: String, connections: String) -> String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
      + "img-src data: blob:; connect-src \(connections); base-uri 'none'; form-action 'none'"
  }

  /// The page with data inside, which needs no server and asks for nothing.
  static func file(title: String, records: [Record], parts: Parts) throws -> [UInt8] {
    var writer = MessageWriter()
    for record in records {
      let (bytes, type): ([UInt8], UInt32) =
        switch record {
        case .text(let text): (Array(text.utf8), 0)
        case .binary(let bytes): (bytes, 1)
        }
      writer.append(UInt32(clamping: bytes.count))
      writer.append(type)
      writer.append(all: bytes)
    }
    let data = Data(try deflated(writer.bytes)).base64EncodedString()
    // The same for the same data. It need not be secret: nobody adds to the file what it lets
    // through.
    let nonce = String(hash(data.utf8), radix: 36)
    return filled(
      standalone.with(parts.union(.ofBrowsers)), title: title, nonce: nonce,
      policy: policy(nonce: nonce, connections: "'none'"),
      data: "<script type=\"application/octet-stream\" id=\"data\">\(data)</script>")
  }

  /// A part of the data: a text or a binary message of the protocol.
  enum Record {
    case text(String)
    case binary([UInt8])
  }

  /// Puts the parts into the page. Each place is filled once, so that a title such as `{{DATA}}`
  /// stays a title.
  private static func filled(
    _ template: String, title: String, nonce: String, policy: String, data: String
  ) -> [UInt8] {
    let parts = [
      "TITLE": escaped(title), "NONCE": nonce, "POLICY": escaped(policy), "DATA": data,
    ]
    var result: [UInt8] = []
    var rest = template[...]
    while let begin = rest.firstRange(of: "{{") {
      result += rest[..<begin.lowerBound].utf8
      rest = rest[begin.upperBound...]
      guard let end = rest.firstRange(of: "}}"), let part = parts[String(rest[..<end.lowerBound])]
      else {
        result += "{{".utf8
        continue
      }
      result += part.utf8
      rest = rest[end.upperBound...]
    }
    result += rest.utf8
    return result
  }

  /// The page with a socket, and the one with data inside.
  private static let served = Template(EmbeddedPage.html)
  private static let standalone = Template(EmbeddedPage.file)

  /// A page in pieces, some of which belong to an optional part.
  private struct Template {
    private var pieces: [(part: Parts, text: Substring)] = []

    /// Parts lie between `{{+name}}` and `{{-name}}`, and not in one another.
    init(_ page: StaticString) {
      var rest = page.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }[...]
      while let begin = rest.firstRange(of: "{{+") {
        pieces.append(([], rest[..<begin.lowerBound]))
        rest = rest[begin.upperBound...]
        guard let end = rest.firstRange(of: "}}"), let part = Parts.named[rest[..<end.lowerBound]],
          let close = rest.firstRange(of: "{{-\(rest[..<end.lowerBound])}}")
        else { preconditionFailure("scripts/embed-page writes no such part") }
        pieces.append((part, rest[end.upperBound..<close.lowerBound]))
        rest = rest[close.upperBound...]
      }
      pieces.append(([], rest))
    }

    func with(_ parts: Parts) -> String {
      pieces.reduce(into: "") { if parts.isSuperset(of: $1.part) { $0 += $1.text } }
    }
  }

  /// Text that is text in HTML, also between quotes. Characters that HTML cannot have are left out.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        let isControl = scalar.value < 32 || (127...159).contains(scalar.value)
        // What turns the direction of the text around it has no business in a title.
        let isTurn =
          (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        if !isControl, !isTurn { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  /// Compressed in zlib's format, which browsers call "deflate".
  static func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(length))
    let status = compress2(&result, &length, bytes, UInt(bytes.count), 9)
    guard status == Z_OK else {
      throw GraphViewError.impossible("zlib cannot compress \(bytes.count) bytes (\(status))")
    }
    result.removeLast(result.count - Int(length))
    return result
  }

  /// FNV-1a.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
