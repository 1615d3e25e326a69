import Tern
import TernJSON
import Testing

/// Content as values, and values as content.
@Suite struct ContentValueTests {
  typealias Failure = GeneratedContent.ParsingError

  private let note = GeneratedContent(properties: ["title": "Tea", "stars": 4, "tags": ["a", "b"]])

  @Test func `properties by name`() throws {
    #expect(try note.value(String.self, forProperty: "title") == "Tea")
    #expect(try note.value(forProperty: "stars") == 4)
    #expect(try note.value([String].self, forProperty: "tags") == ["a", "b"])
    #expect(try note.value([GeneratedContent].self, forProperty: "tags").count == 2)
    #expect(try note.value(Double?.self, forProperty: "stars") == 4)
    #expect(try note.value(String?.self, forProperty: "summary") == nil)
    let optional: String? = try note.value(forProperty: "title")
    #expect(optional == "Tea")
  }

  @Test func `a missing property is an error that names it`() {
    #expect {
      try note.value(String.self, forProperty: "summary")
    } throws: {
      ($0 as? Failure)?.debugDescription
        == "GeneratedContent does not contain a property 'summary'."
    }
    #expect {
      try GeneratedContent("text").value(String?.self, forProperty: "summary")
    } throws: {
      ($0 as? Failure)?.debugDescription.contains("a string") == true
    }
  }

  @Test func `a property of another type is an error that says which`() {
    #expect {
      try note.value(Int.self, forProperty: "title")
    } throws: {
      let error = $0 as? Failure
      return error?.rawContent == #""Tea""# && error?.debugDescription.contains("a string") == true
    }
    #expect(throws: Failure.self) { try note.value(Int?.self, forProperty: "title") }
    #expect(throws: Failure.self) { try note.value([Int].self, forProperty: "tags") }
    #expect(throws: Failure.self) { try note.value(Bool.self) }
    #expect(throws: Failure.self) { try note.value(Never.self) }
  }

  @Test func `null is no value`() throws {
    let content = GeneratedContent(properties: ["a": Int?.none])
    #expect(try content.value(Int?.self, forProperty: "a") == nil)
    #expect(throws: Failure.self) { try content.value(Int.self, forProperty: "a") }
  }

  @Test func `kinds there and back`() throws {
    let kinds: [GeneratedContent.Kind] = [
      .null, .bool(true), .number(1.5), .string("x"), .array([note, GeneratedContent(1)]),
      .structure(properties: ["b": note, "a": GeneratedContent(2)], orderedKeys: ["b", "a"]),
    ]
    for kind in kinds {
      let content = GeneratedContent(kind: kind)
      #expect(content.kind == kind)
      #expect(try GeneratedContent(json: content.jsonString).kind == kind)
      #expect(content.isComplete)
    }
  }

  @Test func `names without values and values without names`() {
    let odd = GeneratedContent(
      kind: .structure(
        properties: ["z": GeneratedContent(1), "b": GeneratedContent(2), "a": GeneratedContent(3)],
        orderedKeys: ["b", "missing", "b"]))
    #expect(odd.jsonString == #"{"b": 2, "a": 3, "z": 1}"#)
  }

  @Test func `equal names are combined`() throws {
    let pairs: [(String, any ConvertibleToGeneratedContent)] = [
      ("a", 1), ("b", 2), ("a", 3), ("a", 4),
    ]
    let lists = GeneratedContent(properties: pairs) { [$0, $1] }
    #expect(lists.jsonString == #"{"a": [[1, 3], 4], "b": 2}"#)
    struct Clash: Error {}
    #expect(throws: Clash.self) {
      try GeneratedContent(properties: pairs) { _, _ -> GeneratedContent in throw Clash() }
    }
  }

  @Test func `content means the same in any order and spelling`() throws {
    let one = try GeneratedContent(json: #"{"a": 1.0, "b": [10, "é"]}"#)
    let other = GeneratedContent(
      properties: ["b": [(10.0).generatedContent, "é".generatedContent], "a": 1], id: GenerationID()
    )
    #expect(one == other)
    #expect(try one != GeneratedContent(json: #"{"a": 1, "b": ["é", 10]}"#))
    #expect(try one != GeneratedContent(json: #"{"a": 1}"#))
    let long = try GeneratedContent(json: "9007199254740993")
    #expect(try long != GeneratedContent(json: "9007199254740992"))
  }

  @Test func `names of values stay the same, and those of their parts`() throws {
    let id = GenerationID()
    #expect(id != GenerationID())
    #expect(note.id == nil)
    #expect(try note.value(GeneratedContent.self, forProperty: "tags").id == nil)
    var ids: [[GenerationID?]] = []
    for text in [#"{"list": [{"a": "x"}, {"a"#, #"{"list": [{"a": "xy"}, {"a": 1}], "b": 2}"#] {
      var partial = PartialJSON()
      try partial.push(text)
      let content = GeneratedContent(partial: partial.value, id: id)
      #expect(content.id == id)
      let list = try content.value(GeneratedContent.self, forProperty: "list")
      let elements = try list.value([GeneratedContent].self)
      ids.append([list.id] + elements.map(\.id))
    }
    #expect(ids[0] == ids[1])
    #expect(Set(ids[0]).count == 3 && !ids[0].contains(nil) && !ids[0].contains(id))
    let own = GeneratedContent(1, id: id)
    let around = GeneratedContent(elements: [own, GeneratedContent(2)], id: GenerationID())
    let elements = try around.value([GeneratedContent].self)
    #expect(elements[0].id == id)
    #expect(elements[1].id != nil && elements[1].id != id)
  }

  @Test func `whole values as partial ones`() {
    #expect(3.asPartiallyGenerated() == 3)
    #expect(["a", "b"].asPartiallyGenerated() == ["a", "b"])
    #expect(note.asPartiallyGenerated() == note)
  }
}
