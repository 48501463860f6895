/// Many-body over a tree (Barnes and Hut 1986, doi:10.1038/324446a0): a distant cell acts as one
/// source.
enum ReferenceBarnesHut {
  /// The source that stands for a cell: its total strength, at the mean of its nodes weighted by
  /// |strength|.
  struct CellSum<Vector: SimulationVector> {
    var strength: Vector.Scalar
    var center: Vector
  }

  /// The sequential update order: d3-force's algorithm, with its update order in every sum and its
  /// sequence of random numbers (d3-force, "manyBody"). d3-force-3d also weakens each level of the
  /// tree in three dimensions. That is left out, as its forces are 55 % off at 1,000 nodes.
  static func applyAsD3<Vector: SimulationVector>(
    _ law: ManyBodyLaw<Vector.Scalar>, alpha: Vector.Scalar,
    random: inout LinearCongruentialGenerator, position: [Vector], velocity: inout [Vector]
  ) {
    let tree = ReferenceTree(position)
    let sums = cellSums(tree, law, position)
    let theta2 = law.shape * law.shape
    var stack: [ReferenceTree<Vector>.Visit] = []
    for node in position.indices {
      tree.walk(&stack) { place in
        let sum = sums.sum(at: place.slot)
        guard sum.strength != 0 else { return false }
        var difference = sum.center - position[node]
        let width = place.high[0] - place.low[0]
        var distance2 = difference.lengthSquared()
        let isFar = width * width / theta2 < distance2
        if !isFar, place.slot > 0 { return true }
        guard distance2 < law.distanceMax2 else { return false }
        let head = place.slot < 0 ? Int(-place.slot - 1) : -1
        if isFar || head != node || tree.next[head] >= 0 {
          difference.jiggleZeros(&random, addingSquaresTo: &distance2)
          if distance2 < law.distanceMin2 {
            distance2 = (law.distanceMin2 * distance2).squareRoot()
          }
        }
        if isFar {
          velocity[node] += difference * sum.strength * alpha / distance2
        } else {
          var member = head
          while member >= 0 {
            if member != node {
              velocity[node] += difference * (law.strengths[member] * alpha / distance2)
            }
            member = Int(tree.next[member])
          }
        }
        return false
      }
    }
  }

  /// The parallel update order in dimensions other than two and three (docs/determinism.md,
  /// "Many-body, tree"): each node by itself, without random numbers.
  static func apply<Vector: SimulationVector>(
    _ law: ManyBodyLaw<Vector.Scalar>, alpha: Vector.Scalar, jiggle: Jiggle, position: [Vector],
    velocity: inout [Vector]
  ) {
    let tree = ReferenceTree(position)
    let sums = cellSums(tree, law, position)
    let groups = CoincidentGroups(tree)
    var stack: [ReferenceTree<Vector>.Visit] = []
    for node in position.indices {
      let point = position[node]
      var force = Vector.zero
      tree.walk(&stack) { place in
        let sum = sums.sum(at: place.slot)
        guard sum.strength != 0 || place.slot > 0 else { return false }
        if place.slot < 0 {
          let head = Int(-place.slot - 1)
          if position[head] == point {
            force += groups.force(on: node, law, jiggle)
          } else {
            var difference = sum.center - point
            let distance2 = difference.lengthSquared()
            if distance2 < Vector.coincidenceDistance2 {
              difference = jiggle.difference(from: node, to: head)
            }
            force +=
              difference * law.softenedWeight(difference.lengthSquared(), strength: sum.strength)
          }
          return false
        }
        switch law.range(of: place, from: point, center: sum.center) {
        case .beyond: return false
        case .mixed: return true
        case .near:
          let difference = sum.center - point
          force +=
            difference * law.softenedWeight(difference.lengthSquared(), strength: sum.strength)
          return false
        case .far:
          let difference = sum.center - point
          force += difference * (sum.strength / difference.lengthSquared())
          return false
        }
      }
      velocity[node] += force * alpha
    }
  }

  struct CellSums<Vector: SimulationVector> {
    var leaves: [CellSum<Vector>?]
    var cells: [CellSum<Vector>?]

    @inline(__always)
    func sum(at slot: Int32) -> CellSum<Vector> {
      slot > 0 ? cells[Int(slot - 1)]! : leaves[Int(-slot - 1)]!
    }
  }

  private static func cellSums<Vector: SimulationVector>(
    _ tree: ReferenceTree<Vector>, _ law: ManyBodyLaw<Vector.Scalar>, _ position: [Vector]
  ) -> CellSums<Vector> {
    let (leaves, cells) = tree.foldUp(
      leaf: { head in
        var strength: Vector.Scalar = 0
        var member = head
        while member >= 0 {
          strength += law.strengths[member]
          member = Int(tree.next[member])
        }
        return CellSum(strength: strength, center: position[head])
      },
      cell: { children in
        var sum = CellSum(strength: 0, center: Vector.zero)
        var weight: Vector.Scalar = 0
        for (_, child) in children where child.strength != 0 {
          sum.strength += child.strength
          weight += abs(child.strength)
          sum.center += abs(child.strength) * child.center
        }
        if weight != 0 { sum.center /= weight }
        return sum
      })
    return CellSums(leaves: leaves, cells: cells)
  }
}

extension SimulationVector {
  /// d3's jiggle in a many-body pass, which also updates the squared distance.
  @inline(__always)
  fileprivate mutating func jiggleZeros(
    _ random: inout LinearCongruentialGenerator, addingSquaresTo distance2: inout Scalar
  ) {
    for axis in 0..<Self.scalarCount where self[axis] == 0 {
      self[axis] = Scalar((random.next() - 0.5) * 1e-6)
      distance2 += self[axis] * self[axis]
    }
  }
}

/// The relation of a cell to a node during the walk.
private enum CellRange {
  /// The cell acts as one source.
  case far
  /// The cell acts as one source, softened, as all of it lies within distanceMin.
  case near
  /// The cell is opened.
  case mixed
  /// The cell has no effect, as all of it lies beyond distanceMax.
  case beyond
}

extension ManyBodyLaw {
  @inline(__always)
  fileprivate func range<Vector: SimulationVector>(
    of place: ReferenceTree<Vector>.Visit, from point: Vector, center: Vector
  ) -> CellRange where Vector.Scalar == Scalar {
    let width = place.high[0] - place.low[0]
    let isFar = width * width < shape * shape * (center - point).lengthSquared()
    guard isFar || distanceMax2.isFinite else { return .mixed }
    let nearest = pointwiseMax(pointwiseMax(place.low - point, point - place.high), .zero)
    let nearest2 = nearest.lengthSquared()
    if nearest2 >= distanceMax2 { return .beyond }
    guard isFar, nearest2 > 0 else { return .mixed }
    let farthest2 = pointwiseMax(point - place.low, place.high - point).lengthSquared()
    if distanceMax2.isFinite, farthest2 > distanceMax2 * Scalar(0.81) { return .mixed }
    if nearest2 >= distanceMin2 { return .far }
    return farthest2 <= distanceMin2 ? .near : .mixed
  }
}

/// Groups of coincident nodes. Each node is pushed by a few members of its group only, as pushes
/// between all of them would take quadratic time.
struct CoincidentGroups<Vector: SimulationVector> {
  /// The members of all groups of two or more, by increasing index within a group.
  private var members: [Int32] = []
  /// For each node, its group as a range of `members`, and its own place there. The range is empty
  /// for a node without coincident others.
  private var begin: [Int32]
  private var end: [Int32]
  private var place: [Int32]

  /// The number of neighbours on either side in its group that push a node. In a group of at most
  /// twice as many others, all of them push.
  static var reach: Int { 8 }

  init(_ tree: ReferenceTree<Vector>) {
    let count = tree.next.count
    begin = Array(repeating: 0, count: count)
    end = begin
    place = begin
    // The head of a chain is its highest index, as it was inserted last. Every other member is the
    // `next` of one.
    var isHead = [Bool](repeating: true, count: count)
    for node in 0..<count where tree.next[node] >= 0 { isHead[Int(tree.next[node])] = false }
    for head in 0..<count where isHead[head] && tree.next[head] >= 0 {
      let first = members.count
      var member = head
      while member >= 0 {
        members.append(Int32(member))
        member = Int(tree.next[member])
      }
      members[first...].reverse()
      for index in first..<members.count {
        begin[Int(members[index])] = Int32(first)
        end[Int(members[index])] = Int32(members.count)
        place[Int(members[index])] = Int32(index)
      }
    }
  }

  /// The push of a node's group on it.
  func force(
    on node: Int, _ law: ManyBodyLaw<Vector.Scalar>, _ jiggle: Jiggle
  ) -> Vector {
    let (first, last) = (Int(begin[node]), Int(end[node]))
    let count = last - first
    var force = Vector.zero
    func add(_ other: Int, scale: Vector.Scalar) {
      var difference = Vector.zero
      let weight = law.weight(&difference, of: other, on: node, jiggle: jiggle)
      force += difference * (weight * scale)
    }
    if count <= 2 * Self.reach + 1 {
      for index in first..<last where Int(members[index]) != node {
        add(Int(members[index]), scale: 1)
      }
    } else {
      let scale = Vector.Scalar(count - 1) / Vector.Scalar(2 * Self.reach)
      for step in -Self.reach...Self.reach where step != 0 {
        let index = (Int(place[node]) - first + step + count) % count
        add(Int(members[first + index]), scale: scale)
      }
    }
    return force
  }
}
