import Foundation
import TernJSON

/// Makes entries of a transcript from what an executor sends during one request.
///
/// A copy is cheap and stays what it was: text is shared with it. An event costs O(1), but for the
/// factor of ``GrowingList``.
struct EntryAssembler: Sendable {
  private(set) var entries: [LiveEntry] = []
  /// What the executor says of its tokens; `nil` before it says anything.
  private var reported: LanguageModelSession.Usage?
  /// Tokens of the fragments that were sent, and of those before the last report.
  private var counted = LanguageModelSession.Usage.none.output
  private var countedBefore = LanguageModelSession.Usage.none.output

  typealias Channel = LanguageModelExecutorGenerationChannel

  /// What an event does to the text of the answer.
  enum TextChange {
    case appended(String)
    /// The answer begins anew with this text.
    case replaced(GrowingList<UInt8>)
  }

  /// The tokens of the request so far: those of the last report, and of fragments since then.
  ///
  /// Some executors tell what they have read at the beginning, and what they have written only at the
  /// end. A report that has more tokens than the fragments before it may count the next fragments too.
  var usage: LanguageModelSession.Usage {
    var usage = reported ?? .none
    usage.output.totalTokenCount = Self.total(
      usage.output.totalTokenCount, counted.totalTokenCount, before: countedBefore.totalTokenCount)
    usage.output.reasoningTokenCount = Self.total(
      usage.output.reasoningTokenCount, counted.reasoningTokenCount,
      before: countedBefore.reasoningTokenCount)
    return usage
  }

  /// A count, from a report and from the fragments of all the request and of what came before the
  /// report.
  private static func total(_ reported: Int, _ counted: Int, before: Int) -> Int {
    max(reported, min(reported, before).adding(counted.subtracting(before)))
  }

  /// The answer, if there is one so far.
  var response: LiveEntry? { entries.last { $0.kind == .response } }

  /// The entries so far.
  var transcriptEntries: [Transcript.Entry] { entries.compactMap(\.entry) }

  /// The calls as far as they are written.
  var callProgress: [LanguageModelSession.ToolCallProgress] {
    entries.flatMap { entry -> [LanguageModelSession.ToolCallProgress] in
      guard case .toolCalls(let calls) = entry.content else { return [] }
      return calls.map { .init(id: $0.id, toolName: $0.name, arguments: $0.text) }
    }
  }

  /// Takes the next event; tells what it does to the text of the answer, if anything.
  mutating func apply(_ event: Channel.Event) -> TextChange? {
    switch event.kind {
    case .response(let response): return apply(response)
    case .reasoning(let reasoning): apply(reasoning)
    case .toolCalls(let calls): apply(calls)
    case .data(let data): apply(data)
    }
    return nil
  }

  private mutating func apply(_ response: Channel.Response) -> TextChange? {
    if case .updateUsage(let usage) = response.action.kind {
      report(usage)
      return nil
    }
    let number = entries.count
    let index = place(of: response.entryID, .response)
    let isNew = entries.count > number
    let isLast = index == entries.lastIndex { $0.kind == .response }
    switch response.action.kind {
    case .appendText(let fragment):
      count(fragment.tokenCount)
      let isAtEnd = entries[index].segments.append(fragment.content, to: fragment.segmentID)
      guard isLast else { return nil }
      return isAtEnd && !isNew ? .appended(fragment.content) : .replaced(entries[index].text)
    case .replaceText(let replacement):
      count(replacement.tokenCount)
      entries[index].segments.replace(replacement.segmentID, by: replacement.content)
      return isLast ? .replaced(entries[index].text) : nil
    case .updateCustomSegment(let segment):
      entries[index].segments.update(.custom(segment))
    case .addAttachment(let segment):
      entries[index].segments.append(
        LiveSegment(id: segment.id, content: .other(.attachment(segment))))
    case .removeAttachment(let id):
      entries[index].segments.removeAll { $0.id == id && $0.text == nil }
    case .updateMetadata(let metadata):
      entries[index].metadata = metadata.values
    case .updateUsage: break
    }
    return nil
  }

  private mutating func apply(_ reasoning: Channel.Reasoning) {
    if case .updateUsage(let usage) = reasoning.action.kind { return report(usage) }
    let index = place(of: reasoning.entryID, .reasoning)
    switch reasoning.action.kind {
    case .appendText(let fragment):
      count(fragment.tokenCount, isReasoning: true)
      _ = entries[index].segments.append(fragment.content, to: fragment.segmentID)
    case .replaceText(let replacement):
      count(replacement.tokenCount, isReasoning: true)
      entries[index].segments.replace(replacement.segmentID, by: replacement.content)
    case .updateSignature(let signature):
      count(signature.tokenCount, isReasoning: true)
      entries[index].content = .reasoning(
        entries[index].segments, signature: signature.signature)
    case .updateMetadata(let metadata):
      entries[index].metadata = metadata.values
    case .updateUsage: break
    }
  }

  private mutating func apply(_ calls: Channel.ToolCalls) {
    if case .updateUsage(let usage) = calls.action.kind { return report(usage) }
    let index = place(of: calls.entryID, .toolCalls)
    guard case .toolCalls(var list) = entries[index].content else { return }
    entries[index].content = .toolCalls([])
    switch calls.action.kind {
    case .toolCall(let call):
      let position =
        list.firstIndex { $0.id == call.id } ?? list.add(LiveCall(id: call.id, name: call.name))
      switch call.action.kind {
      case .appendArguments(let fragment):
        count(fragment.tokenCount)
        list[position].arguments.append(contentsOf: Array<UInt8>(fragment.content.utf8))
      case .updateMetadata(let metadata):
        list[position].metadata = metadata.values
      }
    case .removeToolCall(let id):
      list.removeAll { $0.id == id }
    case .updateMetadata(let metadata):
      entries[index].metadata = metadata.values
    case .updateUsage: break
    }
    entries[index].content = .toolCalls(list)
  }

  private mutating func apply(_ data: Channel.DataEntry) {
    // Without an id there is a new entry, unlike with the other kinds.
    let id = data.entryID ?? UUID().uuidString
    let index = place(of: id, .data)
    switch data.action.kind {
    case .update(let update):
      entries[index].content = .data(
        Transcript.DataEntry(
          id: id, contentType: update.contentType, content: update.content,
          metadata: update.metadata))
    }
  }

  /// Where the entry with an id is; without an id, the last entry if it is of this kind.
  ///
  /// One that is not there yet is begun.
  private mutating func place(of id: String?, _ kind: LiveEntry.Kind) -> Int {
    if let id {
      if let index = entries.lastIndex(where: { $0.id == id && $0.kind == kind }) { return index }
    } else if let last = entries.indices.last, entries[last].kind == kind {
      return last
    }
    return entries.add(LiveEntry(id: id ?? UUID().uuidString, kind: kind))
  }

  private mutating func count(_ tokens: Int, isReasoning: Bool = false) {
    counted.totalTokenCount = counted.totalTokenCount.adding(tokens)
    if isReasoning { counted.reasoningTokenCount = counted.reasoningTokenCount.adding(tokens) }
  }

  private mutating func report(_ usage: Channel.Usage) {
    countedBefore = counted
    reported = LanguageModelSession.Usage(
      input: .init(
        totalTokenCount: usage.input.totalTokenCount,
        cachedTokenCount: usage.input.cachedTokenCount),
      output: .init(
        totalTokenCount: usage.output.totalTokenCount,
        reasoningTokenCount: usage.output.reasoningTokenCount),
      metadata: usage.metadata)
  }
}

extension [LiveSegment] {
  /// Adds text to a segment, the last one where no id is given; whether that is the end of the last
  /// segment.
  fileprivate mutating func append(_ text: String, to id: String?) -> Bool {
    let index = textPlace(id)
    guard case .text(var bytes) = self[index].content else { return false }
    self[index].content = .text(GrowingList())
    bytes.append(contentsOf: Array<UInt8>(text.utf8))
    self[index].content = .text(bytes)
    return index == lastIndex { $0.text != nil }
  }

  /// Replaces the text of a segment.
  fileprivate mutating func replace(_ id: String?, by text: String) {
    let index = textPlace(id)
    var bytes = GrowingList<UInt8>()
    bytes.append(contentsOf: Array<UInt8>(text.utf8))
    self[index].content = .text(bytes)
  }

  /// Adds a segment, or replaces the one with its id.
  fileprivate mutating func update(_ segment: Transcript.Segment) {
    let id = segment.id
    if let index = firstIndex(where: { $0.id == id }) {
      self[index].content = .other(segment)
    } else {
      append(LiveSegment(id: id, content: .other(segment)))
    }
  }

  /// Where the text segment with an id is, without an id the last segment if it is text; one that is
  /// not there yet is begun.
  private mutating func textPlace(_ id: String?) -> Int {
    if let id {
      if let index = firstIndex(where: { $0.id == id && $0.text != nil }) { return index }
    } else if let last = indices.last, self[last].text != nil {
      return last
    }
    return add(LiveSegment(id: id ?? UUID().uuidString, content: .text(GrowingList())))
  }
}

extension Array {
  /// Appends an element, and tells its place.
  fileprivate mutating func add(_ element: Element) -> Int {
    append(element)
    return count - 1
  }
}
