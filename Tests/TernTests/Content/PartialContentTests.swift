import Tern
import TernJSON
import TernTestSupport
import Testing

/// Content of which only the beginning is known.
@Suite struct PartialContentTests {
  private static let text =
    #"{"name": "Ann \"é\" B", "age": 12, "tags": ["x", "yz", []], "on": true, "no": null, "sub": {"n": -1.5e3}}"#

  @Test func `text may be cut off anywhere`() throws {
    let bytes = Array(Self.text.utf8)
    for end in 1..<bytes.count {
      guard let text = String(validating: bytes[..<end], as: UTF8.self) else { continue }
      let content = try GeneratedContent(json: text)
      #expect(!content.isComplete)
      #expect(try isBeginning(content.json, of: JSON(parsing: Self.text)), "\(text)")
      #expect(content == (try GeneratedContent(json: content.jsonString)))
    }
    #expect(try GeneratedContent(json: Self.text).isComplete)
    #expect(try GeneratedContent(json: " 12 ").isComplete)
    #expect(try !GeneratedContent(json: "12.").isComplete)
  }

  /// Whether `value` is what may be known of `whole` at some time.
  private func isBeginning(_ value: JSON, of whole: JSON) -> Bool {
    switch (value, whole) {
    case (.string(let a), .string(let b)): return b.hasPrefix(a)
    case (.number(let a), .number(let b)): return b.text.hasPrefix(a.text)
    case (.array(let a), .array(let b)):
      return a.count <= b.count && zip(a, b).allSatisfy { isBeginning($0, of: $1) }
    case (.object(let a), .object(let b)):
      return a.count <= b.count
        && zip(a, b).allSatisfy { $0.key == $1.key && isBeginning($0.value, of: $1.value) }
    default: return value == whole
    }
  }

  @Test func `a number that is cut off counts in text, but not while it is generated`() throws {
    let content = try GeneratedContent(json: #"{"count": 5"#)
    #expect(!content.isComplete)
    #expect(try content.value(Int.self, forProperty: "count") == 5)
    var partial = PartialJSON()
    try partial.push(#"{"count": 5"#)
    let growing = GeneratedContent(partial: partial.value)
    #expect(try growing.value(Int?.self, forProperty: "count") == nil)
    try partial.push(",")
    #expect(
      try GeneratedContent(partial: partial.value).value(Int?.self, forProperty: "count") == 5)
  }

  enum Color: String, SampleType {
    case red, green
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, anyOf: ["red", "green"])
    }
    init(_ content: GeneratedContent) throws {
      guard let value = Color(rawValue: try String(content)) else {
        throw GeneratedContent.ParsingError(rawContent: "", debugDescription: "no color")
      }
      self = value
    }
  }

  @Test func `what is no value yet is not there yet`() throws {
    let content = try GeneratedContent(json: #"{"main": "gre"#)
    #expect(try content.value(Color?.self, forProperty: "main") == nil)
    #expect(try content.value(String?.self, forProperty: "main") == "gre")
    let list = try GeneratedContent(json: #"["red", "gre"#)
    #expect(try list.value([Color].self) == [.red])
    #expect(throws: GeneratedContent.ParsingError.self) {
      try GeneratedContent(json: #"["red", "gre", "green"#).value([Color].self)
    }
    #expect(throws: GeneratedContent.ParsingError.self) {
      try GeneratedContent(json: #"{"main": "gre""#).value(Color?.self, forProperty: "main")
    }
  }

  @Test func `before anything is known there are no properties`() throws {
    let nothing = GeneratedContent(partial: nil)
    #expect(!nothing.isComplete)
    #expect(nothing.kind == .null)
    #expect(try nothing.value(Int?.self, forProperty: "a") == nil)
    #expect(throws: GeneratedContent.ParsingError.self) { try nothing.value(String.self) }
  }

  @Test func `looks at a growing answer show its beginning`() throws {
    var partial = PartialJSON()
    var lengths: [Int] = []
    for byte in Self.text.utf8 {
      try partial.push([byte].span)
      let content = GeneratedContent(partial: partial.value)
      #expect(try isBeginning(content.json, of: JSON(parsing: Self.text)))
      lengths.append(content.jsonString.utf8.count)
    }
    #expect(lengths == lengths.sorted())
    #expect(GeneratedContent(partial: partial.value).isComplete)
  }

  @Test func `damaged text gives errors or content`() throws {
    var random = SeededGenerator(seed: 12)
    let letters = Array("{}[],:\"0e-.tn\\u ".utf8)
    for _ in 0..<SharedSuites.rounds(10_000) {
      var bytes = Array(Self.text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = letters[Int.random(in: 0..<letters.count, using: &random)]
        case 1: bytes.removeSubrange(place..<min(place + 3, bytes.count))
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [UInt8(ascii: "[")] }
      }
      guard let content = try? GeneratedContent(json: String(decoding: bytes, as: UTF8.self)) else {
        continue
      }
      let text = content.jsonString
      #expect(try GeneratedContent(json: text) == content)
      #expect(GeneratedContent(kind: content.kind) == content)
      _ = try? content.value(String.self, forProperty: "name")
      _ = try? content.value([Int].self, forProperty: "tags")
    }
  }
}
