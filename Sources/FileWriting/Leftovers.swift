import Foundation

// Files that a process left beside their place because it was killed while it wrote them.

extension OutputPlace {
  /// The beginning of the names of temporary files for this place: another file in the folder has
  /// another one.
  var temporaryPrefix: String {
    // FNV-1a.
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
  /// Locks a new temporary file until it is closed. Returns false when somebody who removes
  /// leftovers has it, or has removed it.
  static func lock(_ descriptor: Int32) -> Bool {
    // Where there are no locks, nobody removes leftovers either.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Removes the temporary files that killed processes have left of this place.
  ///
  /// It removes nothing but regular files of this user that have the name of a temporary file of
  /// this very place and that no process has locked, as each does that still writes one. O(files in
  /// the folder).
  package static func removeLeftovers(of path: String) {
    guard let place = try? OutputPlace(path), case .regular = place.kind else { return }
    let prefix = place.temporaryPrefix
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard isRandom(name.dropFirst(prefix.count)) else { continue }
      removeUnlocked(place.folder + "/" + name)
    }
  }

  /// True for what `UInt64` in base 36 may look like.
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
