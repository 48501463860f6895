/// An invalid input or request of a view.
///
/// Later releases may add cases: end a switch with `default`.
public enum GraphViewError: Error, Hashable, Sendable {
  /// Two nodes of a graph have the same id.
  case duplicateNode(String)
  /// A link refers to a node that does not exist.
  case missingNode(String, link: String)
  /// A number is not finite or out of its range.
  case outOfRange(String, value: String, allowed: String)
  /// The steps do not fit the graph.
  case badSteps(String)
  /// A request cannot be satisfied, for the reason that the sentence gives.
  case impossible(String)
}

extension GraphViewError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .duplicateNode(let id): "two nodes have the id \"\(id)\"; ids have to differ"
    case .missingNode(let id, let link):
      "the link \(link) joins \"\(id)\", which is no node; add a NodeMark, or leave the link out"
    case .outOfRange(let what, let value, let allowed):
      "\(what) is \(value); it must be \(allowed)"
    case .badSteps(let sentence), .impossible(let sentence): sentence
    }
  }
}
