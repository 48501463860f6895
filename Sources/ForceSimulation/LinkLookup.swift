/// The neighbours of nodes, for functions that choose a link's length or stiffness by its
/// surroundings.
///
/// The tables are made when they are first read, in O(number of links).
public struct LinkLookup<NodeID: Hashable> {
  private let tables: Tables

  /// The neighbours that these links give. O(1): the tables are made later.
  public init(links: [Link<NodeID>]) { tables = Tables(links: links) }

  /// The targets of the links from a node, in the sequence of the links.
  public var sourceToTarget: [NodeID: [NodeID]] { tables.sourceToTarget }
  /// The sources of the links to a node, in the sequence of the links.
  public var targetToSource: [NodeID: [NodeID]] { tables.targetToSource }
  /// The number of link ends at a node; a link from a node to itself counts twice.
  public var count: [NodeID: Int] { tables.count }

  private final class Tables {
    let links: [Link<NodeID>]
    init(links: [Link<NodeID>]) { self.links = links }

    lazy var sourceToTarget = Dictionary(grouping: links, by: \.source).mapValues {
      $0.map(\.target)
    }
    lazy var targetToSource = Dictionary(grouping: links, by: \.target).mapValues {
      $0.map(\.source)
    }
    lazy var count: [NodeID: Int] = {
      var count: [NodeID: Int] = [:]
      for link in links {
        count[link.source, default: 0] += 1
        count[link.target, default: 0] += 1
      }
      return count
    }()
  }
}
