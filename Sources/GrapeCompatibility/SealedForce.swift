extension ForceList {
  /// The entries, in the sequence in which their forces act. An entry without a name gets that of
  /// its type.
  public var entries: [Entry] {
    get { names.compactMap { name in self[name].map { Entry($0, named: name) } } }
    set { self = ForceList(newValue) }
  }
}
