import ForceSimulation
import Synchronization
import Testing
import _TestSupport

/// The helpers that other tests depend on. A helper that cannot fail would let every test pass.
@Suite struct TestSupportTests {
  /// The message of `body`, which must report exactly one failure.
  private func failure(_ body: () throws -> Void) throws -> String {
    let messages = try collectFailures(body)
    try #require(messages.count == 1)
    return messages[0]
  }

  // MARK: Traces

  @Test func withEveryVisitsAllValuesInOrder() {
    var visited: [[Int]] = []
    withEvery("outer", in: 1...2) { outer in
      withEvery("inner", in: [5, 3]) { inner in visited.append([outer, inner]) }
    }
    #expect(visited == [[1, 5], [1, 3], [2, 5], [2, 3]])
  }

  @Test func traceNamesTheLoopsFromOutsideIn() {
    #expect(currentTrace() == "")
    withEvery("n", in: [7]) { _ in
      withEvery("isa", in: ["avx2"]) { _ in #expect(currentTrace() == "at n: 7, isa: avx2") }
      #expect(currentTrace() == "at n: 7")
    }
    #expect(currentTrace() == "")
  }

  @Test func failuresPrintTheTrace() throws {
    let message = try failure {
      withEvery("n", in: 0...3) { n in expectSameBits(Double(n == 2 ? 1 : 0), 0, "sum") }
    }
    #expect(message.hasPrefix("sum is 1.0 (0x3ff0000000000000), expected 0.0"))
    #expect(message.hasSuffix("\nat n: 2"))
  }

  /// What `.traced` made of the failures that `traitAddsTheTraceToExpectations` causes on purpose.
  private static let tracedComments = Mutex<[[String]]>([])

  @Test(
    .compactMapIssues { issue in
      guard issue.comments.contains("on purpose") else { return issue }
      tracedComments.withLock { $0.append(issue.comments.map(\.rawValue)) }
      return nil
    }, .traced)
  func traitAddsTheTraceToExpectations() {
    withEvery("n", in: 0...3) { n in #expect(n != 2, "on purpose") }
    #expect(Self.tracedComments.withLock { $0 } == [["on purpose", "at n: 2"]])
  }

  @Test func onlyTheFirstTenFailuresOfALoopAreShown() {
    let messages = collectFailures {
      withEvery("n", in: 0..<100) { n in
        withEvery("m", in: 0..<2) { _ in reportFailure("here", sourceLocation: #_sourceLocation) }
      }
    }
    #expect(messages.count == 10)
    #expect(messages.last == "here\nat n: 4, m: 1")
  }

  @Test func errorsCarryTheTraceOfTheInnermostLoop() throws {
    struct Problem: Error {}
    let error = try #require(throws: TracedError.self) {
      try withEvery("n", in: 1...3) { n in
        try withEvery("m", in: 1...3) { m in if n * m == 6 { throw Problem() } }
      }
    }
    #expect(error.trace == "at n: 2, m: 3")
    #expect(error.underlying is Problem)
  }

  @Test func permutationsAreAllDifferentAndComplete() {
    var seen: [[String]] = []
    withEveryPermutation("order", of: ["a", "b", "c", "d"]) { seen.append($0) }
    #expect(seen.count == 24)
    #expect(Set(seen).count == 24)
    #expect(seen.allSatisfy { $0.sorted() == ["a", "b", "c", "d"] })
    #expect(seen.first == ["a", "b", "c", "d"] && seen.last == ["d", "c", "b", "a"])

    var rounds = 0
    withEveryPermutation("order", of: [Int]()) { _ in rounds += 1 }
    #expect(rounds == 1)
  }

  // MARK: Random numbers

  @Test func splitMixGivesThePublishedSequence() {
    // The first outputs for seed 1234567 of the authors' public-domain C program.
    var generator = SplitMix64(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.next() == 9_817_491_932_198_370_423)
  }

  @Test func randomVectorsStayInTheirRange() {
    var generator = SplitMix64(seed: 9)
    var low = SIMD3<Float>(repeating: .infinity)
    var high = -low
    for _ in 0..<1000 {
      let vector: SIMD3<Float> = generator.vector(in: -2...6)
      low = pointwiseMin(low, vector)
      high = pointwiseMax(high, vector)
    }
    #expect(all(low .>= -2) && all(low .< -1.9))
    #expect(all(high .<= 6) && all(high .> 5.9))
  }

  @Test func environmentChoosesTheSeed() {
    #expect(testSeeds(3, environment: [:]) == [1, 2, 3])
    #expect(testSeeds(3, environment: [testSeedVariable: "42"]) == [42])
  }

  @Test func failuresPrintTheSeed() throws {
    let seeds = testSeeds(2)
    let message = try failure {
      withEverySeed(2) { generator in
        var last = SplitMix64(seed: seeds[seeds.count - 1])
        if generator.next() == last.next() {
          reportFailure("here", sourceLocation: #_sourceLocation)
        }
      }
    }
    #expect(message == "here\nat \(testSeedVariable): \(seeds[seeds.count - 1])")
  }

  // MARK: Bits

  @Test func bitPatternsAreThoseOfTheStandardLibrary() {
    let doubles = [
      0, -0.0, 1, -1.5, .pi, .infinity, -.infinity, .nan, .signalingNaN, .leastNonzeroMagnitude,
      -.greatestFiniteMagnitude,
    ]
    for number in doubles { #expect(bitPattern(of: number) == number.bitPattern) }
    for number in doubles.map({ Float($0) }) {
      #expect(bitPattern(of: number) == UInt64(number.bitPattern))
    }
  }

  @Test func ulpDistancesCountSteps() {
    #expect(ulpDistance(1.0, 1.0.nextUp.nextUp) == 2)
    #expect(ulpDistance(-1.0, (-1.0).nextUp) == 1)
    #expect(ulpDistance(0.0, -0.0) == 0)
    #expect(ulpDistance(-Float.leastNonzeroMagnitude, Float.leastNonzeroMagnitude) == 2)
    #expect(ulpDistance(1.0, 2.0) == 1 << 52)
    #expect(ulpDistance(-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude) != nil)
    #expect(ulpDistance(Double.nan, .nan) == nil)
    #expect(ulpDistance(Double.infinity, .greatestFiniteMagnitude) == nil)
  }

  @Test func sameBitsAcceptsWhatIsTheSame() {
    #expect(expectSameBits(Double.nan, .nan))
    #expect(expectSameBits([Float](), []))
    #expect(expectSameBits([1, -0.0], [1, -0.0]))
    let vectors: [SIMD3<Float>] = [.init(1, .nan, 3), .init(4, 5, -.infinity)]
    #expect(expectSameBits(vectors, vectors[...]))
    #expect(expectSameBits(SIMD4<Double>(repeating: 2), SIMD4(repeating: 2)))
  }

  @Test func sameBitsTellsZerosAndNaNsApart() throws {
    #expect(try failure { expectSameBits(0.0, -0.0) }.contains("the two zeros"))
    let payload = Double(nan: 5, signaling: false)
    #expect(try failure { expectSameBits(payload, .nan) }.contains("not comparable in ulps"))
    #expect(try failure { expectSameBits(Float.nan, 1) }.contains("nan (0x7fc00000)"))
  }

  @Test func sameBitsNamesTheFirstDifference() throws {
    let expected = (0..<5).map { SIMD3<Double>(repeating: Double($0)) }
    var actual = expected
    actual[2].y = actual[2].y.nextUp
    actual[4] = .zero
    #expect(
      try failure { expectSameBits(actual, expected, "position") } == """
        position[2] lane 1 is 2.0000000000000004 (0x4000000000000001), \
        expected 2.0 (0x4000000000000000), 1 ulp apart; 2 of 5 elements differ
        """)
    #expect(
      try failure { expectSameBits(SIMD2<Float>(1, 2), SIMD2(1, 3), "shift") } == """
        shift lane 1 is 2.0 (0x40000000), expected 3.0 (0x40400000), 4194304 ulps apart
        """)
    #expect(try failure { expectSameBits([1.0], [1, 2]) } == "value: 1 elements, expected 2")
  }

  @Test func closeKeepsToItsTolerance() throws {
    #expect(expectClose(1.0.nextUp.nextUp, 1, .ulps(2)))
    #expect(try failure { expectClose(1.0.nextUp.nextUp, 1, .ulps(1)) }.contains("within 1 ulps"))
    #expect(expectClose(-0.0, 0.0, .ulps(0)))
    #expect(try failure { expectClose(1.0.nextUp, 1, .ulps(0)) }.contains("1 ulp apart"))
    #expect(expectClose([1, 2.5], [1.25, 2.25], .within(0.25)))
    #expect(
      try failure { expectClose([1, 2.5], [1.25, 2], .within(0.25)) }.contains("[1] is 2.5"))
    #expect(expectClose([SIMD2(Float.nan, .infinity)], [SIMD2(.nan, .infinity)], .ulps(0)))
    #expect(try failure { expectClose(SIMD2(0, Double.nan), SIMD2(0, 1), .within(9)) } != "")
    #expect(try failure { expectClose(Double.infinity, 1, .within(.infinity)) } != "")
  }

  // MARK: Fixtures

  @Test(.traced) func pointSetsHaveTheirCountAndAreFinite() {
    func check<Vector: SimulationVector & Hashable>(_ type: Vector.Type) {
      withEvery("count", in: [0, 1, 2, 3, 17, 100]) { count in
        let sets = PointSet<Vector>.all(count: count)
        #expect(Set(sets.map(\.name)).count == sets.count)
        withEvery("set", in: sets) { set in
          #expect(set.points.count == count)
          #expect(set.points.allSatisfy { $0.isFinite })
        }
      }
    }
    check(SIMD2<Float>.self)
    check(SIMD3<Float>.self)
    check(SIMD4<Double>.self)
  }

  @Test func pointSetsAreWhatTheirNamesSay() {
    typealias Set3 = PointSet<SIMD3<Double>>
    #expect(Set(Set3.coincident(9).points).count == 1)
    #expect(Set(Set3.twoCoincident(9).points).count == 8)
    #expect(Set3.collinear(5, axis: 1).points.allSatisfy { $0.x == 0 && $0.z == 0 })
    #expect(Set(Set3.collinear(5, axis: 1).points).count == 5)
    #expect(Set3.diagonal(4).points.allSatisfy { $0.x == $0.y && $0.y == $0.z })
    #expect(Set(Set3.lattice(27).points).count == 27)
    #expect(Set3.lattice(27).points.allSatisfy { $0.max() <= 2 && $0.min() >= 0 })
    #expect(Set3.outlier(9).points.filter { $0.max() > 1 }.count == 1)
    #expect(Set3.subnormal(9).points.allSatisfy { $0.x.magnitude < .leastNormalMagnitude })
    #expect(Set3.subnormal(9).points.contains { $0.x != 0 })
    #expect(Set3.huge(9).points.contains { $0.x.magnitude > 1e299 })
    #expect(PointSet<SIMD2<Float>>.huge(9).points.contains { $0.x.magnitude > 1e29 })
    #expect(Set3.uniform(9, seed: 4).points == Set3.uniform(9, seed: 4).points)
    #expect(Set3.uniform(9, seed: 4).points != Set3.uniform(9, seed: 5).points)
    let clustered = Set3.clustered(8).points
    #expect(clustered[0].distance(to: clustered[4]) < 2)
    #expect(clustered[0].distance(to: clustered[1]) > 2)
  }

  @Test(.traced) func graphsHaveTheRightSize() {
    let sizes: [(GraphFixture, nodes: Int, links: Int)] = [
      (.star(leaves: 6), 7, 6), (.complete(40), 40, 780), (.completeBipartite(3, 4), 7, 12),
      (.path(5), 5, 4), (.path(1), 1, 0), (.path(0), 0, 0), (.grid(4, 3), 12, 17),
      (.tree(depth: 3, degree: 5), 156, 155), (.tree(depth: 0, degree: 2), 1, 0),
      (.random(20, links: 31, seed: 3), 20, 31), (.complete(0), 0, 0), (.complete(1), 1, 0),
    ]
    withEvery("graph", in: sizes) { graph, nodes, links in
      #expect(graph.nodeCount == nodes)
      #expect(graph.links.count == links)
      #expect(graph.links.allSatisfy { $0.source != $0.target })
      #expect(
        graph.links.allSatisfy {
          (0..<nodes).contains($0.source) && (0..<nodes).contains($0.target)
        })
    }
  }

  @Test func graphsHaveTheRightLinks() {
    #expect(GraphFixture.path(3).links == [Link(0, 1), Link(1, 2)])
    #expect(
      GraphFixture.grid(2, 2).links == [Link(0, 1), Link(0, 2), Link(1, 3), Link(2, 3)])
    #expect(GraphFixture.tree(depth: 2, degree: 2).links.map(\.source) == [0, 0, 1, 1, 2, 2])
    #expect(GraphFixture.completeBipartite(1, 2).links == [Link(0, 1), Link(0, 2)])
    #expect(Set(GraphFixture.complete(5).links).count == 10)
  }
}
