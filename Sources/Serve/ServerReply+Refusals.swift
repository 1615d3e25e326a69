extension ServerReply {
  /// Why a transport turns a request away before a server has seen it.
  package enum Refusal: Sendable {
    /// The body has more bytes than it may.
    case tooLarge(limit: Int)
    /// Other requests hold the memory that there is for requests.
    case full
    /// The request is not as HTTP has it; the text says why.
    case malformed(String)
    /// The rest of the request does not come.
    case late
  }

  /// The reply to a request that is turned away.
  package static func refusing(_ refusal: Refusal) -> ServerReply {
    switch refusal {
    case .tooLarge(let limit): ServerError.tooLarge(limit: limit).reply(.openAI)
    case .full: ServerError.full.reply(.openAI)
    case .malformed(let text): ServerError.invalid(text).reply(.openAI)
    case .late: ServerError.timeout("The rest of the request did not come.").reply(.openAI)
    }
  }
}
