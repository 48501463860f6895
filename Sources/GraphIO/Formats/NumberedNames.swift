/// Makes names unique, for formats whose nodes have names that may occur several times: all but the
/// first have a number in their ids.
struct NumberedNames {
  private var counts: [ExactText: Int] = [:]
  private var hasNumbers = false

  /// A note on the numbers, if there are any.
  var notes: [String] {
    hasNumbers ? ["several nodes have one name: all but the first have a number in their ids"] : []
  }

  /// Returns the name for its first use, and with a number for later ones. Expected O(1).
  mutating func free(_ name: String, _ builder: GraphBuilder) -> String {
    var count = counts[ExactText(name), default: 0]
    if count == 0, builder.node(name) == nil {
      counts[ExactText(name)] = 1
      return name
    }
    hasNumbers = true
    var id = ""
    repeat {
      count = max(count, 1) + 1
      id = "\(name)#\(count)"
    } while builder.node(id) != nil
    counts[ExactText(name)] = count
    return id
  }
}
