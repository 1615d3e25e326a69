import Foundation
import Tern

/// Searches pages of text by what they mean: each passage becomes a vector, and a question finds the
/// passages whose vectors point the same way as its own.
///
/// Take a model that was trained for this, as a GGUF file: `nomic-embed-text-v1.5`, `bge-m3`,
/// `embeddinggemma-300m` or `Qwen3-Embedding-0.6B`, for example. Tern brings none along. Any other
/// language model gives vectors too, but they are mostly about words: the search then finds passages
/// that are worded alike, and seldom those that say the same in other words.
// @main
struct SemanticSearch {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      print("usage: search MODEL.gguf FOLDER QUESTION")
      return
    }
    let model = try LocalLanguageModel(contentsOf: URL(filePath: arguments[1]))
    let search = try await SemanticSearch(model: model, folder: URL(filePath: arguments[2]))
    for hit in try await search.best(3, for: arguments[3]) {
      print(String(format: "%.3f", hit.score), hit.passage.page)
      print(hit.passage.text, terminator: "\n\n")
    }
  }

  /// A paragraph of a page.
  struct Passage: Sendable, Equatable {
    let page: String
    let text: String
  }

  struct Hit: Sendable {
    let passage: Passage
    /// How much its vector points the way of the question's: 1 at most.
    let score: Float
  }

  let passages: [Passage]
  private let model: LocalLanguageModel
  private let vectors: [[Float]]
  /// The mean of all vectors: what all passages have in common, which is taken away.
  private let mean: [Float]

  /// Reads the pages of a folder and the folders in it, and makes the vectors of their paragraphs.
  init(model: LocalLanguageModel, folder: URL, extension suffix: String = "md") async throws {
    self.model = model
    passages = try Self.passages(in: folder, suffix: suffix)
    // All texts at once: they share passes of the model.
    let raw = try await model.embeddings(
      of: passages.map(\.text), options: Self.options(for: model, .document))
    mean =
      raw.first.map { first in
        first.indices.map { place in raw.reduce(0) { $0 + $1[place] } / Float(raw.count) }
      } ?? []
    let mean = mean
    vectors = raw.map { Self.direction(of: $0, from: mean) }
  }

  /// The passages that fit a question best.
  func best(_ count: Int, for question: String) async throws -> [Hit] {
    let raw = try await model.embedding(of: question, options: Self.options(for: model, .query))
    let wanted = Self.direction(of: raw, from: mean)
    let hits = zip(passages, vectors).map { passage, vector in
      Hit(passage: passage, score: zip(vector, wanted).reduce(0) { $0 + $1.0 * $1.1 })
    }
    return Array(hits.sorted { $0.score > $1.score }.prefix(count))
  }

  /// Models made for searching want to be told what is a question and what is a document; a generating
  /// model has no such words.
  private static func options(
    for model: LocalLanguageModel, _ task: LocalLanguageModel.EmbeddingOptions.Task
  ) -> LocalLanguageModel.EmbeddingOptions {
    var options = LocalLanguageModel.EmbeddingOptions()
    options.truncates = true
    if model.capabilities.contains(.guidedGeneration) {
      options.pooling = .mean
    } else {
      options.task = task
    }
    return options
  }

  /// The vector from the middle of all texts to one of them, with length 1.
  private static func direction(of vector: [Float], from mean: [Float]) -> [Float] {
    let difference = zip(vector, mean).map { $0 - $1 }
    let length = difference.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return length > 0 ? difference.map { $0 / length } : difference
  }

  /// The paragraphs of some words, without headings, tables and listings.
  private static func passages(in folder: URL, suffix: String) throws -> [Passage] {
    let pages = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("." + suffix) }.sorted()
    return try pages.flatMap { page in
      var isListing = false
      let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
      return text.components(separatedBy: "\n\n").compactMap { paragraph -> Passage? in
        let marks = paragraph.components(separatedBy: "```").count - 1
        defer { if marks % 2 == 1 { isListing.toggle() } }
        let isText =
          marks == 0 && !isListing && !paragraph.hasPrefix("#") && !paragraph.hasPrefix("|")
        let words = paragraph.split { $0.isWhitespace }
        return isText && words.count > 12
          ? Passage(page: page, text: words.joined(separator: " ")) : nil
      }
    }
  }
}
