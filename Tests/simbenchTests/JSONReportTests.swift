import CommandLineSupport
import Foundation
import Testing

@testable import SimbenchTool

struct JSONReportTests {
  @Test func fullReport() {
    #expect(
      JSONReport(.full).text == #"""
        {"version":"\#(packageVersion)",\#
        "machine":{"cpu":"Abacus \"9\"","cores":2,"isa":"avx2","threads":2,\#
        "runtime":"libomp.so.5"},\#
        "scene":{"name":"random","nodes":1000,"links":2000,"dim":3,"precision":"float","seed":42},\#
        "engine":"both","ticks":{"warmup":20,"measured":3,"runs":1},\#
        "tick_ms":{"median":2.0,"min":1.5,"p95":2.5,"total":6.0,"samples":[2.0,1.5,2.5]},\#
        "forces":[{"name":"many-body","algorithm":"direct sum","ms":1.0,"samples":[1.0,1.0,1.25]},\#
        {"name":"link","algorithm":"gather over link ends","ms":0.5,"samples":[0.5,0.25,0.75]}],"processor_ms":3.5,"ranks":null,\#
        "accuracy":{"many_body_rms":0.015625,"many_body_p99":0.125,\#
        "many_body_max":0.25,"targets":1000,"many_body_measured":null},\#
        "reference":{"tick_ms":9.0,"speedup":4.5,"max_deviation":2e-06},\#
        "peak_rss_mb":24.5,"peak_bytes_per_node":240.25,"state_hash":"0123456789abcdef"}
        """#)
  }

  @Test func whatWasNotMeasuredIsNull() {
    #expect(
      JSONReport(.bare).text == #"""
        {"version":"\#(packageVersion)",\#
        "machine":{"cpu":null,"cores":2,"isa":null,"threads":null,"runtime":null},\#
        "scene":{"name":"random","nodes":1000,"links":2000,"dim":3,"precision":"float","seed":42},\#
        "engine":"reference","ticks":{"warmup":20,"measured":3,"runs":1},\#
        "tick_ms":{"median":2.0,"min":1.5,"p95":2.5,"total":6.0,"samples":[2.0,1.5,2.5]},\#
        "forces":[],"processor_ms":null,"ranks":null,\#
        "accuracy":{"many_body_rms":null,"many_body_p99":null,"many_body_max":null,"targets":null,\#
        "many_body_measured":null},\#
        "reference":{"tick_ms":null,"speedup":null,"max_deviation":null},\#
        "peak_rss_mb":null,"peak_bytes_per_node":null,"state_hash":"0123456789abcdef"}
        """#)
  }

  @Test func keysAreTheSameWhateverWasMeasured() throws {
    var reports = [Report.full, .bare]
    reports[0].forces = []
    let keys = try reports.map { report in
      try keyPaths(JSONSerialization.jsonObject(with: Data(JSONReport(report).text.utf8)))
    }
    #expect(keys[0] == keys[1])
    #expect(keys[0].count == 41)
  }

  /// Every key, with those of the objects it is in.
  private func keyPaths(_ value: Any, below path: String = "") -> Set<String> {
    guard let object = value as? [String: Any] else { return [] }
    return object.reduce(into: []) { keys, pair in
      keys.insert(path + pair.key)
      keys.formUnion(keyPaths(pair.value, below: path + pair.key + "."))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func numbersThatAreNoneAreNull(value: Double) {
    var report = Report.full
    report.verification?.deviations[0].value = value
    report.verification?.accuracy?.rms = value
    let text = JSONReport(report).text
    #expect(text.contains("\"many_body_rms\":null"))
    #expect(!text.lowercased().contains("nan"))
    #expect(!text.contains("inf"))
  }

  @Test func textIsEscaped() throws {
    let text = "a\"b\\c\n\t\u{1}é🙂/"
    let json = JSONValue.string(text).text
    #expect(json == #""a\"b\\c\n\t\u0001é🙂/""#)
    let decoded = try JSONDecoder().decode(String.self, from: Data(json.utf8))
    #expect(decoded == text)
  }

  @Test func numbersReadBackExactly() throws {
    let numbers = [
      0, -0.0, 1e-300, .leastNonzeroMagnitude, 1.7976931348623157e308, 0.1, 1e16, -123456.789,
    ]
    let json = JSONValue.array(numbers.map(JSONValue.number)).text
    #expect(try JSONDecoder().decode([Double].self, from: Data(json.utf8)) == numbers)
  }
}
