import Foundation
import TernJSON

/// Transcripts as chat messages, in the form of OpenAI's chat completions, which most servers of
/// language models take.
///
/// | message | entry |
/// |---|---|
/// | `system`, `developer` | ``Entry/instructions(_:)`` |
/// | `user`: text, `image_url` | ``Entry/prompt(_:)`` |
/// | `assistant`: `reasoning_content` | ``Entry/reasoning(_:)`` |
/// | `assistant`: `content` | ``Entry/response(_:)`` |
/// | `assistant`: `tool_calls` | ``Entry/toolCalls(_:)`` |
/// | `tool` | ``Entry/toolOutput(_:)`` |
///
/// What both can say is kept in both directions, ids of calls and the order of their arguments
/// included. Messages have no word for formats of answers, options of prompts, labels of images,
/// entries of bytes, signatures and metadata; transcripts have none for `name`, `detail`, the difference between
/// `system` and `developer`, and for two messages of an assistant in a row of which the second only
/// calls tools.
extension Transcript {
  /// The transcript of a conversation in chat messages.
  ///
  /// - Parameters:
  ///   - messages: A JSON array of objects with `role` and `content`.
  ///   - tools: A JSON array of the tools that the model may call, as chat completion requests have
  ///     it; they stand in the first instructions.
  /// - Throws: ``TranscriptMessageError``, which names the place of the fault.
  public init(messages: Data, tools: Data? = nil) throws(TranscriptMessageError) {
    try self.init(
      messages: Self.json(messages, at: ""),
      tools: tools.map { data throws(TranscriptMessageError) in try Self.json(data, at: "/tools") }
        ?? .null)
  }

  /// The transcript of a conversation in chat messages that have been read as JSON.
  package init(messages: JSON, tools: JSON = .null) throws(TranscriptMessageError) {
    let reader = try MessageReader(messages, tools: MessageReader.tools(tools))
    self.init(entries: reader.entries)
  }

  /// The conversation as chat messages: a JSON array.
  ///
  /// Arguments of calls are written as text, as requests have them. Values of schemas become text.
  public var messages: Data { Data(messageList.bytes()) }

  /// The conversation as chat messages.
  package var messageList: JSON {
    .array(MessageWriter(self).messages.map { JSON.object($0) })
  }

  /// The tools of the instructions as chat completion requests have them: a JSON array, empty where
  /// there are none.
  public var messageTools: Data {
    var tools: [ToolDefinition] = []
    for case .instructions(let instructions) in self {
      for tool in instructions.toolDefinitions
      where !tools.contains(where: { $0.name == tool.name }) {
        tools.append(tool)
      }
    }
    return Data(JSON.array(tools.map(\.message)).bytes())
  }

  private static func json(
    _ data: Data, at place: String
  ) throws(TranscriptMessageError) -> JSON {
    do { return try JSON(parsing: Array(data)) } catch {
      throw TranscriptMessageError(.notJSON("\(error)"), at: place)
    }
  }
}
