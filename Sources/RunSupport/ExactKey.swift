/// An id or another text from a file as a key, or for a comparison.
///
/// Texts are equal if their bytes are equal. Swift's `==` treats canonically equivalent texts as
/// equal, such as an é of one scalar and of two, or K and the Kelvin sign; in files these are
/// different ids. Ids of other types use their own equality.
package struct ExactKey<ID: Hashable>: Hashable {
  package let id: ID

  @inlinable
  package init(_ id: ID) { self.id = id }

  @inlinable
  package static func == (first: Self, second: Self) -> Bool {
    // The compiler resolves this condition for known types.
    if ID.self == String.self {
      let (first, second) = (
        unsafeBitCast(first.id, to: String.self), unsafeBitCast(second.id, to: String.self)
      )
      return first.hasSameBytes(as: second)
    }
    return first.id == second.id
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    if ID.self == String.self {
      var text = unsafeBitCast(id, to: String.self)
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    } else {
      hasher.combine(id)
    }
  }
}

extension ExactKey: Sendable where ID: Sendable {}

extension ExactKey: ExpressibleByStringLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByUnicodeScalarLiteral
where ID == String {
  @inlinable
  package init(stringLiteral text: String) { id = text }
}

/// A text from a file as a key.
package typealias ExactText = ExactKey<String>

extension String {
  /// Returns true if both texts have the same bytes. Files compare ids and names in this way,
  /// unlike `==`.
  @inlinable
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension Sequence<String> {
  /// Returns true if it contains a text with the same bytes.
  @inlinable
  package func containsBytes(of text: String) -> Bool {
    contains { $0.hasSameBytes(as: text) }
  }
}

extension StringProtocol {
  /// Returns true if the text begins with these bytes, even if a combining character follows.
  @inlinable
  package func beginsWithBytes(of beginning: String) -> Bool {
    utf8.starts(with: beginning.utf8)
  }
}
