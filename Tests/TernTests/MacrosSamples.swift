import Foundation
import FoundationModels
import RegexBuilder

/// The types of a game: a structure, choices declared after their use, cases with and without labels.
@Generable
struct NPC: Equatable {
  @Guide(description: "A full name")
  let name: String
  @Guide(.range(1...10))
  let level: Int
  @Guide(.count(3))
  let attributes: [Attribute]
  let encounter: Encounter

  @Generable
  enum Attribute {
    case sassy
    case tired
    case hungry
  }

  @Generable
  enum Encounter: Equatable {
    case orderCoffee(String)
    case wantToTalkToManager(complaint: String)
    case leave
  }
}

/// The types of a travel planner: two attributes on a property, a list from elsewhere, nesting.
enum Travel {
  enum Places {
    static let names = ["Sahara", "Serengeti"]
  }

  @Generable
  struct Itinerary: Equatable {
    @Guide(description: "An exciting name for the trip.")
    let title: String
    @Guide(.anyOf(Places.names))
    let destinationName: String
    let description: String
    @Guide(description: "A list of day-by-day plans.")
    @Guide(.count(3))
    let days: [DayPlan]
  }

  @Generable
  struct DayPlan: Equatable {
    let title: String
    @Guide(.count(1...4))
    let activities: [Activity]
  }

  @Generable
  struct Activity: Equatable {
    let type: Kind
    let title: String
  }

  @Generable
  enum Kind: String, CaseIterable {
    case sightseeing
    case foodAndDining = "food-and-dining"
    case hotelAndLodging
  }
}

/// Everything a property can be.
@Generable(description: "All of it")
struct Everything: Equatable, Codable, Sendable, Identifiable {
  let id = UUID()
  let persona: String = "fixed"
  let text: String
  let truth: Bool, other: Bool
  var whole: Int, half: Double
  let single: Float
  let exact: Decimal
  var maybe: Int?
  var perhaps: Optional<String>
  let list: [String]
  let grid: [[Int]]
  var kept: Int = 7
  let `in`: String
  var observed: String { didSet { kept += 1 } }
  fileprivate(set) var guarded: Bool?
  @Guide(.minimum(0.5), .maximum(2))
  let ratio: Double
  @Guide(.element(.range(1...6)), .maximumCount(2))
  let dice: [Int]
  @Guide(
    description: """
      Two lines:
        the second "indented"
      """, .constant("x"))
  let constant: String
  var computed: Int { whole }
  static let shared = 1
  private static let hidden = 2

  enum CodingKeys: CodingKey {
    case text, truth, other, whole, half, single, exact, maybe, perhaps, list, grid, kept, `in`
    case observed, guarded, ratio, dice, constant
  }

  static func == (a: Everything, b: Everything) -> Bool { a.generatedContent == b.generatedContent }

  /// A value of all properties; those that may be missing are there or not.
  static func sample(_ whole: Int, full: Bool) -> Everything {
    Everything(
      text: "a\n\"b\" é", truth: true, other: false, whole: whole, half: 0.5, single: 1.25,
      exact: Decimal(string: "3.14159265358979323846") ?? 3, maybe: full ? -1 : nil,
      perhaps: full ? "" : nil, list: ["x", ""], grid: [[1], [], [2, 3]], in: "in",
      observed: "o", guarded: full ? true : nil, ratio: 1.5, dice: [1, 6], constant: "x")
  }
}

/// Texts that patterns limit.
@Generable
struct Matched: Equatable {
  @Guide(
    Regex {
      Capture {
        ChoiceOf {
          "Mr"
          "Mrs"
        }
      }
      ". "
      OneOrMore(.word)
    })
  let name: String
  @Guide(description: "A code", /[A-Z]{3}/)
  let code: String
  @Guide(.pattern(#/\d+/#))
  let number: String?
}

/// Cases of every form.
@Generable
enum Shape: Equatable {
  case point
  case circle(Double)
  case rectangle(width: Double, height: Double)
  case named(String, Int, note: String?)
  indirect case group([Shape], Shape?)
}

/// Choices whose names are words of the language, and numbers as raw values.
@Generable
enum Word: Int, CaseIterable {
  case `in` = 1
  case `default`
  case plain
}

/// A type of types.
@Generable
struct Box<Content: Generable> {
  let content: Content
  let more: [Content]
  let spare: Content?
}

/// What recurses.
@Generable
struct Folder: Equatable {
  let name: String
  let folders: [Folder]
}

/// What carries the framework's identity.
@Generable
struct Identified: Identifiable {
  var id: GenerationID
  let name: String
}

@Generable(representNilExplicitlyInGeneratedContent: true)
struct Explicit {
  let value: Int?
  let other: String
}

@Generable(name: "Renamed", description: "Under another name")
struct Original {
  let choice: Choice
  let pick: Pick

  @Generable(name: "Selection")
  enum Choice { case one, other }

  @Generable(name: "Picked")
  enum Pick { case none, some(Int) }
}

/// What has an order of its own, and says itself what is known of it.
@Generable
struct Ranked: Hashable, Comparable {
  let rank: Int

  static func < (a: Ranked, b: Ranked) -> Bool { a.rank < b.rank }

  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    let isKnown: Bool

    init(_ content: GeneratedContent) throws {
      isKnown = try content.value(Int?.self, forProperty: "rank") != nil
    }
  }
}
