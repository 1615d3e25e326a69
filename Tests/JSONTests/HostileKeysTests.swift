import Testing

@testable import TernJSON

@Suite struct HostileKeysTests {
  /// Keys that Unicode takes for one text, each in bytes of its own.
  private static let keys = (0..<1 << 12).map { number in
    (0..<12).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
  }

  @Test func `keys that differ in bytes only have different hashes`() {
    let hashes = Set(Self.keys.map { ExactString($0).hashValue })
    #expect(hashes.count == Self.keys.count)
  }

  @Test func `keys that differ in bytes only are members of their own`() throws {
    let text = "{" + Self.keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    #expect(try JSON(parsing: text).object?.count == Self.keys.count)
  }
}
