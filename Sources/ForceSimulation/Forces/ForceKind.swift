/// The declaration of a type of forces: its parameters and their defaults.
///
///     struct Wind: Force {
///       var speed = 2.0
///
///       static var kind: ForceKind<SIMD2<Double>> {
///         ForceKind(
///           Wind(),
///           parameters: [
///             ForceParameter(
///               \Wind.speed, name: "speed", unit: "layout units per tick", range: 0...100,
///               slider: 0...10)
///           ])
///       }
///
///       func apply(to step: inout StepContext<SIMD2<Double>>) { ... }
///     }
///
/// Checkpoints save and restore the parameters, edits of live simulations set them by name, the
/// panel of the page shows them, `BindingContext.check(_:)` checks their ranges, the default
/// `Force.carry(over:)` carries their values over edits, and the default `description` prints
/// them.
public struct ForceKind<Vector: SimulationVector>: Sendable {
  /// The name of the type, without its parameters: "CollideForce".
  public let name: String
  /// The title for users: "Collisions". By default the words of the name.
  public let title: String
  /// The parameters, in the sequence in which checkpoints hold them.
  public let parameters: [ForceParameter<Vector>]
  /// A force with the default parameters; nil for a type that declares nothing.
  let prototype: (any Force<Vector>)?
  /// The name of the force in messages: "collide".
  let noun: String
  private let titleOfForce: (@Sendable (any Force<Vector>) -> String?)?

  /// Creates the declaration of a type.
  ///
  /// - Parameters:
  ///   - defaults: a force with the default of each parameter.
  ///   - title: the title for users; by default the words of the type's name.
  ///   - parameters: the parameters. Two of the same name trap.
  public init<F: Force<Vector>>(
    _ defaults: F, title: String? = nil, parameters: [ForceParameter<Vector>]
  ) {
    self.init(defaults, title: title, noun: nil, titleOfForce: nil, parameters: parameters)
  }

  /// - Parameters:
  ///   - noun: the name of the force in messages; by default the words of the type's name.
  ///   - titleOfForce: returns the title of a force, if it depends on a parameter.
  init<F: Force<Vector>>(
    _ defaults: F, title: String? = nil, noun: String?,
    titleOfForce: (@Sendable (F) -> String)? = nil, parameters: [ForceParameter<Vector>]
  ) {
    name = Self.name(of: F.self)
    let words = name.wordsOfCamelCase
    self.title = title ?? words.capitalizedFirst
    self.noun =
      noun ?? (words.hasSuffix(" force") ? String(words.dropLast(" force".count)) : words)
    prototype = defaults
    if let titleOfForce {
      self.titleOfForce = { force in (force as? F).map(titleOfForce) }
    } else {
      self.titleOfForce = nil
    }
    let noun = self.noun
    self.parameters = parameters.map { $0.declared(by: defaults, called: noun) }
    for (index, parameter) in parameters.enumerated() {
      demand(
        !parameters[..<index].contains { $0.name == parameter.name },
        "ForceSimulation: \(name) declares two parameters \"\(parameter.name)\"")
    }
  }

  /// Creates the kind of a type that declares nothing.
  init(of type: any Force<Vector>.Type) {
    name = Self.name(of: type)
    (title, noun, parameters) = (name.wordsOfCamelCase.capitalizedFirst, name, [])
    (prototype, titleOfForce) = (nil, nil)
  }

  /// Returns the name of a type of forces, without its generic arguments.
  static func name(of type: any Force<Vector>.Type) -> String {
    String("\(type)".prefix { $0 != "<" })
  }

  /// Returns the title of a force of this kind.
  package func title(of force: any Force<Vector>) -> String { titleOfForce?(force) ?? title }

  /// Returns the parameter of a name, including former names.
  package func parameter(_ name: String) -> ForceParameter<Vector>? {
    parameters.first { $0.name == name } ?? parameters.first { $0.formerName == name }
  }

  /// Returns the scope of the parameter with a name in messages.
  package func scope(ofWords words: String) -> ForceParameter<Vector>.Scope? {
    parameters.first { $0.words == words }?.scope
  }
}

/// A force of this package. Checkpoints contain it completely, so it need not be passed in.
///
/// Its methods stand behind those of `Force`, so that the types have no members of their own for
/// what every force can do.
protocol BuiltInForce<Vector>: Force {
  /// The number of the type in checkpoints, which is never reused.
  static var code: UInt8 { get }
  /// The `kind` of the type, with its declared parameters.
  static var declaration: ForceKind<Vector> { get }

  /// Binds the force, as `bind(to:)` says.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError)
  /// Changes the state once, as `apply(to:)` says.
  func act(on step: inout StepContext<Vector>)
}

extension BuiltInForce {
  public static var kind: ForceKind<Vector> {
    ForceKindTable.kind(of: Self.self) { declaration }
  }

  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try prepare(in: &context)
  }

  public func apply(to step: inout StepContext<Vector>) { act(on: &step) }

  /// Carries the values of the declared parameters over an edit. Does not throw.
  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    // Without a change the values stay bound to the graph, and are not evaluated again.
    if !change.keepsGraph || change.changesForces { carryDeclaredValues(over: change) }
  }
}

extension ForceKind {
  private static var builtIn: [any BuiltInForce<Vector>.Type] {
    [
      ManyBodyForce<Vector>.self, LinkForce<Vector>.self, CollideForce<Vector>.self,
      BoxCollideForce<Vector>.self, CenterForce<Vector>.self, PositionForce<Vector>.self,
      RadialForce<Vector>.self, GravityForce<Vector>.self, GroupForce<Vector>.self,
      SpringForce<Vector>.self, MagneticForce<Vector>.self, TForce<Vector>.self,
      PointerForce<Vector>.self, AnchorForce<Vector>.self, BoundaryForce<Vector>.self,
      VelocityLimit<Vector>.self,
    ]
  }

  /// The kinds of this package's forces.
  public static var all: [ForceKind] { builtIn.map { $0.kind } }

  /// The kind that has a number in checkpoints.
  static func kind(code: UInt8) -> ForceKind? { builtIn.first { $0.code == code }?.kind }
}

extension Force {
  /// The kind of a type that declares no parameters. Checkpoints hold only the name of its force.
  public static var kind: ForceKind<Vector> { ForceKind(of: Self.self) }

  /// Carries the values by node and link of the declared parameters over an edit. Does not throw.
  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    carryDeclaredValues(over: change)
  }

  fileprivate mutating func carryDeclaredValues(over change: GraphChange) {
    let parameters = Self.kind.parameters
    guard !parameters.isEmpty else { return }
    var force: any Force<Vector> = self
    for parameter in parameters { parameter.access.carry(&force, over: change) }
    self = force as! Self
  }
}

extension Force where Self: CustomStringConvertible {
  /// The declared parameters as text.
  public var description: String {
    let kind = Self.kind
    let values = kind.parameters.compactMap { parameter -> String? in
      let words = parameter.name.wordsOfCamelCase
      guard let value = parameter.access.describe(self) else { return nil }
      if value.isEmpty { return words.hasPrefix("is ") ? String(words.dropFirst(3)) : words }
      return "\(words) \(value)"
    }
    let list = values.joined(separator: ", ")
    return list.hasPrefix("\(kind.noun) ") ? list : "\(kind.noun) \(list)"
  }
}

extension String {
  /// "half sides" for "halfSides", "t force" for "TForce".
  var wordsOfCamelCase: String {
    var words = ""
    for letter in self {
      if letter.isUppercase, !words.isEmpty { words += " " }
      words += letter.lowercased()
    }
    return words
  }

  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
