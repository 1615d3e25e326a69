import FoundationModels

/// Characters of a game: a barista whom the player can talk to for as long as they like, and guests who
/// are made up on the spot.
// @main
struct CoffeeShopGame {
  static func main() async throws {
    let barista = GameCharacter(instructions: "You are a friendly barista.")
    for line in ["Hello! My name is Nora.", "What's my name?"] {
      print(">", line)
      print(try await barista.answer(line))
    }
    let guest = try await Guest.invent(seed: 1) { name in print("Somebody comes in: \(name) …") }
    print(guest)
  }
}

/// Somebody with a conversation of their own.
final class GameCharacter {
  private var session: LanguageModelSession

  init(instructions: String) {
    session = LanguageModelSession(instructions: instructions)
    // The instructions are read while the player walks up to the counter.
    session.prewarm()
  }

  /// Everything that is remembered.
  var memory: Transcript { session.transcript }

  /// What the character says to a line of the player's.
  ///
  /// When the conversation no longer fits into the model's context, it goes on with less to remember.
  func answer(_ line: String) async throws -> String {
    let options = GenerationOptions(sampling: .greedy, maximumResponseTokens: 60)
    do {
      return try await session.respond(to: line, options: options).content
    } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
      session = LanguageModelSession(transcript: condensed(session.transcript))
      return try await session.respond(to: line, options: options).content
    }
  }

  /// The instructions, and what was said first and last: who the player is, and what it is about.
  private func condensed(_ transcript: Transcript) -> Transcript {
    let entries = Array(transcript)
    guard entries.count > 5 else { return Transcript(entries: Array(entries.prefix(1))) }
    return Transcript(entries: Array(entries.prefix(3) + entries.suffix(2)))
  }
}

/// A guest whom the model invents.
///
/// Guides are kept while the model writes: a level of 11 or a fourth attribute cannot come out. Members
/// are written in the order of their declaration, so the encounter can fit the character.
@Generable struct Guest: Equatable {
  @Guide(description: "A full name") let name: String
  @Guide(.range(1...10)) let level: Int
  @Guide(.count(3)) let attributes: [Attribute]
  let encounter: Encounter

  @Generable enum Attribute { case sassy, tired, hungry }

  /// A case with values: the game can switch over what a guest is up to.
  @Generable enum Encounter: Equatable {
    case orderCoffee(String)
    case wantToTalkToManager(complaint: String)
  }

  /// Invents a guest; the same seed gives the same guest.
  ///
  /// `appears` is called with the name as soon as it is written, while the rest is still to come.
  static func invent(seed: UInt64, appears: (String) -> Void) async throws -> Guest {
    let session = LanguageModelSession(instructions: "You invent characters for a game.")
    let stream = session.streamResponse(
      to: "Generate a fun NPC", generating: Guest.self,
      options: GenerationOptions(sampling: .random(top: 40, seed: seed)))
    var isNamed = false
    for try await snapshot in stream {
      // The name is complete when the member after it has begun.
      guard let name = snapshot.content.name, snapshot.content.level != nil, !isNamed else {
        continue
      }
      isNamed = true
      appears(name)
    }
    return try await stream.collect().content
  }
}
