import Foundation
import FoundationModels
import Testing

@Suite struct `Values of generable types` {
  /// A value, read back from the text of its content.
  private func again<Value: Generable>(_ value: Value) throws -> Value {
    try Value(GeneratedContent(json: value.generatedContent.jsonString))
  }

  @Test func `Content has the properties in the order of their declarations`() {
    let npc = NPC(
      name: "Ana", level: 3, attributes: [.sassy, .tired],
      encounter: .wantToTalkToManager(complaint: "cold"))
    #expect(
      npc.generatedContent.jsonString == """
        {"name": "Ana", "level": 3, "attributes": ["sassy", "tired"], \
        "encounter": {"type": "wantToTalkToManager", "complaint": "cold"}}
        """)
  }

  @Test func `A value comes back from the text of its content`() throws {
    let npc = NPC(name: "", level: 10, attributes: [], encounter: .orderCoffee("latte"))
    #expect(try again(npc) == npc)
    for full in [true, false] {
      for whole in [0, -1, Int.max, Int.min] {
        let value = Everything.sample(whole, full: full)
        let back = try again(value)
        #expect(back == value)
        #expect(back.whole == whole)
        #expect(back.exact == value.exact)
        #expect(back.persona == "fixed")
      }
    }
  }

  @Test func `Cases come back with their associated values`() throws {
    let shapes: [Shape] = [
      .point, .circle(2.5), .rectangle(width: 1, height: 2), .named("a", 1, note: nil),
      .named("b", -1, note: ""), .group([], nil),
      .group([.point, .group([.circle(1)], .point)], .point),
    ]
    for shape in shapes { #expect(try again(shape) == shape) }
    #expect(Shape.point.generatedContent.jsonString == #"{"type": "point"}"#)
    #expect(Shape.circle(2.5).generatedContent.jsonString == #"{"type": "circle", "value": 2.5}"#)
    #expect(
      Shape.named("a", 1, note: nil).generatedContent.jsonString
        == #"{"type": "named", "value": "a", "value1": 1}"#)
  }

  @Test func `Choices are raw values of strings, otherwise names`() throws {
    for kind in Travel.Kind.allCases {
      #expect(kind.generatedContent.jsonString == "\"\(kind.rawValue)\"")
      #expect(try again(kind) == kind)
    }
    #expect(
      Word.allCases.map(\.generatedContent.jsonString) == [
        "\"`in`\"", "\"`default`\"", "\"plain\"",
      ])
    for word in Word.allCases { #expect(try again(word) == word) }
  }

  @Test func `What is nil is left out, or null where the type says so`() throws {
    let sparse = Everything.sample(1, full: false).generatedContent
    #expect(try sparse.value(Int?.self, forProperty: "maybe") == nil)
    #expect(!sparse.jsonString.contains("maybe") && !sparse.jsonString.contains("perhaps"))
    #expect(
      Explicit(value: nil, other: "x").generatedContent.jsonString
        == #"{"value": null, "other": "x"}"#)
    #expect(try again(Explicit(value: nil, other: "x")).value == nil)
    #expect(try again(Explicit(value: 3, other: "x")).value == 3)
  }

  @Test func `What does not fit is an error`() throws {
    func content(_ json: String) throws -> GeneratedContent { try GeneratedContent(json: json) }
    #expect(throws: GeneratedContent.ParsingError.self) { try NPC(content(#"{"name": "a"}"#)) }
    #expect(throws: GeneratedContent.ParsingError.self) { try NPC(content("[]")) }
    #expect(throws: GeneratedContent.ParsingError.self) { try Shape(content(#"{"type": "cube"}"#)) }
    #expect(throws: GeneratedContent.ParsingError.self) { try Shape(content(#"{"value": 1}"#)) }
    #expect(throws: GeneratedContent.ParsingError.self) {
      try Shape(content(#"{"type": "circle"}"#))
    }
    let error = #expect(throws: GeneratedContent.ParsingError.self) {
      try Travel.Kind(content("\"museum\""))
    }
    #expect(error?.debugDescription == #"Unexpected value "museum" for Kind"#)
    #expect(error?.rawContent == "\"museum\"")
  }

  @Test func `Generic types hold what is generable`() throws {
    let box = Box(content: Word.plain, more: [.in], spare: nil)
    #expect(box.generatedContent.jsonString == "{\"content\": \"plain\", \"more\": [\"`in`\"]}")
    let back = try again(Box(content: [1, 2], more: [[]], spare: [3]))
    #expect(back.content == [1, 2] && back.more == [[]] && back.spare == [3])
  }

  @Test func `An id comes from the content and stays out of it`() throws {
    let id = GenerationID()
    let content = GeneratedContent(properties: ["name": "x"], id: id)
    let value = try Identified(content)
    #expect(value.id == id)
    #expect(value.generatedContent.id == id)
    #expect(value.generatedContent.jsonString == #"{"name": "x"}"#)
    #expect(try Identified.PartiallyGenerated(content).id == id)
  }

  @Test func `Values of generable types keep the conformances they state`() throws {
    let value = Everything.sample(1, full: true)
    let decoded = try JSONDecoder().decode(Everything.self, from: JSONEncoder().encode(value))
    #expect(decoded == value)
  }
}
