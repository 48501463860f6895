import GraphModel
import GraphRendering

extension Graph {
  /// Returns the property by which the page of a graph colours nodes, if any: the one that is asked
  /// for, if there is such a one. If none is asked for, the communities, as in a live view; not
  /// where a file has colours of its own, and not in graphs so large that it would take a second.
  @_spi(Interfaces)
  public func pageColoring(asked: String?) -> String? {
    if let asked { return NodeMeasure(asked, of: self) == nil ? nil : asked }
    guard edgeCount > 0, nodeCount + edgeCount <= 500_000,
      FileStyle(self).discColoring(self, .light) == nil
    else { return nil }
    return NodeMeasure.community.id
  }
}
