import Foundation

/// A client of the server on a plain socket, which sends whatever bytes it is given.
final class Client {
  private let descriptor: Int32

  /// - Parameter address: the last number of the client's address: connections that are over keep
  ///   theirs for a while.
  init?(port: Int, address: Int) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // It ends at once, and keeps no port.
    var end = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &end, socklen_t(MemoryLayout<linger>.size))
    var limit = timeval(tv_sec: 15, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let own = Self.call(bind, descriptor, 0x7F00_0002 + UInt32(address), 0)
    guard own == 0, Self.call(connect, descriptor, 0x7F00_0001, UInt16(port)) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ address: UInt32, _ port: UInt16
  ) -> Int32 {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = address.bigEndian
    return withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Says that nothing more comes.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// What comes next; nil at the end. Stops the process when nothing comes for 15 seconds.
  func read() -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &piece, piece.count, 0)
    if count < 0, errno == EAGAIN { fatalError("the server neither answers nor ends") }
    return count > 0 ? Array(piece[..<count]) : nil
  }

  /// All that comes until the end, or until something has come.
  func readAll(until isEnough: ([UInt8]) -> Bool = { _ in false }) -> [UInt8] {
    var all: [UInt8] = []
    while !isEnough(all), let piece = read() { all += piece }
    return all
  }
}

/// A frame of RFC 6455, masked with zeros.
func frame(_ opcode: UInt8, _ bytes: [UInt8]) -> [UInt8] {
  var frame: [UInt8] = [128 | opcode]
  if bytes.count < 126 {
    frame.append(128 | UInt8(bytes.count))
  } else {
    frame += [128 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
  }
  return frame + [0, 0, 0, 0] + bytes
}
