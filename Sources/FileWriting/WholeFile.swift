/// A file that is written atomically: to a temporary file in the same folder, which is then
/// renamed.
///
/// An existing file keeps its permissions and, if the system allows it, its owner. A symbolic link
/// is kept, and its target is replaced. A pipe or a device is written to directly.
///
/// The temporary file is locked while it is written, so that `removeLeftovers(of:)` can distinguish
/// it from one whose process was killed.
package final class WholeFile {
  private let place: OutputPlace
  private var descriptor: Int32 = -1
  /// The path of the temporary file; nil if it is written directly or finished.
  private var temporaryPath: String?
  private var slot: Int?

  package init(path: String) throws(WriteFailure) {
    place = try OutputPlace(path)
    try place.check()
    switch place.kind {
    case .descriptor(let number): descriptor = dup(number)
    case .special: descriptor = open(place.path, O_WRONLY | O_CLOEXEC)
    case .regular(let status):
      try openTemporary(isReplacing: status != nil)
      if let status { takeRights(status) }
    }
    if descriptor < 0 { throw WriteFailure(errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    removeTemporary()
  }

  package func write(_ bytes: [UInt8]) throws(WriteFailure) {
    let code = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    if code != 0 { throw WriteFailure(code) }
  }

  /// Moves the file to its destination. Nothing may be written afterwards.
  package func finish() throws(WriteFailure) {
    // Without fsync, a power failure could leave an empty file in place of the old one.
    if temporaryPath != nil, fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP {
      throw WriteFailure(errno)
    }
    // The lock is held until the file has been renamed.
    let lock = temporaryPath == nil ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if temporaryPath != nil, lock < 0 { throw WriteFailure(errno) }
    defer { if lock >= 0 { close(lock) } }
    let status = close(descriptor)
    descriptor = -1
    if status != 0 { throw WriteFailure(errno) }
    guard let temporaryPath else { return }
    if rename(temporaryPath, place.path) != 0 { throw WriteFailure(errno) }
    self.temporaryPath = nil
    TemporaryFiles.forget(slot)
  }

  // MARK: The temporary file

  private func openTemporary(isReplacing: Bool) throws(WriteFailure) {
    // The content of a file that others must not read is never in a readable file.
    let rights: mode_t = isReplacing ? 0o600 : 0o666
    let (folder, prefix) = (place.folder, place.temporaryPrefix)
    // A new file that cannot be locked is just being removed as a leftover.
    let file = try ExclusiveFile(rights: rights, accepts: Self.lock) { folder + "/" + prefix + $0 }
    (descriptor, temporaryPath, slot) = (file.descriptor, file.path, file.slot)
  }

  private func takeRights(_ status: stat) {
    var rights = status.st_mode & 0o7777
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      // The setuid and setgid bits are cleared, as the file now has another owner.
      rights &= 0o777
      _ = fchown(descriptor, .max, status.st_gid)
    }
    fchmod(descriptor, rights)
  }

  private func removeTemporary() {
    guard let temporaryPath else { return }
    unlink(temporaryPath)
    TemporaryFiles.forget(slot)
  }
}
