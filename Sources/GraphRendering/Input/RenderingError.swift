/// An error that prevents a picture.
public enum RenderingError: Error, Equatable, Sendable {
  /// The length of an array with one element per node is wrong.
  case wrongLength(of: String, expected: Int, found: Int)
  /// `Drawing.Routes.offsets` does not have one element per edge plus one.
  case wrongOffsets(expected: Int, found: Int)
  /// An edge refers to a node that does not exist.
  case edgeEndOutOfRange(edge: Int, end: String, node: Int, nodeCount: Int)
  /// A number is out of range. `index` is the node or edge, if there is one.
  case outOfRange(String, index: Int?, value: String, allowed: String)
  /// There are more nodes or edges than can be numbered.
  case tooMany(String, count: Int, limit: Int)
  /// The picture would have too many pixels.
  case tooManyPixels(width: Double, height: Double, limit: String)
  /// The package was built without a required trait.
  case traitMissing(String, what: String)
  /// The system has no Cairo, which is looked for when the first PNG or PDF is made.
  case cairoNotInstalled(what: String)
  /// A file cannot be written, for the given reason; or its extension is unknown.
  case unwritable(path: String, reason: String)
  /// The work was cancelled.
  case cancelled
  /// An error reported by Cairo.
  case cairo(String)
}

extension RenderingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongLength(let what, let expected, let found):
      "\(what) has \(found) elements; \(expected) are needed, one for each node, or none"
    case .wrongOffsets(let expected, let found):
      "routes.offsets has \(found) elements; \(expected) are needed, one for each edge and the end"
    case .edgeEndOutOfRange(let edge, let end, let node, let nodeCount):
      "edge \(edge) has \(end) \(node), which is not a node; "
        + (nodeCount == 0 ? "there are none" : "nodes are 0 to \(nodeCount - 1)")
    case .outOfRange(let what, let index, let value, let allowed):
      "\(what)\(index.map { " [\($0)]" } ?? "") is \(value); it must be \(allowed)"
    case .tooMany(let what, let count, let limit):
      "\(count) \(what) are too many; at most \(limit) can be drawn"
    case .tooManyPixels(let width, let height, let limit):
      "a PNG of \(width) by \(height) pixels is too large; \(limit)"
    case .traitMissing(let trait, let what):
      "\(what) needs the package trait \(trait), which this build does not have; "
        + "build with --traits \(trait),Tools, or enable it where the package is depended on"
    case .cairoNotInstalled(let what):
      "\(what) needs Cairo, which this system does not have (Debian: apt install libcairo2 "
        + "fonts-dejavu-core); an SVG does not"
    case .unwritable(let path, let reason):
      "\(path): cannot be written: \(reason)"
    case .cancelled:
      "the picture was cancelled"
    case .cairo(let message):
      "Cairo cannot make the picture: \(message)"
    }
  }
}
