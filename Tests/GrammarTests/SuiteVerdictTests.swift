import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite(.enabled(if: SharedSuites.available))
struct SuiteVerdictTests {
  @Test func `verdicts on JSON-Schema-Test-Suite are the expected ones`() throws {
    var verdicts = SuiteVerdicts()
    let folder = "suites/JSON-Schema-Test-Suite/draft2020-12"
    for (prefix, path) in [("", folder), ("optional/format/", folder + "/optional/format")] {
      for file in try files(path, "json") {
        let groups = try JSON(parsing: String(contentsOf: file, encoding: .utf8)).array ?? []
        let entries = groups.enumerated().map { SuiteVerdicts.Entry(id: "\($0)", $1) }
        verdicts.add(file: prefix + file.lastPathComponent, entries)
      }
    }
    #expect(try verdicts.differences(from: "json-schema-test-suite.txt") == [])
    #expect(verdicts.compiled >= 300)
  }

  @Test func `verdicts on jsonschemabench are the expected ones`() throws {
    var verdicts = SuiteVerdicts()
    for file in try files("suites/jsonschemabench", "jsonl") {
      let entries = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        let value = try JSON(parsing: String($0))
        return SuiteVerdicts.Entry(id: value["id"].map { $0.string ?? $0.text() } ?? "", value)
      }
      verdicts.add(file: file.lastPathComponent, entries)
    }
    #expect(try verdicts.differences(from: "jsonschemabench.txt") == [])
    #expect(verdicts.invalidAccepted == 0)
    #expect(verdicts.right >= 1_366, "at least 97% of 1,408 schemas are wholly right")
  }

  private func files(_ folder: String, _ type: String) throws -> [URL] {
    let root = try #require(SharedSuites.url(folder))
    return try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == type && $0.lastPathComponent != "index.json" }
      .sorted { $0.path < $1.path }
  }
}
