import NIOHTTP1

/// The rules of access to the page and its WebSocket. A server on this machine is reachable from
/// every web page that the user visits, and from every local program.
struct AccessRules: Sendable {
  /// The secret with which every path begins: at least 128 random bits.
  let token: String
  /// The accepted values of `Host`.
  let hosts: Set<String>
  /// True if the server listens on all addresses of this machine: then any IP address is an
  /// accepted host. Names are not accepted, as anyone can point a domain name at this machine (DNS
  /// rebinding).
  let acceptsAddresses: Bool
  let port: Int
  /// The origins whose pages may frame the view.
  var frameOrigins: [String] = []

  enum Verdict: Equatable {
    case page
    case socket
    /// The page in a frame, which no other page may have; with that page's origin if the browser
    /// says it.
    case refusedFrame(String?)
    case refused(HTTPResponseStatus)
  }

  /// Returns the verdict on a request. The order of the rules matters: a wrong token and a wrong
  /// path both give 404, so that they are indistinguishable.
  func verdict(_ head: HTTPRequestHead) -> Verdict {
    guard let host = only("Host", head), isOwn(host) else { return .refused(.misdirectedRequest) }
    guard head.method == .GET || head.method == .HEAD else { return .refused(.methodNotAllowed) }
    // Requests with a body are rejected.
    if head.headers.contains(name: "Transfer-Encoding")
      || head.headers["Content-Length"].contains(where: { $0 != "0" })
    {
      return .refused(.badRequest)
    }
    // A browser does not reliably say which page the frame is in: it compares that with the policy.
    let destination = only("Sec-Fetch-Dest", head) ?? ""
    let isNavigation =
      only("Sec-Fetch-Mode", head) == "navigate" && ["document", "iframe"].contains(destination)
    // Cross-site requests are rejected, except navigation to the page: by a link elsewhere, by the
    // file of `--open`, or in a frame, which is decided below.
    if head.headers["Sec-Fetch-Site"].contains("cross-site"), !isNavigation {
      return .refused(.forbidden)
    }
    let path = String(head.uri.prefix { $0 != "?" })
    guard path.hasPrefix("/"), let end = path.dropFirst().firstIndex(of: "/"),
      isToken(path[path.index(after: path.startIndex)..<end])
    else { return .refused(.notFound) }
    switch path[end...] {
    case "/" where frameOrigins.isEmpty && destination == "iframe":
      return .refusedFrame(GraphViewServer.origin(of: only("Referer", head) ?? ""))
    case "/": return .page
    case "/socket": return isOwnSocket(head, host) ? .socket : .refused(.forbidden)
    default: return .refused(.notFound)
    }
  }

  /// The part of the policy about pages that may frame the view.
  var framePolicy: String {
    "frame-ancestors "
      + (frameOrigins.isEmpty ? "'none'" : frameOrigins.joined(separator: " "))
  }

  /// Returns the value of a header that occurs exactly once.
  private func only(_ name: String, _ head: HTTPRequestHead) -> String? {
    let values = head.headers[name]
    return values.count == 1 ? values[0] : nil
  }

  private func isOwn(_ host: String) -> Bool {
    let host = host.lowercased()
    if hosts.contains(host) { return true }
    guard acceptsAddresses, host.hasSuffix(":\(port)") else { return false }
    let address = host.dropLast(":\(port)".count)
    if address.hasPrefix("["), address.hasSuffix("]") {
      return address.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Browsers send the origin of a WebSocket request; other programs need not.
  private func isOwnSocket(_ head: HTTPRequestHead, _ host: String) -> Bool {
    let origins = head.headers["Origin"]
    if origins.isEmpty {
      return !head.headers.contains { $0.name.lowercased().hasPrefix("sec-fetch-") }
    }
    return origins == ["http://\(host)"]
  }

  /// Compares in constant time.
  private func isToken(_ text: Substring) -> Bool {
    let (given, right) = (Array(text.utf8), Array(token.utf8))
    var difference = given.count ^ right.count
    for place in right.indices {
      difference |= Int((given.indices.contains(place) ? given[place] : 0) ^ right[place])
    }
    return difference == 0
  }
}

/// Random texts of letters, digits, - and _, with 6 bits per character.
enum RandomText {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(count: Int) -> String {
    // The system's generator is cryptographically secure.
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<count).map { _ in digits[Int(generator.next(upperBound: UInt64(64)))] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
