/// A value whose texts are compared by their bytes: an é of one scalar is not one of two.
///
/// The protocol is the package's own; types that conform to it are `Hashable` for everybody.
package protocol ByteEquality: Hashable {
  /// True if both are equal with their texts compared by bytes.
  func isEqual(to other: Self) -> Bool
  /// Feeds a hasher with what `isEqual(to:)` compares.
  func addHash(to hasher: inout Hasher)
}

extension ByteEquality {
  public static func == (first: Self, second: Self) -> Bool { first.isEqual(to: second) }
  public func hash(into hasher: inout Hasher) { addHash(to: &hasher) }
}
