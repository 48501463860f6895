/// System calls on file descriptors.
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
        // The descriptor is non-blocking, as it may be if another program shares it.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      case let code: return code
      }
    }
    return 0
  }

  /// Returns true if `count` more files can be opened.
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

  /// Returns the system's message for an error number.
  package static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
