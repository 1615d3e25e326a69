import Testing

@Suite struct `Expansion of enumerations` {
  @Test func `Cases without associated values are a choice of their names`() {
    let expansion = Expansion(
      of: #"""
        @Generable(description: "A note")
        enum Note {
          case fruity, nutty
          case `in`
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        enum Note {
          case fruity, nutty
          case `in`

          nonisolated static var generationSchema: TernSession.GenerationSchema {
            TernSession.GenerationSchema(type: Self.self, description: "A note", anyOf: ["fruity", "nutty", "`in`"])
          }
        }

        extension Note: nonisolated TernSession.Generable {
          nonisolated init(_ content: TernSession.GeneratedContent) throws {
            let choice = try content.value(Swift.String.self)
            switch choice {
            case "fruity":
              self = .fruity
            case "nutty":
              self = .nutty
            case "`in`":
              self = .`in`
            default:
              throw TernSession.GeneratedContent.ParsingError(
                rawContent: content.jsonString,
                debugDescription: "Unexpected value \"\(choice)\" for \(Self.self)")
            }
          }

          nonisolated var generatedContent: TernSession.GeneratedContent {
            switch self {
            case .fruity:
              TernSession.GeneratedContent(kind: .string("fruity"))
            case .nutty:
              TernSession.GeneratedContent(kind: .string("nutty"))
            case .`in`:
              TernSession.GeneratedContent(kind: .string("`in`"))
            }
          }
        }
        """#)
  }

  @Test func `Cases with associated values are objects that name their case`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        enum Encounter {
          case orderCoffee(String)
          case wantToTalkToManager(complaint: String, loud: Bool?)
          case leave
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        enum Encounter {
          case orderCoffee(String)
          case wantToTalkToManager(complaint: String, loud: Bool?)
          case leave

          nonisolated static var generationSchema: TernSession.GenerationSchema {
            TernSession.GenerationSchema._union(
              type: Self.self,
              cases: [
                TernSession.GenerationSchema._Case("orderCoffee", properties: [TernSession.GenerationSchema.Property(name: "value", type: String.self)]),
                TernSession.GenerationSchema._Case("wantToTalkToManager", properties: [TernSession.GenerationSchema.Property(name: "complaint", type: String.self), TernSession.GenerationSchema.Property(name: "loud", type: Bool?.self)]),
                TernSession.GenerationSchema._Case("leave")
              ]
            )
          }

          nonisolated enum PartiallyGenerated: nonisolated TernSession.ConvertibleFromGeneratedContent {
            case orderCoffee(String.PartiallyGenerated?)
            case wantToTalkToManager(complaint: String.PartiallyGenerated?, loud: Bool.PartiallyGenerated?)
            case leave

            nonisolated init(_ content: TernSession.GeneratedContent) throws {
              let type = try content.value(Swift.String.self, forProperty: "type")
              switch type {
              case "orderCoffee":
                self = .orderCoffee(try content.value(forProperty: "value"))
              case "wantToTalkToManager":
                self = .wantToTalkToManager(complaint: try content.value(forProperty: "complaint"), loud: try content.value(forProperty: "loud"))
              case "leave":
                self = .leave
              default:
                throw TernSession.GeneratedContent.ParsingError(
                  rawContent: content.jsonString,
                  debugDescription: "Unexpected type \"\(type)\" for \(Self.self)")
              }
            }
          }
        }

        extension Encounter: nonisolated TernSession.Generable {
          nonisolated init(_ content: TernSession.GeneratedContent) throws {
            let type = try content.value(Swift.String.self, forProperty: "type")
            switch type {
            case "orderCoffee":
              self = .orderCoffee(try content.value(forProperty: "value"))
            case "wantToTalkToManager":
              self = .wantToTalkToManager(complaint: try content.value(forProperty: "complaint"), loud: try content.value(forProperty: "loud"))
            case "leave":
              self = .leave
            default:
              throw TernSession.GeneratedContent.ParsingError(
                rawContent: content.jsonString,
                debugDescription: "Unexpected type \"\(type)\" for \(Self.self)")
            }
          }

          nonisolated var generatedContent: TernSession.GeneratedContent {
            var properties: [(Swift.String, any TernSession.ConvertibleToGeneratedContent)] = []
            switch self {
            case .orderCoffee(let payload0):
              add("type", "orderCoffee")
              add("value", payload0)
            case .wantToTalkToManager(let payload0, let payload1):
              add("type", "wantToTalkToManager")
              add("complaint", payload0)
              add("loud", payload1)
            case .leave:
              add("type", "leave")
            }
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

  @Test func `Raw values of strings are what content says`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        enum Kind: String, CaseIterable {
          case museum
          case foodTour = "food-tour"
          case `default`
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"anyOf: ["museum", "food-tour", "default"]"#))
    #expect(
      expansion.text.contains(
        #"""
        case "food-tour":
              self = .foodTour
        """#))
    #expect(
      expansion.text.contains(
        #"""
        case .`default`:
              TernSession.GeneratedContent(kind: .string("default"))
        """#))
  }

  @Test func `Other raw values leave the names`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        enum Level: Int {
          case low = 1
          case high = 5
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"anyOf: ["low", "high"]"#))
  }

  @Test func `Associated values without a label are value, value1 and so on`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        enum Values {
          case two(Int, String)
          case mixed(_ first: Int, label: Bool, Double)
          case taken(value: Int, Int)
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        #"_Case("two", properties: [TernSession.GenerationSchema.Property(name: "value", type: Int.self), TernSession.GenerationSchema.Property(name: "value1", type: String.self)])"#
      ))
    #expect(
      expansion.text.contains(
        #"self = .mixed(try content.value(forProperty: "first"), label: try content.value(forProperty: "label"), try content.value(forProperty: "value"))"#
      ))
    #expect(
      expansion.text.contains(#"case two(Int.PartiallyGenerated?, String.PartiallyGenerated?)"#))
    #expect(
      expansion.text.contains(
        #"self = .taken(value: try content.value(forProperty: "value"), try content.value(forProperty: "value1"))"#
      ))
  }

  @Test func `An indirect enumeration has an indirect partial form`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        indirect enum Tree: Equatable {
          case leaf(Int)
          case node([Self], Self?)
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        #"indirect nonisolated enum PartiallyGenerated: nonisolated TernSession.ConvertibleFromGeneratedContent, Swift.Equatable {"#
      ))
    #expect(
      expansion.text.contains(#"case node([Tree].PartiallyGenerated?, Tree.PartiallyGenerated?)"#))
  }

  @Test func `An indirect case is indirect in the partial form too`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        enum List {
          case end
          indirect case link(Int, List)
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        #"indirect case link(Int.PartiallyGenerated?, List.PartiallyGenerated?)"#))
  }
}
