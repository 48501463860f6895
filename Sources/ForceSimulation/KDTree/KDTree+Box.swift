extension KDTree {
  /// A box with edges along the axes: all points with `low <= point < high` on every axis.
  ///
  /// The upper faces do not belong to the box, so that boxes side by side share no point. A face at
  /// the greatest finite number is the exception: it belongs to the box, as nothing lies beyond it.
  public struct Box: Sendable, Hashable {
    /// The corner with the smallest coordinates.
    public var low: Vector
    /// The corner with the largest coordinates.
    public var high: Vector

    /// The box between two corners. A box whose low corner is above the high one on some axis has no
    /// points.
    @inlinable
    public init(low: Vector, high: Vector) {
      self.low = low
      self.high = high
    }

    /// True when a point is in the box.
    @inlinable
    public func contains(_ point: Vector) -> Bool {
      for axis in 0..<Vector.scalarCount {
        let isBelowTop = point[axis] < high[axis] || high[axis] == .greatestFiniteMagnitude
        if !(point[axis] >= low[axis] && isBelowTop) { return false }
      }
      return true
    }
  }
}
