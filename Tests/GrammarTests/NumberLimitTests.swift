import TernJSON
import Testing

@testable import TernGrammar

/// Numbers of a schema that cannot be calculated with are errors; none is left out.
@Suite struct NumberLimitTests {
  @Test(arguments: [
    (#"{"minimum":1e999999999}"#, "minimum at the root"),
    (#"{"maximum":-1e999999999}"#, "maximum at the root"),
    (#"{"exclusiveMinimum":1e100001}"#, "exclusiveMinimum at the root"),
    (#"{"exclusiveMaximum":1e-100001}"#, "exclusiveMaximum at the root"),
    (#"{"items":{"multipleOf":1e-99999999999999999999}}"#, "multipleOf at /items"),
    (#"{"const":1e999999999}"#, "const at the root"),
    (#"{"not":{"const":{"a":[1,1e999999999]}}}"#, "const at /not"),
    (#"{"properties":{"a":{"enum":[1,2e999999999]}}}"#, "enum at /properties/a"),
    (#"{"multipleOf":0e99999999999999999999}"#, "multipleOf at the root"),
    (#"{"minLength":1e-1}"#, "minLength at the root"),
    (#"{"maxItems":-1e999999999999999999999}"#, "maxItems at the root"),
    (#"{"minContains":15e-1,"contains":{}}"#, "minContains at the root"),
  ])
  func `a number beyond the limits is named`(schema: String, place: String) throws {
    for options in [MachineOptions.generation, .acceptance] {
      let error = #expect(throws: GrammarError.self) {
        try Constraint(.schema(try JSON(parsing: schema)), options: options)
      }
      #expect(error?.description.hasPrefix(place) == true, "\(error as Any)")
    }
    let digits = String(repeating: "7", count: 1_001)
    let long = try JSON(parsing: #"{"minimum":\#(digits)}"#)
    #expect(throws: GrammarError.self) { try Constraint(.schema(long), options: .acceptance) }
  }

  @Test func `relaxed compiling lists a number beyond the limits`() throws {
    let schema = try JSON(parsing: #"{"minimum":1e999999999,"enum":[1e999999999]}"#)
    let constraint = try Constraint(.schema(schema), options: .acceptance, isRelaxed: true)
    #expect(constraint.relaxations.count == 2)
    #expect(try Acceptor(constraint).accepts(Array("1".utf8)))
  }

  @Test func `a number that is too long to be written is named`() throws {
    for (schema, place) in [
      (#"{"minimum":1e500}"#, "minimum at the root"),
      (#"{"items":{"type":"number","exclusiveMinimum":0,"maximum":1e-500}}"#, "maximum at /items"),
    ] {
      let schema = try JSON(parsing: schema)
      let error = #expect(throws: GrammarError.self) {
        try Constraint(.schema(schema), options: .generation)
      }
      #expect(error?.description.hasPrefix(place) == true, "\(error as Any)")
      #expect(throws: Never.self) { try Constraint(.schema(schema), options: .acceptance) }
    }
  }

  @Test(arguments: [
    (#"{"minimum":1e400}"#, "1e400", true), (#"{"minimum":1e400}"#, "9e399", false),
    (#"{"minimum":1e99999}"#, "1e999999999999999999999999", true),
    (#"{"maximum":1e-99999}"#, "1e-99999999999999999999999", true),
    (#"{"exclusiveMinimum":0}"#, "1e-99999999999999999999999", true),
    (#"{"minLength":3e0}"#, "\"abc\"", true), (#"{"minLength":0.3e1}"#, "\"ab\"", false),
    (#"{"maxItems":1e999999999999999999999}"#, "[1,2]", true),
    (#"{"minItems":1e999999999999999999999}"#, "[1,2]", false),
    (#"{"minLength":0e999999999999999999999}"#, "\"\"", true),
    (#"{"uniqueItems":true}"#, "[1e999999999,10e999999998]", false),
    (#"{"uniqueItems":true}"#, "[1e999999999,10e999999999]", true),
    (#"{"uniqueItems":true}"#, "[1e99999999999999999999,10e99999999999999999998]", false),
    (#"{"uniqueItems":true}"#, "[1e99999999999999999999,1e99999999999999999998]", true),
    (#"{"uniqueItems":true}"#, "[1e-99999999999999999999,0.1e-99999999999999999998]", false),
    (#"{"not":{"uniqueItems":true}}"#, "[5e99999999999999999999,50e99999999999999999998]", true),
    (#"{"not":{"uniqueItems":true}}"#, "[5e99999999999999999999,5e99999999999999999998]", false),
    (#"{"uniqueItems":true}"#, "[0e999999999999999999999,-0]", false),
  ])
  func `numbers of any size are compared exactly`(
    schema: String, text: String, isValid: Bool
  ) throws {
    let constraint = try Constraint(.schema(try JSON(parsing: schema)), options: .acceptance)
    #expect(try Acceptor(constraint).accepts(Array(text.utf8)) == isValid)
  }
}
