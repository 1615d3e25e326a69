import TernJSON

extension Turn {
  /// What a request has given, checked.
  struct Written: Sendable {
    var entries: [Transcript.Entry]
    /// The calls of tools; where there are any, the turn goes on, or ends with them.
    var calls: [Transcript.ToolCall]
    /// The answer, where there are no calls.
    var content: GeneratedContent?
  }

  /// Checks what the model has written.
  ///
  /// Runs code of the type that is asked for, so it is called on a copy of the turn, outside of any
  /// lock.
  func check() throws -> Written {
    let calls = try live.finishedCalls()
    let content = calls.isEmpty ? try finishedContent() : nil
    return Written(entries: try finishedEntries(content), calls: calls, content: content)
  }

  /// `written → runningTools`, or with an answer `written → committed`: what was written becomes part
  /// of the transcript.
  ///
  /// Where the session returns calls, they end the turn as an answer does.
  ///
  /// - Throws: `CancellationError` where the turn waits for nothing to be committed.
  mutating func commit(_ written: Written, to transcript: inout Transcript) throws {
    // A disturbed turn ends with its own error, whatever is thrown here.
    guard case .written(let writing) = phase, !isDisturbed else { throw CancellationError() }
    transcript.append(contentsOf: written.entries)
    usage = usage.adding(writing.live.usage)
    guard let content = written.content ?? (returnsCalls ? words(of: writing) : nil) else {
      phase = .runningTools
      return
    }
    let outcome = TurnOutcome(
      content: content, entries: transcript.entries(from: start), usage: usage,
      calls: written.calls)
    phase = .committed(outcome)
    // The end of a number is known only now.
    guard let feed, request.schema != nil, written.calls.isEmpty else { return }
    feed.append(
      ResponseState(
        content: content, finished: outcome.entries, live: EntryAssembler(), earlierUsage: usage))
  }
}

extension Turn {
  /// The text that the model has written beside calls.
  private func words(of writing: Writing) -> GeneratedContent {
    let text = writing.live.response?.text.array ?? []
    return GeneratedContent(String(decoding: text, as: UTF8.self), id: contentID)
  }
}

extension EntryAssembler {
  /// The calls that the model has written.
  fileprivate func finishedCalls() throws -> [Transcript.ToolCall] {
    var calls: [Transcript.ToolCall] = []
    for case .toolCalls(let list) in entries.map(\.content) {
      for call in list { calls.append(try call.finished()) }
    }
    return calls
  }
}

extension Turn {
  /// The answer that the model has written.
  private func finishedContent() throws -> GeneratedContent {
    let text = live.response?.text.array ?? []
    guard request.schema != nil else {
      return GeneratedContent(String(decoding: text, as: UTF8.self), id: contentID)
    }
    let content: GeneratedContent
    do { content = GeneratedContent(json: try JSON(parsing: text), id: contentID) } catch {
      throw GeneratedContent.ParsingError(
        rawContent: String(decoding: text, as: UTF8.self), underlyingError: error,
        debugDescription: text.isEmpty
          ? "The model gave no answer." : "The model's answer is not JSON: \(error)")
    }
    do { try request.check(content) } catch {
      throw GeneratedContent.ParsingError(decoding: content, error)
    }
    return content
  }

  /// The entries that the model has written; the last answer with its value, if there is one.
  private func finishedEntries(_ content: GeneratedContent?) throws -> [Transcript.Entry] {
    let live = live
    let answer = live.response
    var entries: [Transcript.Entry] = []
    for entry in live.entries {
      if case .toolCalls(let calls) = entry.content {
        guard !calls.isEmpty else { continue }
        entries.append(
          .toolCalls(Transcript.ToolCalls(id: entry.id, try calls.map { try $0.finished() })))
      } else if let content, entry.id == answer?.id {
        entries.append(request.entry(of: entry, content: content))
      } else if !entry.isEmpty, let entry = entry.entry {
        entries.append(entry)
      }
    }
    if content != nil, answer == nil {
      let empty = Transcript.Segment.text(.init(content: ""))
      entries.append(.response(Transcript.Response(assetIDs: [], segments: [empty])))
    }
    // Calls that end the turn end the transcript.
    return returnsCalls ? entries.filter { !$0.isCalls } + entries.filter(\.isCalls) : entries
  }
}

extension Transcript.Entry {
  /// Whether the entry is calls of tools.
  fileprivate var isCalls: Bool { if case .toolCalls = self { true } else { false } }
}

extension GeneratedContent.ParsingError {
  /// The error of an answer of which a type makes no value.
  init(decoding content: GeneratedContent, _ error: any Error) {
    if let error = error as? GeneratedContent.ParsingError {
      self = error
    } else {
      self.init(
        rawContent: content.jsonString, underlyingError: error,
        debugDescription: "The answer is no value of the type: \(error)")
    }
  }
}
