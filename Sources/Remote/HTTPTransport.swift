import Foundation
import TernJSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests, and hands over the JSON values of their answers one by one.
///
/// Requests run side by side on connections that are kept. May be used from any task.
final class HTTPTransport: Sendable {
  /// `nil` where the system's library is missing, which sessions need from the start.
  private let session: URLSession?
  private let receiver = TransferReceiver()

  init(silence: Duration, hasLibrary: Bool = CurlLibrary.isOpen) {
    guard hasLibrary else {
      session = nil
      return
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = max(0.001, silence / .seconds(1))
    // The system's limit of six would make a seventh session wait.
    configuration.httpMaximumConnectionsPerHost = 256
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit { session?.finishTasksAndInvalidate() }

  /// Sends a request, again where it may help, and calls `take` with each value of the answer.
  ///
  /// - Throws: `HTTPFailure`, what `take` throws, and `CancellationError`.
  func send(
    _ message: HTTPMessage, _ options: RemoteModelOptions, _ take: (JSON) async throws -> Void
  ) async throws {
    var hasBegun = false
    try await repeating(options, while: { !hasBegun }) {
      var reader = ReplyReader()
      for try await event in try events(of: message) {
        for value in try reader.push(event) {
          hasBegun = true
          try await take(value)
        }
      }
      // A cancelled task ends the loop without an error.
      try Task.checkCancellation()
      for value in try reader.finish() { try await take(value) }
    }
  }

  /// Sends a request, again where it may help, and returns the whole reply, whatever its status is.
  ///
  /// - Throws: `HTTPFailure` where there is none, and `CancellationError`.
  func exchange(
    _ message: HTTPMessage, _ options: RemoteModelOptions
  ) async throws -> (status: Int, headers: [String: String], body: [UInt8]) {
    do {
      return try await repeating(options, while: { true }) {
        var head: TransferEvent.Head?
        var body: [UInt8] = []
        for try await event in try events(of: message) {
          switch event {
          case .head(let found): head = found
          case .bytes(let data): body += data
          }
        }
        try Task.checkCancellation()
        guard let head else { throw HTTPFailure.connection("no answer came") }
        let refusal = HTTPFailure(status: head.status, retryAfter: head.retryAfter, body: body)
        if refusal.isPassing { throw refusal }
        return (head.status, head.headers, body)
      }
    } catch HTTPFailure.status(let refusal) { return (refusal.status, [:], refusal.body) }
  }

  /// Runs `work` again, after a pause, as long as what it throws may pass, `isUseful` says so, and
  /// the options allow.
  private func repeating<Value>(
    _ options: RemoteModelOptions, while isUseful: () -> Bool, _ work: () async throws -> Value
  ) async throws -> Value {
    var pause = options.firstPause
    var attempt = 0
    while true {
      do { return try await work() } catch let failure as HTTPFailure {
        try Task.checkCancellation()
        let asked = failure.retryAfter ?? .zero
        guard failure.isPassing, isUseful(), attempt < options.retries,
          asked <= options.longestPause
        else { throw failure }
        try await Task.sleep(for: max(asked, pause * Double.random(in: 0.75...1.25)))
        pause = min(pause * 2, options.longestPause)
        attempt += 1
      }
    }
  }

  private func events(of message: HTTPMessage) throws(HTTPFailure) -> TransferReceiver.Events {
    guard let session else { throw .missingLibrary(CurlLibrary.fileName) }
    var request = URLRequest(url: message.url)
    request.httpMethod = "POST"
    request.httpBody = message.body
    for (name, value) in message.headers { request.setValue(value, forHTTPHeaderField: name) }
    return receiver.transfer(session.dataTask(with: request))
  }
}

/// Reads one reply: server-sent events, a single JSON value, or an error.
private struct ReplyReader {
  private var head: TransferEvent.Head?
  private var events = EventReader()
  /// The body of what is no stream of events.
  private var body: [UInt8] = []
  private var isDone = false

  private var isStream: Bool { head?.type.hasPrefix("text/event-stream") ?? false }
  private var isError: Bool { !(200..<300).contains(head?.status ?? 0) }

  mutating func push(_ event: TransferEvent) throws(HTTPFailure) -> [JSON] {
    switch event {
    case .head(let head):
      self.head = head
      return []
    case .bytes(let data):
      if isStream && !isError { return try values(events.push(data)) }
      // Of an error the beginning is enough.
      if !isError || body.count < 1 << 20 { body += data }
      guard body.count <= EventReader.limit else { throw .unreadable("the answer is too long") }
      return []
    }
  }

  mutating func finish() throws(HTTPFailure) -> [JSON] {
    guard let head else { throw .connection("no answer came") }
    if isError { throw HTTPFailure(status: head.status, retryAfter: head.retryAfter, body: body) }
    if isStream { return try values(events.finish().map { [$0] } ?? []) }
    return try values([body])
  }

  private mutating func values(_ events: [[UInt8]]) throws(HTTPFailure) -> [JSON] {
    var values: [JSON] = []
    for event in events where !isDone {
      if event.elementsEqual("[DONE]".utf8) {
        isDone = true
        continue
      }
      do { values.append(try JSON(parsing: event)) } catch {
        throw .unreadable("\(error), in \"\(String(decoding: event.prefix(100), as: UTF8.self))\"")
      }
    }
    return values
  }
}
