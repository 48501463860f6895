import Synchronization

extension Graph {
  /// The unique ids of the nodes of a graph. Ids are compared by their bytes: an é of one scalar
  /// and an é of two are different ids, though Swift's `==` considers them equal. Consecutive ids
  /// from 0 or 1 take no memory, other integers 8 bytes each.
  ///
  ///     graph.nodeIDs[3]                   // "Valjean"
  ///     graph.nodeIDs.index(of: "Valjean") // 3
  ///
  /// Both are O(1), except that the first lookup by id takes O(nodes) to build a table, which all
  /// copies share.
  public struct NodeIDs: Sendable, RandomAccessCollection {
    enum Storage: Sendable, Codable {
      case consecutive(first: Int, count: Int)
      case integers([Int])
      case strings([String])
    }

    let storage: Storage
    private let table: Table

    private init(storage: Storage) {
      self.storage = storage
      table = Table()
    }

    /// Creates the ids `first`, `first + 1`, ... Traps if `count` is negative.
    public init(count: Int, from first: Int = 0) {
      if count < 0 { fatalError("a graph cannot have \(count) nodes") }
      self.init(storage: .consecutive(first: count == 0 ? 0 : first, count: count))
    }

    /// Creates ids in the order of the nodes. Throws if an id occurs twice. O(ids).
    public init(_ ids: some Sequence<String>) throws(GraphError) {
      let ids = Array(ids)
      var first: [ExactText: Int] = [:]
      first.reserveCapacity(ids.count)
      for (node, id) in ids.enumerated() {
        if let other = first.updateValue(node, forKey: ExactText(id)) {
          throw GraphError("the nodes \(other) and \(node) have the same id, \"\(id)\"")
        }
      }
      self.init(unique: ids)
    }

    /// Creates ids that are known to be unique. The storage is canonical, so that equality of the
    /// storage is equality of the ids.
    package init(unique ids: [String]) {
      var integers: [Int] = []
      for id in ids {
        guard let integer = Int(canonical: id) else {
          self.init(storage: .strings(ids))
          return
        }
        integers.append(integer)
      }
      self.init(uniqueIntegers: integers)
    }

    /// Creates integer ids that are known to be unique.
    package init(uniqueIntegers ids: [Int]) {
      let first = ids.first ?? 0
      if ids.isEmpty || first == 0 || first == 1,
        ids.indices.allSatisfy({ ids[$0] == first + $0 })
      {
        self.init(storage: .consecutive(first: first, count: ids.count))
      } else {
        self.init(storage: .integers(ids))
      }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int {
      switch storage {
      case .consecutive(_, let count): count
      case .integers(let ids): ids.count
      case .strings(let ids): ids.count
      }
    }

    /// The id of a node. Traps if there is no such node.
    public subscript(node: Int) -> String {
      switch storage {
      case .consecutive(let first, let count):
        // A precondition would not print its message in release builds.
        if node < 0 || node >= count { fatalError("there is no node \(node); there are \(count)") }
        return (first + node).description
      case .integers(let ids): return ids[node].description
      case .strings(let ids): return ids[node]
      }
    }

    /// Returns the node of an id; nil if there is none. O(1) after the first lookup.
    public func index(of id: String) -> Int? {
      if case .consecutive(let first, let count) = storage {
        guard let number = Int(canonical: id), number >= first, number - first < count else {
          return nil
        }
        return number - first
      }
      return table.node(id, storage)
    }

    /// Returns true if a node has this id. O(1) after the first lookup.
    public func contains(_ id: String) -> Bool { index(of: id) != nil }

    /// 0 or 1 if the ids are consecutive integers from there, else nil.
    package var firstOfConsecutive: Int? {
      if case .consecutive(let first, _) = storage { return first }
      return nil
    }

    /// True if all ids are integers, written without leading zeros or a plus sign.
    package var areIntegers: Bool {
      if case .strings = storage { return false }
      return true
    }
  }
}

extension Graph.NodeIDs: ByteEquality {
  package func isEqual(to other: Self) -> Bool { storage == other.storage }
  package func addHash(to hasher: inout Hasher) { hasher.combine(storage) }
}

extension Graph.NodeIDs.Storage: Hashable {
  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.consecutive(let first, let count), .consecutive(let otherFirst, let otherCount)):
      first == otherFirst && count == otherCount
    case (.integers(let ids), .integers(let others)): ids == others
    case (.strings(let ids), .strings(let others)):
      ids.elementsEqual(others) { $0.hasSameBytes(as: $1) }
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .consecutive(let first, let count):
      hasher.combine(first)
      hasher.combine(count)
    case .integers(let ids): hasher.combine(ids)
    case .strings(let ids): for id in ids { hasher.combine(ExactText(id)) }
    }
  }
}

extension Graph.NodeIDs: Codable {
  /// Decodes ids. Also throws if an id occurs twice.
  public init(from decoder: any Decoder) throws {
    switch try Storage(from: decoder) {
    case .consecutive(let first, let count):
      guard count >= 0, first.addingReportingOverflow(count).overflow == false else {
        throw GraphError("a graph cannot have \(count) nodes with ids from \(first)")
      }
      self.init(count: count, from: first)
    case .integers(let ids): try self.init(ids.map(\.description))
    case .strings(let ids): try self.init(ids)
    }
  }

  public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension Graph.NodeIDs {
  /// A lazily built table of the nodes by id.
  private final class Table: Sendable {
    private enum Nodes {
      case integers([Int: Int32])
      case strings([ExactText: Int32])
    }
    private let nodes = Mutex<Nodes?>(nil)

    func node(_ id: String, _ storage: Storage) -> Int? {
      nodes.withLock { nodes in
        let known = nodes ?? Self.nodes(storage)
        nodes = known
        switch known {
        case .integers(let nodes): return Int(canonical: id).flatMap { nodes[$0] }.map(Int.init)
        case .strings(let nodes): return nodes[ExactText(id)].map(Int.init)
        }
      }
    }

    private static func nodes(_ storage: Storage) -> Nodes {
      func table<ID: Hashable>(_ ids: [ID]) -> [ID: Int32] {
        Dictionary(uniqueKeysWithValues: ids.indices.map { (ids[$0], Int32($0)) })
      }
      return switch storage {
      case .consecutive: .integers([:])
      case .integers(let ids): .integers(table(ids))
      case .strings(let ids): .strings(table(ids.map(ExactText.init)))
      }
    }
  }
}

extension Int {
  /// Parses an integer in its canonical form, the one that `description` has.
  package init?(canonical text: String) {
    guard
      let value = text.utf8.withContiguousStorageIfAvailable({ Int(canonicalBytes: $0) })
        ?? Int(canonicalBytes: Array(text.utf8))
    else { return nil }
    self = value
  }

  // This is inlinable, as GraphIO calls it for each id: without a specialisation, reading an edge
  // list takes 8 times as long.
  @inlinable
  package init?(canonicalBytes text: some RandomAccessCollection<UInt8>) {
    var rest = text[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard let first = rest.first, rest.count <= 19 else { return nil }
    if first == UInt8(ascii: "0"), rest.count > 1 || isNegative { return nil }
    var magnitude = 0
    for byte in rest {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (tenfold, tooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let digit = Int(byte &- UInt8(ascii: "0"))
      let (sum, stillTooLarge) =
        isNegative
        ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      if tooLarge || stillTooLarge { return nil }
      magnitude = sum
    }
    self = magnitude
  }
}
