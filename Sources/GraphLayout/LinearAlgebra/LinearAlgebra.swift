import Synchronization

#if LinearAlgebra
import COpenBLAS
#endif

/// The functions of OpenBLAS that layouts need. The library is loaded at the first call. Without
/// it, or without the package trait LinearAlgebra, every call throws an error that explains what is
/// missing.
///
/// OpenBLAS is restricted to one thread, so that the same machine gives the same bits; other
/// processors and other versions of the library may round differently. The number of threads is
/// global to the process, so it is restored after each call.
enum LinearAlgebra {
  #if LinearAlgebra
  private static let lock = Mutex(())

  private static func onOneThread<Result>(
    _ body: () throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    try lock.withLock { _ throws(LayoutError) in
      guard openblas_open() else { throw .linearAlgebraNotInstalled }
      let threads = openblas_threads()
      openblas_set_threads(1)
      defer { openblas_set_threads(threads) }
      return try body()
    }
  }
  #endif

  /// Returns the reason why `what` is not possible with this build or on this system; nil if it is.
  static func unavailability(of what: String) -> LayoutError? {
    #if LinearAlgebra
    return openblas_open() ? nil : .linearAlgebraNotInstalled
    #else
    return .linearAlgebraMissing(what)
    #endif
  }

  /// Throws an error with the name of the layout if OpenBLAS is not available.
  static func require(for what: String) throws(LayoutError) {
    if let error = unavailability(of: what) { throw error }
  }
}

#if LinearAlgebra
extension LinearAlgebra {
  /// Returns the products of all pairs of rows of a matrix. O(rows² * columns).
  static func gram(
    _ matrix: [Double], rows: Int, columns: Int
  ) throws(LayoutError) -> [Double] {
    var product = [Double](repeating: 0, count: rows * rows)
    try onOneThread { () throws(LayoutError) in
      openblas_rows_by_rows(blasint(rows), blasint(columns), matrix, &product)
    }
    for row in 0..<rows {
      for column in 0..<row { product[row * rows + column] = product[column * rows + row] }
    }
    return product
  }

  /// Returns linear combinations of rows: one sum of `columns` numbers for each list of factors.
  static func combine(
    _ matrix: [Double], rows: Int, columns: Int, factors: [[Double]]
  ) throws(LayoutError) -> [[Double]] {
    var sums = [[Double]](
      repeating: [Double](repeating: 0, count: columns), count: factors.count)
    try onOneThread { () throws(LayoutError) in
      for index in factors.indices {
        openblas_sum_of_rows(
          blasint(rows), blasint(columns), matrix, factors[index], &sums[index])
      }
    }
    return sums
  }

  /// Returns the eigenvectors of the `count` largest eigenvalues of a symmetric matrix, the largest
  /// first. The component of greatest magnitude of each is positive, which makes the sign
  /// deterministic. O(size³).
  static func leadingEigenvectors(
    _ matrix: [Double], size: Int, count: Int
  ) throws(LayoutError) -> (values: [Double], vectors: [[Double]]) {
    let count = min(count, size)
    if count == 0 { return ([], []) }
    // For some matrices with many equal eigenvalues, dsyevr misses vectors if only a few are
    // requested, but not if all are.
    for range in count < size ? ["I", "A"] : ["A"] {
      if let found = try eigenvectors(matrix, size: size, count: count, range: range) {
        return found
      }
    }
    throw .linearAlgebraFailed(routine: "dsyevr", code: 0)
  }

  /// Returns nil if fewer eigenvectors were found than requested.
  private static func eigenvectors(
    _ matrix: [Double], size: Int, count: Int, range: String
  ) throws(LayoutError) -> (values: [Double], vectors: [[Double]])? {
    let wanted = range == "A" ? size : count
    var (a, n) = (matrix, blasint(size))
    var (first, last) = (blasint(size - count + 1), blasint(size))
    var (values, vectors) = (
      [Double](repeating: 0, count: size), [Double](repeating: 0, count: size * wanted)
    )
    var (support, found) = ([blasint](repeating: 0, count: 2 * size), blasint(0))
    var (bound, tolerance, info) = (0.0, 0.0, blasint(0))
    var workCount = blasint(32 * size)
    var integerCount = blasint(12 * size)
    var work = [Double](repeating: 0, count: 32 * size)
    var integers = [blasint](repeating: 0, count: 12 * size)
    try onOneThread { () throws(LayoutError) in
      openblas_dsyevr(
        "V", range, "U", &n, &a, &n, &bound, &bound, &first, &last, &tolerance, &found, &values,
        &vectors, &n, &support, &work, &workCount, &integers, &integerCount, &info)
    }
    guard info == 0 else { throw .linearAlgebraFailed(routine: "dsyevr", code: Int(info)) }
    guard Int(found) == wanted else { return nil }
    let ascending = ((wanted - count)..<wanted).map {
      Array(vectors[($0 * size)..<(($0 + 1) * size)])
    }
    return (
      values.prefix(wanted).suffix(count).reversed(), ascending.reversed().map(signed)
    )
  }

  private static func signed(_ vector: [Double]) -> [Double] {
    var largest = 0
    for row in vector.indices where abs(vector[row]) > abs(vector[largest]) + 1e-9 {
      largest = row
    }
    return vector[largest] < 0 ? vector.map { -$0 } : vector
  }

  /// Returns the singular value decomposition U S Vᵀ of a small square matrix, by columns: U, S and
  /// Vᵀ.
  static func singularValues(
    _ matrix: [Double], size: Int
  ) throws(LayoutError) -> (u: [Double], s: [Double], vt: [Double]) {
    var (a, n, info) = (matrix, blasint(size), blasint(0))
    var (u, vt) = (matrix, matrix)
    var s = [Double](repeating: 0, count: size)
    var workCount = blasint(16 * size)
    var work = [Double](repeating: 0, count: 16 * size)
    try onOneThread { () throws(LayoutError) in
      openblas_dgesvd(
        "A", "A", &n, &n, &a, &n, &s, &u, &n, &vt, &n, &work, &workCount, &info)
    }
    guard info == 0 else { throw .linearAlgebraFailed(routine: "dgesvd", code: Int(info)) }
    return (u, s, vt)
  }
}
#else
extension LinearAlgebra {
  static func gram(
    _ matrix: [Double], rows: Int, columns: Int
  ) throws(LayoutError) -> [Double] {
    throw .linearAlgebraMissing("A product of matrices")
  }

  static func combine(
    _ matrix: [Double], rows: Int, columns: Int, factors: [[Double]]
  ) throws(LayoutError) -> [[Double]] {
    throw .linearAlgebraMissing("A product of matrices")
  }

  static func leadingEigenvectors(
    _ matrix: [Double], size: Int, count: Int
  ) throws(LayoutError) -> (values: [Double], vectors: [[Double]]) {
    throw .linearAlgebraMissing("An eigenvector")
  }

  static func singularValues(
    _ matrix: [Double], size: Int
  ) throws(LayoutError) -> (u: [Double], s: [Double], vt: [Double]) {
    throw .linearAlgebraMissing("A singular value")
  }
}
#endif
