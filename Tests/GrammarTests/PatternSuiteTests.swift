import Foundation
import TernTestSupport
import Testing

@testable import TernGrammar

/// The patterns of the JSON Schema Test Suite and of JSONSchemaBench.
@Suite(.enabled(if: SharedSuites.available)) struct PatternSuiteTests {
  private typealias Object = [String: Any]

  private func groups(_ path: String) throws -> [Object] {
    let url = try #require(
      SharedSuites.url("suites/JSON-Schema-Test-Suite/draft2020-12/\(path).json"))
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    return try #require(value as? [Object])
  }

  @Test(arguments: ["pattern", "optional/ecmascript-regex", "optional/non-bmp-regex"])
  func `verdicts of patterns`(_ file: String) throws {
    var compared = 0
    for group in try groups(file) {
      guard let schema = group["schema"] as? Object, let pattern = schema["pattern"] as? String,
        let tests = group["tests"] as? [Object]
      else { continue }
      let languages = Languages()
      let language = try languages.pattern(pattern, .ecma, wholeMatch: false)
      for test in tests {
        guard let text = test["data"] as? String, let isValid = test["valid"] as? Bool else {
          continue
        }
        compared += 1
        #expect(
          languages.contains(language, text) == isValid, "\(pattern): \(text.debugDescription)")
      }
    }
    #expect(compared > 1)
  }

  @Test(arguments: ["patternProperties", "optional/ecmascript-regex", "optional/non-bmp-regex"])
  func `verdicts of property names`(_ file: String) throws {
    // Where a group has additionalProperties false, names that match no pattern are what is wrong.
    for group in try groups(file) {
      guard let schema = group["schema"] as? Object,
        let patterns = (schema["patternProperties"] as? Object)?.keys,
        let tests = group["tests"] as? [Object]
      else { continue }
      let languages = Languages()
      let all = try patterns.map { try languages.pattern($0, .ecma, wholeMatch: false) }
      guard schema["additionalProperties"] as? Bool == false else { continue }
      for test in tests {
        guard let data = test["data"] as? Object, let isValid = test["valid"] as? Bool else {
          continue
        }
        let known = data.keys.allSatisfy { languages.contains(languages.or(all), $0) }
        #expect(known == isValid, "\(patterns): \(data.keys)")
      }
    }
  }

  @Test func `every pattern of JSONSchemaBench has a language but one that is none`() throws {
    let folder = try #require(SharedSuites.url("suites/jsonschemabench"))
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    var patterns: Set<String> = []
    for file in files where file.pathExtension == "jsonl" {
      for line in try Data(contentsOf: file).split(separator: 0x0A) {
        collect(try JSONSerialization.jsonObject(with: line), into: &patterns)
      }
    }
    #expect(patterns.count > 400)
    let languages = Languages()
    let failed = patterns.filter {
      (try? languages.pattern($0, .ecma, wholeMatch: false)) == nil
    }
    #expect(failed == ["["])
    #expect(!languages.isExhausted)
  }

  private func collect(_ value: Any, into patterns: inout Set<String>) {
    if let list = value as? [Any] { for item in list { collect(item, into: &patterns) } }
    guard let object = value as? Object else { return }
    if let pattern = object["pattern"] as? String { patterns.insert(pattern) }
    if let more = object["patternProperties"] as? Object { patterns.formUnion(more.keys) }
    for (key, item) in object {
      if let text = item as? String, key.contains("schema"),
        let inner = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      {
        collect(inner, into: &patterns)
      } else {
        collect(item, into: &patterns)
      }
    }
  }
}
