import Foundation
import TernJSON
import TernTemplate
import TernTestSupport
import Testing

/// Real templates and small cases with the results of Jinja2.
@Suite(.enabled(if: SharedSuites.available)) struct TemplateSuiteTests {
  static let folder = "suites/chat-templates"

  /// What a suite says of a case.
  static func expected(_ result: JSON?) -> Expected {
    if let output = result?["output"]?.string { return .output(output) }
    let kind = result?["kind"]?.string ?? ""
    return .error(
      kind: kind, message: kind == "raise_exception" ? result?["error"]?.string : nil)
  }

  /// The variables of a conversation.
  static func variables(_ conversation: JSON, _ tokens: JSON) -> JSONObject {
    var variables: JSONObject = [
      "messages": conversation["messages"] ?? .null, "tools": conversation["tools"] ?? .null,
      "documents": .null, "add_generation_prompt": conversation["add_generation_prompt"] ?? .null,
    ]
    for name in ["bos_token", "eos_token", "unk_token", "pad_token"] {
      variables[name] = tokens[name]
    }
    for (key, value) in conversation["kwargs"]?.object ?? [:] { variables[key] = value }
    return variables
  }

  @Test func `chat templates render conversations as transformers does`() throws {
    let root = try #require(SharedSuites.url(Self.folder))
    let conversations = try #require(
      try json(root.appending(path: "conversations.json")).object)
    let files = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: "expected"), includingPropertiesForKeys: nil)
    var count = 0
    for file in files.sorted(by: { $0.path < $1.path }) {
      let case_ = try json(file)
      let path = try #require(case_["template"]?.string)
      let source = String(
        decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
      for (name, result) in case_["results"]?.object ?? [:] {
        let conversation = try #require(conversations[name])
        let variables = Self.variables(conversation, case_)
        if let difference = difference(source, variables, Self.expected(result)) {
          Issue.record("\(file.lastPathComponent), \(name): \(difference)")
        }
        count += 1
      }
    }
    #expect(count >= 14 * 231)
  }

  @Test func `small cases of other implementations give what Jinja2 gives`() throws {
    let url = try #require(SharedSuites.url("\(Self.folder)/micro.json"))
    for item in try #require(try json(url).array) {
      let source = try #require(item["template"]?.string)
      let expected = Self.expected(item["python"])
      if let difference = difference(source, item["context"]?.object ?? [:], expected) {
        Issue.record("\(item["id"]?.string ?? ""): \(difference)")
      }
    }
  }

  @Test(.enabled(if: SharedSuites.url("suites/chat-templates/hfjs-e2e.json") != nil))
  func `whole cases of another implementation give what Jinja2 gives`() throws {
    let url = try #require(SharedSuites.url("\(Self.folder)/hfjs-e2e.json"))
    for item in try #require(try json(url).array) {
      let source = try #require(item["template"]?.string)
      let expected = Self.expected(item["python"])
      if let difference = difference(source, item["context"]?.object ?? [:], expected) {
        Issue.record("\(item["id"]?.string ?? ""): \(difference)")
      }
    }
  }
}
