import Foundation

/// Sends whole requests to a server and returns its whole replies, errors included.
package struct RemoteClient: Sendable {
  private let url: URL
  private let key: String?
  private let options: RemoteModelOptions
  private let transport: HTTPTransport

  /// A client of the server at `url`, without the `/v1` of its paths.
  package init(url: URL, key: String?, options: RemoteModelOptions) {
    (self.url, self.key, self.options) = (url, key, options)
    transport = HTTPTransport(silence: options.silence)
  }

  /// Posts a JSON body to a path such as `/v1/chat/completions`, again where it may help.
  ///
  /// - Throws: ``RemoteLanguageModelError``, `LanguageModelError.timeout`, `CancellationError`.
  package func post(
    _ path: String, _ body: [UInt8]
  ) async throws -> (status: Int, headers: [String: String], body: [UInt8]) {
    var headers = HTTPMessage.standardHeaders
    if let key { headers["authorization"] = "Bearer \(key)" }
    headers.merge(options.headers) { _, new in new }
    do {
      return try await transport.exchange(
        HTTPMessage(url: url.appendingPathComponent(path), headers: headers, body: Data(body)),
        options)
    } catch let failure as HTTPFailure {
      try Task.checkCancellation()
      throw failure.sessionError(schemaName: nil)
    }
  }
}
