extension LanguageModel {
  /// Asks the model whether it reads all attachments of a transcript but images.
  ///
  /// - Throws: ``LanguageModelError/unsupportedTranscriptContent(_:)`` with the entries that have
  ///   other ones.
  func checkAttachments(of transcript: Transcript) async throws {
    var unsupported: [Transcript.Entry] = []
    for entry in transcript {
      for case .attachment(let attachment) in entry.segments {
        guard case .data(let data) = attachment.content else { continue }
        if try await !supportsDataAttachmentType(data.contentType) { unsupported.append(entry) }
      }
    }
    try throwUnsupported(unsupported, "read attachments")
  }

  /// Asks the model whether it means to give the entries of bytes among those that it has given.
  ///
  /// - Throws: ``LanguageModelError/unsupportedTranscriptContent(_:)`` with the other ones.
  func checkData(in entries: [Transcript.Entry]) async throws {
    var unsupported: [Transcript.Entry] = []
    for case .data(let data) in entries {
      if try await !supportsDataEntryType(data.contentType) { unsupported.append(.data(data)) }
    }
    try throwUnsupported(unsupported, "give entries")
  }

  private func throwUnsupported(_ entries: [Transcript.Entry], _ what: String) throws {
    guard !entries.isEmpty else { return }
    throw LanguageModelError.unsupportedTranscriptContent(
      .init(
        unsupportedContent: entries,
        debugDescription: "The model does not \(what) of these types of data."))
  }
}
