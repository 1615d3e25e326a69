import Foundation

/// A connection on which a test sends what it wants, byte by byte.
final class RawClient {
  private let socket: Int32
  private var buffer: [UInt8] = []
  private var isEnded = false

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  struct Answer: Equatable {
    var status = 0
    var headers: [String: String] = [:]
    var body = ""
  }

  /// Connects to a port of this machine.
  init(port: Int) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    try connect(&address)
  }

  /// Connects to a socket in the file system.
  init(path: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    try connect(&address)
  }

  deinit { close() }

  private func connect<Address>(_ address: inout Address) throws {
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    _ = unsafe setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(socket, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard status == 0 else {
      throw Failure(description: unsafe String(cString: strerror(errno)))
    }
  }

  func close() {
    if !isEnded { Glibc.close(socket) }
    isEnded = true
  }

  /// Ends what is sent; answers can still be read.
  func endSending() { _ = shutdown(socket, Int32(SHUT_WR)) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(description: "the server has closed the connection") }
      rest = rest.dropFirst(count)
    }
  }

  /// A request with a body.
  func post(_ path: String, _ body: String, _ headers: String = "") throws {
    try send(
      "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n"
        + body)
  }

  /// Reads more; false at the end.
  ///
  /// Waits on a thread of its own: the tasks of the server need those that there are.
  private func fill() async throws -> Bool {
    let socket = socket
    let piece: [UInt8]? = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe piece.withUnsafeMutableBytes { buffer in
          unsafe recv(socket, buffer.baseAddress, buffer.count, 0)
        }
        let isLate = count < 0 && errno == EAGAIN
        continuation.resume(returning: isLate ? nil : Array(piece.prefix(max(0, count))))
      }
    }
    guard let piece else { throw Failure(description: "nothing came for 20 seconds") }
    buffer += piece
    return !piece.isEmpty
  }

  /// Reads up to a mark, and takes it away.
  func text(until mark: String) async throws -> String {
    let mark = Array(mark.utf8)
    while true {
      if let place = buffer.indices.first(where: { buffer[$0...].starts(with: mark) }) {
        defer { buffer.removeFirst(place + mark.count) }
        return String(decoding: buffer[..<place], as: UTF8.self)
      }
      guard try await fill() else {
        throw Failure(description: "ended after \(String(decoding: buffer, as: UTF8.self))")
      }
    }
  }

  private func text(count: Int) async throws -> String {
    while buffer.count < count {
      guard try await fill() else { throw Failure(description: "ended in a body") }
    }
    defer { buffer.removeFirst(count) }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  /// Everything up to the end of the connection.
  func rest() async throws -> String {
    while try await fill() {}
    defer { buffer = [] }
    return String(decoding: buffer, as: UTF8.self)
  }

  /// The next answer.
  ///
  /// - Parameter hasBody: Whether it has one; those to HEAD have none.
  func answer(hasBody: Bool = true) async throws -> Answer {
    var answer = Answer()
    let lines = try await text(until: "\r\n\r\n").split(separator: "\r\n")
    answer.status = Int(lines[0].split(separator: " ")[1]) ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      answer.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    guard hasBody, ![100, 204].contains(answer.status) else { return answer }
    if answer.headers["transfer-encoding"]?.lowercased() == "chunked" {
      while let size = Int(try await text(until: "\r\n"), radix: 16), size > 0 {
        answer.body += try await text(count: size)
        _ = try await text(until: "\r\n")
      }
      _ = try await text(until: "\r\n")
    } else {
      answer.body = try await text(count: Int(answer.headers["content-length"] ?? "") ?? 0)
    }
    return answer
  }
}
