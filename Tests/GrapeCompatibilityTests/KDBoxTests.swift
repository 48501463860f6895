import GrapeCompatibility
import Testing
import _TestSupport

@Suite struct KDBoxTests {
  @Test func initialisersAgree() {
    let box = KDBox(p0: SIMD2<Double>(1, 2), p1: SIMD2(3, 4))
    #expect(box == KDBox(SIMD2(1, 2), SIMD2(3, 4)))
    #expect(box != KDBox(SIMD2(1, 2), SIMD2(3, 5)))
    #expect(box.p0 == SIMD2(1, 2))
    #expect(box.p1 == SIMD2(3, 4))
  }

  @Test func lowerFacesBelongToABoxAndUpperOnesDoNot() {
    let box = KDBox(SIMD2<Double>(0, 0), SIMD2(2, 2))
    #expect(box.contains(SIMD2(0, 0)))
    #expect(box.contains(SIMD2(1, 1)))
    #expect(box.contains(SIMD2((2.0).nextDown, 0)))
    #expect(!box.contains(SIMD2(2, 1)))
    #expect(!box.contains(SIMD2(1, 2)))
    #expect(!box.contains(SIMD2(-.leastNonzeroMagnitude, 1)))
    #expect(!box.contains(SIMD2(.nan, 1)))
    #expect(!KDBox(SIMD2<Double>(1, 1), SIMD2(1, 1)).contains(SIMD2(1, 1)))
  }

  @Test(arguments: TreePointSet.allCases)
  func coversContainTheirPointsAndHaveNothingToSpare(_ set: TreePointSet) {
    check(set.points(SIMD2<Double>.self))
    check(set.points(SIMD3<Float>.self))
    check(set.points(SIMD4<Double>.self))
  }

  private func check<V: SimulationVector>(_ points: [V]) {
    let box = KDBox<V>.cover(of: points)
    #expect(points.allSatisfy(box.contains))
    #expect(KDBox.cover(of: points.lazy.map { $0 }) == box, "sequences are covered like arrays")
    guard !points.isEmpty else {
      #expect(box == KDBox(.zero, .zero))
      return
    }
    for axis in 0..<V.scalarCount {
      let coordinates = points.map { $0[axis] }
      #expect(box.p0[axis] == coordinates.min())
      #expect(box.p1[axis] == min(coordinates.max()!.nextUp, .greatestFiniteMagnitude))
    }
  }

  @Test func coversTakeArrayLiterals() {
    let box = KDBox.cover(of: [SIMD2<Double>(3, -1), SIMD2(-2, 5)])
    #expect(box.p0 == SIMD2(-2, -1))
    #expect(box.p1 == SIMD2((3.0).nextUp, (5.0).nextUp))
  }

  @Test func pointsThatAreNotFiniteCannotBeCovered() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = KDBox.cover(of: [SIMD2<Double>(0, 0), SIMD2(.infinity, 0)])
    }
    #expect(says("point 1 to cover is at", result))
  }
}
