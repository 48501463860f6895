#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A client on a plain socket: it sends whatever bytes a test wants, right or wrong.
package final class RawClient {
  private let descriptor: Int32
  /// What has been read and not been asked for.
  private var rest: [UInt8] = []

  package struct NoConnection: Error {}

  package init(port: Int) throws {
    #if canImport(Glibc)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
    }
    guard code == 0 else { throw NoConnection() }
    // No test waits for ever.
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  package func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        #if canImport(Darwin)
        Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #elseif canImport(Musl)
        Musl.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #else
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count <= 0 { return }
      sent += count
    }
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  /// Reads more; false at the end.
  private func more() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &piece, piece.count, 0)
    guard count > 0 else { return false }
    rest += piece[..<count]
    return true
  }

  /// Says that nothing more comes; what the other side sends can still be read.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// All that comes until the other side ends.
  package func readAll() -> String {
    while more() {}
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self)
  }

  /// The head of an answer.
  package func readHead() -> String {
    while true {
      for end in rest.indices.dropFirst(3) where Array(rest[end - 3...end]) == [13, 10, 13, 10] {
        let head = String(decoding: rest[...end], as: UTF8.self)
        rest.removeFirst(end + 1)
        return head
      }
      guard more() else { return String(decoding: rest, as: UTF8.self) }
    }
  }

  // MARK: RFC 6455

  /// Asks for the socket of a view, as its page does. Returns the head of the answer.
  ///
  /// - Parameters:
  ///   - path: of the page, from its first slash to its last.
  ///   - more: other lines of the head.
  package func openSocket(
    _ path: String, port: Int, query: String = "", more: [String] = []
  ) -> String {
    let host = "127.0.0.1:\(port)"
    let lines =
      [
        "GET \(path)socket\(query) HTTP/1.1", "Host: \(host)", "Origin: http://\(host)",
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: forcegraph.1",
      ] + more
    send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return readHead()
  }

  /// A message of the pointer: kind 1 holds a node, 2 releases it, 3 acknowledges the frame
  /// `command`.
  package func sendPointer(
    _ kind: UInt8, flags: UInt8 = 0, command: UInt32 = 0, node: UInt32 = 0, _ point: [Float] = []
  ) {
    var bytes: [UInt8] = [kind, flags, 0, 0]
    let numbers = (0..<3).map { ($0 < point.count ? point[$0] : 0).bitPattern }
    for word in [command, node] + numbers {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    sendFrame(2, bytes)
  }

  package struct Frame: Equatable {
    package var opcode: UInt8
    package var bytes: [UInt8]
    package var isLast = true
    /// RSV1: the first fragment of a compressed message (RFC 7692).
    package var isCompressed = false

    package init(opcode: UInt8, bytes: [UInt8]) { (self.opcode, self.bytes) = (opcode, bytes) }

    package var closeCode: Int? {
      opcode == 8 && bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil
    }
  }

  /// The next frame of the server but for pings, which may come at any time; nil at the end.
  package func readFrame() -> Frame? {
    var frame = nextFrame()
    while let ping = frame, ping.opcode == 9 { frame = nextFrame() }
    return frame
  }

  /// Reads the next frame, also a ping.
  package func nextFrame() -> Frame? {
    func need(_ count: Int) -> Bool {
      while rest.count < count { if !more() { return false } }
      return true
    }
    guard need(2) else { return nil }
    var begin = 2
    var length = Int(rest[1] & 127)
    // A server must not mask.
    guard rest[1] & 128 == 0 else { return nil }
    if length == 126 || length == 127 {
      let count = length == 126 ? 2 : 8
      guard need(2 + count) else { return nil }
      length = rest[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
      begin += count
    }
    guard need(begin + length) else { return nil }
    var frame = Frame(opcode: rest[0] & 15, bytes: Array(rest[begin..<begin + length]))
    (frame.isLast, frame.isCompressed) = (rest[0] & 128 != 0, rest[0] & 64 != 0)
    rest.removeFirst(begin + length)
    return frame
  }

  /// The code with which the server closes; nil when it just ends.
  package func closeCode() -> Int? {
    while let frame = readFrame() { if let code = frame.closeCode { return code } }
    return nil
  }

  package func sendFrame(
    _ opcode: UInt8, _ bytes: [UInt8], isLast: Bool = true, isMasked: Bool = true,
    reserved: UInt8 = 0
  ) {
    var frame: [UInt8] = [(isLast ? 128 : 0) | reserved << 4 | opcode]
    let mask: UInt8 = isMasked ? 128 : 0
    if bytes.count < 126 {
      frame.append(mask | UInt8(bytes.count))
    } else if bytes.count < 1 << 16 {
      frame += [mask | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
    } else {
      frame.append(mask | 127)
      frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
    }
    guard isMasked else { return send(frame + bytes) }
    let key: [UInt8] = [1, 2, 3, 250]
    send(frame + key + bytes.enumerated().map { $1 ^ key[$0 % 4] })
  }

  package func sendText(_ text: String) { sendFrame(1, Array(text.utf8)) }
}
