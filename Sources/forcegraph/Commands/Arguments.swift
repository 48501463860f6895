#if Tools

import ArgumentParser
import GraphIO
import GraphLayout

extension LayoutChoice: ExpressibleByArgument {}
extension LayoutQuality: ExpressibleByArgument {}

extension OutputKind: ExpressibleByArgument {
  init?(argument: String) { self.init(name: argument) }
  static var allValueStrings: [String] { names }
}

extension GraphFormat: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }
  public static var allValueStrings: [String] { names }
  public var defaultValueDescription: String { rawValue }
}

#endif
