import Foundation
import TernJSON
import TernSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a request has no answer.
enum HTTPFailure: Error {
  /// The system has no library of this name, without which nothing can be sent.
  case missingLibrary(String)
  /// There is no connection, or none any more.
  case connection(String)
  /// Nothing came for too long.
  case silence
  /// The server answers with an error.
  case status(Refusal)
  /// The answer ended too soon.
  case brokenOff(String)
  /// The answer is not of the protocol.
  case unreadable(String)

  /// A reply with the status of an error.
  struct Refusal: Sendable {
    let status: Int
    let retryAfter: Duration?
    let code: String?
    let message: String
    let body: [UInt8]
  }

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
      Refusal(
        status: status,
        retryAfter: retryAfter.flatMap { Double($0) }.map { .seconds(max(0, $0)) },
        code: error?["code"]?.string ?? error?["type"]?.string,
        message: text ?? String(decoding: body.prefix(500), as: UTF8.self), body: body))
  }

  /// Whether the same request may succeed soon, if nothing of its answer has come.
  var isPassing: Bool {
    switch self {
    case .connection: true
    case .status(let refusal): [408, 429, 502, 503, 504].contains(refusal.status)
    case .missingLibrary, .silence, .brokenOff, .unreadable: false
    }
  }

  /// How long the server asks to wait.
  var retryAfter: Duration? {
    if case .status(let refusal) = self { refusal.retryAfter } else { nil }
  }
}

extension HTTPFailure {
  /// What a session throws.
  func sessionError(schemaName: String?) -> any Error {
    switch self {
    case .missingLibrary(let name):
      return RemoteLanguageModelError.unreachable(
        "\(name) is not installed (on Debian: apt-get install libcurl4)")
    case .connection(let reason): return RemoteLanguageModelError.unreachable(reason)
    case .silence:
      return LanguageModelError.timeout(
        .init(debugDescription: "The server sent nothing for too long."))
    case .brokenOff(let reason): return RemoteLanguageModelError.brokenOff(reason)
    case .unreadable(let reason): return RemoteLanguageModelError.unreadable(reason)
    case .status(let refusal): return refusal.sessionError(schemaName: schemaName)
    }
  }
}

extension HTTPFailure.Refusal {
  fileprivate func sessionError(schemaName: String?) -> any Error {
    if code == "context_length_exceeded" {
      // The server says the sizes in words alone.
      return LanguageModelError.contextSizeExceeded(
        .init(contextSize: 0, tokenCount: 0, debugDescription: message))
    }
    switch status {
    case 401, 403: return RemoteLanguageModelError.unauthorized(message: message)
    case 408, 504: return LanguageModelError.timeout(.init(debugDescription: message))
    case 429:
      let date = retryAfter.map { Date(timeIntervalSinceNow: $0 / .seconds(1)) }
      return LanguageModelError.rateLimited(.init(resetDate: date, debugDescription: message))
    case 400 where schemaName != nil && message.contains("response_format"):
      return LanguageModelError.unsupportedGenerationGuide(
        .init(schemaName: schemaName, debugDescription: message))
    default:
      return RemoteLanguageModelError.refused(status: status, code: code, message: message)
    }
  }
}
