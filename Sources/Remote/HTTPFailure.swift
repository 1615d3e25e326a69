import Foundation
import TernJSON
import TernSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a request has no answer.
enum HTTPFailure: Error {
  /// There is no connection, or none any more.
  case connection(String)
  /// Nothing came for too long.
  case silence
  /// The server answers with an error.
  case status(Int, retryAfter: Duration?, code: String?, message: String)
  /// The answer ended too soon.
  case brokenOff(String)
  /// The answer is not of the protocol.
  case unreadable(String)

  init(_ error: any Error) {
    let code = (error as? URLError)?.code ?? URLError.Code(rawValue: (error as NSError).code)
    switch code {
    case .timedOut: self = .silence
    default: self = .connection((error as NSError).localizedDescription)
    }
  }

  /// What a status from 300 on means; `body` is OpenAI's error object, or anything.
  init(status: Int, retryAfter: String?, body: [UInt8]) {
    let json = try? JSON(parsing: body)
    let error = json?["error"]
    let text = error?["message"]?.string ?? error?.string ?? json?["message"]?.string
    self = .status(
      status, retryAfter: retryAfter.flatMap { Double($0) }.map { .seconds(max(0, $0)) },
      code: error?["code"]?.string ?? error?["type"]?.string,
      message: text ?? String(decoding: body.prefix(500), as: UTF8.self))
  }

  /// Whether the same request may succeed soon, if nothing of its answer has come.
  var isPassing: Bool {
    switch self {
    case .connection: true
    case .status(let status, _, _, _): [408, 429, 502, 503, 504].contains(status)
    case .silence, .brokenOff, .unreadable: false
    }
  }

  /// How long the server asks to wait.
  var retryAfter: Duration? {
    if case .status(_, let pause, _, _) = self { pause } else { nil }
  }
}

extension HTTPFailure {
  /// What a session throws.
  func sessionError(schemaName: String?) -> any Error {
    switch self {
    case .connection(let reason): return RemoteLanguageModelError.unreachable(reason)
    case .silence:
      return LanguageModelError.timeout(
        .init(debugDescription: "The server sent nothing for too long."))
    case .brokenOff(let reason): return RemoteLanguageModelError.brokenOff(reason)
    case .unreadable(let reason): return RemoteLanguageModelError.unreadable(reason)
    case .status(let status, let pause, let code, let message):
      return Self.error(status, pause, code, message, schemaName)
    }
  }

  private static func error(
    _ status: Int, _ pause: Duration?, _ code: String?, _ message: String, _ schemaName: String?
  ) -> any Error {
    if code == "context_length_exceeded" {
      // The server says the sizes in words alone.
      return LanguageModelError.contextSizeExceeded(
        .init(contextSize: 0, tokenCount: 0, debugDescription: message))
    }
    switch status {
    case 401, 403: return RemoteLanguageModelError.unauthorized(message: message)
    case 408, 504: return LanguageModelError.timeout(.init(debugDescription: message))
    case 429:
      let date = pause.map { Date(timeIntervalSinceNow: $0 / .seconds(1)) }
      return LanguageModelError.rateLimited(.init(resetDate: date, debugDescription: message))
    case 400 where schemaName != nil && message.contains("response_format"):
      return LanguageModelError.unsupportedGenerationGuide(
        .init(schemaName: schemaName, debugDescription: message))
    default:
      return RemoteLanguageModelError.refused(status: status, code: code, message: message)
    }
  }
}
