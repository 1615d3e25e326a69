/// What a shell offers in the place of a word: some words, and names in the file system.
struct WordOffer: Equatable {
  var words: [String] = []
  /// Whether names of files fit.
  var hasFiles = false
  /// Whether names of folders alone fit.
  var hasFolders = false

  /// Nothing: the word is a text or a number.
  static let none = WordOffer()

  /// Words for files in help pages; a model may be a name, too.
  private static let fileNames: Set = ["FILE", "PATH", "IN", "OUT", "INPUT", "OUTPUT", "MODEL"]

  init() {}

  /// - Parameters:
  ///   - name: What stands for the word in help pages, for example `[NAME=]PATH`.
  ///   - choices: The words that it may be, where they are few.
  init(_ name: String, choices: [String]) {
    let parts = name.split { !$0.isLetter }.map(String.init)
    words = choices
    hasFiles = parts.contains { Self.fileNames.contains($0) }
    hasFolders = parts.contains("DIR")
    if parts.contains("VERB") { words += Command.verbs.map(\.name) }
  }

  /// What fits the one or the other.
  static func + (left: WordOffer, right: WordOffer) -> WordOffer {
    var both = left
    both.words += right.words
    both.hasFiles = left.hasFiles || right.hasFiles
    both.hasFolders = left.hasFolders || right.hasFolders
    return both
  }
}

extension OptionDeclaration {
  /// What is offered for its value; `nil` for a switch.
  var offer: WordOffer? { placeholder.map { WordOffer($0, choices: choices) } }

  /// Its names, the short one first.
  var names: [String] { [short, name].compactMap(\.self) }
}

extension Verb {
  /// What is offered for its operands, wherever they stand.
  var operandOffer: WordOffer {
    operandDeclarations.reduce(.none) { $0 + WordOffer($1.name, choices: $1.choices) }
  }
}
