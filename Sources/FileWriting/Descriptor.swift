import Foundation

/// Calls of the system on open files.
package enum Descriptor {
  /// Writes all of the bytes. Returns 0, or the error number of the call that failed.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var begin = 0
    while begin < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[begin...])
      let count = systemWrite(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        begin += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // The descriptor is not blocking, as one that another program shares may be.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      case let code: return code
      }
    }
    return 0
  }

  /// True if so many more files can be open at once.
  package static func areLeft(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < count {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { return false }
      opened.append(descriptor)
    }
    return true
  }

  /// The words of the system for an error number.
  package static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
