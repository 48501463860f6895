#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A tree of boxes from the top down whose children hang below their parents in columns, as in charts
/// of organisations, so that a tree with many leaves is not drawn as one long line.
///
/// Each node gets the number of columns that brings the aspect of its block, which are its box and those
/// of its descendants, nearest to a common one. Several common aspects are tried, and the one is
/// taken with which the drawing is between 3:4 and 4:3 and smallest, or else nearest to a square.
struct HungTree {
  /// The space between blocks side by side or one below the other.
  private static let gap = 12.0
  /// The space between a box and several columns, and the indentation of children in a column.
  private static let indent = 24.0
  private static let greatestAspect = 4.0 / 3
  /// The width up to which trees of any aspect are tidy ones.
  private static let greatestWidth = 1_000.0

  private let forest: RootedForest
  /// The sizes of boxes, and that of an additional node whose children are the roots.
  private let sizes: [SIMD2<Double>]
  private var blocks: [Block]

  /// A box with those of its descendants.
  private struct Block {
    var size: SIMD2<Double>
    var columns: [Column] = []
    /// True if each child has a column of its own and is reached from above.
    var isSpread = false
  }

  private struct Column {
    var children: ArraySlice<Int32>
    var size: SIMD2<Double>
  }

  /// Returns nil if a tidy tree has room: if the drawing with all children side by side is not too wide.
  ///
  /// - Complexity: O(nodes log(nodes)).
  init?(_ forest: RootedForest, sizes: [SIMD2<Double>]) {
    self.forest = forest
    self.sizes = sizes + [.zero]
    blocks = self.sizes.map { Block(size: $0) }
    arrange(aspect: nil)
    let tidy = blocks[sizes.count].size
    guard tidy.x > max(Self.greatestWidth, Self.greatestAspect * tidy.y) else { return nil }
    var best: (cost: (Double, Double), blocks: [Block])?
    for step in -9...9 {
      arrange(aspect: exp2(Double(step) / 3))
      let size = blocks[sizes.count].size
      let skew = max(abs(log(size.x / size.y)), log(Self.greatestAspect))
      let cost = (skew, size.x * size.y)
      if best.map({ cost < $0.cost }) ?? true { best = (cost, blocks) }
    }
    if let best { blocks = best.blocks }
  }

  private var root: Int { sizes.count - 1 }

  private func children(_ node: Int) -> ArraySlice<Int32> {
    node == root ? ArraySlice(forest.roots.map { Int32($0) }) : forest.children(of: node)
  }

  // MARK: Columns

  /// Chooses the columns of all nodes.
  ///
  /// - Parameter aspect: the width of blocks over their height; nil for all children side by side. The
  ///   whole drawing is to be square.
  private mutating func arrange(aspect: Double?) {
    for node in forest.order.reversed().map({ Int($0) }) {
      let isWhole = forest.parent[node] < 0 && forest.roots.count == 1
      blocks[node] = block(node, aspect.map { isWhole ? 1 : $0 })
    }
    blocks[root] = block(root, aspect.map { _ in 1 })
  }

  private func block(_ node: Int, _ aspect: Double?) -> Block {
    let count = children(node).count
    guard count > 0 else { return Block(size: sizes[node]) }
    guard let aspect else { return block(node, columnCount: count) }
    var best = block(node, columnCount: 1)
    func skew(_ block: Block) -> Double { abs(log(block.size.x / (block.size.y * aspect))) }
    var columnCount = 2
    while columnCount <= count {
      let other = block(node, columnCount: columnCount)
      if skew(other) < skew(best) { best = other }
      columnCount += max(1, columnCount / 8)
    }
    return best
  }

  /// Returns the block of a node with its children in about so many columns of about the same height.
  private func block(_ node: Int, columnCount: Int) -> Block {
    let children = children(node)
    let isSpread = columnCount == children.count && (columnCount > 1 || node == root)
    let heights = children.map { blocks[Int($0)].size.y + Self.gap }
    let tallest = heights.reduce(0, max)
    let limit = max(heights.reduce(0, +) / Double(columnCount) + tallest / 2, tallest)
    var columns: [Column] = []
    for (index, child) in zip(children.indices, children) {
      var size = blocks[Int(child)].size
      if !isSpread { size.x += Self.indent }
      if !isSpread, let last = columns.last, last.size.y + 2 * Self.gap + size.y <= limit {
        columns[columns.count - 1] = Column(
          children: children[last.children.startIndex...index],
          size: SIMD2(max(last.size.x, size.x), last.size.y + Self.gap + size.y))
      } else {
        columns.append(Column(children: children[index...index], size: size))
      }
    }
    let width = columns.reduce(-Self.gap) { $0 + $1.size.x + Self.gap }
    let height = columns.reduce(0) { max($0, $1.size.y) }
    return Block(
      size: SIMD2(max(width, sizes[node].x), sizes[node].y + drop(node, columns) + height),
      columns: columns, isSpread: isSpread)
  }

  /// Returns the space between a box and its columns.
  private func drop(_ node: Int, _ columns: [Column]) -> Double {
    node == root ? 0 : columns.count == 1 ? Self.gap : Self.indent
  }

  // MARK: Places

  /// Returns the centres of the boxes, with y pointing down and the middle of the drawing at zero, and the
  /// bends on the way from the parent of each node to it.
  func places() -> (centers: [SIMD2<Double>], bends: [[SIMD2<Double>]]) {
    var centers = [SIMD2<Double>](repeating: .zero, count: sizes.count)
    var bends = [[SIMD2<Double>]](repeating: [], count: sizes.count)
    var corners = centers
    corners[root] = -blocks[root].size / 2
    // In a column all boxes begin at the same place, so that those of one rank are seen as that.
    var isInColumn = [Bool](repeating: false, count: sizes.count)
    for node in [root] + forest.order.map({ Int($0) }) {
      let (corner, block, own) = (corners[node], blocks[node], sizes[node])
      let isHung = block.columns.count == 1 && !block.isSpread
      let middle = corner.x + (isHung || isInColumn[node] ? own.x : block.size.x) / 2
      centers[node] = SIMD2(middle, corner.y + own.y / 2)
      let bottom = corner.y + own.y
      let top = bottom + drop(node, block.columns)
      let width = block.columns.reduce(-Self.gap) { $0 + $1.size.x + Self.gap }
      var left = isHung ? corner.x : corner.x + (block.size.x - width) / 2
      for column in block.columns {
        var y = top
        for child in column.children.map({ Int($0) }) {
          let size = blocks[child].size
          isInColumn[child] = !block.isSpread
          corners[child] = SIMD2(
            block.isSpread ? left + (column.size.x - size.x) / 2 : left + Self.indent, y)
          bends[child] = way(
            to: child, from: centers[node], left: left, corner: corners[child],
            bus: isHung ? nil : (bottom + top) / 2, isSpread: block.isSpread)
          y += size.y + Self.gap
        }
        left += column.size.x + Self.gap
      }
    }
    centers.removeLast()
    bends.removeLast()
    return (centers, bends)
  }

  /// Returns the bends on the way to a child: down to the line above all columns, if there are several,
  /// along it, and down again, beside the column or to the middle of the child.
  private func way(
    to child: Int, from parent: SIMD2<Double>, left: Double, corner: SIMD2<Double>, bus: Double?,
    isSpread: Bool
  ) -> [SIMD2<Double>] {
    let block = blocks[child]
    let isHung = block.columns.count == 1 && !block.isSpread
    let middle = SIMD2(
      corner.x + (isHung || !isSpread ? sizes[child].x : block.size.x) / 2,
      corner.y + sizes[child].y / 2)
    let x = isSpread ? middle.x : left + Self.indent / 2
    var bends = bus.map { [SIMD2(parent.x, $0), SIMD2(x, $0)] } ?? [SIMD2(x, parent.y)]
    if !isSpread { bends.append(SIMD2(x, middle.y)) }
    return bends
  }
}
