/// A priority queue whose minimum comes first: a heap in which each element has four children.
package struct MinHeap<Element: Comparable> {
  private var elements: [Element] = []

  package init() {}

  package var isEmpty: Bool { elements.isEmpty }

  /// Inserts an element. O(log count).
  package mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0 {
      let parent = (place - 1) / 4
      if !(element < elements[parent]) { break }
      elements[place] = elements[parent]
      place = parent
    }
    elements[place] = element
  }

  /// Removes the minimum; nil if the queue is empty. O(log count).
  package mutating func removeMin() -> Element? {
    guard let least = elements.first else { return nil }
    let last = elements.removeLast()
    if elements.isEmpty { return least }
    var place = 0
    while true {
      let firstChild = 4 * place + 1
      if firstChild >= elements.count { break }
      var child = firstChild
      for other in (firstChild + 1)..<max(firstChild + 1, min(firstChild + 4, elements.count))
      where elements[other] < elements[child] { child = other }
      if !(elements[child] < last) { break }
      elements[place] = elements[child]
      place = child
    }
    elements[place] = last
    return least
  }

  package mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}

/// A node with a distance, ordered by distance, then by number.
struct NodeAtDistance: Comparable {
  var distance: Double
  var node: Int32

  static func < (left: NodeAtDistance, right: NodeAtDistance) -> Bool {
    left.distance < right.distance
      || (left.distance == right.distance && left.node < right.node)
  }
}
