import Foundation
import TernJSON
import TernSession

/// Sends what a server's chunks say into a session's channel, and checks it.
struct AnswerReader {
  private let channel: Channel
  private let tools: [Transcript.ToolDefinition]
  private let schema: GenerationSchema?
  private var calls: [Call] = []
  private var text = ""
  private var refusal = ""
  private var finish: String?
  private var usage: JSON?

  typealias Channel = LanguageModelExecutorGenerationChannel

  private struct Call {
    let index: Int
    let id: String
    let tool: Transcript.ToolDefinition
    var arguments = ""
  }

  init(_ channel: Channel, request: LanguageModelExecutorGenerationRequest) {
    self.channel = channel
    tools = request.enabledToolDefinitions
    schema = request.schema
  }

  /// Takes a chunk of a stream, or a whole completion from a server that does not stream.
  mutating func take(_ chunk: JSON) async throws {
    if let error = chunk["error"], !error.isNull {
      throw HTTPFailure(
        status: error["code"]?.int ?? 500, retryAfter: nil,
        body: JSON.object(["error": error]).bytes())
    }
    if let usage = chunk["usage"], usage.object != nil { self.usage = usage }
    guard let choice = chunk["choices"]?[0] else { return }
    if let part = choice["delta"] ?? choice["message"] { try await take(part: part) }
    finish = choice["finish_reason"]?.string ?? finish
  }

  private mutating func take(part: JSON) async throws {
    if let thought = part["reasoning_content"]?.string ?? part["reasoning"]?.string,
      !thought.isEmpty
    {
      await channel.send(.reasoning(action: .appendText(thought, tokenCount: 1)))
    }
    if let content = part["content"]?.string, !content.isEmpty {
      text += content
      await channel.send(.response(action: .appendText(content, tokenCount: 1)))
    }
    refusal += part["refusal"]?.string ?? ""
    for (place, call) in (part["tool_calls"]?.array ?? []).enumerated() {
      try await take(call: call, place)
    }
  }

  /// A piece of a call; whatever has no index is told apart by its place.
  private mutating func take(call: JSON, _ place: Int) async throws {
    let index = call["index"]?.int ?? place
    let function = call["function"]
    let number: Int
    if let known = calls.firstIndex(where: { $0.index == index }) {
      number = known
    } else {
      let name = function?["name"]?.string ?? ""
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw RemoteLanguageModelError.unknownTool(name: name)
      }
      number = calls.count
      calls.append(Call(index: index, id: call["id"]?.string ?? UUID().uuidString, tool: tool))
      // A call without arguments is a call too.
      await sendArguments("", number)
    }
    // Some servers send the arguments as the object that they are.
    let value = function?["arguments"] ?? .null
    let arguments = value.string ?? (value.isNull ? "" : value.text())
    guard !arguments.isEmpty else { return }
    calls[number].arguments += arguments
    await sendArguments(arguments, number)
  }

  private func sendArguments(_ arguments: String, _ number: Int) async {
    let call = calls[number]
    await channel.send(
      .toolCalls(
        action: .toolCall(
          id: call.id, name: call.tool.name,
          action: .appendArguments(arguments, tokenCount: arguments.isEmpty ? 0 : 1))))
  }

  /// Ends the answer: sends its counts, and throws where it is none or not what was asked for.
  func finish() async throws {
    await sendUsage()
    guard let finish else { throw HTTPFailure.brokenOff("it has no finish reason") }
    if !refusal.isEmpty {
      throw LanguageModelError.refusal(.init(explanation: refusal, debugDescription: refusal))
    }
    if finish == "content_filter" {
      throw LanguageModelError.guardrailViolation(
        .init(debugDescription: "The server's filter ended the answer."))
    }
    // What the limit has cut off is judged by the session.
    if finish != "length" { try check() }
  }

  private func check() throws {
    for call in calls {
      let text = call.arguments.allSatisfy(\.isWhitespace) ? "{}" : call.arguments
      if let reason = Self.fault(in: text, call.tool.parameters) {
        throw RemoteLanguageModelError.invalidArguments(tool: call.tool.name, reason: reason)
      }
    }
    guard let schema, calls.isEmpty else { return }
    if let reason = Self.fault(in: text, schema) {
      throw RemoteLanguageModelError.invalidAnswer(schemaName: schema.name, reason: reason)
    }
  }

  private static func fault(in text: String, _ schema: GenerationSchema) -> String? {
    do {
      return ValueCheck(schema.json).fault(in: try JSON(parsing: text))
    } catch { return "it is no JSON: \(error)" }
  }

  private func sendUsage() async {
    guard let usage else { return }
    await channel.send(
      .response(
        action: .updateUsage(
          input: .init(
            totalTokenCount: usage["prompt_tokens"]?.int ?? 0,
            cachedTokenCount: usage["prompt_tokens_details"]?["cached_tokens"]?.int ?? 0),
          output: .init(
            totalTokenCount: usage["completion_tokens"]?.int ?? 0,
            reasoningTokenCount: usage["completion_tokens_details"]?["reasoning_tokens"]?.int ?? 0))
      ))
  }
}
