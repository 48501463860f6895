/// The shape of a KD-tree, a function of the number of points and the leaf size
/// (docs/determinism.md, "KD-tree order"). CKernels/kdtree.h is the same for the kernels.
@usableFromInline
struct KDTreeShape: Sendable {
  @usableFromInline let count: Int
  @usableFromInline let leafSize: Int
  @usableFromInline let leafCount: Int
  /// The number of nodes on the deepest level, all of them leaves.
  @usableFromInline let deepestCount: Int
  /// The number of levels below the root.
  @usableFromInline let height: Int

  @usableFromInline
  init(count: Int, leafSize: Int) {
    self.count = count
    self.leafSize = leafSize
    leafCount = (count + leafSize - 1) / leafSize
    let nodeCount = max(0, 2 * leafCount - 1)
    height = nodeCount == 0 ? 0 : Self.log2(nodeCount)
    deepestCount = nodeCount == 0 ? 0 : nodeCount - ((1 << height) - 1)
  }

  @inlinable
  var nodeCount: Int { max(0, 2 * leafCount - 1) }

  @inlinable
  func isLeaf(_ node: Int) -> Bool { node >= leafCount - 1 }

  /// The slots below a node. O(1).
  @inlinable
  func slots(of node: Int) -> Range<Int> {
    let depth = Self.log2(node + 1)
    let width = 1 << (height - depth)
    let offset = (node + 1 - (1 << depth)) * width
    let begin = leaves(before: offset) * leafSize
    return begin..<min(leaves(before: offset + width) * leafSize, count)
  }

  /// The slots of a leaf's node. O(1), and less work than for any node.
  @inlinable
  func slots(ofLeaf node: Int) -> Range<Int> {
    let deepest = (1 << height) - 1
    let leaf = node >= deepest ? node - deepest : node - (leafCount - 1) + deepestCount
    return leaf * leafSize..<min((leaf + 1) * leafSize, count)
  }

  /// The node of a leaf, from its number.
  func leafNode(_ leaf: Int) -> Int {
    leaf < deepestCount ? (1 << height) - 1 + leaf : leafCount - 1 + leaf - deepestCount
  }

  /// The next node after the subtree of this one, in preorder (nodes before their children); nil at
  /// the end.
  ///
  /// Counted from 1, the path to a node is its binary digits. Ones at the end are right children,
  /// whose parents are done too.
  @inlinable
  func next(after node: Int) -> Int? {
    let number = node + 1
    let open = number >> (~number).trailingZeroBitCount
    return open == 0 ? nil : open
  }

  /// The number of leaves before a place of the deepest level, counted as if that level were full.
  /// A leaf of the level above takes two places.
  @inlinable
  func leaves(before offset: Int) -> Int {
    offset <= deepestCount ? offset : (offset + deepestCount) / 2
  }

  @inlinable
  static func log2(_ number: Int) -> Int { Int.bitWidth - 1 - number.leadingZeroBitCount }
}
