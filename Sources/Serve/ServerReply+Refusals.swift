extension ServerReply {
  /// Why a transport turns a request away before a server has seen it.
  package enum Refusal: Sendable {
    /// The body has more bytes than it may.
    case tooLarge(limit: Int)
    /// Other requests hold the memory that there is for requests.
    case full
    /// The request is not as HTTP has it; the text says why.
    case malformed(String)
    /// The rest of the body does not come.
    case late

    var error: ServerError {
      switch self {
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .full: .full
      case .malformed(let text): .invalid(text)
      case .late: .timeout("The rest of the body did not come.")
      }
    }
  }
}
