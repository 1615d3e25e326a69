import Foundation
import TernJSON

/// An entry that a model is writing.
struct LiveEntry: Sendable {
  let id: String
  var content: Content
  var metadata: [String: GeneratedContent] = [:]

  enum Content: Sendable {
    case response([LiveSegment])
    case reasoning([LiveSegment], signature: Data?)
    case toolCalls([LiveCall])
    case data(Transcript.DataEntry?)
  }

  enum Kind { case response, reasoning, toolCalls, data }

  init(id: String, kind: Kind) {
    self.id = id
    content =
      switch kind {
      case .response: .response([])
      case .reasoning: .reasoning([], signature: nil)
      case .toolCalls: .toolCalls([])
      case .data: .data(nil)
      }
  }

  var kind: Kind {
    switch content {
    case .response: .response
    case .reasoning: .reasoning
    case .toolCalls: .toolCalls
    case .data: .data
    }
  }

  /// The segments of an answer or of thoughts; none of calls.
  var segments: [LiveSegment] {
    get {
      switch content {
      case .response(let segments), .reasoning(let segments, _): segments
      case .toolCalls, .data: []
      }
    }
    set {
      switch content {
      case .response: content = .response(newValue)
      case .reasoning(_, let signature): content = .reasoning(newValue, signature: signature)
      case .toolCalls, .data: break
      }
    }
  }

  /// The text of an answer.
  var text: GrowingList<UInt8> {
    let texts = segments.compactMap(\.text)
    guard texts.count != 1 else { return texts[0] }
    var all = GrowingList<UInt8>()
    for text in texts { all.append(contentsOf: text) }
    return all
  }

  /// Whether the entry says nothing.
  var isEmpty: Bool {
    switch content {
    case .response(let segments): segments.allSatisfy { $0.text?.isEmpty == true }
    case .reasoning(let segments, let signature):
      signature == nil && segments.allSatisfy { $0.text?.isEmpty == true }
    case .toolCalls(let calls): calls.isEmpty
    case .data(let data): data == nil
    }
  }

  /// The entry as it is so far; `nil` where it says nothing.
  var entry: Transcript.Entry? {
    switch content {
    case .response(let segments):
      return .response(
        Transcript.Response(
          id: id, assetIDs: [], metadata: metadata, segments: segments.map(\.segment)))
    case .reasoning(let segments, let signature):
      return .reasoning(
        Transcript.Reasoning(
          id: id, metadata: metadata, segments: segments.map(\.segment), signature: signature))
    case .toolCalls(let calls):
      guard !calls.isEmpty else { return nil }
      return .toolCalls(Transcript.ToolCalls(id: id, calls.map(\.partialCall)))
    case .data(let data): return data.map { .data($0) }
    }
  }
}

/// A segment that a model is writing.
struct LiveSegment: Sendable {
  var id: String
  var content: Content

  enum Content: Sendable {
    case text(GrowingList<UInt8>)
    case other(Transcript.Segment)
  }

  var text: GrowingList<UInt8>? { if case .text(let text) = content { text } else { nil } }

  var segment: Transcript.Segment {
    switch content {
    case .text(let bytes):
      .text(.init(id: id, content: String(decoding: bytes.array, as: UTF8.self)))
    case .other(let segment): segment
    }
  }
}

/// A call that a model is writing.
struct LiveCall: Sendable {
  let id: String
  let name: String
  /// The text of the arguments so far, in UTF-8.
  var arguments = GrowingList<UInt8>()
  var metadata: [String: GeneratedContent] = [:]

  /// The call with the arguments so far; without any where they are no JSON.
  var partialCall: Transcript.ToolCall {
    call((try? GeneratedContent(json: text)) ?? GeneratedContent(properties: [:]))
  }

  /// The text of the arguments so far.
  var text: String { String(decoding: arguments.array, as: UTF8.self) }

  /// The call, once its arguments are complete; a call without any text has none.
  func finished() throws(GeneratedContent.ParsingError) -> Transcript.ToolCall {
    let text = arguments.isEmpty ? "{}" : text
    do throws(JSONError) { return call(GeneratedContent(json: try JSON(parsing: text))) } catch {
      throw GeneratedContent.ParsingError(
        rawContent: text, underlyingError: error,
        debugDescription: "The arguments of the call of \"\(name)\" are not JSON: \(error)")
    }
  }

  private func call(_ arguments: GeneratedContent) -> Transcript.ToolCall {
    Transcript.ToolCall(id: id, metadata: metadata, toolName: name, arguments: arguments)
  }
}
