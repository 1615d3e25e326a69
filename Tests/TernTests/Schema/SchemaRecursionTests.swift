import Tern
import TernGrammar
import TernJSON
import Testing

/// Types that mention themselves and each other, and types of one name.
@Suite struct SchemaRecursionTests {
  struct Tree: SampleType {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(name: "left", type: Tree?.self), .init(name: "forest", type: [Forest].self),
        ])
    }
  }

  struct Forest: SampleType {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [.init(name: "trees", type: [Tree].self)])
    }
  }

  @Test func `types that mention each other end in references`() throws {
    let tree = Tree.generationSchema.json
    #expect(tree["properties"]?["left"] == ["$ref": "#"])
    #expect(tree["properties"]?["forest"]?["items"] == ["$ref": "#/$defs/Forest"])
    #expect(tree["$defs"]?.object?.keys == ["Forest"])
    #expect(tree["$defs"]?["Forest"]?["properties"]?["trees"]?["items"] == ["$ref": "#"])
    let forest = Forest.generationSchema.json
    #expect(forest["$defs"]?["Tree"]?["properties"]?["left"] == ["$ref": "#/$defs/Tree"])
    _ = try Constraint(.schema(forest))
  }

  /// A type that is an array of itself has no object where the recursion could end.
  struct Nest: SampleType {
    static var generationSchema: GenerationSchema { [Nest].generationSchema }
  }

  @Test func `a type that is an array of itself has a definition`() throws {
    let nest = Nest.generationSchema.json
    #expect(nest["items"] == ["$ref": "#/$defs/Nest"])
    #expect(nest["$defs"]?["Nest"] == ["type": "array", "items": ["$ref": "#/$defs/Nest"]])
    _ = try Constraint(.schema(nest))
  }

  /// Each is made of a larger one.
  struct Endless<Element: Generable>: SampleType {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self, properties: [.init(name: "next", type: Endless<[Element]>?.self)])
    }
  }

  @Test func `types without end are a failure`() {
    #expect(
      Endless<Int>.generationSchema.unsupportedGuides.contains { $0.contains("types") })
  }

  enum A {
    struct Item: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "part", type: Part.self)])
      }
    }
    struct Part: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "a", type: Int.self)])
      }
    }
  }

  enum B {
    struct Item: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "part", type: Part.self)])
      }
    }
    struct Part: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "b", type: Int.self)])
      }
    }
  }

  enum C {
    struct Part: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "a", type: Int.self)])
      }
    }
  }

  @Test func `definitions that say the same are one`() {
    struct Both: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [.init(name: "a", type: A.Part.self), .init(name: "c", type: C.Part.self)])
      }
    }
    let document = Both.generationSchema.json
    #expect(document["$defs"]?.object?.keys == ["Part"])
    #expect(document["properties"]?["a"] == document["properties"]?["c"])
  }

  @Test func `definitions of one name that say something else are kept apart`() throws {
    struct Both: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [.init(name: "a", type: A.Item.self), .init(name: "b", type: B.Item.self)])
      }
    }
    let document = Both.generationSchema.json
    #expect(document["$defs"]?.object?.count == 4)
    for name in ["a", "b"] {
      let reference = try #require(document["properties"]?[name]?["$ref"]?.string)
      let item = try #require(document["$defs"]?[String(reference.dropFirst(8))])
      #expect(item["title"] == "Item")
      let part = try #require(item["properties"]?["part"]?["$ref"]?.string)
      #expect(
        document["$defs"]?[String(part.dropFirst(8))]?["properties"]?.object?.keys == [name])
    }
    _ = try Constraint(.schema(document))
  }

  @Test func `a type whose schema is a document brings its definitions along`() throws {
    struct Decoded: SampleType {
      static var generationSchema: GenerationSchema {
        (try? GenerationSchema(
          document: [
            "type": "object", "title": "Decoded",
            "properties": ["self": ["$ref": "#"], "age": ["$ref": "#/$defs/Age"]],
            "$defs": ["Age": ["type": "integer"]],
          ])) ?? String.generationSchema
      }
    }
    let document = [Decoded].generationSchema.json
    #expect(document["items"] == ["$ref": "#/$defs/Decoded"])
    let inner = document["$defs"]?["Decoded"]
    #expect(inner?["properties"]?["self"] == ["$ref": "#/$defs/Decoded"])
    #expect(inner?["properties"]?["age"] == ["$ref": "#/$defs/Age"])
    #expect(document["$defs"]?["Age"] == ["type": "integer"])
    #expect(inner?["$defs"] == nil)
  }
}
