import TernSession
import TernTesting
import Testing

@Suite("Placeholders that satisfy a schema")
struct PlaceholderTests {
  @Generable
  enum Size {
    case small
    case large
  }

  @Generable
  struct Order {
    @Guide(description: "Who has ordered")
    var customer: String
    @Guide(.range(3...9))
    var cups: Int
    @Guide(.count(2))
    var extras: [String]
    @Guide(.anyOf(["tea", "milk"]))
    var drink: String
    var size: Size
    var isPaid: Bool
    var price: Double
    var note: String?
  }

  @Generable
  struct Branch {
    var name: String
    var children: [Branch]
  }

  @Generable
  struct Coded {
    @Guide(/[A-Z]{3}/)
    var code: String
  }

  private func placeholder<Value: Generable>(_ type: Value.Type) async throws -> Value {
    let session = LanguageModelSession(model: ScriptedLanguageModel([[.placeholder]]))
    return try await session.respond(to: "Go.", generating: type).content
  }

  @Test("every kind of property and guide has one")
  func order() async throws {
    let order = try await placeholder(Order.self)
    #expect(order.customer == "text")
    #expect(order.cups == 3)
    #expect(order.extras == ["text", "text"])
    #expect(order.drink == "tea")
    #expect(order.isPaid == false)
    #expect(order.price == 0)
  }

  @Test("a type that contains itself ends")
  func recursion() async throws {
    let branch = try await placeholder(Branch.self)
    #expect(branch.name == "text")
    #expect(branch.children.map(\.name) == ["text"])
    #expect(branch.children[0].children.isEmpty)
  }

  @Test("a dynamic schema has one too")
  func dynamic() async throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Row",
        properties: [
          .init(name: "kind", schema: DynamicGenerationSchema(name: "Kind", anyOf: ["a", "b"])),
          .init(name: "size", schema: DynamicGenerationSchema(type: Int.self)),
        ]), dependencies: [])
    let session = LanguageModelSession(model: ScriptedLanguageModel([[.placeholder]]))
    let row = try await session.respond(to: "Go.", schema: schema).content
    #expect(try row.value(String.self, forProperty: "kind") == "a")
    #expect(try row.value(Int.self, forProperty: "size") == 0)
  }

  @Test("a regular expression has none, and the error says where it is")
  func pattern() async throws {
    await #expect(
      throws: ScriptedLanguageModelError.noPlaceholder(keyword: "pattern", path: "/code")
    ) {
      try await placeholder(Coded.self)
    }
  }

  @Test("without a schema the answer is one word")
  func free() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel([[.placeholder]]))
    #expect(try await session.respond(to: "Go.").content == "placeholder")
  }
}
