/// Numbers names in the order in which they first occur. Names are equal when their bytes are.
///
/// A lookup reads two random places in memory: a slot, which has some bits of the name's hash and says where
/// the name is kept, and the name. Names wait until there are a few dozen of them, so that the processor has
/// these reads of all of them under way at once and not one after the other.
///
/// The hash is a polynomial over the field of the prime 2^61 - 1, with random keys. Two names of n words of
/// 8 bytes have the same hash with n in 2^61 keys at most, whatever the names are: nobody can choose
/// names that collide. The numbers of the names do not depend on the keys.
struct NameTable {
  /// The numbers of names that no longer wait, in the order in which they were appended. For the
  /// caller to take away.
  var numbers: [UInt32] = []
  /// The number of different names, without those that wait.
  private(set) var count = 0

  /// The names one after the other: a word with the number in its lower half and the length in bytes in the
  /// upper one, then the bytes, eight in a word, the first one lowest.
  private var entries: [UInt64] = []
  /// 0, or 24 bits of a hash above the place of an entry, counted from 1 (2^40 words are 8 TiB).
  private var slots = [UInt64](repeating: 0, count: 1 << 10)
  private let hash = NameHash()

  private struct Waiting {
    let hash: UInt64
    /// The place of its entry in `waitingWords`.
    let range: Range<Int>
    /// The content of the slot where the search begins.
    var slot: UInt64 = 0
    /// The place of the first entry with this hash, and its first word; -1 when there is none.
    var place = -1
    var header: UInt64 = 0
  }
  private var waiting: [Waiting] = []
  private var waitingWords: [UInt64] = []

  /// An estimate in bytes, with the texts that `takeNames` makes.
  var memory: Int { entries.isEmpty ? 0 : 8 * slots.count + 20 * entries.count + 16 * count }

  /// The number of names that wait.
  var waitingCount: Int { waiting.count }
  /// True when enough names wait. Not many, when they are long.
  var isFull: Bool { waiting.count >= 64 || waitingWords.count >= 1 << 12 }

  /// Adds a name to those that wait. False, and nothing is done, when there are bytes beyond ASCII that have
  /// not been seen before: whether they are text at all has to be found out first, then it goes on with
  /// `append(_ text:)`.
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
    // The names before it get their numbers first.
    settle()
    numbers.append(known)
    return true
  }

  /// Adds a name. Slower than by its bytes.
  mutating func append(_ text: String) {
    settle()
    var entry: [UInt64] = []
    _ = Self.appendEntry(Array(text.utf8)[...], to: &entry)
    let hash = hash(entry[...])
    let known = find(entry[...], hash: hash)
    numbers.append(known ?? add(entry[...], hash: hash))
  }

  /// Moves the names that wait to `numbers`.
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

  /// Finds for each name the first entry with its hash, and how that begins. The reads of a loop do not depend
  /// on each other, and nothing is in the loops that would make the processor finish one before the
  /// next, such as the counting of references.
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

  /// All names by their numbers; the table is empty then. No name may wait.
  mutating func takeNames() -> [String] {
    defer { self = NameTable() }
    // As large as the names, and no longer needed.
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

  /// Appends the entry of a name, with the number 0. Whether all bytes are ASCII.
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

  /// The slot where the search for a name begins has the uppermost bits of its hash.
  private func home(_ hash: UInt64) -> Int {
    Int(hash >> Self.homeShift(slotCount: slots.count))
  }

  private static func homeShift(slotCount: Int) -> UInt64 {
    UInt64(1 + slotCount.leadingZeroBitCount)
  }

  /// Bits of a hash besides those that choose the slot.
  private static func mark(_ hash: UInt64) -> UInt64 { hash << 24 & ~placeMask }

  /// The number of the entry at a place, if it has the same name as another one.
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

  /// Keeps a name that is not there.
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
    // Not both at once.
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

/// Hashes entries of a `NameTable`, each table otherwise.
private struct NameHash {
  private static let prime: UInt64 = 1 << 61 - 1
  private let key = UInt64.random(in: 1..<prime)
  private let upperKey = UInt64.random(in: 1..<prime)
  private let factor = UInt64.random(in: 0 ... .max) | 1

  /// Of the length and the bytes: in the field, each word is a number for its lower half and one for its
  /// upper half.
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
    // A multiplication by an odd number keeps all that differs apart, and brings it into the upper bits.
    return (hash >= Self.prime ? hash - Self.prime : hash) &* factor
  }
}
