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
    (#"{"minLength":1e999999999}"#, "minLength at the root"),
    (#"{"properties":{"a/b":{"minLength":9223372036854775808}}}"#, "minLength at /properties/a~1b"),
    (#"{"type":"string","minLength":2147483647}"#, "minLength at the root"),
    (#"{"not":{"minProperties":1e999999999}}"#, "minProperties at /not"),
    (#"{"items":{"contains":{},"minContains":4294967296}}"#, "minContains at /items"),
    (#"{"type":"object","minProperties":100000}"#, "minProperties at the root"),
    (#"{"type":"array","contains":{"const":1},"minContains":100000}"#, "minContains at the root"),
    (#"{"type":"array","not":{"maxItems":1e999999999}}"#, "maxItems at /not"),
    (#"{"type":"object","not":{"maxProperties":4294967296}}"#, "maxProperties at /not"),
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
    (#"{"minLength":2147483646}"#, "\"abc\"", false),
    (#"{"maxLength":1e999999999}"#, "\"abc\"", true),
    (#"{"not":{"maxLength":4294967296}}"#, "\"abc\"", false),
    (#"{"maxProperties":1e999999999}"#, #"{"a":1}"#, true),
    (#"{"contains":{},"maxContains":1e999999999}"#, "[1]", true),
    (#"{"not":{"minItems":1e999999999}}"#, "[1]", true),
    (#"{"uniqueItems":true}"#, "[1e999999999,10e999999998]", false),
    (#"{"uniqueItems":true}"#, "[1e999999999,10e999999999]", true),
    (#"{"uniqueItems":true}"#, "[1e99999999999999999999,10e99999999999999999998]", false),
    (#"{"uniqueItems":true}"#, "[1e99999999999999999999,1e99999999999999999998]", true),
    (#"{"uniqueItems":true}"#, "[1e-99999999999999999999,0.1e-99999999999999999998]", false),
    (#"{"not":{"uniqueItems":true}}"#, "[5e99999999999999999999,50e99999999999999999998]", true),
    (#"{"not":{"uniqueItems":true}}"#, "[5e99999999999999999999,5e99999999999999999998]", false),
    (#"{"uniqueItems":true}"#, "[0e999999999999999999999,-0]", false),
    (#"{"type":"integer","not":{"multipleOf":5e399}}"#, "1", true),
    (#"{"exclusiveMinimum":1e22,"multipleOf":1e400}"#, "1e400", true),
    (#"{"properties":{"a":{"multipleOf":5e399,"minimum":1}}}"#, #"{"a":10e399}"#, true),
    (#"{"type":"integer","not":{"multipleOf":5e399}}"#, "5e400", false),
    (
      #"{"allOf":[{"multipleOf":12345678901234567891},{"multipleOf":98765432109876543211}],"minimum":1}"#,
      "1219326311370217952348574912122374638001", true
    ),
  ])
  func `numbers of any size are compared exactly`(
    schema: String, text: String, isValid: Bool
  ) throws {
    let constraint = try Constraint(.schema(try JSON(parsing: schema)), options: .acceptance)
    #expect(try Acceptor(constraint).accepts(Array(text.utf8)) == isValid)
  }

  @Test(arguments: [
    (#"{"type":"number"}"#, true), (#"{"type":"integer"}"#, true), (#"{"minimum":1e999}"#, true),
    (#"{"maximum":1e999}"#, false), (#"{"multipleOf":1e-300}"#, true),
    (#"{"multipleOf":7}"#, false), (#"{"exclusiveMinimum":1e1000}"#, false),
  ])
  func `numbers of a thousand digits are read exactly`(schema: String, isValid: Bool) throws {
    let constraint = try Constraint(.schema(try JSON(parsing: schema)), options: .acceptance)
    let acceptor = try Acceptor(constraint)
    let zeros = String(repeating: "0", count: 1_000)
    for text in ["1\(zeros)", "1\(zeros).\(zeros)", "0.\(zeros)1e2001", "-1\(zeros)"] {
      let isBelow = text.hasPrefix("-") && schema.contains("imum\":")
      let expected = isBelow ? schema.contains("maximum") : isValid
      #expect(try acceptor.accepts(Array(text.utf8)) == expected, "\(text.prefix(3))")
    }
  }
}
