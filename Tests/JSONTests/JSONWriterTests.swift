import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  let value: JSON = ["a": [1, [], nil], "b": [:], "c": ["x": true]]

  @Test("separators and indentation are as asked")
  func formats() {
    #expect(value.text() == #"{"a":[1,[],null],"b":{},"c":{"x":true}}"#)
    #expect(value.text(.spaced) == #"{"a": [1, [], null], "b": {}, "c": {"x": true}}"#)
    #expect(
      value.text(.pretty) == """
        {
          "a": [
            1,
            [],
            null
          ],
          "b": {},
          "c": {
            "x": true
          }
        }
        """)
    #expect(JSON.array([1, 2]).text(JSONFormat(indent: 0)) == "[\n1,\n2\n]")
    #expect("\(value)" == value.text())
  }

  @Test("strings escape what they must and nothing else")
  func escapes() {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(UnicodeScalar.init)))
    #expect(
      JSON.string(controls).text()
        == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
        + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d"#
        + #"\u001e\u001f""#)
    #expect(JSON.string("\"\\/é🦆\u{7F}\u{2028}<>&'").text() == "\"\\\"\\\\/é🦆\u{7F}\u{2028}<>&'\"")
    #expect((["k\n": 1] as JSON).text() == #"{"k\n":1}"#)
  }

  @Test("ASCII output escapes the rest by UTF-16 units")
  func ascii() {
    let format = JSONFormat(ensuresASCII: true)
    #expect(JSON.string("é🦆~\u{7F}\n").text(format) == #""\u00e9\ud83e\udd86~\u007f\n""#)
  }

  @Test("numbers are written as they were read")
  func numbers() throws {
    let text = "[1.50,-0.0,1E+05,123456789012345678901234567890]"
    #expect(try JSON(parsing: text).text() == text)
  }

  @Test("the platform's own reader agrees on documents")
  func foundation() throws {
    let folder = try TemporaryFolder()
    try Data(sample.replacing("\\ud800", with: "").utf8)
      .write(to: URL(fileURLWithPath: folder.file("sample.json")))
    let roots = [folder.path] + (SharedSuites.url("suites").map { [$0.path] } ?? [])
    let files = roots.flatMap { root -> [String] in
      let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String }
      return (found ?? []).filter { $0.hasSuffix(".json") }.map { "\(root)/\($0)" }
    }
    for path in files.prefix(500) {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      guard let expected = canonical(data) else { continue }
      let value = try JSON(parsing: Array(data))
      for format in [JSONFormat.compact, .spaced, .pretty, JSONFormat(ensuresASCII: true)] {
        #expect(try JSON(parsing: value.bytes(format)) == value)
        // The platform's reader drops U+FEFF, unless escaped, at the start of a string.
        if !format.ensuresASCII, value.text().unicodeScalars.contains("\u{FEFF}") { continue }
        #expect(canonical(Data(value.bytes(format))) == expected, "\(path)")
      }
    }
    #expect(!files.isEmpty)
  }

  /// The document as the platform reads and writes it, members sorted; `nil` if it cannot.
  private func canonical(_ data: Data) -> Data? {
    guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    else { return nil }
    return try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
  }
}
