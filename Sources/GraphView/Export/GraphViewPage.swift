import CZlib
import Foundation

/// The page, as a server sends it and as a file has it.
public enum GraphViewPage {
  /// The subprotocol of the socket.
  public static let subprotocol = "forcegraph.1"

  /// The page for a server.
  ///
  /// - Parameters:
  ///   - nonce: new for each answer; letters, digits, - and _.
  ///   - host: host and port of the socket, which the policy allows; checked by the server.
  public static func html(title: String, nonce: String, host: String) -> [UInt8] {
    filled(
      served, title: title, nonce: nonce,
      policy: policy(nonce: nonce, connections: "'self' ws://\(host)"), data: "")
  }

  /// The policy of the page: nothing but its own script and style, and its socket.
  public static func policy(nonce: String, connections: String) -> String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
      + "img-src data: blob:; connect-src \(connections); base-uri 'none'; form-action 'none'"
  }

  /// The page with data inside, which needs no server and asks for nothing.
  static func file(title: String, records: [Record]) throws -> [UInt8] {
    var writer = ByteWriter()
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
      standalone, title: title, nonce: nonce, policy: policy(nonce: nonce, connections: "'none'"),
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
  private static let served = text(EmbeddedPage.html)
  private static let standalone = text(EmbeddedPage.file)

  private static func text(_ page: StaticString) -> String {
    page.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
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
