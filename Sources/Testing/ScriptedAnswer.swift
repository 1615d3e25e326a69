import TernSession

/// What a ``ScriptedLanguageModel`` does for one request: steps, one after the other.
///
/// A string literal is an answer of that text, an array literal one of several steps.
public struct ScriptedAnswer: Sendable, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral
{
  /// What is done, in order.
  public var steps: [ScriptedStep]

  /// An answer of some steps.
  public init(_ steps: [ScriptedStep]) { self.steps = steps }

  /// An answer of some steps.
  public init(arrayLiteral steps: ScriptedStep...) { self.steps = steps }

  /// An answer that is a text.
  public init(stringLiteral text: String) { steps = [.text(text)] }
}

/// One thing that a ``ScriptedLanguageModel`` does while it answers.
public struct ScriptedStep: Sendable {
  enum Kind: Sendable {
    case text(String)
    case reasoning(String)
    case call(name: String, id: String?, pieces: [String])
    case placeholder
    case usage(input: Int, cached: Int, output: Int, reasoning: Int)
    case send(LanguageModelExecutorGenerationChannel.Event)
    case delay(Duration)
    case wait(ScriptedGate)
    case failure(any Error)
  }

  let kind: Kind

  /// Writes a piece of the answer; several pieces are one answer, which a stream shows as it grows.
  public static func text(_ text: String) -> ScriptedStep { ScriptedStep(kind: .text(text)) }

  /// Writes a value as JSON, as a model does that is held to a schema.
  public static func content(_ value: some ConvertibleToGeneratedContent) -> ScriptedStep {
    ScriptedStep(kind: .text(value.generatedContent.jsonString))
  }

  /// Writes a piece of reasoning.
  public static func reasoning(_ text: String) -> ScriptedStep {
    ScriptedStep(kind: .reasoning(text))
  }

  /// Calls a tool.
  ///
  /// - Parameters:
  ///   - tool: The name of the tool.
  ///   - arguments: A value of the type that the tool takes.
  ///   - id: Names the call; without one it is `call-` with the numbers of request and call.
  public static func call(
    _ tool: String, _ arguments: some ConvertibleToGeneratedContent, id: String? = nil
  ) -> ScriptedStep {
    call(tool, json: arguments.generatedContent.jsonString, id: id)
  }

  /// Calls a tool with arguments that need not be what it takes.
  ///
  /// - Parameters:
  ///   - tool: The name of the tool.
  ///   - json: An object with the arguments.
  ///   - id: Names the call; without one it is `call-` with the numbers of request and call.
  ///   - pieces: In how many pieces the arguments are sent.
  public static func call(
    _ tool: String, json: String = "{}", id: String? = nil, pieces: Int = 1
  ) -> ScriptedStep {
    ScriptedStep(kind: .call(name: tool, id: id, pieces: json.cut(into: pieces)))
  }

  /// Writes a small value that satisfies the request's schema, or the word "placeholder" where there is
  /// none.
  ///
  /// Objects have all their properties, texts are `"text"` or the first of those allowed, numbers 0 or
  /// the nearest allowed. A schema with a regular expression throws
  /// ``ScriptedLanguageModelError/noPlaceholder(keyword:path:)``.
  public static var placeholder: ScriptedStep { ScriptedStep(kind: .placeholder) }

  /// Reports the token counts of the request so far.
  ///
  /// Without this step every word counts as a token.
  public static func usage(
    input: Int, cached: Int = 0, output: Int, reasoning: Int = 0
  ) -> ScriptedStep {
    ScriptedStep(
      kind: .usage(input: input, cached: cached, output: output, reasoning: reasoning))
  }

  /// Sends any event of the protocol: signatures, attachments, metadata.
  public static func send(_ event: LanguageModelExecutorGenerationChannel.Event) -> ScriptedStep {
    ScriptedStep(kind: .send(event))
  }

  /// Waits for a time, by the model's clock.
  public static func delay(_ duration: Duration) -> ScriptedStep {
    ScriptedStep(kind: .delay(duration))
  }

  /// Waits until the test opens a gate.
  public static func wait(for gate: ScriptedGate) -> ScriptedStep {
    ScriptedStep(kind: .wait(gate))
  }

  /// Ends the request with an error.
  public static func failure(_ error: any Error) -> ScriptedStep {
    ScriptedStep(kind: .failure(error))
  }

  /// Writes a text in pieces of about the same number of characters.
  public static func text(_ text: String, pieces: Int) -> [ScriptedStep] {
    text.cut(into: pieces).map { .text($0) }
  }
}

extension String {
  /// The text in `count` pieces of about the same number of characters; no piece is empty where there
  /// are characters enough.
  fileprivate func cut(into count: Int) -> [String] {
    let characters = Array(self)
    let pieces = Swift.max(1, Swift.min(count, characters.count))
    return (0..<pieces).map { piece in
      String(
        characters[
          characters.count * piece / pieces..<characters.count * (piece + 1) / pieces])
    }
  }
}
