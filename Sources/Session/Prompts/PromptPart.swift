/// A part of a prompt or of instructions.
package enum PromptPart: Sendable {
  /// Text; the next text begins on a line of its own.
  case text(String)
  /// A value; `name` is that of its type.
  case structure(GeneratedContent, name: String)
  /// Something else that a transcript has a segment for.
  case other(any PromptAttachment)

  /// The part as text: of a value its JSON.
  package var text: String {
    switch self {
    case .text(let text): text
    case .structure(let content, _): content.jsonString
    case .other(let part): part.text
    }
  }

  /// `parts` with neighbouring texts put together, a line break between.
  static func merged(_ parts: [PromptPart]) -> [PromptPart] {
    var result: [PromptPart] = []
    var lines: [String] = []
    for part in parts {
      if case .text(let text) = part {
        lines.append(text)
        continue
      }
      if !lines.isEmpty { result.append(.text(lines.joined(separator: "\n"))) }
      lines = []
      result.append(part)
    }
    if !lines.isEmpty { result.append(.text(lines.joined(separator: "\n"))) }
    return result
  }
}

/// A part of a prompt that is neither text nor a generated value, such as an image.
package protocol PromptAttachment: Sendable {
  /// What stands for it where only text can be.
  var text: String { get }
}
