import TernFormat

/// What a vector of a text is for: many models were trained with words before the text that say so.
package enum TextTask: String, Sendable, CaseIterable {
  /// A question or key words that documents are searched with.
  case query
  /// What is searched.
  case document
  /// Texts that are compared with each other.
  case similarity
  case classification
  case clustering

  /// The words before a text of this kind in the file's model; `nil` where they are not known.
  package func prefix(for file: GGUFFile) -> String? {
    let architecture = file.string("general.architecture") ?? ""
    let name = (file.string("general.name") ?? "").lowercased().map { $0 == " " ? "-" : $0 }
    guard let row = Self.rows.first(where: { $0.matches(architecture, String(name)) }) else {
      return nil
    }
    return row.prefixes[self]
  }

  /// The words of one family of models, as its model card gives them.
  private struct Row {
    var architecture: String?
    /// A part of `general.name`, in lower case and with hyphens for spaces.
    var name: String?
    let prefixes: [TextTask: String]

    func matches(_ architecture: String, _ name: String) -> Bool {
      (self.architecture ?? architecture) == architecture
        && (self.name.map { name.contains($0) } ?? true)
    }
  }

  private static let passages = "Represent this sentence for searching relevant passages: "

  private static let rows = [
    Row(
      architecture: "gemma-embedding",
      prefixes: [
        .query: "task: search result | query: ", .document: "title: none | text: ",
        .similarity: "task: sentence similarity | query: ",
        .classification: "task: classification | query: ",
        .clustering: "task: clustering | query: ",
      ]),
    Row(
      name: "nomic-embed-text",
      prefixes: [
        .query: "search_query: ", .document: "search_document: ",
        .classification: "classification: ", .clustering: "clustering: ",
      ]),
    Row(
      name: "qwen3-embedding",
      prefixes: [
        .query: "Instruct: Given a web search query, retrieve relevant passages that answer the "
          + "query\nQuery:",
        .document: "",
      ]),
    Row(
      name: "e5-mistral",
      prefixes: [
        .query: "Instruct: Given a web search query, retrieve relevant passages that answer the "
          + "query\nQuery: ",
        .document: "",
      ]),
    Row(
      name: "e5-",
      prefixes: [
        .query: "query: ", .document: "passage: ", .similarity: "query: ",
        .classification: "query: ", .clustering: "query: ",
      ]),
    Row(name: "bge-m3", prefixes: [.query: "", .document: "", .similarity: ""]),
    Row(name: "bge-small-en", prefixes: [.query: passages, .document: ""]),
    Row(name: "bge-base-en", prefixes: [.query: passages, .document: ""]),
    Row(name: "bge-large-en", prefixes: [.query: passages, .document: ""]),
    Row(name: "mxbai-embed-large", prefixes: [.query: passages, .document: ""]),
  ]
}
