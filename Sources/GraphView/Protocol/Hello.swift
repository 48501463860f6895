import Foundation
import GraphModel

/// The first message to a page: all that it needs to know about the session.
struct Hello: Encodable {
  static let protocolVersion = 1

  struct Attribute: Encodable, Hashable {
    enum Owner: String, Encodable { case nodes, links }
    enum Kind: String, Encodable { case number, category, text }
    var name: String
    var of: Owner
    var kind: Kind
    var title: String

    init(_ column: AttributeColumn, of owner: Owner) {
      (name, title, of, kind) = (column.name, column.name, owner, column.kind)
    }
  }

  struct Looks: Encodable, Hashable {
    var color: String?
    var size: String?
    var labels: String?

    private enum CodingKeys: CodingKey { case color, size, labels }

    // With nulls: the page tells "nothing chosen" from "not said".
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(color, forKey: .color)
      try container.encode(size, forKey: .size)
      try container.encode(labels, forKey: .labels)
    }
  }

  struct Allowed: Encodable, Hashable {
    var edit: Bool
    var export: [String]
  }

  private let `is` = "hello"
  private let `protocol` = Hello.protocolVersion
  var session: String
  var viewer: Int
  var title: String
  var nodes: Int
  var links: Int
  var dimensions: Int
  var directed: Bool
  var running: Bool
  var speed: ViewSpeed
  var ended: String?
  var theme: ViewTheme
  var forces: [ForceDescription]
  var attributes: [Attribute]
  var looks: Looks
  var measures: [String]
  var legend: [ViewLegend]
  var layouts: [GraphViewServices.Layout]
  var allows: Allowed
  var steps: GraphSteps?
  var pins: [Int]
  /// True in a file that works without a program.
  var standalone: Bool?
  /// In a file: what the page needs to colour and size by the attributes that the file has.
  var palette: ViewPalette?
}

/// What has changed: only the parts that are not nil.
struct StateMessage: Encodable {
  private let `is` = "state"
  var running: Bool?
  var speed: ViewSpeed?
  var ended: Ended?
  var forces: [ForceDescription]?
  var looks: Hello.Looks?
  var legend: [ViewLegend]?
  var attributes: [Hello.Attribute]?
  var pins: [Int]?
  var selection: [Int]?
  var message: String?
  var viewers: Int?
  var layout: String?
  var step: Int?
  /// Where the camera is to fly. No state: it is of the moment, and nobody who comes later gets it.
  var camera: Camera?

  enum Camera: Encodable, Hashable {
    /// Where everything is seen.
    case fit
    /// To these nodes.
    case nodes([Int])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .fit: try container.encode("fit")
      case .nodes(let nodes): try container.encode(nodes)
      }
    }
  }

  /// A sentence, or null for a run that has not ended.
  enum Ended: Encodable {
    case no
    case because(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .no: try container.encodeNil()
      case .because(let sentence): try container.encode(sentence)
      }
    }
  }
}

/// The answer to a command with a number.
struct Reply<Value: Encodable>: Encodable {
  private let `is` = "reply"
  var to: UInt32
  var ok: Value?
  var error: String?
}

/// An answer without contents.
struct Done: Encodable {}

/// How fast a run is: so many ticks for each frame, or as many as can be.
public enum ViewSpeed: Sendable, Hashable, Encodable {
  /// So many ticks for each frame.
  case ticksPerFrame(Int)
  /// As many ticks as can be.
  case free

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .ticksPerFrame(let count): try container.encode(count)
    case .free: try container.encode("free")
    }
  }
}

/// The colours of the page.
public enum ViewTheme: String, Sendable, Hashable, Encodable, CaseIterable {
  /// One look for everybody.
  case light, dark
  /// As the viewer's system wants it.
  case auto
}

/// A force with the parameters that people may change.
struct ForceDescription: Encodable, Hashable {
  struct Parameter: Encodable, Hashable {
    var name: String
    var title: String
    var value: Double
    var low: Double
    var high: Double
    var logarithmic = false
  }

  var name: String
  var title: String
  var on: Bool
  var parameters: [Parameter]
}

/// JSON whose bytes are always the same for the same value.
enum ViewJSON {
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
      // Numbers are checked where they come in; a number that is not finite would be a mistake
      // here.
      return #"{"is":"state","message":"a message could not be written"}"#
    }
  }
}
