import Foundation

/// A generator of the same numbers on every machine (splitmix64).
public struct Dice: RandomNumberGenerator {
  private var state: UInt64

  public init(state: UInt64) { self.state = state }

  /// Those of an input.
  public init(number: Int, seed: UInt64) {
    self.init(state: seed &* 0x1_0000_0001 &+ UInt64(number))
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// Creates inputs from files or messages: each is one of them, damaged in one or several places.
public struct Damage {
  private var files: [[UInt8]]
  private var words: [[UInt8]] = [
    "-1", "0", "1", "99999999999999999999", "18446744073709551615", "1e999", "nan", "\"", "\\",
    "\n", "\r\n", "{", "}",
    "[", "]", "<", ">", "&#0;", "&#x110000;", "\u{FEFF}", "\0", ",", "\t", "*", "%", "#", "//",
    "/*", "<![CDATA[", "->", "--",
  ].map { Array($0.utf8) }

  /// - Parameters:
  ///   - files: what inputs are made from; their words are put in elsewhere too.
  ///   - words: more of them.
  public init(_ files: [[UInt8]], words more: [String] = []) {
    self.files = files.isEmpty ? [[]] : files
    words += more.map { Array($0.utf8) }
    for file in files {
      words += file.split { !($0 >= 0x30 && $0 != 0x3D && $0 != 0x3C && $0 != 0x3E) }.prefix(400)
        .map(Array.init)
    }
  }

  /// Input `number`: a file, damaged in one place or several.
  public func input(number: Int, seed: UInt64) -> [UInt8] {
    var dice = Dice(number: number, seed: seed)
    var bytes = files.randomElement(using: &dice) ?? []
    // Half of them in one place only, as readers refuse most of what is damaged more.
    let times = Bool.random(using: &dice) ? 1 : 1 << Int.random(in: 0...5, using: &dice)
    for _ in 0..<Int.random(in: 1...times, using: &dice) { damage(&bytes, &dice) }
    return bytes
  }

  private func damage(_ bytes: inout [UInt8], _ dice: inout Dice) {
    func place(_ dice: inout Dice) -> Int { Int.random(in: 0...bytes.count, using: &dice) }
    let begin = place(&dice)
    let end = min(bytes.count, begin + (1 << Int.random(in: 0...8, using: &dice)))
    switch Int.random(in: 0..<9, using: &dice) {
    case 0 where begin < bytes.count: bytes[begin] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    case 1 where begin < bytes.count: bytes[begin] = .random(in: 0...255, using: &dice)
    case 2: bytes.removeSubrange(begin..<end)
    case 3: bytes.removeSubrange(begin...)
    case 4 where bytes.count < 1 << 17:
      let piece = Array(bytes[begin..<end])
      let times = 1 << Int.random(in: 0...7, using: &dice)
      bytes.insert(contentsOf: (0..<times).flatMap { _ in piece }, at: place(&dice))
    case 5, 6: bytes.insert(contentsOf: words.randomElement(using: &dice) ?? [], at: begin)
    case 7:
      // One word instead of another.
      var (from, to) = (begin, begin)
      func isInWord(_ index: Int) -> Bool {
        index >= 0 && index < bytes.count && bytes[index] >= 0x30
      }
      while isInWord(from - 1) { from -= 1 }
      while isInWord(to) { to += 1 }
      bytes.replaceSubrange(from..<to, with: words.randomElement(using: &dice) ?? [])
    default:
      let other = files.randomElement(using: &dice) ?? []
      let cut = Int.random(in: 0...other.count, using: &dice)
      bytes.replaceSubrange(begin..., with: other[cut...])
    }
  }
}
