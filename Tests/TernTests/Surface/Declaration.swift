/// A public declaration in one spelling, so that listings of different makers can be compared.
///
/// Left out is what a caller cannot see: names of parameters behind labels, the order of
/// constraints, attributes that choose among overloads, and the names of modules.
struct Declaration: Hashable, CustomStringConvertible {
  /// The type that has the declaration, `Transcript.Entry`; empty at the top level.
  let owner: String
  /// The declaration, `init(id: String, segments: [Transcript.Segment])`.
  let text: String
  /// Its name with the labels, `init(id:segments:)`.
  let name: String
  /// Whether other overloads come before it.
  let isDisfavored: Bool
  /// Whether its use gives a warning.
  let isDeprecated: Bool

  /// The declaration `source` of a type, under the constraints of its extension.
  init(_ source: String, in owner: String = "", constraints: String = "", types: Set<String> = []) {
    let all = DeclarationToken.tokens(of: source)
    isDisfavored = all.contains("_disfavoredOverload")
    isDeprecated = source.hasPrefix("@available") && all.contains("deprecated")
    var spelling = DeclarationSpelling(all, owner: owner, types: types)
    spelling.simplify(constraints: DeclarationToken.tokens(of: constraints))
    self.owner = owner
    text = spelling.text
    name = spelling.name
  }

  /// That a type conforms to a protocol.
  init(_ owner: String, conformsTo name: String, constraints: String = "") {
    self.init(": \(name)", in: owner, constraints: constraints)
  }

  static func == (a: Self, b: Self) -> Bool { a.owner == b.owner && a.text == b.text }

  func hash(into hasher: inout Hasher) {
    hasher.combine(owner)
    hasher.combine(text)
  }

  var description: String { owner.isEmpty ? text : "\(owner) — \(text)" }
}

/// Words and signs of a declaration.
enum DeclarationToken {
  private static let modules: Set = [
    "Tern", "TernSession", "TernLocal", "FoundationModels", "Swift", "Foundation", "_Concurrency",
  ]

  /// The words and signs of a text, without the names of modules.
  ///
  /// Arrows and `==` are one sign, and back-ticks are none.
  static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    for character in text + " " {
      if isPart(character) {
        word.append(character)
        continue
      }
      // Of a module's name the dot goes too.
      let isModule = character == "." && modules.contains(word) && tokens.last != "."
      if !word.isEmpty, !isModule { tokens.append(word) }
      word = ""
      if character == ">", tokens.last == "-" {
        tokens[tokens.count - 1] = "->"
      } else if character == "=", tokens.last == "=" {
        tokens[tokens.count - 1] = "=="
      } else if !character.isWhitespace, character != "`", !isModule {
        tokens.append(String(character))
      }
    }
    return tokens
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_$#\"".contains(character)
  }

  static func isWord(_ token: String) -> Bool { token.first.map(isPart) ?? false }

  /// The place after the bracket that closes the one at `open`.
  static func end(of open: Int, in tokens: [String]) -> Int {
    var depth = 0
    for index in open..<tokens.count {
      if ["(", "[", "<", "{"].contains(tokens[index]) { depth += 1 }
      if [")", "]", ">", "}"].contains(tokens[index]) { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return tokens.count
  }

  /// The parts between signs that stand in no bracket.
  static func split(_ tokens: [String], at sign: String) -> [[String]] {
    var parts: [[String]] = [[]]
    var depth = 0
    for token in tokens {
      if ["(", "[", "<", "{"].contains(token) { depth += 1 }
      if [")", "]", ">", "}"].contains(token) { depth -= 1 }
      if token == sign, depth == 0 {
        parts.append([])
      } else {
        parts[parts.count - 1].append(token)
      }
    }
    return parts
  }

  private static let spaced: Set = ["->", "=", "==", "&", "{"]

  /// The text of tokens, with blanks where a person would write them.
  static func text(of tokens: [String]) -> String {
    var text = ""
    for (index, token) in tokens.enumerated() {
      if index > 0 {
        let previous = tokens[index - 1]
        let words = isWord(previous) || [")", ">", "]", "}"].contains(previous)
        let apart =
          words && (isWord(token) || token == "@") || [",", ":"].contains(previous)
          || spaced.contains(token) || spaced.contains(previous) || token == "}"
        if apart, token != "]" { text += " " }
      }
      text += token
    }
    return text
  }
}
