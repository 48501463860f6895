import ForceSimulation

/// The links of a file, of which this rank has those of its range of bytes: their ends as the file has
/// them, in the order of the file.
struct FileLinks {
  var sources: [Int] = []
  var targets: [Int] = []
  /// The number of nodes of a file that numbers them from 0; nil where the ends are ids.
  var nodeCount: Int?

  /// Reads a rank's part of a file: an edge list of integers, a matrix of Matrix Market, or pairs of
  /// integers in NumPy's format.
  static func read(_ path: String, over world: World) throws(DistributedError) -> FileLinks {
    var matrix: MatrixPart?
    var list = EdgeListPart()
    var lineCount = 0
    let lines = { lineCount }
    let links = try SharedFile.read(path, over: world, lines: lines) {
      file throws(FilePartError) -> FileLinks? in
      let beginning = try file.read(min(file.size, 64), of: UInt8.self, at: 0)
      if beginning.starts(with: PairArray.magic) { return try PairArray.read(file, world) }
      if beginning.starts(with: [0x1F, 0x8B]) {
        throw FilePartError(reason: "it is compressed; ranks read parts of a file that is not")
      }
      if MatrixPart.isMatrix(beginning) {
        matrix = try MatrixPart(file, world, &lineCount)
      } else {
        try list.read(file, world, &lineCount)
      }
      return nil
    }
    if let links { return links }
    if let matrix { return try matrix.links(path, over: world) }
    return try list.links(path, over: world, lines: lines)
  }

  /// The bytes of this rank, of a range that ranks share.
  static func share(of bytes: Range<Int>, _ world: World) -> Range<Int> {
    func first(_ rank: Int) -> Int {
      let (high, low) = bytes.count.multipliedFullWidth(by: rank)
      return bytes.lowerBound + world.count.dividingFullWidth((high, low)).quotient
    }
    return first(world.rank)..<first(world.rank + 1)
  }
}

// MARK: Edge lists

/// A rank's part of an edge list: a link a line, which begins with the ids of its ends. Comments begin
/// with #, % or //; a first line of words has the names of columns; what follows the ids is not read.
private struct EdgeListPart {
  private var found = FileLinks()
  /// What would be wrong with the first line that is no comment, if it is not the first of the file.
  private var header: FilePartError?

  mutating func read(
    _ file: borrowing SharedFile, _ world: World, _ lineCount: inout Int
  ) throws(FilePartError) {
    var lines = LineRange(FileLinks.share(of: 0..<file.size, world))
    try lines.forEach(in: file) { line throws(FilePartError) in
      lineCount += 1
      try add(line, lineCount)
      return true
    }
  }

  private mutating func add(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int
  ) throws(FilePartError) {
    var words = LineWords(line)
    if words.isAtEnd || words.isAtComment { return }
    let start = words
    if let source = words.integer() {
      words.skipSeparator()
      if let target = words.integer() {
        found.sources.append(source)
        found.targets.append(target)
        return
      }
    }
    words = start
    let first = words.word()
    words.skipSeparator()
    let failure = FilePartError(
      reason: "\"\(first)\" and \"\(words.word())\" where the ids of the two ends of a link are "
        + "expected: integers such as 12 (names are read by one process alone)", line: number)
    guard found.sources.isEmpty, header == nil, Int(first) == nil else { throw failure }
    header = failure
  }

  func links(
    _ path: String, over world: World, lines: () -> Int
  ) throws(DistributedError) -> FileLinks {
    let before = world.sumBefore(found.sources.count + (header == nil ? 0 : 1))
    return try world.agree(about: path, lines: lines) { () throws(FilePartError) in
      if let header, before > 0 { throw header }
      return found
    }
  }
}

// MARK: Matrix Market

/// A rank's part of the entries of a matrix, as GraphIO's reader takes them
/// (https://math.nist.gov/MatrixMarket/formats.html).
private struct MatrixPart {
  private enum Symmetry { case general, symmetric, skew }

  private var found = FileLinks()
  private var symmetry = Symmetry.general
  private var hasValues = true
  private var saysDirected = false
  private var entries = 0
  private var declaredEntries = 0
  /// The sum of hashes of the entries off the diagonal, where those below it are subtracted: 0 for a
  /// symmetric matrix.
  private var skewness: UInt64 = 0

  static func isMatrix(_ beginning: [UInt8]) -> Bool {
    String(decoding: beginning, as: UTF8.self).lowercased().hasPrefix("%%matrixmarket")
  }

  init(
    _ file: borrowing SharedFile, _ world: World, _ lineCount: inout Int
  ) throws(FilePartError) {
    var header = LineRange(0..<file.size)
    var isFirst = true
    try header.forEach(in: file) { line throws(FilePartError) in
      defer { isFirst = false }
      return try isFirst ? readBanner(line) : readSizes(line)
    }
    guard found.nodeCount != nil else {
      throw FilePartError(
        reason: "the line with the numbers of rows, columns and entries is missing")
    }
    var lines = LineRange(
      FileLinks.share(of: header.end..<file.size, world),
      linesBefore: world.rank == 0 ? header.lineCount : 0)
    lineCount = lines.lineCount
    try lines.forEach(in: file) { line throws(FilePartError) in
      lineCount += 1
      try add(line)
      return true
    }
  }

  private mutating func readBanner(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(FilePartError) -> Bool {
    var words = LineWords(line)
    let banner = (0..<5).map { _ in words.word().lowercased() }
    hasValues = banner[3] != "pattern"
    let symmetries = [
      "general": Symmetry.general, "symmetric": .symmetric, "skew-symmetric": .skew,
    ]
    guard banner[1] == "matrix", banner[2] == "coordinate",
      ["pattern", "real", "integer"].contains(banner[3]), let known = symmetries[banner[4]]
    else {
      throw FilePartError(
        reason: "\"\(banner.dropFirst().joined(separator: " "))\" where a matrix is expected whose "
          + "entries have coordinates: pattern, real or integer; general, symmetric or skew-symmetric"
      )
    }
    symmetry = known
    return true
  }

  private mutating func readSizes(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(FilePartError) -> Bool {
    var words = LineWords(line)
    if words.isAtEnd { return true }
    if words.isAtComment {
      let letters = line.drop { !Self.isLetter($0) }.prefix(while: Self.isLetter)
      let word = String(decoding: letters, as: UTF8.self).lowercased()
      saysDirected = saysDirected || word == "directed" || word == "asym"
      return true
    }
    guard let rows = words.integer(), let columns = words.integer(), rows == columns, rows >= 0,
      let count = words.integer(), count >= 0
    else {
      throw FilePartError(
        reason: "the numbers of rows, columns and entries are expected, of a matrix with as many "
          + "columns as rows")
    }
    found.nodeCount = rows
    declaredEntries = count
    return false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  private mutating func add(_ line: UnsafeBufferPointer<UInt8>) throws(FilePartError) {
    var words = LineWords(line)
    if words.isAtEnd || words.isAtComment { return }
    let count = found.nodeCount!
    guard let row = words.integer(), let column = words.integer(),
      (1...max(count, 1)).contains(row),
      (1...max(count, 1)).contains(column), count > 0
    else { throw FilePartError(reason: "two nodes from 1 to \(count) are expected") }
    let (source, target) = (row - 1, column - 1)
    entries += 1
    found.sources.append(source)
    found.targets.append(target)
    switch symmetry {
    case .symmetric: return
    case .skew:
      guard row != column else { return }
      found.sources.append(target)
      found.targets.append(source)
    case .general:
      var value = 1.0
      if hasValues {
        let word = words.word()
        guard let number = Double(word) else {
          throw FilePartError(
            reason: "\"\(word)\" where a number is expected, the value of an entry")
        }
        value = number
      }
      guard row != column else { return }
      let hash = LinkHash.of(min(source, target), max(source, target), value.bitPattern)
      skewness = row < column ? skewness &+ hash : skewness &- hash
    }
  }

  /// The links: of a symmetric matrix one for each two entries, and none for a diagonal without zeros.
  func links(_ path: String, over world: World) throws(DistributedError) -> FileLinks {
    let all = world.sum(of: entries)
    guard all == declaredEntries else {
      throw .file(
        path, line: nil, reason: "it has \(all) entries, and says that there are \(declaredEntries)"
      )
    }
    guard symmetry == .general, !saysDirected else { return found }
    let isSymmetric = GraphPart.sum(skewness, over: world) == 0
    let offDiagonal = found.sources.indices.count { found.sources[$0] != found.targets[$0] }
    guard isSymmetric, world.sum(of: offDiagonal) > 0 else { return found }
    let leavesDiagonal = countOfDiagonal(over: world) == found.nodeCount!
    var kept = FileLinks(nodeCount: found.nodeCount)
    for link in found.sources.indices {
      let (source, target) = (found.sources[link], found.targets[link])
      guard source < target || source == target && !leavesDiagonal else { continue }
      kept.sources.append(source)
      kept.targets.append(target)
    }
    return kept
  }

  /// The number of nodes with an entry on the diagonal.
  private func countOfDiagonal(over world: World) -> Int {
    let own = Set(
      found.sources.indices.filter { found.sources[$0] == found.targets[$0] }.map {
        found.sources[$0]
      }
    ).sorted()
    let owner = world.owners(nodeCount: found.nodeCount!)
    var counts = [Int](repeating: 0, count: world.count)
    for node in own { counts[owner(node)] += 1 }
    return world.sum(of: Set(world.exchange(own, counts: counts).items).count)
  }
}

// MARK: Pairs of integers

/// An array of NumPy with two columns of integers: the nodes of links, numbered from 0
/// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
private enum PairArray {
  static let magic: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59]
  private static let pieceSize = 1 << 18

  static func read(_ file: borrowing SharedFile, _ world: World) throws(FilePartError) -> FileLinks
  {
    let start = try file.read(min(12, file.size), of: UInt8.self, at: 0)
    guard start.count == 12, (1...3).contains(start[6]) else {
      throw FilePartError(reason: "the header of a NumPy array is expected, of version 1 to 3")
    }
    let long = start[6] > 1
    let length = start[8..<(long ? 12 : 10)].reversed().reduce(0) { $0 << 8 | Int($1) }
    let data = (long ? 12 : 10) + length
    guard length < 1 << 16, data <= file.size else {
      throw FilePartError(reason: "the header of its array is longer than the file")
    }
    let text = String(
      decoding: try file.read(length, of: UInt8.self, at: data - length), as: UTF8.self)
    let packed = text.filter { $0 != " " && $0 != "\n" }
    let types = ["<i4": 4, "<i8": 8, "<u4": 4, "<u8": 8]
    guard let type = types.keys.first(where: { packed.contains("'descr':'\($0)'") }),
      packed.contains("'fortran_order':False"),
      let shape = packed.split(separator: "'shape':(").last?.split(separator: ")").first,
      case let sides = shape.split(separator: ",").map({ Int($0) }), sides.count == 2,
      let rows = sides[0], rows >= 0, sides[1] == 2
    else {
      throw FilePartError(
        reason:
          "an array of rows of two integers is expected (<i4, <i8, <u4 or <u8, row by row), not "
          + String(text.prefix(120)))
    }
    let bytes = 2 * types[type]!
    guard (file.size - data) / bytes == rows, (file.size - data) % bytes == 0 else {
      throw FilePartError(
        reason:
          "it has \(file.size - data) bytes after its header; \(rows) rows take \(rows * bytes)")
    }
    let own = FileLinks.share(of: 0..<rows, world)
    var links = FileLinks()
    for first in stride(from: own.lowerBound, to: own.upperBound, by: pieceSize) {
      let count = min(pieceSize, own.upperBound - first)
      let place = data + first * bytes
      switch type {
      case "<i4": links.append(try file.read(2 * count, of: Int32.self, at: place))
      case "<u4": links.append(try file.read(2 * count, of: UInt32.self, at: place))
      case "<i8": links.append(try file.read(2 * count, of: Int64.self, at: place))
      default: links.append(try file.read(2 * count, of: UInt64.self, at: place))
      }
    }
    let largest = max(links.sources.max() ?? -1, links.targets.max() ?? -1)
    guard min(links.sources.min() ?? 0, links.targets.min() ?? 0) >= 0 else {
      throw FilePartError(reason: "it has a node below 0")
    }
    links.nodeCount = largest + 1
    return links
  }
}

extension FileLinks {
  fileprivate mutating func append(_ ends: [some FixedWidthInteger]) {
    for pair in 0..<ends.count / 2 {
      sources.append(Int(clamping: ends[2 * pair]))
      targets.append(Int(clamping: ends[2 * pair + 1]))
    }
  }
}

/// Hashes of links, whose sum tells two graphs from each other.
enum LinkHash {
  static func of(_ first: Int, _ second: Int, _ third: UInt64) -> UInt64 {
    mix(mix(mix(UInt64(bitPattern: Int64(first))) ^ UInt64(bitPattern: Int64(second))) ^ third)
  }

  /// SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195).
  static func mix(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
