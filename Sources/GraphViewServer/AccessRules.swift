import NIOHTTP1

/// Who may have the page and its socket. A server on this machine can be reached by every page that
/// its user visits, and by every program on it.
struct AccessRules: Sendable {
  /// Of at least 128 random bits; every path begins with it.
  let token: String
  /// The values of `Host` that are answered.
  let hosts: Set<String>
  /// True where every address of this machine is served: then any IP address is a right host. A
  /// name is not, as somebody else's name can be made to lead here.
  let acceptsAddresses: Bool
  let port: Int

  enum Verdict: Equatable {
    case page
    case socket
    case refused(HTTPResponseStatus)
  }

  /// What a request gets. The order is that of the rules: nothing but 404 tells a wrong token from
  /// a wrong path.
  func verdict(_ head: HTTPRequestHead) -> Verdict {
    guard let host = only("Host", head), isOwn(host) else { return .refused(.misdirectedRequest) }
    guard head.method == .GET || head.method == .HEAD else { return .refused(.methodNotAllowed) }
    // Bodies are for nothing here.
    if head.headers.contains(name: "Transfer-Encoding")
      || head.headers["Content-Length"].contains(where: { $0 != "0" })
    {
      return .refused(.badRequest)
    }
    let isNavigation =
      only("Sec-Fetch-Mode", head) == "navigate" && only("Sec-Fetch-Dest", head) == "document"
    // A click on a link elsewhere, or the file of `--open`, may lead to the page; nothing else may.
    if head.headers["Sec-Fetch-Site"].contains("cross-site"), !isNavigation {
      return .refused(.forbidden)
    }
    let path = String(head.uri.prefix { $0 != "?" })
    guard path.hasPrefix("/"), let end = path.dropFirst().firstIndex(of: "/"),
      isToken(path[path.index(after: path.startIndex)..<end])
    else { return .refused(.notFound) }
    switch path[end...] {
    case "/": return .page
    case "/socket": return isOwnSocket(head, host) ? .socket : .refused(.forbidden)
    default: return .refused(.notFound)
    }
  }

  /// The value of a header that is there exactly once.
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

  /// Browsers say where a socket is asked for; other programs need not.
  private func isOwnSocket(_ head: HTTPRequestHead, _ host: String) -> Bool {
    let origins = head.headers["Origin"]
    if origins.isEmpty {
      return !head.headers.contains { $0.name.lowercased().hasPrefix("sec-fetch-") }
    }
    return origins == ["http://\(host)"]
  }

  /// In a time that does not depend on where the two differ.
  private func isToken(_ text: Substring) -> Bool {
    let (given, right) = (Array(text.utf8), Array(token.utf8))
    var difference = given.count ^ right.count
    for place in right.indices {
      difference |= Int((given.indices.contains(place) ? given[place] : 0) ^ right[place])
    }
    return difference == 0
  }
}

/// Random letters, digits, - and _: 6 bits each.
enum RandomText {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(count: Int) -> String {
    // The system's generator is the one for secrets.
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<count).map { _ in digits[Int(generator.next(upperBound: UInt64(64)))] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
