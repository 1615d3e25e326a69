/// Brings the tokens of a declaration into the one spelling of ``Declaration``.
struct DeclarationSpelling {
  private var tokens: [String]
  private let owner: String
  /// The full names of the known types.
  private let types: Set<String>

  init(_ tokens: [String], owner: String, types: Set<String>) {
    (self.tokens, self.owner, self.types) = (tokens, owner, types)
  }

  var text: String { DeclarationToken.text(of: tokens) }

  /// Attributes that a caller does not see.
  private static let attributes: Set = [
    "_disfavoredOverload", "discardableResult", "available", "backDeployed", "_inheritActorContext",
    "_typeEraser", "_functionBuilder", "resultBuilder", "attached", "unchecked",
  ]

  private static let modifiers: Set = [
    "public", "final", "convenience", "nonisolated", "nonmutating",
  ]

  /// Does it all; `constraints` are those of the extension that has the declaration.
  mutating func simplify(constraints: [String]) {
    dropAttributes()
    dropModifiers()
    dropExpansion()
    qualifyNames()
    dropInnerNames()
    sortCompositions()
    simplifyAccessors()
    sortConstraints(constraints)
  }

  /// The name with the labels of its parameters.
  var name: String {
    let start = tokens.firstIndex { $0 == "(" } ?? tokens.count
    let word = tokens[..<start].last { $0 == "init" || $0 == "subscript" }
    let keyword = tokens.firstIndex { ["func", "case", "var", "let", "macro"].contains($0) }
    let base = keyword.flatMap { $0 + 1 < tokens.count ? tokens[$0 + 1] : nil } ?? word ?? text
    guard start < tokens.count, word != nil || tokens.contains("func") else { return base }
    let end = DeclarationToken.end(of: start, in: tokens)
    let parameters = DeclarationToken.split(Array(tokens[(start + 1)..<(end - 1)]), at: ",")
    let labels = parameters.compactMap { parameter in
      parameter.firstIndex(of: ":").map { $0 > 0 ? parameter[$0 - 1] : "_" }
    }
    return "\(base)(\(labels.map { "\($0):" }.joined()))"
  }

  private mutating func dropAttributes() {
    var kept: [String] = []
    var index = 0
    while index < tokens.count {
      if tokens[index] == "@", index + 1 < tokens.count, Self.attributes.contains(tokens[index + 1])
      {
        index += 2
        if index < tokens.count, tokens[index] == "(" {
          index = DeclarationToken.end(of: index, in: tokens)
        }
      } else {
        kept.append(tokens[index])
        index += 1
      }
    }
    tokens = kept
  }

  private mutating func dropModifiers() {
    var kept: [String] = []
    var index = 0
    while index < tokens.count {
      if Self.modifiers.contains(tokens[index]) {
        index += 1
        if index + 1 < tokens.count, tokens[index] == "(", tokens[index + 1] == "nonsending" {
          index += 3
        }
      } else {
        kept.append(tokens[index])
        index += 1
      }
    }
    tokens = kept
  }

  /// Drops where the implementation of a macro is.
  private mutating func dropExpansion() {
    guard let sign = tokens.firstIndex(of: "#externalMacro") else { return }
    let end = DeclarationToken.end(of: sign + 1, in: tokens)
    tokens.removeSubrange((sign - 1)..<end)
  }

  /// Names every type from the top level on.
  private mutating func qualifyNames() {
    var kept: [String] = []
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1] : ""
      let previous = index > 0 ? tokens[index - 1] : ""
      if previous == "." || Self.keywords.contains(previous) || next == ":" {
        kept.append(token)
      } else if token == "Channel" {
        kept.append("LanguageModelExecutorGenerationChannel")
      } else {
        kept += qualified(token)
      }
    }
    tokens = kept
  }

  /// Words that a declared name follows.
  private static let keywords: Set = [
    "struct", "class", "enum", "protocol", "typealias", "associatedtype", "case", "func", "var",
    "let", "macro",
  ]

  /// The full name of a type that is named as seen from the owner.
  private func qualified(_ name: String) -> [String] {
    // An unqualified `Error` in an interface is that of the standard library.
    guard DeclarationToken.isWord(name), name != "Error", !types.contains(name) else {
      return [name]
    }
    var scope = owner.split(separator: ".")
    while !scope.isEmpty {
      let path = (scope + [Substring(name)]).joined(separator: ".")
      if types.contains(path) { return Array(DeclarationToken.tokens(of: path)) }
      scope.removeLast()
    }
    return [name]
  }

  /// Drops the names that parameters have inside, and the labels of subscripts and of payloads,
  /// which are none.
  private mutating func dropInnerNames() {
    let kind = tokens.first { ["subscript", "case", "var", "let", "associatedtype"].contains($0) }
    guard kind != "var", kind != "let", kind != "associatedtype" else { return }
    var kept: [String] = []
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token == "(" { depth += 1 }
      if token == ")" { depth -= 1 }
      let next = index + 1 < tokens.count ? tokens[index + 1] : ""
      let previous = kept.last ?? ""
      let isUnlabelled = kind == "subscript" || kind == "case" && token == "_"
      let isAttribute = kept.count > 1 && ["@", "."].contains(kept[kept.count - 2])
      let isInner = DeclarationToken.isWord(previous) && !isAttribute
      if depth > 0, next == ":", DeclarationToken.isWord(token), isInner || isUnlabelled {
        continue
      }
      if token == ":", previous == "(" || previous == "," { continue }
      kept.append(token)
    }
    tokens = kept
  }

  /// Puts the protocols of `A & B` into the order of their names.
  private mutating func sortCompositions() {
    var index = 0
    while index < tokens.count {
      guard tokens[index] == "&" else {
        index += 1
        continue
      }
      let start = index - 1
      var end = index
      while end + 1 < tokens.count, tokens[end] == "&" { end += 2 }
      let names = stride(from: start, to: end, by: 2).map { tokens[$0] }.sorted()
      tokens.replaceSubrange(
        start..<end, with: names.flatMap { ["&", $0] }.dropFirst())
      index = end
    }
  }

  /// Says of a variable only whether it can be set.
  private mutating func simplifyAccessors() {
    let isVariable = tokens.contains("var") || tokens.contains("subscript")
    if let constant = tokens.firstIndex(of: "let"), constant < 2 {
      tokens[constant] = "var"
      tokens += ["{", "get", "}"]
    } else if isVariable, !tokens.contains("{") {
      tokens += ["{", "get", "set", "}"]
    } else if isVariable, let body = tokens.firstIndex(of: "{"), tokens.contains("_modify") {
      tokens = tokens[..<body] + ["{", "get", "set", "}"]
    }
  }

  /// Puts the constraints, with those of the extension, into the order of their text.
  private mutating func sortConstraints(_ outer: [String]) {
    var own: [[String]] = outer.isEmpty ? [] : DeclarationToken.split(outer, at: ",")
    if let place = tokens.firstIndex(of: "where") {
      own += DeclarationToken.split(Array(tokens[(place + 1)...]), at: ",")
      tokens = Array(tokens[..<place])
    }
    if tokens.first == "associatedtype", let colon = tokens.firstIndex(of: ":") {
      let end = tokens.firstIndex(of: "=") ?? tokens.count
      let names = DeclarationToken.split(Array(tokens[(colon + 1)..<end]), at: ",")
        .map { DeclarationToken.text(of: $0) }
        .flatMap { $0 == "Codable" ? ["Decodable", "Encodable"] : [$0] }.sorted()
      tokens.replaceSubrange((colon + 1)..<end, with: [names.joined(separator: ", ")])
    }
    guard !own.isEmpty else { return }
    let constraints = Set(own.map { DeclarationToken.text(of: $0) }).sorted()
    tokens += ["where", constraints.joined(separator: ", ")]
  }
}
