import Testing

@Suite struct `Expansion of properties` {
  @Test func `Several names in one declaration are several properties`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Sizes {
          let width, height: Double
          var a: Int, b: String?
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"Property(name: "width", type: Double.self)"#))
    #expect(expansion.text.contains(#"Property(name: "height", type: Double.self)"#))
    #expect(expansion.text.contains(#"Property(name: "a", type: Int.self)"#))
    #expect(expansion.text.contains(#"Property(name: "b", type: String?.self)"#))
  }

  @Test func `Back-ticks stay in code and leave the schema`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Words {
          let `in`: String
          let `default`: Bool
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"Property(name: "in", type: String.self)"#))
    #expect(expansion.text.contains(#"var `default`: Bool.PartiallyGenerated?"#))
    #expect(expansion.text.contains(#"self.`in` = try content.value(forProperty: "in")"#))
    #expect(expansion.text.contains(#"add("default", self.`default`)"#))
  }

  @Test func `What is not stored, or has its value, is left out`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Mixed {
          let id = UUID()
          let persona: String = "x"
          static let shared: Int = 1
          lazy var slow: Int = 1
          var computed: Int { 1 }
          var accessed: Int { get { 1 } set {} }
          var kept: Int = 1
          var observed: String = "" { didSet {} }
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        #"""
        properties: [
                TernSession.GenerationSchema.Property(name: "kept", type: Int.self),
                TernSession.GenerationSchema.Property(name: "observed", type: String.self)
              ]
        """#))
  }

  @Test func `Optionals, arrays and Self have the partial forms of their types`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Shapes {
          let a: [Self]?
          let b: Optional<Int>
          let c: Int!
          let d: (String)
          let e: [[Other.Part]]
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"type: [Self]?.self"#))
    #expect(expansion.text.contains(#"var a: [Shapes].PartiallyGenerated?"#))
    #expect(expansion.text.contains(#"var b: Optional<Int>.PartiallyGenerated?"#))
    #expect(expansion.text.contains(#"type: Int?.self"#))
    #expect(expansion.text.contains(#"var c: Int.PartiallyGenerated?"#))
    #expect(expansion.text.contains(#"type: String.self"#))
    #expect(expansion.text.contains(#"var e: [[Other.Part]].PartiallyGenerated?"#))
  }

  @Test func `The attributes of one property count together`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Guided {
          @Guide(description: "Three") @Guide(.count(3))
          let list: [String]
          @Guide(description: "both", .minimum(1), .maximum(2))
          let number: Int
          @FoundationModels.Guide(.anyOf(Model.names))
          let name: String
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(#"description: "Three", type: [String].self, guides: [.count(3)]"#))
    #expect(
      expansion.text.contains(
        #"description: "both", type: Int.self, guides: [.minimum(1), .maximum(2)]"#))
    #expect(expansion.text.contains(#"guides: [.anyOf(Model.names)]"#))
  }

  @Test func `A regular expression is passed on, and becomes a guide among others`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Matched {
          @Guide(/(Mr|Mrs)\. \w+/)
          let one: String
          @Guide(#/a+/#) @Guide(.anyOf(["a", "aa"]))
          let two: String
          @Guide(Regex { OneOrMore(.word) }) @Guide(shared)
          let three: String
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"guides: [/(Mr|Mrs)\. \w+/]"#))
    #expect(expansion.text.contains(#"guides: [.pattern(#/a+/#), .anyOf(["a", "aa"])]"#))
    #expect(expansion.text.contains(#"guides: [.pattern(Regex { OneOrMore(.word) }), shared]"#))
  }

  @Test func `Descriptions stay as they are written`() {
    let expansion = Expansion(
      of: ##"""
        @Generable(description: #"a "quoted" \#(word)"#)
        struct Described {
          @Guide(description: Texts.name)
          let name: String
          @Guide(description: nil, .count(1))
          let list: [Int]
        }
        """##)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(##"description: #"a "quoted" \#(word)"#,"##))
    #expect(expansion.text.contains(#"description: Texts.name, type: String.self"#))
    #expect(expansion.text.contains(#"name: "list", type: [Int].self"#))
  }

  @Test func `A property of another type that is named id takes the place of the framework's`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct Item {
          let id: String
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        #"struct PartiallyGenerated: nonisolated TernSession.ConvertibleFromGeneratedContent {"#))
    #expect(expansion.text.contains(#"var id: String.PartiallyGenerated?"#))
    #expect(!expansion.text.contains(#"GenerationID"#))
  }

  @Test func `A type in a public extension is public`() {
    let expansion = Expansion(
      of: #"""
        public extension Outer {
          @Generable
          struct Inner {
            public let value: Int
          }
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"nonisolated public static var generationSchema"#))
    #expect(expansion.text.contains(#"nonisolated public struct PartiallyGenerated"#))
    #expect(expansion.text.contains(#"extension Outer.Inner: nonisolated TernSession.Generable {"#))
    #expect(expansion.text.contains(#"nonisolated public init(_ content"#))
  }

  @Test func `The extension is available where the type is`() {
    let expansion = Expansion(
      of: #"""
        @available(*, deprecated)
        @Generable
        struct Old {
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        #"""
        @available(*, deprecated)
        extension Old: nonisolated TernSession.Generable {
        """#))
  }
}
