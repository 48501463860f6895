// The JSON of package managers and NDEx.

// MARK: Packages

extension JSONDialect {
  /// `swift package show-dependencies --format json`: packages nested in the packages that depend
  /// on them, with repetitions.
  static let swiftPackages = JSONDialect(
    title: "packages of SwiftPM",
    recognises: { $0["identity"]?.text != nil && $0["dependencies"]?.elements != nil },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      reader.hasNodes = true
      reader.builder.isDirected = true
      _ = try readPackage(item, &reader)
    })

  /// Returns the id of the package. A package that was read before adds nothing.
  private static func readPackage(
    _ item: JSONItem, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) -> String {
    guard let id = item["identity"]?.text, let members = item.members,
      let dependencies = item["dependencies"]?.elements
    else {
      throw reader.json.text.unexpected(
        "something else", expected: "a package with \"identity\" and \"dependencies\"",
        at: item.place)
    }
    if reader.builder.node(id) != nil { return id }
    var element = JSONElement()
    element.id = id
    element.add(members) { $0 == "identity" || $0 == "dependencies" }
    try reader.addNode(element, at: item.place)
    for dependency in dependencies {
      let target = try readPackage(dependency, &reader)
      try reader.addEdge(id, target, kind: nil, at: dependency.place)
    }
    return id
  }

  /// `cargo metadata`: the resolved dependencies, with the names and versions of the packages.
  static let cargo = JSONDialect(
    title: "metadata of Cargo",
    recognises: { $0["packages"]?.elements != nil && $0["resolve"] != nil },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      guard let nodes = item["resolve"]?["nodes"]?.elements else {
        throw reader.json.text.unexpected(
          "packages without \"resolve\"", expected: "cargo metadata without --no-deps",
          at: item.place)
      }
      reader.hasNodes = true
      reader.builder.isDirected = true
      for node in nodes {
        var element = JSONElement()
        element.id = node["id"]?.id?.description
        try reader.addNode(element, at: node.place)
      }
      for package in item["packages"]?.elements ?? [] {
        guard let id = package["id"]?.id?.description, let node = reader.builder.node(id) else {
          continue
        }
        var element = JSONElement()
        if let name = package["name"]?.text {
          element.values.append((StandardAttribute.label, .string(name)))
        }
        element.add(package.members ?? []) { !["version", "license", "edition"].contains($0) }
        try reader.setValues(of: node, element)
      }
      for node in nodes { try readCargoEdges(of: node, &reader) }
    })

  private static func readCargoEdges(
    of node: JSONItem, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) {
    let source = node["id"]?.id?.description ?? ""
    // `deps` has the kind of each dependency; older files have only ids.
    if let dependencies = node["deps"]?.elements {
      for dependency in dependencies {
        guard let target = dependency["pkg"]?.text else {
          throw reader.json.text.unexpected(
            "a dependency without \"pkg\"", expected: "the id of a package", at: dependency.place)
        }
        let kinds = dependency["dep_kinds"]?.elements?.map { $0["kind"]?.text ?? "normal" } ?? []
        let kind = kinds.contains("normal") ? "normal" : kinds.first
        try reader.addEdge(source, target, kind: kind, at: dependency.place)
      }
    } else {
      for dependency in node["dependencies"]?.elements ?? [] {
        guard let target = dependency.text else { continue }
        try reader.addEdge(source, target, kind: nil, at: dependency.place)
      }
    }
  }

  /// `package-lock.json` of npm: installed packages by path, and the dependencies of each, resolved
  /// by name.
  static let packageLock = JSONDialect(
    title: "a lock file of npm",
    recognises: {
      $0["lockfileVersion"] != nil
        && ($0["packages"]?.members != nil || $0["dependencies"]?.members != nil)
    },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      reader.hasNodes = true
      reader.builder.isDirected = true
      var lock = PackageLock(rootName: item["name"]?.text ?? "root")
      if let packages = item["packages"]?.members {
        for package in packages { try lock.addPackage(package, &reader) }
      } else {
        lock.addRoot(item)
        try lock.addNested(item, below: 0, &reader)
      }
      try lock.addToGraph(&reader)
    })
}

/// The packages of a lock file as a tree of `node_modules` folders.
private struct PackageLock {
  private struct Package {
    var path: String
    var name: String
    var parent: Int
    var item: JSONItem?
    /// The target of a link.
    var target: String?
  }
  private struct Key: Hashable {
    var parent: Int
    var name: ExactText
  }
  private var packages: [Package]
  private var places: [Key: Int] = [:]

  init(rootName: String) {
    packages = [Package(path: "", name: rootName, parent: -1)]
  }

  mutating func addRoot(_ item: JSONItem) { packages[0].item = item }

  private mutating func add(_ name: String, below parent: Int, path: String) -> Int {
    let key = Key(parent: parent, name: ExactText(name))
    if let known = places[key] { return known }
    packages.append(Package(path: path, name: name, parent: parent))
    places[key] = packages.count - 1
    return packages.count - 1
  }

  /// Adds a package by its path: `node_modules/a/node_modules/b`, or the folder of a workspace.
  mutating func addPackage(
    _ member: JSONMember, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) {
    let names = member.name.split(separator: "node_modules/", omittingEmptySubsequences: false)
      .map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
    guard names.count <= reader.json.text.limits.nestingDepth, member.name.utf8.count <= 1 << 14
    else {
      throw reader.json.text.limit(
        of: "levels of packages", maximum: reader.json.text.limits.nestingDepth,
        at: member.item.place)
    }
    guard member.item.members != nil else {
      throw reader.json.text.unexpected(
        "something else", expected: "an object (a package)", at: member.item.place)
    }
    var place = 0
    var path = ""
    for (level, name) in names.enumerated() where level > 0 || !name.isEmpty {
      path += (path.isEmpty ? "" : "/") + (level > 0 ? "node_modules/" : "") + name
      // Workspace folders are not names that other packages can resolve.
      place = add(level > 0 ? name : "./" + name, below: place, path: path)
    }
    packages[place].item = member.item
    if member.item["link"]?.boolean == true {
      packages[place].target = member.item["resolved"]?.text
    }
    if let name = member.item["name"]?.text { packages[place].name = name }
  }

  /// Adds nested packages, as in version 1.
  mutating func addNested(
    _ item: JSONItem, below parent: Int, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) {
    for member in item["dependencies"]?.members ?? [] where member.item.members != nil {
      try reader.builder.budget.take(
        packages[parent].path.utf8.count, file: reader.json.text.name, at: member.item.place)
      let path = packages[parent].path
      let place = add(
        member.name, below: parent,
        path: path + (path.isEmpty ? "" : "/") + "node_modules/" + member.name)
      packages[place].item = member.item
      try addNested(member.item, below: place, &reader)
    }
  }

  func addToGraph(_ reader: inout JSONGraphReader) throws(GraphFileError) {
    for package in packages where package.target == nil {
      guard let item = package.item else { continue }
      var element = JSONElement()
      element.id = id(package)
      element.values.append((StandardAttribute.label, .string(package.name)))
      element.add(item.members ?? []) { !["version", "dev", "optional", "license"].contains($0) }
      try reader.addNode(element, at: item.place)
    }
    let byPath = [ExactText: Int](
      packages.indices.map { (ExactText(packages[$0].path), $0) }, uniquingKeysWith: { $1 })
    var missingCount = 0
    for place in packages.indices where packages[place].target == nil {
      guard let item = packages[place].item else { continue }
      for (name, kind, wanted) in Self.needs(of: item, isRoot: place == 0) {
        guard var found = find(name, from: place) else {
          missingCount += 1
          continue
        }
        if let target = packages[found].target { found = byPath[ExactText(target)] ?? found }
        guard packages[found].item != nil, packages[found].target == nil else {
          missingCount += 1
          continue
        }
        try reader.addEdge(
          id(packages[place]), id(packages[found]), kind: kind, at: wanted)
      }
    }
    if missingCount > 0 {
      reader.builder.note(
        "packages that are needed and not installed are left out: \(missingCount)")
    }
  }

  private func id(_ package: Package) -> String {
    package.path.isEmpty ? packages[0].name : package.path
  }

  /// Resolves a package name in another package: in its own folder, or that of an ancestor.
  private func find(_ name: String, from place: Int) -> Int? {
    var folder = place
    while folder >= 0 {
      if let found = places[Key(parent: folder, name: ExactText(name))] { return found }
      folder = packages[folder].parent
    }
    return nil
  }

  private static func needs(
    of item: JSONItem, isRoot: Bool
  ) -> [(name: String, kind: String, place: FileLocation)] {
    let kinds = [
      ("dependencies", "normal"), ("requires", "normal"), ("devDependencies", "development"),
      ("optionalDependencies", "optional"), ("peerDependencies", "peer"),
    ]
    // In version 1, `dependencies` lists the packages installed in the package's own folder.
    let hasRequires = item["requires"]?.members != nil
    var result: [(name: String, kind: String, place: FileLocation)] = []
    var known: Set<ExactText> = []
    for (key, kind) in kinds where !(hasRequires && key == "dependencies") {
      for member in item[key]?.members ?? [] where known.insert(ExactText(member.name)).inserted {
        result.append((member.name, kind, member.item.place))
      }
    }
    return result
  }
}

extension JSONGraphReader {
  fileprivate mutating func addEdge(
    _ source: String, _ target: String, kind: String?, at place: FileLocation
  ) throws(GraphFileError) {
    var element = JSONElement()
    element.source = End(value: .string(source), place: place)
    element.target = End(value: .string(target), place: place)
    if let kind { element.values.append(("kind", .string(kind))) }
    try addEdge(element, at: place)
  }
}

// MARK: CX2

extension JSONDialect {
  /// CX2 of NDEx and Cytoscape: a list of aspects. (https://cytoscape.org/cx/cx2/specification)
  static let cx2 = JSONDialect(
    title: "CX2",
    recognises: { $0["CXVersion"] != nil },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      reader.hasNodes = true
      reader.hasCX2 = true
      for aspect in item.members ?? [] {
        for element in aspect.item.elements ?? [] {
          try read(element, of: aspect.name, &reader)
        }
      }
    })

  private static func read(
    _ item: JSONItem, of aspect: String, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) {
    switch aspect {
    case "attributeDeclarations": try reader.cx2.declare(item, &reader.builder)
    case "networkAttributes":
      for member in item.members ?? [] {
        if member.name == "directed", let value = member.item.boolean {
          reader.builder.isDirected = value
        } else {
          try reader.setGraph(member)
        }
      }
    case "nodes":
      var element = JSONElement()
      element.id = item["id"]?.id?.description
      for (axis, sign) in [("x", 1.0), ("y", -1), ("z", 1)] {
        // y points down, as in Cytoscape.
        if let number = item[axis]?.number { element.fields.append((axis, .double(sign * number))) }
      }
      element.add(reader.cx2.named(item["v"], of: "nodes"))
      try reader.addNode(element, at: item.place)
    case "edges":
      var element = JSONElement()
      if let source = item["s"] { element.source = try reader.namedEnd(source) }
      if let target = item["t"] { element.target = try reader.namedEnd(target) }
      if let id = item["id"]?.id {
        element.fields.append((StandardAttribute.edgeID, .string(id.description)))
      }
      element.add(reader.cx2.named(item["v"], of: "edges"))
      try reader.addEdge(element, at: item.place, expected: "\"s\" and \"t\"")
    case "metaData", "status", "CXVersion": break
    default: reader.builder.note("how Cytoscape draws the network is left out")
    }
  }
}

/// The attribute names of CX2, which elements may abbreviate, and their defaults.
struct CX2Declarations {
  private var names: [ExactText: String] = [:]

  mutating func declare(
    _ item: JSONItem, _ builder: inout GraphBuilder
  ) throws(GraphFileError) {
    for kind in item.members ?? [] {
      for declaration in kind.item.members ?? [] {
        if let alias = declaration.item["a"]?.text {
          names[ExactText("\(kind.name) \(alias)")] = declaration.name
        }
        guard let value = declaration.item["v"]?.attribute(named: declaration.name) else {
          continue
        }
        switch kind.name {
        case "nodes": try builder.setNodeDefault(declaration.name, value)
        case "edges": try builder.setEdgeDefault(declaration.name, value)
        default: break
        }
      }
    }
  }

  /// Returns the values of an element under their full names.
  func named(_ values: JSONItem?, of kind: String) -> [JSONMember] {
    (values?.members ?? []).map { member in
      JSONMember(
        name: names[ExactText("\(kind) \(member.name)")] ?? member.name, item: member.item)
    }
  }
}
