/// An id, or another text of a file, as a key of a dictionary or set, or for a comparison.
///
/// Texts are equal here when their bytes are. To Swift an é of one scalar and one of two are the
/// same text, and so are K and the sign of kelvins; in files they are two ids. Ids of other types
/// are compared as they compare themselves.
package struct ExactKey<ID: Hashable>: Hashable {
  package let id: ID

  @inlinable
  package init(_ id: ID) { self.id = id }

  @inlinable
  package static func == (first: Self, second: Self) -> Bool {
    // The compiler knows the answer where it knows the type.
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

/// A text of a file as a key.
package typealias ExactText = ExactKey<String>

extension String {
  /// True when both are the same bytes: what files mean by the same id or name, which `==` does not.
  @inlinable
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension Sequence<String> {
  /// True when a text with the bytes of this one is there.
  @inlinable
  package func containsBytes(of text: String) -> Bool {
    contains { $0.hasSameBytes(as: text) }
  }
}

extension StringProtocol {
  /// True when the text begins with these bytes, whatever they are combined with behind them.
  @inlinable
  package func beginsWithBytes(of beginning: String) -> Bool {
    utf8.starts(with: beginning.utf8)
  }
}
