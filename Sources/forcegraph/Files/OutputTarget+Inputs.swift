import CommandLineSupport
import FileWriting
import GraphIO

/// An input file that an output may replace.
struct InputFile {
  /// A path, or `-` for standard input.
  let path: String
  /// True if only positions are read from it.
  var isForPositions = false

  fileprivate var identity: FileIdentity? {
    path == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path: path)
  }

  fileprivate var holdsOnlyPositions: Bool {
    isForPositions && NodePositionTable.Format(fileName: path) != nil
  }
}

extension OutputTarget {
  private var identity: FileIdentity? {
    isStandardOutput ? FileIdentity(descriptor: STDOUT_FILENO) : FileIdentity(path: path)
  }

  private func replaces(_ input: InputFile) -> Bool {
    guard let identity else { return false }
    return identity == input.identity
  }

  /// Throws if this replaces an input and its kind cannot represent the content of that input.
  func check(inputs: [InputFile]) throws(Failure) {
    for input in inputs where replaces(input) {
      switch kind {
      case .svg, .svgz, .pdf, .png: throw .replaced(name, by: "a picture cannot hold what is in it")
      case .html: throw .replaced(name, by: "a page cannot hold what is in it")
      case .positions where !input.holdsOnlyPositions:
        throw .replaced(name, by: "positions cannot hold the graph in it")
      case .positions, .graph: break
      }
    }
  }

  /// Throws likewise, with the information of the graph that was read.
  func check(input: InputFile, _ read: ReadResult) throws {
    guard case .graph(let format) = kind, replaces(input) else { return }
    let losses =
      read.notes + (try GraphWriter(format: format).report(read.graph).losses.map(\.description))
    if let loss = losses.first {
      throw Failure.replaced(name, by: "not all in it would be in the new file: \(loss)")
    }
  }

  /// Throws if this replaces a graph file from which only positions were read and which has more
  /// content than `graph` will have.
  func check(positions input: InputFile, _ limits: LimitOptions, replacedBy graph: Graph) throws {
    guard case .graph = kind, input.isForPositions, !input.holdsOnlyPositions, replaces(input)
    else { return }
    let old = try PositionInput.graph(input.path, limits)
    guard old.nodeCount == graph.nodeCount, old.edgeCount == graph.edgeCount else {
      throw Failure.replaced(
        name,
        by: "the graph in it has \(old.nodeCount) nodes and \(old.edgeCount) edges, the new one "
          + "\(graph.nodeCount) and \(graph.edgeCount)")
    }
    let pairs = [
      (old.nodeAttributes, graph.nodeAttributes, "nodes"),
      (old.edgeAttributes, graph.edgeAttributes, "edges"),
    ]
    for (old, new, owner) in pairs {
      if let name = old.names.first(where: { new[$0] == nil }) {
        throw Failure.replaced(
          self.name, by: "the new file would not have its attribute \"\(name)\" of \(owner)")
      }
    }
  }

  /// Throws if two outputs are the same file under different names.
  static func check(_ targets: [OutputTarget]) throws(Failure) {
    var names: [FileIdentity: String] = [:]
    for target in targets {
      guard let identity = target.identity else { continue }
      if let other = names.updateValue(target.name, forKey: identity) {
        throw .usage("\(other) and \(target.name) are the same file, which cannot become both.")
      }
    }
  }
}
