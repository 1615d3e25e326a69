import Foundation

/// The declarations that another framework has, as its inventory in Markdown lists them.
struct Inventory {
  private(set) var declarations: [Declaration] = []
  /// Conformances, each as a declaration of the type.
  private(set) var conformances: [Declaration] = []
  /// The full names of all types.
  let types: Set<String>

  /// Reads the section with the inventory.
  init(_ markdown: String) {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("## 4.") }.dropFirst().prefix { !$0.hasPrefix("## ") }
    types = Set(lines.compactMap(Self.typeName))
    var (owner, isListed) = ("", true)
    for line in lines {
      if line.hasPrefix("### ") {
        isListed = true
        owner = line.contains("(") ? "" : String(line.dropFirst(4))
      } else if let name = Self.typeName(line), let found = Self.declaration(line) {
        owner = name
        // What is internal is listed because it stands in the interface's file.
        isListed = !found.source.hasPrefix("internal") && !found.marks.contains("unavailable")
        if isListed { addType(name, found.source) }
      } else if isListed, let found = Self.declaration(line), !found.marks.contains("unavailable") {
        if found.source.hasPrefix("extension ") {
          addExtension(found.source)
        } else {
          declarations.append(
            Declaration(
              found.source, in: owner, constraints: found.constraints, types: types))
        }
      }
    }
  }

  private mutating func addType(_ name: String, _ source: String) {
    let header = InterfaceHeader(source)
    let owner = name.split(separator: ".").dropLast().joined(separator: ".")
    declarations.append(Declaration(header.declaration, in: owner, types: types))
    conformances += header.conformances.map { Declaration(name, conformsTo: $0) }
  }

  private mutating func addExtension(_ source: String) {
    let header = InterfaceHeader(source)
    conformances += header.conformances.map {
      Declaration(header.name, conformsTo: $0, constraints: header.constraints)
    }
  }

  // The name in a line such as: - **`Transcript.Entry`** — declares …
  private static func typeName(_ line: Substring) -> String? {
    guard line.hasPrefix("- **`"), let end = line.range(of: "`**") else { return nil }
    return String(line[line.index(line.startIndex, offsetBy: 5)..<end.lowerBound])
  }

  // The source, constraints and marks of a line such as: - `func f()` — where `T : P` [26.0]
  private static func declaration(
    _ line: Substring
  ) -> (source: String, constraints: String, marks: Substring)? {
    guard let marks = line.range(of: " [", options: .backwards) else { return nil }
    var text = line[..<marks.lowerBound]
    if let declares = text.range(of: " — declares ") {
      text = text[declares.upperBound...]
    } else {
      text = text.drop { $0 != "`" }
    }
    guard text.hasPrefix("`"), text.hasSuffix("`") else { return nil }
    text = text.dropFirst().dropLast()
    guard let split = text.range(of: "` — where `") else {
      return (String(text), "", line[marks.upperBound...])
    }
    return (
      String(text[..<split.lowerBound]), String(text[split.upperBound...]),
      line[marks.upperBound...]
    )
  }
}

/// The line that begins a type or an extension, in its parts.
struct InterfaceHeader {
  /// The name of what is declared or extended.
  let name: String
  /// The line without conformances, and for a type with its constraints.
  let declaration: String
  let conformances: [String]
  let constraints: String

  /// Takes the line apart; a brace at its end does not matter.
  init(_ source: String) {
    var tokens = DeclarationToken.tokens(of: source)
    if let brace = tokens.firstIndex(of: "{") { tokens = Array(tokens[..<brace]) }
    let parts = tokens.split(separator: "where", maxSplits: 1).map { Array($0) }
    let head = DeclarationToken.split(parts.first ?? [], at: ":")
    constraints = parts.count > 1 ? DeclarationToken.text(of: parts[1]) : ""
    let own = head.first ?? []
    let keywords = ["struct", "class", "enum", "protocol", "extension"]
    let start = own.lastIndex { keywords.contains($0) } ?? 0
    name = own.dropFirst(start + 1).prefix { $0 != "<" }.joined()
    let names = DeclarationToken.split(head.dropFirst().first ?? [], at: ",")
      .flatMap { DeclarationToken.split($0, at: "&") }
    conformances = names.compactMap { name in
      name.last { DeclarationToken.isWord($0) }
    }.flatMap { Self.parts[$0] ?? [$0] }
    let text = DeclarationToken.text(of: own)
    declaration =
      own.contains("extension") || constraints.isEmpty ? text : "\(text) where \(constraints)"
  }

  private static let parts = ["Codable": ["Decodable", "Encodable"]]
}
