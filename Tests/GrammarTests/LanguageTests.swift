import Testing

@testable import TernGrammar

@Suite struct LanguageTests {
  @Test func `equal numbers are equal languages`() {
    #expect(Language(id: 1) == Language(id: 1))
  }
}
