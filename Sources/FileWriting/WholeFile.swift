import Foundation

/// A file that is there as a whole or not at all: written beside its place and then moved there.
///
/// A file that was there keeps its rights and, where the system allows it, its owner. A symbolic
/// link stays; the file it leads to is replaced. A pipe or a device is written to directly.
///
/// The file beside the place is locked while it is written, so that `removeLeftovers(of:)` can tell
/// it from one whose process was killed.
package final class WholeFile {
  private let place: OutputPlace
  private var descriptor: Int32 = -1
  /// Nil when writing directly, or when done.
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

  /// Moves the file to its place. Nothing comes after this.
  package func finish() throws(WriteFailure) {
    // Otherwise a power cut could leave an empty file in the place of the old one.
    if temporaryPath != nil, fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP {
      throw WriteFailure(errno)
    }
    // The lock stays until the file is in its place.
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
    // Contents of a file that others must not read are never in one that they may read.
    let rights: mode_t = isReplacing ? 0o600 : 0o666
    let (folder, prefix) = (place.folder, place.temporaryPrefix)
    // A file that cannot be locked is one that somebody who removes leftovers came upon.
    let file = try ExclusiveFile(rights: rights, accepts: Self.lock) { folder + "/" + prefix + $0 }
    (descriptor, temporaryPath, slot) = (file.descriptor, file.path, file.slot)
  }

  private func takeRights(_ status: stat) {
    var rights = status.st_mode & 0o7777
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      // The bits beyond these lend the rights of the owner, who is another one now.
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
