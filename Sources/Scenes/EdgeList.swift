import ForceSimulation

/// A graph as a list of its links: two node ids a line.
///
///     # comment
///     % comment
///     0 17
///     0,21      # blanks, tabs and commas separate
///
/// Ids are integers from 0. They need not be consecutive: the nodes are the ids that occur, in
/// increasing order. So ids that are exactly 0 ..< n stay what they are. Links keep the order of
/// the lines; a duplicate or a link from a node to itself is kept as it is.
public struct EdgeList: Equatable, Sendable {
  /// The ids that occur, increasing. Node i has `ids[i]`.
  public let ids: [Int]
  /// By index in `ids`.
  public let links: [Link<Int>]

  /// Reads a file, which may be compressed with gzip, in pieces of 64 KiB. O(links * log(nodes)).
  ///
  /// Throws `EdgeListError` when the file cannot be read, has anything but ids in it, or has more
  /// than `maximumLinkCount` links (so that a small compressed file cannot take all memory: a link
  /// takes 32 bytes).
  public init(
    contentsOfFile path: String, maximumLinkCount: Int = 1 << 28
  ) throws(EdgeListError) {
    let file = try GzipFile(path: path)
    var parser = EdgeListParser(
      source: file, path: path, maximumLinkCount: maximumLinkCount)
    self.init(try parser.parse())
  }

  /// Reads text that is in memory already. `path` is what errors call it.
  public init(
    _ text: some Sequence<UInt8>, path: String, maximumLinkCount: Int = 1 << 28
  ) throws(EdgeListError) {
    var parser = EdgeListParser(
      source: Bytes(iterator: text.makeIterator()), path: path, maximumLinkCount: maximumLinkCount)
    self.init(try parser.parse())
  }

  private init(_ links: [Link<Int>]) {
    var occurrences: [Int] = []
    occurrences.reserveCapacity(2 * links.count)
    for link in links {
      occurrences.append(link.source)
      occurrences.append(link.target)
    }
    occurrences.sort()
    var ids: [Int] = []
    for id in occurrences where id != ids.last { ids.append(id) }
    self.ids = ids
    if ids.isEmpty || ids[ids.count - 1] == ids.count - 1 {
      self.links = links
    } else {
      self.links = links.map { link in
        Link(source: ids.index(ofSorted: link.source), target: ids.index(ofSorted: link.target))
      }
    }
  }
}

extension [Int] {
  /// The index of an element that is there, by bisection.
  fileprivate func index(ofSorted element: Int) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Why an edge list could not be read.
public struct EdgeListError: Error, Equatable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    /// The file cannot be opened or read.
    case unreadable(String)
    /// The compressed data is damaged or cut short.
    case damaged(String)
    /// There is something else than there has to be.
    case unexpected(found: String, expected: String)
    case tooManyLinks(maximum: Int)
  }

  public let path: String
  /// Where the trouble begins, from 1; columns count bytes. 0 when it is with the file as a whole.
  public let line: Int
  public let column: Int
  public let reason: Reason

  public var description: String {
    let place = line == 0 ? path : "\(path):\(line):\(column)"
    switch reason {
    case .unreadable(let why): return "\(place): cannot be read: \(why)"
    case .damaged(let why): return "\(place): the compressed data is damaged: \(why)"
    case .unexpected(let found, let expected):
      return "\(place): found \(found), expected \(expected)"
    case .tooManyLinks(let maximum): return "\(place): more than \(maximum) links"
    }
  }
}
