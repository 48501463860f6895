#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Picture {
  /// Writes a file, as `write(to:scale:)` does with a path. `url` must be a file URL.
  public func write(to url: URL, scale: Double = 1) throws(RenderingError) {
    guard url.isFileURL else {
      throw .unwritable(path: url.absoluteString, reason: "this is not the URL of a file")
    }
    try write(to: url.path, scale: scale)
  }
}
