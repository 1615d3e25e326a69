import Foundation
import TernJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An HTTP server for tests: answers the requests that come with scripted bytes, one connection each.
///
/// Each reply is a list of steps; after the last the connection is closed.
final class LoopbackServer: Sendable {
  /// What the server does with a connection.
  enum Step: Sendable {
    /// Sends bytes as they are.
    case send(String)
    /// Waits until the client closes the connection, and records that.
    case waitForClose
    /// Waits for the test.
    case wait(Gate)
  }

  /// Opened by a test.
  final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }
    fileprivate func wait() { _ = semaphore.wait(timeout: .now() + 300) }
  }

  /// A request as it came.
  struct Request: Sendable {
    var line: String
    var headers: [String: String]
    var body: JSON
  }

  let port: Int
  private let socket: Int32
  private let state: Locked<State>

  private struct State {
    var replies: [[Step]]
    var requests: [Request] = []
    var closed = 0
  }

  init(_ replies: [[Step]]) throws {
    state = Locked(State(replies: replies))
    #if canImport(Glibc)
      let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    self.socket = socket
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(socket, pointer, size) == 0 && listen(socket, 16) == 0
          && getsockname(socket, pointer, &size) == 0
      }
    }
    guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [state] in
      while true {
        let connection = uninterrupted { accept(socket, nil, nil) }
        guard connection >= 0 else {
          // Closed here and not when the server goes away: the number of a closed socket is given
          // to the next one, and this thread would take that one's connections.
          close(socket)
          return
        }
        Thread.detachNewThread { Self.serve(connection, state) }
      }
    }
  }

  deinit {
    // Ends the wait for connections.
    shutdown(socket, Int32(SHUT_RDWR))
  }

  var url: URL { URL(string: "http://127.0.0.1:\(port)/v1") ?? URL(filePath: "/") }

  /// The requests so far.
  var requests: [Request] { state.withLock { $0.requests } }

  /// How many clients closed a connection that the server held open.
  var closedByClients: Int { state.withLock { $0.closed } }

  private static func serve(_ connection: Int32, _ state: Locked<State>) {
    defer { close(connection) }
    guard let request = read(connection) else { return }
    let steps = state.withLock { state in
      state.requests.append(request)
      return state.replies.isEmpty ? [] : state.replies.removeFirst()
    }
    for step in steps {
      switch step {
      case .send(let text): write(connection, Array(text.utf8))
      case .wait(let gate): gate.wait()
      case .waitForClose:
        var byte: UInt8 = 0
        while uninterrupted({ unsafe recv(connection, &byte, 1, 0) }) > 0 {}
        state.withLock { $0.closed += 1 }
      }
    }
    // The client reads to the end before the connection is reset.
    shutdown(connection, Int32(SHUT_WR))
  }

  private static func write(_ connection: Int32, _ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        uninterrupted {
          unsafe Foundation.send(
            connection, bytes.baseAddress.unsafelyUnwrapped + sent, bytes.count - sent,
            Int32(MSG_NOSIGNAL))
        }
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Reads head and body of a request with a Content-Length.
  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let request = parse(bytes) { return request }
      let count = uninterrupted { unsafe recv(connection, &buffer, buffer.count, 0) }
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }

  private static func parse(_ bytes: [UInt8]) -> Request? {
    let separator = Array("\r\n\r\n".utf8)
    guard let end = bytes.firstRange(of: separator) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = Int(headers["content-length"] ?? "0") ?? 0
    guard bytes.count - end.upperBound >= length else { return nil }
    let body = Array(bytes[end.upperBound...].prefix(length))
    return Request(
      line: String(lines.first ?? ""), headers: headers, body: (try? JSON(parsing: body)) ?? .null)
  }
}

/// Calls the system again where a signal has interrupted it: other tests start processes.
private func uninterrupted<Count: SignedInteger>(_ call: () -> Count) -> Count {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

extension LoopbackServer.Step {
  /// The head of a stream of events; the body ends with the connection.
  static var streamHead: Self {
    .send("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
  }

  /// One event with a chunk: the delta of choice 0, or all of it.
  static func chunk(_ delta: JSON, finish: String? = nil) -> Self {
    let value: JSON = [
      "id": "c1", "object": "chat.completion.chunk",
      "choices": [
        ["index": 0, "delta": delta, "finish_reason": finish.map { .string($0) } ?? .null]
      ],
    ]
    return .send("data: \(value.text())\n\n")
  }

  /// The counts, in a chunk without choices.
  static func usage(_ prompt: Int, _ cached: Int, _ completion: Int) -> Self {
    let value: JSON = [
      "choices": [],
      "usage": [
        "prompt_tokens": JSON(prompt), "completion_tokens": JSON(completion),
        "prompt_tokens_details": ["cached_tokens": JSON(cached)],
      ],
    ]
    return .send("data: \(value.text())\n\n")
  }

  static var done: Self { .send("data: [DONE]\n\n") }

  /// A whole reply with a status and a JSON body.
  static func reply(_ status: Int, _ body: JSON, headers: String = "") -> Self {
    let text = body.text()
    return .send(
      "HTTP/1.1 \(status) X\r\ncontent-type: application/json\r\ncontent-length: "
        + "\(text.utf8.count)\r\nconnection: close\r\n\(headers)\r\n\(text)")
  }

  /// The events of an answer in pieces of text.
  static func answer(_ pieces: String...) -> [Self] {
    [.streamHead, .chunk(["role": "assistant", "content": ""])]
      + pieces.map { .chunk(["content": .string($0)]) }
      + [.chunk([:], finish: "stop"), .usage(12, 4, pieces.count), .done]
  }
}
