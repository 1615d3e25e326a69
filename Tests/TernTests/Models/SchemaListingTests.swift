import Tern
import TernJSON
import Testing

/// Schemas in words.
@Suite struct SchemaListingTests {
  @Generable(description: "A guest") struct Guest {
    @Guide(description: "A full name") let name: String
    @Guide(.range(1...10)) let level: Int
    @Guide(.count(3)) let attributes: [Attribute]
    let encounter: Encounter?
    @Guide(.minimumCount(1)) let friends: [Friend]
    @Guide(.pattern(#/\d{3}/#)) let code: String

    @Generable enum Attribute { case sassy, tired }
    @Generable enum Encounter { case order(String), complain(about: String), leave }
    @Generable struct Friend {
      @Guide(description: "how old") let age: Int
      let likes: [String]
    }
  }

  @Test func `an object is a line for each property`() {
    #expect(
      SchemaListing(Guest.generationSchema.json).request == #"""
        Answer as JSON with:
        - name (string): A full name
        - level (integer from 1 to 10)
        - attributes (array of 3 one of "sassy", "tired")
        - encounter ({type ("order"), value (string)} or {type ("complain"), about (string)} or {type ("leave")}, optional)
        - friends (array of at least 1 {age (integer): how old, likes (array of string)})
        - code (string): matches \d{3}
        """#)
  }

  @Test func `other roots are one line, and what words cannot say is the document`() throws {
    #expect(
      SchemaListing([String].generationSchema.json).request == "Answer as JSON: array of string")
    #expect(
      SchemaListing(Guest.Attribute.generationSchema.json).request
        == #"Answer as JSON: one of "sassy", "tired""#)
    let recursive = try JSON(
      parsing: ##"{"type":"object","properties":{"next":{"$ref":"#"}},"required":[]}"##)
    #expect(
      SchemaListing(recursive).request
        == "Answer as JSON that fits this schema:\n\(recursive.text())")
    let odd = try JSON(parsing: #"{"type":"object","properties":{"x":{"not":{}}}}"#)
    #expect(SchemaListing(odd).request.hasPrefix("Answer as JSON that fits this schema:\n"))
  }
}
