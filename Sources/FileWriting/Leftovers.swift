// Temporary files left over by processes that were killed during a write.

extension OutputPlace {
  /// The prefix of the names of temporary files for this path; other files in the folder have other
  /// prefixes.
  var temporaryPrefix: String {
    // The FNV-1a hash of the name.
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return ".new-" + String(hash, radix: 36) + "-"
  }

  /// The name of the file in its folder.
  private var name: Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
  }
}

extension WholeFile {
  /// Locks a new temporary file until it is closed. Returns false if another process is removing
  /// leftovers and has locked or removed it.
  static func lock(_ descriptor: Int32) -> Bool {
    // If the file system does not support locks, leftovers are not removed either.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Removes the leftover temporary files for this path.
  ///
  /// It only removes regular files of this user that have the name of a temporary file for exactly
  /// this path and that no process has locked; a process that still writes one holds its lock.
  /// O(files in the folder).
  package static func removeLeftovers(of path: String) {
    guard let place = try? OutputPlace(path), case .regular = place.kind else { return }
    let prefix = place.temporaryPrefix
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard isRandom(name.dropFirst(prefix.count)) else { continue }
      removeUnlocked(place.folder + "/" + name)
    }
  }

  /// Returns true if the text is a `UInt64` in base 36.
  private static func isRandom(_ text: Substring) -> Bool {
    UInt64(text, radix: 36).map { String($0, radix: 36) == text } ?? false
  }

  private static func removeUnlocked(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }
}
