import Testing

@testable import GraphView

/// The state of a page, computed only from the messages that it has received.
struct TestPage {
  private(set) var names: [String] = []
  /// The names of the two ends of each link.
  private(set) var links: [[String]] = []
  /// Of the newest frame, by index.
  private(set) var places: [SIMD3<Float>] = []
  private(set) var epoch: UInt32 = 0
  private var taken = 0

  /// Takes what the viewer has got since. Returns the names that have been there before the last
  /// graph too, with their places in the frame before it and in the one after.
  mutating func take(_ viewer: TestViewer) -> [(name: String, old: SIMD3<Float>, new: SIMD3<Float>)]
  {
    var before: [String: SIMD3<Float>] = [:]
    let all = viewer.all
    for case .binary(let head, let body) in all[taken...] {
      let bytes = head + body
      switch MessageHeader.Kind(rawValue: bytes[0]) {
      case .graph:
        before = Dictionary(uniqueKeysWithValues: zip(names, places))
        takeGraph(bytes)
      case .labels where bytes[1] & 1 == 0: takeLabels(bytes)
      case .positions:
        let frame = TestViewer.frame(bytes)
        #expect(frame.epoch == epoch && frame.count == names.count)
        places = frame.places
      default: break
      }
    }
    taken = all.count
    return names.indices.compactMap { node in
      before[names[node]].map { (names[node], $0, places[node]) }
    }
  }

  private func word(_ bytes: [UInt8], _ place: Int) -> Int {
    (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  private mutating func takeGraph(_ bytes: [UInt8]) {
    epoch = UInt32(word(bytes, 4))
    let (count, linkCount) = (word(bytes, 12), word(bytes, 16))
    var begin = 20
    if bytes[1] & 1 == 0 {
      names = (0..<count).map { node in
        let old = word(bytes, begin + 4 * node)
        return old == Int(UInt32.max) ? "" : names[old]
      }
      begin += 4 * count
    } else {
      names = Array(repeating: "", count: count)
    }
    ends = (0..<linkCount).map {
      SIMD2(word(bytes, begin + 8 * $0), word(bytes, begin + 8 * $0 + 4))
    }
    nameLinks()
  }

  private var ends: [SIMD2<Int>] = []

  private mutating func nameLinks() { links = ends.map { [names[$0.x], names[$0.y]] } }

  private mutating func takeLabels(_ bytes: [UInt8]) {
    let count = word(bytes, 12)
    let texts = 16 + 8 * count
    var begin = 0
    for label in 0..<count {
      let end = word(bytes, 16 + 4 * (count + label))
      names[word(bytes, 16 + 4 * label)] = String(
        decoding: bytes[texts + begin..<texts + end], as: UTF8.self)
      begin = end
    }
    nameLinks()
  }
}
