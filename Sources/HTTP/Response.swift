#if canImport(Glibc)
  import TernServe

  /// Replies as libmicrohttpd sends them.
  enum Response {
    private static let unknownSize = UInt64.max
    /// Bytes that are asked for at a time.
    private static let blockSize = 16 << 10

    /// Queues a reply for a connection.
    ///
    /// - Parameter closes: Whether the connection ends after it.
    static func queue(
      _ reply: ServerReply, for call: Call, closes: Bool
    ) -> MicroHTTPD.Result {
      guard let response = unsafe make(reply, call) else { return MicroHTTPD.Answer.no.rawValue }
      let library = call.library
      defer { unsafe library.destroyResponse(response) }
      for field in reply.headers.fields where isField(field) {
        _ = unsafe library.addHeader(response, field.name, field.value)
      }
      if closes { _ = unsafe library.addHeader(response, "Connection", "close") }
      return unsafe library.queueResponse(call.connection, UInt32(reply.status), response)
    }

    /// A reply that ends its connection, as it is sent where libmicrohttpd does not send it.
    static func bytes(of reply: ServerReply, reason: String) -> [UInt8] {
      guard case .bytes(let body) = reply.body else { return [] }
      var head = "HTTP/1.1 \(reply.status) \(reason)\r\n"
      for field in reply.headers.fields where isField(field) {
        head += "\(field.name): \(field.value)\r\n"
      }
      head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
      return Array(head.utf8) + body
    }

    private static func make(_ reply: ServerReply, _ call: Call) -> OpaquePointer? {
      switch reply.body {
      case .bytes(var bytes):
        return unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe call.library.responseFromBuffer(
            buffer.count, buffer.baseAddress,
            MicroHTTPD.ResponseMemoryMode.respmemMustCopy.rawValue)
        }
      case .pieces:
        let read: MicroHTTPD.ContentReader = { target, _, room, count in
          guard let target = unsafe target, let room = unsafe room else {
            return MicroHTTPD.endWithError
          }
          let call = unsafe Unmanaged<Call>.fromOpaque(target).takeUnretainedValue()
          return unsafe call.read(into: UnsafeMutableRawBufferPointer(start: room, count: count))
        }
        let release: MicroHTTPD.ContentRelease = { target in
          if let target = unsafe target { unsafe Unmanaged<Call>.fromOpaque(target).release() }
        }
        return unsafe call.library.responseFromReader(
          unknownSize, blockSize, read, Unmanaged.passRetained(call).toOpaque(), release)
      }
    }

    /// Whether a field cannot break out of its line.
    private static func isField(_ field: HeaderFields.Field) -> Bool {
      !(field.name + field.value).utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }
  }
#endif
