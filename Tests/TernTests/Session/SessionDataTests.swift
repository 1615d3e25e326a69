import Foundation
import Tern
import Testing

@Suite struct SessionDataTests {
  private struct Clip: DataAttachmentRepresentable, DataEntryRepresentable, Equatable {
    var bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }
    init(_ attachment: Transcript.DataAttachment) throws { bytes = Array(attachment.content) }
    init(_ entry: Transcript.DataEntry) throws { bytes = Array(entry.content) }

    var transcriptRepresentation: Transcript.DataAttachment {
      .init(contentType: .wav, content: Data(bytes))
    }
    var transcriptRepresentation: Transcript.DataEntry {
      .init(contentType: .wav, content: Data(bytes))
    }
  }

  private func session(
    types: Set<String>, _ reply: @escaping ScriptedModel.Reply
  ) -> LanguageModelSession {
    LanguageModelSession(
      model: DataModel(base: ScriptedModel(reply), types: types))
  }

  @Test func `A value is attached as bytes, and reaches a model that reads them`() async throws {
    let clip = Clip(bytes: [1, 2, 3])
    let session = session(types: ["com.microsoft.waveform-audio"]) { _, channel in
      await channel.send(.response(action: .appendText("a clip", tokenCount: 1)))
    }
    _ = try await session.respond {
      "What is it?"
      Attachment(clip).label("clip")
    }
    guard case .prompt(let prompt) = session.transcript[0],
      case .attachment(let attachment) = prompt.segments[1],
      case .data(let data) = attachment.content
    else {
      Issue.record("no attachment")
      return
    }
    #expect(try Clip(data) == clip)
    #expect(prompt.description == "What is it?\n[clip]")
    let coded = try JSONEncoder().encode(session.transcript)
    #expect(try JSONDecoder().decode(Transcript.self, from: coded) == session.transcript)
  }

  @Test func `Bytes that a model does not read are an error before the model is asked`() async {
    let session = session(types: []) { _, _ in Issue.record("the model was asked") }
    await #expect {
      try await session.respond(to: Prompt { Attachment(Clip(bytes: [])) })
    } throws: { error in
      guard
        case LanguageModelError.unsupportedTranscriptContent(let error)? = error
          as? LanguageModelError
      else { return false }
      return error.unsupportedContent.count == 1
    }
  }

  @Test func `A model gives entries of bytes, and replaces them by their id`() async throws {
    let session = session(types: ["public.json"]) { _, channel in
      for text in ["1", "2"] {
        await channel.send(
          .data(entryID: "d", action: .update(contentType: .json, content: Data(text.utf8))))
      }
      await channel.send(.data(action: .update(contentType: .json, content: Data("3".utf8))))
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
    }
    _ = try await session.respond(to: "?")
    let contents = session.transcript.compactMap { entry -> String? in
      guard case .data(let data) = entry else { return nil }
      return String(decoding: data.content, as: UTF8.self)
    }
    #expect(contents == ["2", "3"])
    #expect(session.transcript.last?.description == "(Response) a")
  }

  @Test func `Entries of bytes that a model does not declare are an error`() async {
    let session = session(types: []) { _, channel in
      await channel.send(.data(action: .update(contentType: .json, content: Data())))
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
    }
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "?") }
  }

  @Test func `Types of data are known by their names, and have their kinds`() throws {
    #expect(UTType("public.png") == .png && UTType("org.example.x") == nil)
    #expect(UTType(mimeType: "image/jpeg") == .jpeg && UTType(filenameExtension: "JPG") == .jpeg)
    #expect(UTType.png.conforms(to: .image) && UTType.png.conforms(to: .data))
    #expect(!UTType.png.conforms(to: .audio) && UTType.png.conforms(to: .png))
    let own = UTType(exportedAs: "org.example.trace", conformingTo: .json)
    #expect(own.conforms(to: .text) && own.preferredMIMEType == nil)
    let coded = try JSONEncoder().encode([own, .pdf])
    #expect(try JSONDecoder().decode([UTType].self, from: coded) == [own, .pdf])
  }
}

/// A model that reads and gives bytes of some types.
private struct DataModel: LanguageModel {
  var base: ScriptedModel
  var types: Set<String>

  var capabilities: LanguageModelCapabilities { base.capabilities }
  var executorConfiguration: Executor.Configuration { Executor.Configuration(name: "data") }

  func supportsDataAttachmentType(_ type: UTType) async throws -> Bool {
    types.contains(type.identifier)
  }
  func supportsDataEntryType(_ type: UTType) async throws -> Bool {
    types.contains(type.identifier)
  }

  struct Executor: LanguageModelExecutor {
    struct Configuration: Hashable { var name: String }
    init(configuration: Configuration) {}

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: DataModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await ScriptedModel.Executor(configuration: model.base.executorConfiguration).respond(
        to: request, model: model.base, streamingInto: channel)
    }
  }
}
