/// The lines of a text file that begin within a range of its bytes.
struct LineRange {
  /// The bytes of the range.
  let bytes: Range<Int>
  /// The number of lines so far.
  private(set) var lineCount: Int
  /// The byte after the last line so far.
  private(set) var end = 0

  private static let pieceSize = 1 << 22
  private static let longestLine = 1 << 26

  /// - Parameter linesBefore: lines that were read already, for the numbers of the next ones.
  init(_ bytes: Range<Int>, linesBefore: Int = 0) {
    self.bytes = bytes
    lineCount = linesBefore
  }

  /// Calls `body` for each line, without its end. It returns false to stop. Its errors get the number of
  /// the line.
  mutating func forEach(
    in file: borrowing SharedFile,
    _ body: (_ line: UnsafeBufferPointer<UInt8>) throws(FilePartError) -> Bool
  ) throws(FilePartError) {
    let size = file.size
    // A line that the byte before the range belongs to begins before it.
    var isWithin = bytes.lowerBound == 0
    var place = isWithin ? 0 : bytes.lowerBound - 1
    // The bytes from `place` on; the next ones follow those.
    var buffer: [UInt8] = []
    var next = place
    while true {
      let count = min(Self.pieceSize, size - next)
      if count > 0 {
        buffer += try file.read(count, of: UInt8.self, at: next)
        next += count
      }
      let isLast = next >= size
      let (used, goesOn) = try lines(of: buffer, at: place, isLast: isLast, &isWithin, body)
      guard goesOn, !isLast else { return }
      buffer.removeFirst(used)
      place += used
      guard buffer.count < Self.longestLine else {
        throw FilePartError(
          reason: "a line of more than \(Self.longestLine) bytes", line: lineCount + 1)
      }
    }
  }

  /// Calls `body` for the lines that end in the buffer. Returns their bytes, and false at the end.
  private mutating func lines(
    of buffer: [UInt8], at place: Int, isLast: Bool, _ isWithin: inout Bool,
    _ body: (_ line: UnsafeBufferPointer<UInt8>) throws(FilePartError) -> Bool
  ) throws(FilePartError) -> (used: Int, goesOn: Bool) {
    try buffer.withUnsafeBufferPointer { all throws(FilePartError) in
      var begin = 0
      while true {
        if place + begin >= bytes.upperBound { return (begin, false) }
        var after = begin
        while after < all.count, all[after] != 0x0A { after += 1 }
        if after == all.count, !isLast || after == begin { return (begin, true) }
        if isWithin {
          lineCount += 1
          end = min(place + after + 1, place + all.count)
          do throws(FilePartError) {
            guard try body(UnsafeBufferPointer(rebasing: all[begin..<after])) else {
              return (begin, false)
            }
          } catch { throw FilePartError(reason: error.reason, line: lineCount) }
        }
        isWithin = true
        begin = min(after + 1, all.count)
      }
    }
  }
}

/// Words of a line of text.
struct LineWords {
  private let line: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ line: UnsafeBufferPointer<UInt8>) {
    self.line = line
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    skipBlanks()
  }

  /// True at the end of the line.
  var isAtEnd: Bool { at == line.count }

  /// True before a comment.
  var isAtComment: Bool {
    guard !isAtEnd else { return false }
    let byte = line[at]
    return byte == UInt8(ascii: "#") || byte == UInt8(ascii: "%")
      || byte == UInt8(ascii: "/") && at + 1 < line.count && line[at + 1] == byte
  }

  /// The next word, as text for messages.
  mutating func word() -> String {
    let begin = at
    while at < line.count, !Self.isBlank(line[at]), !Self.isSeparator(line[at]) { at += 1 }
    let text = String(decoding: line[begin..<min(at, begin + 60)], as: UTF8.self)
    skipBlanks()
    return text
  }

  /// Skips a separator that is not a blank.
  mutating func skipSeparator() {
    guard !isAtEnd, Self.isSeparator(line[at]) else { return }
    at += 1
    skipBlanks()
  }

  /// The next word as an integer in its shortest form; nil, and nothing is skipped, where it is none.
  mutating func integer() -> Int? {
    var place = at
    let isNegative = place < line.count && line[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let begin = place
    var value = 0
    while place < line.count, case let digit = Int(line[place]) - 0x30, (0...9).contains(digit) {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = product.addingReportingOverflow(digit)
      if overflows || overflowsToo { return nil }
      value = sum
      place += 1
    }
    guard place > begin, line[begin] != 0x30 || place == begin + 1 && !isNegative,
      place == line.count || Self.isBlank(line[place]) || Self.isSeparator(line[place])
    else { return nil }
    at = place
    skipBlanks()
    return isNegative ? -value : value
  }

  private mutating func skipBlanks() {
    while at < line.count, Self.isBlank(line[at]) { at += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 || byte == 0x0D }
  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|")
  }
}
