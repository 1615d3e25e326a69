import Foundation
import FoundationModels

/// Reads a text file of notes, one to a paragraph, and turns each into a value of a Swift type.
///
/// The type is the whole specification: the model cannot write a rating of 6, a missing member or a
/// word that is not among the choices.
// @main
struct Extraction {
  static func main() async throws {
    let file = CommandLine.arguments.dropFirst().first ?? "notes.txt"
    let notes = try await Extraction().notes(in: URL(filePath: file))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(notes), as: UTF8.self))
  }

  /// What is read out of a note.
  ///
  /// `@Guide` tells the model what a member is for, and limits it.
  @Generable struct TastingNote: Codable, Equatable {
    @Guide(description: "One short, plain sentence describing how the coffee tasted.")
    var flavor: String
    @Guide(description: "One concrete thing to try next time, like 'grind finer'.")
    var advice: String
    @Guide(description: "Honest quality from 1 (undrinkable) to 5 (excellent).", .range(1...5))
    var rating: Int
    var note: DominantNote
  }

  @Generable enum DominantNote: String, Codable {
    case fruity, nutty, chocolatey, floral, sour, bitter, balanced
  }

  /// The notes of a file, in its order.
  func notes(in file: URL) async throws -> [TastingNote] {
    let text = try String(contentsOf: file, encoding: .utf8)
    let paragraphs = text.split(separator: "\n\n").map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    var notes: [TastingNote] = []
    for paragraph in paragraphs where !paragraph.isEmpty {
      notes.append(try await note(paragraph))
    }
    return notes
  }

  /// One note.
  ///
  /// Each has a session of its own, so that a note is not influenced by those before it. The sessions
  /// share what the model computed of their common instructions.
  private func note(_ paragraph: String) async throws -> TastingNote {
    let session = LanguageModelSession(
      instructions: "You read coffee tasting notes and extract a structured summary.")
    let options = GenerationOptions(sampling: .greedy)
    return try await session.respond(
      to: paragraph, generating: TastingNote.self, options: options
    ).content
  }
}
