import FileWriting
import GraphModel

/// The first message to a page: the complete description of the session.
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

    // Nulls are encoded, as the page distinguishes "none chosen" from "unspecified".
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
  var layouts: [Layout]
  var allows: Allowed
  var steps: SentSteps?
  var pins: [Int]
  /// The groups of nodes with an outline; nil for none.
  var groups: [ViewGroup]?
  /// The name of the current layout; nil for the force-directed one.
  var layout: String?
  /// The components that the page needs to draw nodes and links; nil for none.
  var parts: [String]?
  /// True in a standalone file.
  var standalone: Bool?
  /// In a standalone file, the palette to colour and size nodes by its attributes.
  var palette: ViewPalette?
  /// In a standalone file, the forces with all their parameters.
  var physics: [FilePhysics.Force]?
  /// In a standalone file, how the simulation cools, and follows the hand.
  var motion: FilePhysics.Motion?
  /// In a standalone file, the titles of forces that it cannot simulate.
  var missing: [String]?
}

extension Hello {
  /// A layout that viewers may choose: its name in messages, and its title for users.
  struct Layout: Encodable, Hashable {
    var name: String
    var title: String
  }
}

/// A change of the state: only the fields that are not nil.
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
  var groups: [ViewGroup]?
  /// The components that the page needs to draw nodes and links; a page without them asks for them.
  var parts: [String]?
  var message: String?
  var viewers: Int?
  var layout: String?
  var step: Int?
  /// The target of the camera. It is momentary and no part of the state, so viewers who join later
  /// do not get it.
  var camera: Camera?

  enum Camera: Encodable, Hashable {
    /// The whole graph.
    case fit
    /// These nodes.
    case nodes([Int])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .fit: try container.encode("fit")
      case .nodes(let nodes): try container.encode(nodes)
      }
    }
  }

  /// The reason why a run has ended as a sentence; null if it has not.
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

/// The response to a command with a number.
struct Reply<Value: Encodable>: Encodable {
  private let `is` = "reply"
  var to: UInt32
  var ok: Value?
  var error: String?
}

/// A response without contents.
struct Done: Encodable {}

/// The speed of a run.
package enum ViewSpeed: Sendable, Hashable, Encodable {
  /// A fixed number of ticks per frame.
  case ticksPerFrame(Int)
  /// As many ticks as possible.
  case free

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .ticksPerFrame(let count): try container.encode(count)
    case .free: try container.encode("free")
    }
  }
}

/// The colours of the page.
public enum ViewTheme: String, Sendable, Hashable, Encodable, CaseIterable {
  /// A fixed theme for all viewers.
  case light, dark
  /// The theme of the viewer's system.
  case auto
}

/// A force with its adjustable parameters.
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

/// JSON with a deterministic encoding.
enum ViewJSON {
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
      // Numbers are validated on input, so a non-finite number here is a bug.
      return #"{"is":"state","message":"a message could not be written"}"#
    }
  }
}

extension Hello.Looks {
  /// The initial choice of a view.
  init(_ options: GraphViewOptions) {
    self.init(color: options.colorBy, size: options.sizeBy, labels: options.labelsBy)
  }
}
