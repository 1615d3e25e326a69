import Foundation
import Tern
import TernJSON
import TernTestSupport
import Testing

/// Content from text and as text.
@Suite struct ContentTextTests {
  @Test func `text has a space after each comma and colon`() {
    let content = GeneratedContent(properties: [
      "a": 1, "b": [true, false], "c": GeneratedContent(kind: .null), "d": 1.5,
      "e": "é\"\\/\n\u{1}",
      "f": GeneratedContent(properties: [:]), "g": [String](), "h": String?.none,
    ])
    #expect(
      content.jsonString
        == #"{"a": 1, "b": [true, false], "c": null, "d": 1.5, "e": "é\"\\/\n\u0001", "#
        + #""f": {}, "g": [], "h": null}"#)
    #expect(
      GeneratedContent(elements: ["#swiftOnLinux", "#iceCubes"]).jsonString
        == ##"["#swiftOnLinux", "#iceCubes"]"##)
    #expect(content.debugDescription == content.jsonString)
  }

  @Test(
    arguments: [
      (0.1, "0.1"), (3, "3"), (-3, "-3"), (1e300, "1e+300"),
      (Double.leastNonzeroMagnitude, "5e-324"), (-0.0, "-0.0"),
      (123_456_789_012, "123456789012"), (0.1 + 0.2, "0.30000000000000004"), (.nan, "null"),
      (.infinity, "null"),
    ])
  func `doubles are the shortest text that reads back`(_ value: Double, _ text: String) throws {
    #expect(value.generatedContent.jsonString == text)
    #expect(GeneratedContent(kind: .number(value)).jsonString == text)
    if value.isFinite {
      #expect(try GeneratedContent(json: text).value(Double.self) == value)
    }
  }

  @Test func `floats are the shortest text that reads back`() throws {
    #expect(Float(0.1).generatedContent.jsonString == "0.1")
    #expect(Float(2).generatedContent.jsonString == "2")
    #expect(Float.greatestFiniteMagnitude.generatedContent.jsonString == "3.4028235e+38")
    #expect(try GeneratedContent(json: "0.1").value(Float.self) == 0.1)
    #expect(throws: GeneratedContent.ParsingError.self) {
      try GeneratedContent(json: "1e39").value(Float.self)
    }
  }

  @Test func `numbers are kept exactly`() throws {
    let text = #"{"i": 9223372036854775807, "d": 123456789012345678901234567890.12345678}"#
    let content = try GeneratedContent(json: text)
    #expect(content.jsonString == text)
    #expect(try content.value(Int.self, forProperty: "i") == .max)
    let decimal = try content.value(FoundationDecimal.self, forProperty: "d")
    #expect(decimal.description == "123456789012345678901234567890.12345678")
    #expect(decimal.generatedContent.jsonString == decimal.description)
    #expect(try GeneratedContent(json: "0e999").value(FoundationDecimal.self) == 0)
    #expect(Int.min.generatedContent.jsonString == "-9223372036854775808")
    let property = try #require(content.structure?["i"])
    #expect(property.kind == .number(0x1p63))
    #expect(try property.value(Int.self) == .max)
  }

  @Test(arguments: ["3", "3.0", "30e-1", "0.3e1", "3.000"])
  func `whole numbers may be written with a fraction`(_ text: String) throws {
    #expect(try GeneratedContent(json: text).value(Int.self) == 3)
  }

  @Test(arguments: [
    "3.5", "9223372036854775808", "1e19", "1e400", "-1e-400", "true", "\"3\"", "null", "[3]",
  ])
  func `what is no Int is an error`(_ text: String) throws {
    let content = try GeneratedContent(json: text)
    #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Int.self) }
  }

  @Test(arguments: ["1e400", "-1e309", "\"1\"", "{}"])
  func `what is no Double is an error`(_ text: String) throws {
    let content = try GeneratedContent(json: text)
    #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Double.self) }
    #expect(throws: GeneratedContent.ParsingError.self) {
      try content.value(FoundationDecimal.self)
    }
  }

  @Test(
    arguments: [
      "", " ", "\n\t", "x", "{'a': 1}", "[1,]", "{\"a\" 1}", "01", "[1 2]", "\"\u{1}\"", "nul1",
      "{} {}",
      "{\"a\": 1}}", "NaN", "+1", "\u{FEFF}1",
    ])
  func `text that is not JSON is an error`(_ text: String) {
    do {
      _ = try GeneratedContent(json: text)
      Issue.record("no error")
    } catch let error as GeneratedContent.ParsingError {
      #expect(error.rawContent == text)
      #expect(error.underlyingError is JSONError)
      #expect(error.errorDescription == error.debugDescription)
    } catch {
      Issue.record("another error: \(error)")
    }
  }

  @Test func `of equal names the last value counts`() throws {
    let content = try GeneratedContent(json: #"{"a": 1, "b": 2, "a": 3}"#)
    #expect(content.jsonString == #"{"a": 3, "b": 2}"#)
    let open = try GeneratedContent(json: #"{"a": 1, "b": 2, "a": [3"#)
    #expect(try open.value([Int].self, forProperty: "a") == [3])
    #expect(open.jsonString == #"{"a": [3], "b": 2}"#)
    #expect(
      GeneratedContent(properties: ["a": 1, "b": 2, "a": 3]).jsonString == #"{"a": 3, "b": 2}"#)
  }

  @Test func `nesting is bounded`() throws {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(try GeneratedContent(json: deep).jsonString == deep)
    for text in [String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 513)] {
      #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: text) }
    }
  }
}

extension GeneratedContent {
  /// The properties of an object by name.
  var structure: [String: GeneratedContent]? {
    if case .structure(let properties, _) = kind { properties } else { nil }
  }
}
