import CForceKernels

extension Specification {
  /// A node of a level: its cell, and what it is there.
  private struct Member {
    var node: Int
    var cell: [Int]
    var isVisitor: Bool
  }

  static func collide<T: KernelScalar>(_ call: CollideCall<T>) {
    for _ in 0..<call.iterations {
      for level in call.levels.indices { collide(call, level: level) }
    }
  }

  private static func collide<T: KernelScalar>(_ call: CollideCall<T>, level: Int) {
    let members = members(call, level: level)
    let lists = Dictionary(grouping: members) { $0.cell + [$0.isVisitor ? 1 : 0] }
      .mapValues { $0.map(\.node) }
    let offsets = (0..<power(3, call.dimension)).map { number in
      (0..<call.dimension).map { number / power(3, call.dimension - 1 - $0) % 3 - 1 }
    }
    func colour(_ member: Member) -> Int {
      member.cell.reduce(0) { $0 * 3 + $1 % 3 }
    }
    let turns = members.filter { !$0.isVisitor }.map { member in
      [colour(member)] + member.cell + [member.node]
    }
    let cells = Dictionary(uniqueKeysWithValues: members.map { ($0.node, $0.cell) })
    for turn in turns.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let i = turn.last!
      let own = lists[cells[i]! + [0]]!
      let rank = own.firstIndex(of: i)!
      let point = (0..<call.dimension).map {
        place(call, i, $0)
      }
      for offset in offsets {
        let cell = zip(cells[i]!, offset).map { $0 + $1 }
        for kind in 0...1 {
          let list = lists[cell + [kind]] ?? []
          let groups = (min(own.count, list.count) + 255) / 256
          for (otherRank, j) in list.enumerated() where kind == 1 || j > i {
            if rank * groups / own.count != otherRank * groups / list.count { continue }
            if let boxes = call.boxes {
              meet(call, boxes, i, at: point, j)
            } else {
              meet(call, i, at: point, j)
            }
          }
        }
      }
    }
  }

  private static func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  /// The predicted position of a node, or of the centre of its box.
  private static func place<T: KernelScalar>(
    _ call: CollideCall<T>, _ node: Int, _ axis: Int
  ) -> T {
    let at = node * (call.dimension == 2 ? 2 : 4) + axis
    let base = call.boxes?.offsets.map { call.position[at] + $0[at] } ?? call.position[at]
    return base + call.velocity[at]
  }

  /// By increasing node.
  private static func members<T: KernelScalar>(
    _ call: CollideCall<T>, level: Int
  ) -> [Member] {
    let (above, largest) = call.levels[level]
    let maxCells = [2: 0x1p30, 3: 0x1p20, 4: 0x1p14][call.dimension]!
    let axes = 0..<call.dimension
    func place(_ node: Int, _ axis: Int) -> Double { Double(self.place(call, node, axis)) }
    let owners = (0..<call.count).filter { call.radii[$0] > above && call.radii[$0] <= largest }
    let finite = axes.map { axis in owners.map { place($0, axis) }.filter(\.isFinite) }
    let extents = finite.map { places in
      places.isEmpty ? 0 : min(places.max()! - places.min()!, .greatestFiniteMagnitude)
    }
    let size: [Double] = axes.map { axis in
      if let boxes = call.boxes {
        return max(3 * Double(boxes.levelHalfSides[level][axis]), extents[axis] / maxCells)
      }
      return max(3 * Double(largest), extents.max()! / maxCells)
    }
    let last = maxCells + 3
    let origin = zip(finite, size).map { places, size in
      let period = 3 * size
      let low = places.min() ?? .infinity
      let anchor = (low / period).rounded(.down) * period
      return (0..<period).contains(low - anchor) ? anchor : low
    }
    return (0..<call.count).compactMap { node -> Member? in
      guard call.radii[node] <= largest else { return nil }
      let isVisitor = call.radii[node] <= above
      let places = axes.map { ((place(node, $0) - origin[$0]) / size[$0]).rounded(.down) }
      if isVisitor && !places.allSatisfy({ $0 >= -1 && $0 <= last + 1 }) { return nil }
      let cell = places.map { isVisitor ? Int($0) : $0 >= 0 ? Int(min($0, last)) : 0 }
      return Member(node: node, cell: cell, isVisitor: isVisitor)
    }
  }

  private static func meet<T: KernelScalar>(
    _ call: CollideCall<T>, _ i: Int, at point: [T], _ j: Int
  ) {
    let stride = call.dimension == 2 ? 2 : 4
    let (v, base) = (call.velocity, call.position)
    var d = SIMD4<T>()
    for axis in 0..<call.dimension {
      let b = j * stride + axis
      d[axis] = point[axis] - (base[b] + v[b])
    }
    func length2() -> T {
      (1..<call.dimension).reduce(d[0] * d[0]) { $0 + d[$1] * d[$1] }
    }
    let reach = call.radii[i] + call.radii[j]
    var l2 = length2()
    guard l2 < reach * reach else { return }
    if l2 < T.tiny2 {
      for axis in 0..<call.dimension {
        let push = T(jiggle(call.jiggle, min(i, j), max(i, j), axis: axis))
        d[axis] = i < j ? push : -push
      }
      l2 = length2()
    }
    let l = l2.squareRoot()
    let f = (reach - l) / l * call.strength
    let (own2, other2) = (call.radii[i] * call.radii[i], call.radii[j] * call.radii[j])
    let share = other2 / (own2 + other2)
    for axis in 0..<call.dimension {
      let (a, b) = (i * stride + axis, j * stride + axis)
      v[a] = v[a] + (d[axis] * f) * share
      v[b] = v[b] - (d[axis] * f) * (1 - share)
    }
  }

  private static func meet<T: KernelScalar>(
    _ call: CollideCall<T>, _ boxes: Boxes<T>, _ i: Int, at point: [T], _ j: Int
  ) {
    let (stride, v) = (boxes.stride, call.velocity)
    let d = (0..<call.dimension).map { point[$0] - place(call, j, $0) }
    let depth = (0..<call.dimension).map {
      boxes.halfSides[i * stride + $0] + boxes.halfSides[j * stride + $0] - abs(d[$0])
    }
    guard depth.allSatisfy({ $0 > 0 }) else { return }
    let axis = depth.firstIndex(of: depth.min()!)!
    var isBelow = d[axis] < 0
    if d[axis] == 0 {
      let isNegative = jiggle(call.jiggle, min(i, j), max(i, j), axis: axis) < 0
      isBelow = i < j ? isNegative : !isNegative
    }
    let push = isBelow ? -(depth[axis] * call.strength) : depth[axis] * call.strength
    let (own, other) = (boxes.weights[i], boxes.weights[j])
    let share = own + other > 0 ? other / (other + own) : T(0.5)
    v[i * stride + axis] += push * share
    v[j * stride + axis] -= push * (1 - share)
  }
}
