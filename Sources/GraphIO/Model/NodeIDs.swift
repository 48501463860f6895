/// The names of the nodes of a graph: a different text for each, as Swift compares texts (an é is
/// an é, be it one scalar or two). Ids that count up from 0 or 1 take no memory, other integers 8
/// bytes each.
public struct NodeIDs: Equatable, Sendable, RandomAccessCollection {
  enum Storage: Equatable, Sendable {
    case consecutive(first: Int, count: Int)
    case integers([Int])
    case strings([String])
  }

  let storage: Storage

  private init(storage: Storage) { self.storage = storage }

  /// `first`, `first + 1`, ... Traps when `count` is below zero.
  public init(count: Int, from first: Int = 0) {
    if count < 0 { fatalError("a graph cannot have \(count) nodes") }
    self.init(storage: .consecutive(first: count == 0 ? 0 : first, count: count))
  }

  /// Nil when an id occurs twice. O(ids).
  public init?(_ ids: [String]) {
    guard Set(ids).count == ids.count else { return nil }
    self.init(unique: ids)
  }

  /// For ids that are known to differ. The same ids are always stored in the same way, so that
  /// equality of the storage is equality of the ids.
  init(unique ids: [String]) {
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

  init(uniqueIntegers ids: [Int]) {
    let first = ids.first ?? 0
    if ids.isEmpty || first == 0 || first == 1, ids.indices.allSatisfy({ ids[$0] == first + $0 }) {
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

  public subscript(node: Int) -> String {
    switch storage {
    case .consecutive(let first, let count):
      // Not a precondition, whose words are not printed in release builds.
      if node < 0 || node >= count { fatalError("there is no node \(node); there are \(count)") }
      return (first + node).description
    case .integers(let ids): return ids[node].description
    case .strings(let ids): return ids[node]
    }
  }

  /// 0 or 1 when the ids count up from there, nil when they are anything else.
  public var firstOfConsecutive: Int? {
    if case .consecutive(let first, _) = storage { return first }
    return nil
  }

  /// True when all ids are integers, written without leading zeros or a plus.
  public var areIntegers: Bool {
    if case .strings = storage { return false }
    return true
  }

  /// From ids to nodes. Takes memory unless the ids are consecutive; keep it for several questions.
  public func lookup() -> Lookup { Lookup(self) }

  /// Finds nodes by their ids.
  public struct Lookup: Sendable {
    private enum Table: Sendable {
      case consecutive(first: Int, count: Int)
      case integers([Int: UInt32])
      case strings([String: UInt32])
    }
    private let table: Table

    init(_ ids: NodeIDs) {
      switch ids.storage {
      case .consecutive(let first, let count): table = .consecutive(first: first, count: count)
      case .integers(let ids):
        table = .integers(
          Dictionary(uniqueKeysWithValues: ids.indices.map { (ids[$0], UInt32($0)) }))
      case .strings(let ids):
        table = .strings(
          Dictionary(uniqueKeysWithValues: ids.indices.map { (ids[$0], UInt32($0)) }))
      }
    }

    /// The node with this id; nil when there is none.
    public subscript(id: String) -> Int? {
      switch table {
      case .consecutive(let first, let count):
        guard let number = Int(canonical: id), number >= first, number - first < count else {
          return nil
        }
        return number - first
      case .integers(let nodes): return Int(canonical: id).flatMap { nodes[$0] }.map(Int.init)
      case .strings(let nodes): return nodes[id].map(Int.init)
      }
    }
  }
}

extension Int {
  /// The integer written in the one way that `description` would write it.
  init?(canonical text: String) {
    guard
      let value = text.utf8.withContiguousStorageIfAvailable({ Int(canonicalBytes: $0) })
        ?? Int(canonicalBytes: Array(text.utf8))
    else { return nil }
    self = value
  }

  init?(canonicalBytes text: some RandomAccessCollection<UInt8>) {
    var rest = text[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard let first = rest.first, rest.count <= 19 else { return nil }
    if first == UInt8(ascii: "0"), rest.count > 1 || isNegative { return nil }
    var magnitude = 0
    for byte in rest {
      guard byte.isDigit else { return nil }
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
