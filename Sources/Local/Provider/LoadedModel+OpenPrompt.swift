import Foundation
import TernChat
import TernSession
import TernTemplate

extension LoadedModel {
  /// The prompt of a conversation that ends within its last message, an answer that is gone on with.
  ///
  /// - Throws: ``LocalLanguageModelError/refusedByTemplate(_:)`` where the last message is not an answer's
  ///   text, or where the template does not write it as it is.
  func openPrompt(of request: ChatRequest) throws -> TernChat.Prompt {
    guard let last = request.messages.last, last.role == .assistant, last.toolCalls.isEmpty,
      !last.text.isEmpty
    else {
      throw LocalLanguageModelError.refusedByTemplate(
        "only the text of an answer can be gone on with")
    }
    var request = request
    request.addsGenerationPrompt = false
    let rendered: RenderedText
    do { rendered = try template.render(request) } catch {
      throw LocalLanguageModelError.refusedByTemplate("\(error)")
    }
    // Many templates take away white space around an answer.
    let trimmed = last.text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let open = rendered.ending(with: last.text) ?? rendered.ending(with: trimmed) else {
      throw LocalLanguageModelError.refusedByTemplate(
        "it changes the answer that is to be gone on with")
    }
    return encoder.encode(open)
  }
}

extension RenderedText {
  /// Everything up to the last place of a text, and the text; `nil` where it is not in the last data.
  func ending(with text: String) -> RenderedText? {
    let text = Array(text.utf8)
    let index = pieces.lastIndex { $0.isData && !$0.text.allSatisfy(\.isWhitespace) }
    guard let index, !text.isEmpty else { return nil }
    let bytes = Array(pieces[index].text.utf8)
    let places = stride(from: bytes.count - text.count, through: 0, by: -1)
    guard let place = places.first(where: { bytes[$0...].starts(with: text) }) else { return nil }
    let kept = String(decoding: bytes[..<(place + text.count)], as: UTF8.self)
    return RenderedText(pieces: pieces[..<index] + [Piece(text: kept, isData: true)])
  }
}
