import TernJSON
import Testing

@Suite struct LoneSurrogateTests {
  @Test func `lone surrogates can be told apart`() throws {
    func value(_ text: String) throws -> JSON {
      try JSON(parsing: Array(text.utf8).span, loneSurrogates: .distinct)
    }
    let texts = [
      #""\ud800""#, #""\udbff""#, #""\udc00""#, #""\udfff""#, #""\ufffd""#, #""\ud800\ud800""#,
      #""\udc00\ud800""#, #""\ud800\n""#,
    ]
    for (i, a) in texts.enumerated() {
      for (j, b) in texts.enumerated() { #expect((try value(a) == value(b)) == (i == j)) }
      #expect(try value(a).string?.unicodeScalars.count == (i < 5 ? 1 : 2))
    }
    #expect(try value(#""\ud834\udd1e""#).string == "𝄞")
    #expect(try JSON(parsing: texts[0]) == JSON(parsing: texts[4]))
  }
}
