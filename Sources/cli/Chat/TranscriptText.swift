import Foundation
import Tern
import TernChat
import TernJSON

extension Transcript {
  /// The conversation for people to read: prompts behind an angle, calls and results behind arrows.
  var readable: String {
    var lines: [String] = []
    for entry in self {
      switch entry {
      case .instructions(let instructions):
        if !instructions.segments.isEmpty {
          let text = instructions.segments.map { "\($0)" }.joined(separator: "\n")
          lines.append(text.split(separator: "\n").map { "# \($0)" }.joined(separator: "\n"))
        }
        let names = instructions.toolDefinitions.map(\.name)
        if !names.isEmpty { lines.append("# tools: \(names.joined(separator: ", "))") }
      case .prompt(let prompt):
        lines.append("> " + prompt.segments.map { "\($0)" }.joined(separator: "\n  "))
      case .toolCalls(let calls):
        lines += calls.map { "→ \($0.toolName) \($0.arguments.jsonString)" }
      case .toolOutput(let output): lines.append("← \(output)")
      case .response(let response): lines.append(response.text)
      case .reasoning(let thought): lines.append("(\(thought))")
      default: break
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The document that Foundation Models has for transcripts.
  var document: JSON {
    get throws {
      let encoder = JSONEncoder()
      // The same transcript gives the same text.
      encoder.outputFormatting = .sortedKeys
      return try JSON(parsing: Array(encoder.encode(self)))
    }
  }
}
