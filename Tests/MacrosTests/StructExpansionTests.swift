import Testing

@Suite struct `Expansion of structures` {
  @Test func `A structure gains a schema, a partial form, an initializer and its content`() {
    let expansion = Expansion(
      of: #"""
        @Generable(description: "A character")
        struct Character {
          @Guide(description: "A full name")
          let name: String
          @Guide(.range(1...10))
          var level: Int?
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        struct Character {
          let name: String
          var level: Int?

          nonisolated static var generationSchema: TernSession.GenerationSchema {
            TernSession.GenerationSchema(
              type: Self.self,
              description: "A character",
              properties: [
                TernSession.GenerationSchema.Property(name: "name", description: "A full name", type: String.self),
                TernSession.GenerationSchema.Property(name: "level", type: Int?.self, guides: [.range(1...10)])
              ]
            )
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated TernSession.ConvertibleFromGeneratedContent {
            var id: TernSession.GenerationID
            var name: String.PartiallyGenerated?
            var level: Int.PartiallyGenerated?

            nonisolated init(_ content: TernSession.GeneratedContent) throws {
              self.id = content.id ?? TernSession.GenerationID()
              self.name = try content.value(forProperty: "name")
              self.level = try content.value(forProperty: "level")
            }
          }
        }

        extension Character: nonisolated TernSession.Generable {
          nonisolated init(_ content: TernSession.GeneratedContent) throws {
            self.name = try content.value(forProperty: "name")
            self.level = try content.value(forProperty: "level")
          }

          nonisolated var generatedContent: TernSession.GeneratedContent {
            var properties: [(Swift.String, any TernSession.ConvertibleToGeneratedContent)] = []
            add("name", self.name)
            add("level", self.level)
            return TernSession.GeneratedContent(properties: properties) { _, last in last }

            func add(_ name: Swift.String, _ value: some TernSession.Generable) {
              properties.append((name, value))
            }
            func add(_ name: Swift.String, _ value: (some TernSession.Generable)?) {
              if let value { properties.append((name, value)) }
            }
          }
        }
        """#)
  }

  @Test func `What is public stays public, member by member`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        public struct Order: Equatable {
          public let drink: String
          public private(set) var cups: Int
          let note: String
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        public struct Order: Equatable {
          public let drink: String
          public private(set) var cups: Int
          let note: String

          nonisolated public static var generationSchema: TernSession.GenerationSchema {
            TernSession.GenerationSchema(
              type: Self.self,
              properties: [
                TernSession.GenerationSchema.Property(name: "drink", type: String.self),
                TernSession.GenerationSchema.Property(name: "cups", type: Int.self),
                TernSession.GenerationSchema.Property(name: "note", type: String.self)
              ]
            )
          }

          nonisolated public struct PartiallyGenerated: Swift.Identifiable, nonisolated TernSession.ConvertibleFromGeneratedContent, Swift.Equatable {
            public var id: TernSession.GenerationID
            public var drink: String.PartiallyGenerated?
            public var cups: Int.PartiallyGenerated?
            var note: String.PartiallyGenerated?

            nonisolated public init(_ content: TernSession.GeneratedContent) throws {
              self.id = content.id ?? TernSession.GenerationID()
              self.drink = try content.value(forProperty: "drink")
              self.cups = try content.value(forProperty: "cups")
              self.note = try content.value(forProperty: "note")
            }
          }
        }

        extension Order: nonisolated TernSession.Generable {
          nonisolated public init(_ content: TernSession.GeneratedContent) throws {
            self.drink = try content.value(forProperty: "drink")
            self.cups = try content.value(forProperty: "cups")
            self.note = try content.value(forProperty: "note")
          }

          nonisolated public var generatedContent: TernSession.GeneratedContent {
            var properties: [(Swift.String, any TernSession.ConvertibleToGeneratedContent)] = []
            add("drink", self.drink)
            add("cups", self.cups)
            add("note", self.note)
            return TernSession.GeneratedContent(properties: properties) { _, last in last }

            func add(_ name: Swift.String, _ value: some TernSession.Generable) {
              properties.append((name, value))
            }
            func add(_ name: Swift.String, _ value: (some TernSession.Generable)?) {
              if let value { properties.append((name, value)) }
            }
          }
        }
        """#)
  }

  @Test func `An id of type GenerationID comes from the framework`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Person {
          var id: GenerationID
          let name: String
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        struct Person {
          var id: GenerationID
          let name: String

          nonisolated static var generationSchema: TernSession.GenerationSchema {
            TernSession.GenerationSchema(
              type: Self.self,
              properties: [
                TernSession.GenerationSchema.Property(name: "name", type: String.self)
              ]
            )
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated TernSession.ConvertibleFromGeneratedContent {
            var id: TernSession.GenerationID
            var name: String.PartiallyGenerated?

            nonisolated init(_ content: TernSession.GeneratedContent) throws {
              self.id = content.id ?? TernSession.GenerationID()
              self.name = try content.value(forProperty: "name")
            }
          }
        }

        extension Person: nonisolated TernSession.Generable {
          nonisolated init(_ content: TernSession.GeneratedContent) throws {
            self.id = content.id ?? TernSession.GenerationID()
            self.name = try content.value(forProperty: "name")
          }

          nonisolated var generatedContent: TernSession.GeneratedContent {
            var properties: [(Swift.String, any TernSession.ConvertibleToGeneratedContent)] = []
            add("name", self.name)
            return TernSession.GeneratedContent(properties: properties, id: self.id) { _, last in last }

            func add(_ name: Swift.String, _ value: some TernSession.Generable) {
              properties.append((name, value))
            }
            func add(_ name: Swift.String, _ value: (some TernSession.Generable)?) {
              if let value { properties.append((name, value)) }
            }
          }
        }
        """#)
  }

  @Test func `Nil is written as null where the attribute says so`() {
    let expansion = Expansion(
      of: #"""
        @Generable(name: "Other", representNilExplicitlyInGeneratedContent: true)
        struct Sparse {
          let value: Int?
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        struct Sparse {
          let value: Int?

          nonisolated static var generationSchema: TernSession.GenerationSchema {
            TernSession.GenerationSchema(
              type: Self.self,
              name: "Other",
              representNilExplicitlyInGeneratedContent: true,
              properties: [
                TernSession.GenerationSchema.Property(name: "value", type: Int?.self)
              ]
            )
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated TernSession.ConvertibleFromGeneratedContent {
            var id: TernSession.GenerationID
            var value: Int.PartiallyGenerated?

            nonisolated init(_ content: TernSession.GeneratedContent) throws {
              self.id = content.id ?? TernSession.GenerationID()
              self.value = try content.value(forProperty: "value")
            }
          }
        }

        extension Sparse: nonisolated TernSession.Generable {
          nonisolated init(_ content: TernSession.GeneratedContent) throws {
            self.value = try content.value(forProperty: "value")
          }

          nonisolated var generatedContent: TernSession.GeneratedContent {
            var properties: [(Swift.String, any TernSession.ConvertibleToGeneratedContent)] = []
            add("value", self.value)
            return TernSession.GeneratedContent(properties: properties) { _, last in last }

            func add(_ name: Swift.String, _ value: some TernSession.Generable) {
              properties.append((name, value))
            }
            func add(_ name: Swift.String, _ value: (some TernSession.Generable)?) {
              properties.append((name, value))
            }
          }
        }
        """#)
  }

  @Test func `A structure without properties is an empty object`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Nothing {
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        struct Nothing {

          nonisolated static var generationSchema: TernSession.GenerationSchema {
            TernSession.GenerationSchema(
              type: Self.self,
              properties: [
              ]
            )
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated TernSession.ConvertibleFromGeneratedContent {
            var id: TernSession.GenerationID

            nonisolated init(_ content: TernSession.GeneratedContent) throws {
              self.id = content.id ?? TernSession.GenerationID()
            }
          }
        }

        extension Nothing: nonisolated TernSession.Generable {
          nonisolated init(_ content: TernSession.GeneratedContent) throws {
          }

          nonisolated var generatedContent: TernSession.GeneratedContent {
            TernSession.GeneratedContent(properties: [:])
          }
        }
        """#)
  }

  @Test func `A type that states the conformance gets the members alone`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Stated: Generable {
          let value: Int
        }
        """#, conforms: false)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        struct Stated: Generable {
          let value: Int

          nonisolated static var generationSchema: TernSession.GenerationSchema {
            TernSession.GenerationSchema(
              type: Self.self,
              properties: [
                TernSession.GenerationSchema.Property(name: "value", type: Int.self)
              ]
            )
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated TernSession.ConvertibleFromGeneratedContent {
            var id: TernSession.GenerationID
            var value: Int.PartiallyGenerated?

            nonisolated init(_ content: TernSession.GeneratedContent) throws {
              self.id = content.id ?? TernSession.GenerationID()
              self.value = try content.value(forProperty: "value")
            }
          }
        }

        extension Stated {
          nonisolated init(_ content: TernSession.GeneratedContent) throws {
            self.value = try content.value(forProperty: "value")
          }

          nonisolated var generatedContent: TernSession.GeneratedContent {
            var properties: [(Swift.String, any TernSession.ConvertibleToGeneratedContent)] = []
            add("value", self.value)
            return TernSession.GeneratedContent(properties: properties) { _, last in last }

            func add(_ name: Swift.String, _ value: some TernSession.Generable) {
              properties.append((name, value))
            }
            func add(_ name: Swift.String, _ value: (some TernSession.Generable)?) {
              if let value { properties.append((name, value)) }
            }
          }
        }
        """#)
  }
}
