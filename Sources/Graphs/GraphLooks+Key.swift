extension GraphLooks {
  /// What a picture says beside the graph about colours and sizes that the style asks for.
  func key(_ style: GraphStyle) -> Picture.Key {
    guard style.showsKey else { return Picture.Key() }
    var key = Picture.Key(nodeColors: legend)
    if case .by(let property) = style.sizes, case .byWeight(let weights)? = sizes {
      switch property {
      case .attribute(let name): key.nodeSizes = .init(title: name, values: weights)
      case .measure(.degree):
        // Areas are those of one more than the degree.
        key.nodeSizes = .init(title: NodeMeasure.degree.id, values: weights.map { $0 - 1 })
      case .measure(let measure): key.nodeSizes = .init(title: measure.id, values: weights)
      }
    }
    return key
  }
}
