import Foundation
import Synchronization

/// A file that is created for this process alone, and removed by a signal handler until it is kept.
///
/// Nothing that is there already is opened, and no link is followed, as somebody who knows or
/// guesses the name may have put one there. The rights are those of the creation: at no instant does
/// the file have others.
struct ExclusiveFile {
  let descriptor: Int32
  let path: String
  /// Its place among `TemporaryFiles`.
  let slot: Int?

  /// Creates a file of a random name.
  ///
  /// - Parameters:
  ///   - rights: the most that it has; the mask of the process may take some away.
  ///   - accepts: whether the new file can be used; else it goes, and another one is made.
  ///   - path: the path with a random text in it.
  init(
    rights: mode_t, accepts: (Int32) -> Bool = { _ in true }, path: (String) -> String
  ) throws(WriteFailure) {
    for _ in 0..<100 {
      let path = path(String(UInt64.random(in: .min ... .max), radix: 36))
      // Registered before it is there, so that no signal comes between.
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

/// A file that only this user can read, until it is removed, at the latest with the object or by a
/// signal handler: something secret that another program has to read.
package final class PrivateFile: Sendable {
  package let path: String
  private let slot: Int?
  private let isRemoved = Atomic<Bool>(false)

  /// Writes the file, in the folder of temporary files of this user or of the system.
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
