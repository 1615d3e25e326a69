import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite("Schema documents of the suites", .enabled(if: SharedSuites.available))
struct SchemaSuiteTests {
  @Test("schemas of JSON-Schema-Test-Suite load, but for those that need other documents")
  func officialSuite() throws {
    var refused = 0
    for file in try files("suites/JSON-Schema-Test-Suite/draft2020-12", "json") {
      for group in try JSON(parsing: String(contentsOf: file, encoding: .utf8)).array ?? [] {
        let schema = try #require(group["schema"])
        do throws(SchemaError) { _ = try SchemaDocument(schema) } catch {
          refused += 1
          switch error.reason {
          case .remote(let uri), .unknownDialect(let uri):
            #expect(
              uri.hasPrefix("http://localhost:1234/") || uri.hasPrefix("https://json-schema."))
          default: Issue.record("\(file.lastPathComponent): \(error)")
          }
        }
      }
    }
    #expect(refused == 24)
  }

  @Test("real schemas load")
  func realSchemas() throws {
    var count = 0
    for file in try files("suites/jsonschemabench", "jsonl") {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let entry = try JSON(parsing: String(line))
        let schema = try #require(entry["schema"])
        do throws(SchemaError) { _ = try SchemaDocument(schema) } catch {
          Issue.record("\(entry["id"]?.string ?? ""): \(error)")
        }
        count += 1
      }
    }
    #expect(count == 1_408)
  }

  private func files(_ folder: String, _ type: String) throws -> [URL] {
    let root = try #require(SharedSuites.url(folder))
    return try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == type && $0.lastPathComponent != "index.json" }
      .sorted { $0.path < $1.path }
  }
}
