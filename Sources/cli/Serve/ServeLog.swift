import Foundation
import TernJSON
import TernServe

/// Writes a line for every request that is over, in a task of its own: who reads the lines may be slow.
struct ServeLog: Sendable {
  /// How lines are written.
  enum Form: Sendable { case text, json, off }

  private let form: Form
  /// Whether lines have what was read, forced and drafted.
  private let isVerbose: Bool
  private let lines: AsyncStream<String>.Continuation
  private let writing: Task<Void, Never>

  /// Lines that may wait; the oldest are dropped then.
  private static let mostLines = 10_000

  init(_ form: Form, isVerbose: Bool) {
    (self.form, self.isVerbose) = (form, isVerbose)
    let (lines, feed) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(Self.mostLines))
    self.lines = feed
    writing = Task.detached { for await line in lines { Output.note(line) } }
  }

  func write(_ record: RequestRecord) {
    switch form {
    case .off: break
    case .text: lines.yield(Self.text(record, isVerbose: isVerbose))
    case .json: lines.yield(Self.json(record, isVerbose: isVerbose).text())
    }
  }

  /// Writes what still waits.
  func finish() async {
    lines.finish()
    await writing.value
  }

  static func text(_ record: RequestRecord, isVerbose: Bool) -> String {
    var parts = [
      time(), record.id, record.client.isEmpty ? "-" : record.client, record.method, record.path,
      "\(record.status)",
    ]
    if let model = record.model { parts.append("model=\(JSON.string(model).text())") }
    if record.promptTokens > 0 {
      parts.append(
        "prompt=\(record.promptTokens) cached=\(record.cachedTokens) "
          + "generated=\(record.generatedTokens)")
    }
    if isVerbose, record.promptTokens > 0 {
      parts.append(
        "read=\(milliseconds(record.secondsOfPrompt))ms forced=\(record.forcedTokens) "
          + "drafted=\(record.draftedTokens) accepted=\(record.acceptedTokens)")
    }
    if let seconds = record.secondsQueued { parts.append("queue=\(milliseconds(seconds))ms") }
    if let seconds = record.secondsToFirstToken { parts.append("first=\(milliseconds(seconds))ms") }
    parts.append("total=\(milliseconds(record.seconds))ms")
    if let reason = record.finishReason { parts.append("finish=\(reason)") }
    if let error = record.error { parts.append("error=\(JSON.string(error).text())") }
    if let body = record.requestBody { parts.append("request=\(JSON.string(body).text())") }
    if let body = record.replyBody { parts.append("reply=\(JSON.string(body).text())") }
    return parts.joined(separator: " ")
  }

  static func json(_ record: RequestRecord, isVerbose: Bool) -> JSON {
    var line: JSONObject = [
      "time": .string(time()), "id": .string(record.id), "client": .string(record.client),
      "method": .string(record.method), "path": .string(record.path),
      "model": record.model.map { .string($0) } ?? .null,
      "status": JSON(record.status), "prompt_tokens": JSON(record.promptTokens),
      "cached_tokens": JSON(record.cachedTokens),
      "generated_tokens": JSON(record.generatedTokens),
      "queue_ms": record.secondsQueued.map { JSON(milliseconds($0)) } ?? .null,
      "first_token_ms": record.secondsToFirstToken.map { JSON(milliseconds($0)) } ?? .null,
      "total_ms": JSON(milliseconds(record.seconds)),
      "finish": record.finishReason.map { .string($0) } ?? .null,
      "error": record.error.map { .string($0) } ?? .null,
    ]
    if isVerbose {
      line["read_ms"] = JSON(milliseconds(record.secondsOfPrompt))
      line["forced_tokens"] = JSON(record.forcedTokens)
      line["drafted_tokens"] = JSON(record.draftedTokens)
      line["accepted_tokens"] = JSON(record.acceptedTokens)
    }
    if let body = record.requestBody { line["request"] = .string(body) }
    if let body = record.replyBody { line["reply"] = .string(body) }
    return .object(line)
  }

  private static func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }

  private static func time() -> String { Date.now.formatted(.iso8601) }
}
