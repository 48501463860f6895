/// An entry of a table of the library, such as a measure or a file format. Its id stands for it: entries
/// of the same id are equal, and the id is its description.
///
/// The protocol is the package's own; types that conform to it are `Hashable` and
/// `CustomStringConvertible` for everybody.
package protocol NamedEntry: Identifiable, Hashable, CustomStringConvertible where ID == String {}

extension NamedEntry {
  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  public var description: String { id }
}
