import Synchronization

/// A file created exclusively by this process, which a signal handler removes until it is kept.
///
/// An existing file is never opened, and no link is followed, as an attacker who guesses the name
/// may have created one. The permissions are set on creation: at no time does the file have others.
struct ExclusiveFile {
  let descriptor: Int32
  let path: String
  /// The index among `TemporaryFiles`.
  let slot: Int?

  /// Creates a file with a random name.
  ///
  /// - Parameters:
  ///   - rights: the permissions, from which the process's umask is removed.
  ///   - accepts: returns true if the new file can be used; otherwise it is removed, and another
  ///     one is created.
  ///   - path: returns the path with a given random text in it.
  init(
    rights: mode_t, accepts: (Int32) -> Bool = { _ in true }, path: (String) -> String
  ) throws(WriteFailure) {
    for _ in 0..<100 {
      let path = path(String(UInt64.random(in: .min ... .max), radix: 36))
      // The name is registered before the file exists, so that a signal in between does no harm.
      let slot = TemporaryFiles.register(path)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, rights)
      let code = errno
      if descriptor >= 0, accepts(descriptor) {
        (self.descriptor, self.path, self.slot) = (descriptor, path, slot)
        return
      }
      if descriptor >= 0 {
        close(descriptor)
        unlink(path)
      }
      TemporaryFiles.forget(slot)
      if descriptor < 0, code != EEXIST { throw WriteFailure(code) }
    }
    throw WriteFailure(EEXIST)
  }
}

/// A file that only this user can read, for passing a secret to another program. It is removed at
/// the latest when the object is deallocated, or by a signal handler.
package final class PrivateFile: Sendable {
  package let path: String
  private let slot: Int?
  private let isRemoved = Atomic<Bool>(false)

  /// Writes the file in the temporary folder of this user or of the system.
  package init(prefix: String, suffix: String, _ bytes: [UInt8]) throws(WriteFailure) {
    let folder = FileManager.default.temporaryDirectory
    let file = try ExclusiveFile(rights: 0o600) { random in
      folder.appending(path: prefix + random + suffix).path(percentEncoded: false)
    }
    (path, slot) = (file.path, file.slot)
    let code = bytes.withUnsafeBytes { Descriptor.write($0, to: file.descriptor) }
    close(file.descriptor)
    if code != 0 { throw WriteFailure(code) }
  }

  deinit { remove() }

  package func remove() {
    if isRemoved.exchange(true, ordering: .relaxed) { return }
    unlink(path)
    TemporaryFiles.forget(slot)
  }
}
