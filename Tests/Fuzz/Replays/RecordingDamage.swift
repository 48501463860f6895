import Foundation
import FuzzSupport

/// Damages valid recordings: bytes, lines, JSON values, and numbers within forces and checkpoints,
/// whose checksums are mostly recomputed.
struct RecordingDamage {
  private let seeds: [[[UInt8]]]
  private let bytes: Damage

  init(_ recordings: [[UInt8]]) {
    seeds = recordings.map { recording in
      recording.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }
    bytes = Damage(recordings, words: Self.numbers + Self.texts)
  }

  private static let numbers = [
    "-1", "0", "1", "2", "-0.0", "0.5", "255", "65536", "99999", "1e5", "2147483647", "2147483648",
    "4294967296", "9007199254740993", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e19", "1e308",
    "-1e308", "1e309", "1e-320", "1e200", "\"inf\"", "\"-inf\"", "\"nan\"", "null", "true", "[]",
    "{}", "\"\"",
  ]
  private static let texts = [
    "\"\"", "\"inf\"", "\"nan\"", "\"n0\"", "\"n1\"", "\"charge\"", "\"links\"",
    "\"edit anchors\"", "\"ffffffffffffffff\"", "\"x\"", "\"\\u0000\"", "\"e\\u0301\"", "0", "null",
    "[]", "{}", "\"AA==\"", "\"/////////////////////w==\"",
  ]

  func input(number: Int, seed: UInt64) -> [UInt8] {
    var dice = Dice(number: number, seed: seed)
    if Int.random(in: 0..<4, using: &dice) == 0 { return bytes.input(number: number, seed: seed) }
    var lines = seeds.randomElement(using: &dice) ?? []
    // Half of them in one place only, as most of what is damaged more is refused early.
    let times = Bool.random(using: &dice) ? 1 : Int.random(in: 1...6, using: &dice)
    for _ in 0..<times { damage(&lines, &dice) }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }

  private func damage(_ lines: inout [[UInt8]], _ dice: inout Dice) {
    guard !lines.isEmpty else { return }
    let line = Int.random(in: lines.indices, using: &dice)
    let other = Int.random(in: lines.indices, using: &dice)
    switch Int.random(in: 0..<12, using: &dice) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[line], at: other)
    case 2: lines.swapAt(line, other)
    case 3: lines.removeSubrange(max(line, 1)...)
    case 4: lines[line].removeSubrange(Int.random(in: 0...lines[line].count, using: &dice)...)
    case 5, 6: lines[0] = withCheckpoint(lines[0], &dice)
    case 7: lines[line] = withForce(lines[line], &dice)
    default: lines[line] = withValue(lines[line], &dice)
    }
  }

  // MARK: Values of JSON

  private func withValue(_ line: [UInt8], _ dice: inout Dice) -> [UInt8] {
    let values = JSONValues(line).values
    guard let value = values.randomElement(using: &dice) else { return line }
    var line = line
    func replace(_ choices: [String], _ dice: inout Dice) {
      line.replaceSubrange(
        value.range, with: Array((choices.randomElement(using: &dice) ?? "").utf8))
    }
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: line.removeSubrange(value.range)
    case 1:
      line.insert(contentsOf: [UInt8(ascii: ",")] + line[value.range], at: value.range.upperBound)
    case 2:
      if let other = values.randomElement(using: &dice) {
        line.replaceSubrange(value.range, with: Array(line[other.range]))
      }
    case 3 where !value.key.isEmpty:
      // Another key, or none.
      let key = ["x", "_0", "tick", "command", "stateHash", "id", ""].randomElement(using: &dice)
      let old = Array("\"\(value.key)\":".utf8)
      let begin = value.range.lowerBound - old.count
      if begin >= 0 { line.replaceSubrange(begin..<begin + old.count, with: "\"\(key!)\":".utf8) }
    default: replace(value.kind == .number ? Self.numbers : Self.texts, &dice)
    }
    return line
  }

  // MARK: Bytes in base 64

  private func withForce(_ line: [UInt8], _ dice: inout Dice) -> [UInt8] {
    withBinary(line, "force", &dice) { bytes, dice in Self.damage(&bytes, &dice) }
  }

  private func withCheckpoint(_ line: [UInt8], _ dice: inout Dice) -> [UInt8] {
    withBinary(line, "checkpoint", &dice) { bytes, dice in
      guard var parts = CheckpointParts(bytes) else { return Self.damage(&bytes, &dice) }
      if Int.random(in: 0..<3, using: &dice) == 0 {
        parts.head = withValue(parts.head, &dice)
      } else {
        Self.damage(&parts.payload, &dice)
      }
      bytes = parts.bytes
      // Now and then a checksum or a length that is wrong.
      if Int.random(in: 0..<10, using: &dice) == 0 { Self.damage(&bytes, &dice) }
    }
  }

  private func withBinary(
    _ line: [UInt8], _ key: String, _ dice: inout Dice, _ body: (inout [UInt8], inout Dice) -> Void
  ) -> [UInt8] {
    let found = JSONValues(line).values.filter { $0.key == key && $0.kind == .string }
    guard let value = found.randomElement(using: &dice), value.range.count > 2 else {
      return withValue(line, &dice)
    }
    let text = Data(line[value.range].dropFirst().dropLast())
    guard var bytes = Data(base64Encoded: text).map(Array.init) else { return line }
    body(&bytes, &dice)
    var line = line
    let new = "\"\(Data(bytes).base64EncodedString())\""
    line.replaceSubrange(value.range, with: Array(new.utf8))
    return line
  }

  private static let words: [UInt64] =
    [
      .nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0, -1, 1, 2, 1e200, 0.5,
    ].map(\Double.bitPattern)
    + [0, 1, 2, 255, 1 << 16, 1 << 31, 1 << 32, 1 << 53, 1 << 62, .max, .max >> 1, .max - 1]

  /// One number of 8 or 4 bytes, or one byte, or a piece more or less.
  private static func damage(_ bytes: inout [UInt8], _ dice: inout Dice) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: bytes.indices, using: &dice)
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    case 1: bytes[place] = .random(in: 0...255, using: &dice)
    case 2:
      bytes.removeSubrange(place..<min(place + Int.random(in: 1...16, using: &dice), bytes.count))
    case 3:
      let end = min(place + Int.random(in: 1...40, using: &dice), bytes.count)
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    default:
      let word = words.randomElement(using: &dice) ?? 0
      for index in 0..<(Bool.random(using: &dice) ? 8 : 4) where place + index < bytes.count {
        bytes[place + index] = UInt8(truncatingIfNeeded: word >> (8 * UInt64(index)))
      }
    }
  }
}

/// A live checkpoint: "FORCELIV", a version, the length of the head, the head, then the checkpoint of
/// the simulation in its own frame, and a checksum of all.
private struct CheckpointParts {
  var head: [UInt8]
  /// What is in the frame of the simulation's checkpoint.
  var payload: [UInt8]
  private let begin: [UInt8]
  private let frame: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.count > 17 + 8 else { return nil }
    let length = bytes[9..<17].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length < UInt64(bytes.count - 17 - 20 - 16) else { return nil }
    begin = Array(bytes[..<9])
    let end = 17 + Int(length)
    head = Array(bytes[17..<end])
    frame = Array(bytes[end..<end + 12])
    payload = Array(bytes[(end + 20)..<(bytes.count - 16)])
  }

  var bytes: [UInt8] {
    var inner = frame + Self.number(UInt64(payload.count)) + payload
    inner += Self.number(Self.hash(inner))
    let outer = begin + Self.number(UInt64(head.count)) + head + inner
    return outer + Self.number(Self.hash(outer))
  }

  private static func number(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// FNV-1a.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
