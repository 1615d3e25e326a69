import Foundation
import Tern
import TernJSON

/// What a verb tells of an answer beside the answer, where it is asked to.
struct Figures: Sendable {
  /// `nil` where nothing is told.
  private let load: LoadReport?

  init(_ load: LoadReport?) { self.load = load }

  /// Tells people what was loaded.
  func tellLoad() { for line in load?.lines ?? [] { Output.note(line) } }

  /// Tells people what an answer took.
  func tell(_ figures: GenerationFigures?) {
    guard load != nil, let figures else { return }
    for line in figures.lines { Output.note(line) }
  }

  /// What a document has of it.
  func document(_ figures: GenerationFigures?) -> JSON {
    guard let load else { return [:] }
    return ["figures": figures?.json ?? .null, "model": load.document]
  }

  /// Seconds with two digits behind the point.
  static func seconds(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }
}

extension GenerationFigures {
  /// Lines for people.
  var lines: [String] {
    var lines = [
      "prompt   \(promptTokens) tokens: \(reused), \(readTokens) read"
        + rate(readTokens, promptSeconds),
      "answer   \(generatedTokens) tokens\(rate(generatedTokens, generationSeconds)); "
        + (firstTokenSeconds > 0 ? "the first after \(Figures.seconds(firstTokenSeconds)); " : "")
        + ending,
    ]
    lines.append(
      "         \(forcedTokens) forced, \(draftedTokens) drafted of which \(acceptedTokens) stood, "
        + "\(passes) passes")
    return lines
  }

  private var reused: String {
    guard reusedTokens > 0 else { return "none reused" }
    return "\(reusedTokens) reused (\(sharesReused ? "shared with another text" : "kept"))"
  }

  private func rate(_ tokens: Int, _ seconds: Double) -> String {
    guard tokens > 0, seconds > 0 else { return "" }
    return " in \(Figures.seconds(seconds)), \(Quantity.about(Double(tokens) / seconds))/s"
  }

  private var ending: String {
    switch finish {
    case "stop": "ended by the model"
    case "stop_string": "ended by a stop string"
    case "complete": "ended by its form"
    case "length": "ended by the limit"
    case "context": "ended by the context"
    default: finish
    }
  }
}
