import CZlib
import FileWriting

/// The page in its two forms: as a server sends it, and as a self-contained file.
package enum GraphViewPage {
  /// The WebSocket subprotocol.
  package static let subprotocol = "forcegraph.1"

  /// The optional components of the page. A page has only those that its view or its browser needs.
  package struct Parts: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The timeline, for views with `GraphSteps`.
    package static let steps = Parts(rawValue: 1)
    /// Rotation of graphs with three dimensions.
    package static let space = Parts(rawValue: 2)
    /// Editing of the graph, for views that allow it.
    package static let edits = Parts(rawValue: 4)
    /// Drawing on a 2D canvas, for browsers without WebGL2.
    package static let canvas = Parts(rawValue: 8)
    /// German texts, for browsers that prefer them.
    package static let german = Parts(rawValue: 16)
    /// The filter by a node attribute.
    package static let attributes = Parts(rawValue: 32)
    /// Outlines around groups of nodes.
    package static let groups = Parts(rawValue: 64)
    /// Opening and closing of supernodes.
    package static let supernodes = Parts(rawValue: 128)
    /// Nodes that are no plain discs: other shapes, outlines.
    package static let shapes = Parts(rawValue: 256)
    /// Links that are no plain lines: arrows, curves, dashes, loops.
    package static let curves = Parts(rawValue: 512)
    /// All components that depend on the view, for hosts that do not state their needs.
    package static let all: Parts = [
      .steps, .space, .edits, .attributes, .groups, .supernodes, .shapes, .curves,
    ]

    /// The names of the components that draw nodes and links, as messages have them; nil for none.
    var drawing: [String]? {
      let names = [(Parts.shapes, "shapes"), (.curves, "curves")].filter { contains($0.0) }.map(\.1)
      return names.isEmpty ? nil : names
    }

    static func needed(
      hasSteps: Bool, dimensions: Int, allowsEdits: Bool, hasAttributes: Bool,
      hasGroups: Bool, hasSupernodes: Bool = false, hasShapes: Bool, hasCurves: Bool
    ) -> Parts {
      var parts: Parts = []
      if hasSteps { parts.insert(.steps) }
      if dimensions == 3 { parts.insert(.space) }
      if allowsEdits { parts.insert(.edits) }
      if hasAttributes { parts.insert(.attributes) }
      if hasGroups { parts.insert(.groups) }
      if hasSupernodes { parts.insert(.supernodes) }
      if hasShapes { parts.insert(.shapes) }
      if hasCurves { parts.insert(.curves) }
      return parts
    }

    /// The components that depend on the browser. A file has all of them beside those that its view
    /// needs.
    static let ofBrowsers: Parts = [.canvas, .german]

    /// Returns the components that a browser requests beside those that the view needs.
    ///
    /// - Parameters:
    ///   - target: the request target; its query may contain `needs=canvas`, `needs=shapes`, `needs=curves` and
    ///     `lang=de`.
    ///   - languages: the header `Accept-Language`, the preferred language first.
    package static func asked(by target: String, languages: String = "") -> Parts {
      let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      let fields = query.split(separator: "&")
      var parts: Parts = []
      for (part, name) in [(Parts.canvas, "canvas"), (.shapes, "shapes"), (.curves, "curves")]
      where fields.contains("needs=\(name)") {
        parts.insert(part)
      }
      let wanted = fields.first { $0.hasPrefix("lang=") }?.dropFirst(5) ?? languages[...]
      if wanted.prefix(while: \.isLetter).lowercased() == "de" { parts.insert(.german) }
      return parts
    }

    /// The components by the names that scripts/embed-page gives them.
    fileprivate static let named: [Substring: Parts] = [
      "steps": .steps, "space": .space, "edits": .edits, "canvas": .canvas,
      "german": .german, "attributes": .attributes, "groups": .groups,
      "supernodes": .supernodes, "shapes": .shapes, "curves": .curves,
    ]
  }

  /// Returns the page for a server.
  ///
  /// If a page learns from a later program at its address that it lacks a component, it reloads
  /// itself.
  ///
  /// - Parameters:
  ///   - nonce: new for each response; letters, digits, - and _.
  ///   - host: host and port of the WebSocket, which the policy allows; validated by the server.
  ///   - parts: the components that the view needs, as in `GraphViewHost.pageParts`.
  package static func html(
    title: String, nonce: String, host: String, parts: Parts = .all
  ) -> [UInt8] {
    filled(
      served.with(parts), title: title, nonce: nonce,
      policy: policy(nonce: nonce, connections: "'self' ws://\(host)"), data: "")
  }

  /// Returns the content security policy of the page. It allows only the page's own script and
  /// style, and the given connections.
  package static func policy(nonce: String, connections: String) -> String {
    policy(nonce: nonce, connections: connections, simulates: false)
  }

  /// - Parameter simulates: true for a file, whose worker comes from its own script and compiles
  ///   WebAssembly; false for a page whose program simulates.
  private static func policy(nonce: String, connections: String, simulates: Bool) -> String {
    let compiling = simulates ? " 'wasm-unsafe-eval'" : ""
    let workers = simulates ? "worker-src blob:; " : ""
    return "default-src 'none'; script-src 'nonce-\(nonce)'\(compiling); "
      + "style-src 'nonce-\(nonce)'; img-src data: blob:; \(workers)connect-src \(connections); "
      + "base-uri 'none'; form-action 'none'"
  }

  /// Returns the page with embedded data. It needs no server and makes no requests.
  ///
  /// - Parameter kernels: the worker that simulates, as in `EmbeddedKernels`.
  static func file(
    title: String, records: [Record], parts: Parts, kernels: StaticString
  ) throws -> [UInt8] {
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
    // The nonce is a hash of the data, so that equal data give equal files. It need not be secret,
    // as nobody can inject content into the file.
    let nonce = String(hash(data.utf8), radix: 36)
    return filled(
      standalone.with(parts.union(.ofBrowsers)), title: title, nonce: nonce,
      policy: policy(nonce: nonce, connections: "'none'", simulates: true),
      data: block("data", data) + block("kernels", "\(kernels)"))
  }

  private static func block(_ id: String, _ text: String) -> String {
    "<script type=\"application/octet-stream\" id=\"\(id)\">\(text)</script>"
  }

  /// A record of the embedded data: a text or a binary message of the protocol.
  enum Record {
    case text(String)
    case binary([UInt8])
  }

  /// Fills the placeholders of the page. Values are inserted only once, so that a title such as
  /// `{{DATA}}` is not expanded.
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

  /// The page for servers, and the one for files with embedded data.
  private static let served = Template(EmbeddedPage.html)
  private static let standalone = Template(EmbeddedPage.file)

  /// A page split into pieces, some of which belong to an optional component.
  private struct Template {
    private var pieces: [(part: Parts, text: Substring)] = []

    /// Optional components are enclosed in `{{+name}}` and `{{-name}}`; they do not nest.
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

  /// Returns a text escaped for HTML, also inside quoted attributes. Characters that HTML does not
  /// allow are dropped.
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
        // Directional formatting characters would reorder the text around the title.
        let isTurn =
          (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        if !isControl, !isTurn { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  /// Returns data compressed in zlib's format, which browsers call "deflate".
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

  /// Returns data compressed in gzip's format, without a time; nil if there is no memory.
  package static func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    // The bound has no room for the header and the end of gzip.
    var result = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 18)
    let status = input.withUnsafeMutableBufferPointer { input in
      result.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END else { return nil }
    result.removeLast(Int(stream.avail_out))
    return result
  }

  /// Returns the 64-bit FNV-1a hash.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
