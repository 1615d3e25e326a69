import Foundation
import TernDecode
import TernJSON
import TernTokens

/// Tokens with their log-probabilities, for people and for programs.
struct TokenReport {
  let tokenizer: Tokenizer

  /// A line for each token: its log-probability, its number and its text as a JSON string, then the
  /// same of the likeliest tokens in its place.
  func lines(_ choices: [TokenChoice]) -> String {
    choices.map { choice in
      let all = [(choice.token, choice.logProbability)] + choice.top.map { ($0.token, $0.1) }
      return all.map { id, value in
        "\(Self.column(value))\t\(id)\t\(JSON.string(text(id)).text())"
      }.joined(separator: "\t") + "\n"
    }.joined()
  }

  /// An array of {token, id, bytes, logprob, top}.
  func json(_ choices: [TokenChoice]) -> JSON {
    .array(
      choices.map { choice in
        let top = choice.top.map { json($0.token, $0.logProbability) }
        return json(choice.token, choice.logProbability).merging(["top": .array(top)])
      })
  }

  private func json(_ id: Int32, _ value: Float?) -> JSON {
    [
      "token": .string(text(id)), "id": JSON(Int(id)),
      "bytes": JSON(tokenizer.piece(of: id).map { Int($0) }), "logprob": Self.number(value),
    ]
  }

  private func text(_ id: Int32) -> String {
    String(decoding: tokenizer.piece(of: id), as: UTF8.self)
  }

  private static func column(_ value: Float?) -> String {
    guard let value else { return "-" }
    return value.isFinite ? fixed(Double(value), digits: 4) : "\(value)"
  }

  /// A number with so many digits behind the point.
  static func fixed(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  /// The shortest digits that mean the value; null for none and for what is not finite.
  private static func number(_ value: Float?) -> JSON {
    guard let value, value.isFinite else { return .null }
    return JSON(Double(value.description) ?? Double(value)) ?? .null
  }
}
