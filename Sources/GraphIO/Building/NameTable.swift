/// Numbers names in the order of their first occurrence. Names are equal if their bytes are.
///
/// A lookup reads two random locations in memory: a slot, which has some bits of the name's hash
/// and the position of the entry, and the entry. Names are processed in batches of a few dozen, so
/// that the processor overlaps these reads.
///
/// The hash is a polynomial over the field of the prime 2^61 - 1, with random keys. Two distinct
/// names of n words of 8 bytes collide for at most n of 2^61 keys, so an attacker cannot choose
/// names that collide. The numbers do not depend on the keys.
struct NameTable {
  /// The numbers of the processed names, in the order in which they were appended. The caller
  /// removes them.
  var numbers: [UInt32] = []
  /// The number of distinct names, excluding pending ones.
  private(set) var count = 0

  /// The entries of names: a word with the number in its lower half and the length in bytes in the
  /// upper half, then the bytes, eight per word, the first one lowest.
  private var entries: [UInt64] = []
  /// A slot is 0, or has 24 bits of a hash above the 1-based position of an entry (2^40 words are 8
  /// TiB).
  private var slots = [UInt64](repeating: 0, count: 1 << 10)
  private let hash = NameHash()

  private struct Waiting {
    let hash: UInt64
    /// The range of its entry in `waitingWords`.
    let range: Range<Int>
    /// The content of the slot where probing starts.
    var slot: UInt64 = 0
    /// The position of the first entry with this hash, and its first word; -1 if there is none.
    var place = -1
    var header: UInt64 = 0
  }
  private var waiting: [Waiting] = []
  private var waitingWords: [UInt64] = []

  /// An estimate of the memory in bytes, including the result of `takeNames`.
  var memory: Int { entries.isEmpty ? 0 : 8 * slots.count + 20 * entries.count + 16 * count }

  /// The number of pending names.
  var waitingCount: Int { waiting.count }
  /// True if enough names are pending to process them; fewer if they are long.
  var isFull: Bool { waiting.count >= 64 || waitingWords.count >= 1 << 12 }

  /// Adds a name to the pending ones. Returns false without effect if it has non-ASCII bytes that
  /// are new: the caller has to validate the text first, and then call `append(_ text:)`.
  mutating func append(_ bytes: ArraySlice<UInt8>) -> Bool {
    let begin = waitingWords.count
    let isASCII = Self.appendEntry(bytes, to: &waitingWords)
    let range = begin..<waitingWords.count
    let name = Waiting(hash: hash(waitingWords[range]), range: range)
    if isASCII {
      waiting.append(name)
      return true
    }
    let known = find(waitingWords[range], hash: name.hash)
    waitingWords.removeSubrange(range)
    guard let known else { return false }
    // The names before it must get their numbers first.
    settle()
    numbers.append(known)
    return true
  }

  /// Adds a name as text. This is slower than by bytes.
  mutating func append(_ text: String) {
    settle()
    var entry: [UInt64] = []
    _ = Self.appendEntry(Array(text.utf8)[...], to: &entry)
    let hash = hash(entry[...])
    let known = find(entry[...], hash: hash)
    numbers.append(known ?? add(entry[...], hash: hash))
  }

  /// Moves the pending names to `numbers`.
  mutating func settle() {
    var names: [Waiting] = []
    swap(&names, &waiting)
    lookAhead(&names)
    for index in names.indices {
      let name = names[index]
      let entry = waitingWords[name.range]
      let known =
        name.place >= 0 && name.header >> 32 == entry[entry.startIndex] >> 32
        ? number(at: name.place, ifEqualTo: entry) : nil
      numbers.append(known ?? find(entry, hash: name.hash) ?? add(entry, hash: name.hash))
    }
    names.removeAll(keepingCapacity: true)
    swap(&names, &waiting)
    waitingWords.removeAll(keepingCapacity: true)
  }

  /// Finds the first entry with the hash of each name, and its first word. The reads of a loop are
  /// independent, and the loops contain nothing that would serialise them, such as reference
  /// counting.
  private func lookAhead(_ names: inout [Waiting]) {
    let (slots, entries) = (slots.span, entries.span)
    var names = names.mutableSpan
    let shift = Self.homeShift(slotCount: slots.count)
    for index in names.indices { names[index].slot = slots[Int(names[index].hash >> shift)] }
    for index in names.indices {
      let mark = Self.mark(names[index].hash)
      var slot = names[index].slot
      var home = Int(names[index].hash >> shift)
      while slot != 0, slot & ~Self.placeMask != mark {
        home = (home + 1) & (slots.count - 1)
        slot = slots[home]
      }
      if slot == 0 { continue }
      names[index].place = Int(slot & Self.placeMask) - 1
      names[index].header = entries[names[index].place]
    }
  }

  /// Returns all names by number, and empties the table. No name may be pending.
  mutating func takeNames() -> [String] {
    defer { self = NameTable() }
    // The slots take as much memory as the names, and are no longer needed.
    slots = []
    var names: [String] = []
    names.reserveCapacity(count)
    var bytes: [UInt8] = []
    var place = 0
    while place < entries.count {
      let length = Self.length(entries[place])
      bytes.removeAll(keepingCapacity: true)
      for index in 0..<length {
        bytes.append(UInt8(truncatingIfNeeded: entries[place + 1 + index / 8] >> (index % 8 * 8)))
      }
      names.append(String(decoding: bytes, as: UTF8.self))
      place += 1 + Self.wordCount(length)
    }
    return names
  }

  // MARK: Entries

  private static func number(_ header: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: header) }
  private static func length(_ header: UInt64) -> Int { Int(header >> 32) }
  private static func wordCount(_ length: Int) -> Int { (length + 7) / 8 }

  /// Appends the entry of a name, with the number 0. Returns true if all bytes are ASCII.
  private static func appendEntry(_ bytes: ArraySlice<UInt8>, to words: inout [UInt64]) -> Bool {
    words.append(UInt64(bytes.count) << 32)
    return bytes.withUnsafeBytes { bytes in
      var all: UInt64 = 0
      func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      for offset in stride(from: 0, through: bytes.count - 8, by: 8) {
        let next = word(at: offset)
        words.append(next)
        all |= next
      }
      let rest = bytes.count % 8
      if rest > 0 {
        var last: UInt64 = 0
        if bytes.count >= 8 {
          last = word(at: bytes.count - 8) >> UInt64(8 * (8 - rest))
        } else {
          for byte in bytes.reversed() { last = last << 8 | UInt64(byte) }
        }
        words.append(last)
        all |= last
      }
      return all & 0x8080_8080_8080_8080 == 0
    }
  }

  // MARK: Slots

  private static let placeBits: UInt64 = 40
  private static let placeMask: UInt64 = 1 << placeBits - 1

  /// Returns the slot where probing starts: the uppermost bits of the hash.
  private func home(_ hash: UInt64) -> Int {
    Int(hash >> Self.homeShift(slotCount: slots.count))
  }

  private static func homeShift(slotCount: Int) -> UInt64 {
    UInt64(1 + slotCount.leadingZeroBitCount)
  }

  /// Returns bits of the hash other than those that choose the slot.
  private static func mark(_ hash: UInt64) -> UInt64 { hash << 24 & ~placeMask }

  /// Returns the number of the entry at a position if it has the same name as the given entry.
  private func number(at place: Int, ifEqualTo entry: ArraySlice<UInt64>) -> UInt32? {
    guard entries[place] >> 32 == entry[entry.startIndex] >> 32 else { return nil }
    for word in 1..<entry.count
    where entries[place + word] != entry[entry.startIndex + word] { return nil }
    return Self.number(entries[place])
  }

  private func find(_ entry: ArraySlice<UInt64>, hash: UInt64) -> UInt32? {
    var index = home(hash)
    while slots[index] != 0 {
      let slot = slots[index]
      if slot & ~Self.placeMask == Self.mark(hash),
        let number = number(at: Int(slot & Self.placeMask) - 1, ifEqualTo: entry)
      {
        return number
      }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a new name.
  private mutating func add(_ entry: ArraySlice<UInt64>, hash: UInt64) -> UInt32 {
    let number = UInt32(count)
    count += 1
    if count > slots.count / 8 * 5 { grow() }
    occupy(place: entries.count, hash: hash)
    entries.append(entry[entry.startIndex] | UInt64(number))
    entries += entry.dropFirst()
    return number
  }

  private mutating func occupy(place: Int, hash: UInt64) {
    var index = home(hash)
    while slots[index] != 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = Self.mark(hash) | UInt64(place + 1)
  }

  private mutating func grow() {
    let slotCount = slots.count * 2
    // The old array is released first, so that both are not in memory at once.
    slots = []
    slots = [UInt64](repeating: 0, count: slotCount)
    var place = 0
    while place < entries.count {
      let end = place + 1 + Self.wordCount(Self.length(entries[place]))
      occupy(place: place, hash: hash(entries[place..<end]))
      place = end
    }
  }
}

/// Hashes entries of a `NameTable` with random keys per table.
private struct NameHash {
  private static let prime: UInt64 = 1 << 61 - 1
  private let key = UInt64.random(in: 1..<prime)
  private let upperKey = UInt64.random(in: 1..<prime)
  private let factor = UInt64.random(in: 0 ... .max) | 1

  /// Hashes the length and the bytes. The two halves of each word are combined to one element of
  /// the field.
  func callAsFunction(_ entry: ArraySlice<UInt64>) -> UInt64 {
    var hash = entry[entry.startIndex] >> 32
    for word in entry.dropFirst() {
      let sum =
        UInt128(hash) &* UInt128(key) &+ UInt128(word >> 32) &* UInt128(upperKey)
        &+ UInt128(word & 0xFFFF_FFFF)
      let folded =
        UInt64(truncatingIfNeeded: sum) & Self.prime &+ UInt64(truncatingIfNeeded: sum >> 61)
      hash = folded & Self.prime &+ folded >> 61
    }
    // A multiplication by an odd number is a bijection, and moves differences to the upper bits.
    return (hash >= Self.prime ? hash - Self.prime : hash) &* factor
  }
}
