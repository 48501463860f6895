import ArgumentParser
import Graphs

extension LayoutChoice: ExpressibleByArgument {
  init?(argument: String) { self.init(id: argument) }
  static var allValueStrings: [String] { all.map(\.id) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  var defaultValueDescription: String { id }
}
extension LayoutQuality: ExpressibleByArgument {}
extension LayoutGoal: ExpressibleByArgument {}

extension LayoutDirection: ExpressibleByArgument {
  public init?(argument: String) { self.init(rankDirection: argument) }
  public var defaultValueDescription: String { rankDirection }
  public static var allValueStrings: [String] { allCases.map(\.rankDirection) }
}

extension NodeTable.Format: ExpressibleByArgument {}

extension OutputKind: ExpressibleByArgument {
  init?(argument: String) { self.init(name: argument) }
  // The list is empty, as the help of each option lists the kinds that its command can write.
  static var allValueStrings: [String] { [] }
}

extension GraphFormat: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }
  public static var allValueStrings: [String] { all.map(\.id) }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  public var defaultValueDescription: String { id }
}
