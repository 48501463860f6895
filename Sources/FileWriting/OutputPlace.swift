/// The reason why something cannot be written.
package struct WriteFailure: Error, Equatable {
  /// The reason, phrased to follow "cannot be written: ".
  package let reason: String

  init(_ reason: String) { self.reason = reason }
  init(_ code: Int32) { self.init(Descriptor.words(code)) }
}

/// The destination of a path, with symbolic links followed.
package struct OutputPlace {
  enum Kind {
    /// A descriptor of this process, for example of /dev/stdout.
    case descriptor(Int32)
    /// A pipe or a device, which must not be replaced by a file.
    case special
    /// A regular file; the status is nil if it does not exist yet.
    case regular(stat?)
  }

  let path: String
  let kind: Kind

  /// Resolves the links. Throws if the path cannot be a file.
  package init(_ path: String) throws(WriteFailure) {
    var path = path
    for _ in 0..<Self.linkLimit {
      if let descriptor = Self.descriptor(path) {
        self.path = path
        kind = .descriptor(descriptor)
        return
      }
      guard let target = Self.linkTarget(path) else {
        self.path = path
        kind = try Self.kind(path)
        return
      }
      path = target.hasPrefix("/") ? target : Self.folder(of: path) + "/" + target
    }
    throw WriteFailure(ELOOP)
  }

  /// The folder of the file.
  var folder: String { Self.folder(of: path) }

  /// Throws if the destination is not writable. It leaves nothing behind.
  package func check() throws(WriteFailure) {
    switch kind {
    case .descriptor(let number):
      let flags = fcntl(number, F_GETFL)
      if flags < 0 { throw WriteFailure(errno) }
      if flags & O_ACCMODE == O_RDONLY { throw WriteFailure(EBADF) }
    case .special:
      if access(path, W_OK) != 0 { throw WriteFailure(errno) }
    case .regular(let status):
      if status != nil, access(path, W_OK) != 0 { throw WriteFailure(errno) }
      var status = stat()
      guard stat(folder, &status) == 0 else { throw WriteFailure("there is no folder \(folder)") }
      guard access(folder, W_OK | X_OK) == 0 else {
        throw WriteFailure("folder \(folder): \(Descriptor.words(errno))")
      }
    }
  }

  /// The maximum number of links, as in Linux.
  private static let linkLimit = 40

  private static func kind(_ path: String) throws(WriteFailure) -> Kind {
    if path.isEmpty { throw WriteFailure(ENOENT) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if code != ENOENT { throw WriteFailure(code) }
      if path.hasSuffix("/") { throw WriteFailure(EISDIR) }
      return .regular(nil)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw WriteFailure("it is a folder")
    case S_IFREG: return .regular(status)
    default: return .special
    }
  }

  /// Returns the descriptor that a path names. Opening such a path would write from the start of
  /// the file.
  private static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"]
      where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
