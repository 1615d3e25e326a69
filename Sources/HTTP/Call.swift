#if canImport(Glibc)
  import Foundation
  import TernServe

  /// One request on its way through a connection, and its reply.
  ///
  /// ```
  /// body ──end of body──▶ working ──reply──▶ replied ──▶ sending ──▶ over
  /// ```
  /// libmicrohttpd's thread reads the body and sends the reply; while it waits for either, the
  /// connection is suspended. A task waits for the server, and puts the pieces of a stream into the
  /// buffer.
  ///
  /// `@unchecked Sendable`: everything that changes does so under `lock`, and so do the calls that
  /// suspend and resume the connection.
  @safe final class Call: @unchecked Sendable {
    private enum Phase {
      case body
      case working
      case replied(ServerReply)
      case sending
      case over
    }

    let library: MicroHTTPD
    let connection: OpaquePointer
    /// Names the connection.
    var key: UInt { unsafe UInt(bitPattern: connection) }
    private let socket: Int32
    private let server: ModelServer
    private let maximumBody: Int
    private let lock = NSLock()
    private var phase = Phase.body
    private var request: ServerRequest
    /// What the request holds.
    private let share: RequestBudget.Share
    /// Why the body is not kept.
    private var fault: ServerReply.Refusal?
    private var isSuspended = false
    /// Whether the client has left, or is sent away.
    private var isGone = false
    private var task: Task<Void, Never>?
    /// Bytes of a stream that are not sent yet, from `sent` on.
    private var buffer: [UInt8] = []
    private var sent = 0
    private var isComplete = false
    /// Waits until there is room in the buffer.
    private var writer: CheckedContinuation<Void, Never>?
    /// Bytes of the body that have come, kept or not.
    private var received = 0
    /// How much of the body there was, and when.
    private var progress = (bytes: 0, time: ContinuousClock.now)

    /// Bytes in the buffer above which the stream waits.
    private static let fullBuffer = 256 << 10
    /// Bytes that a body must have grown by to count as more.
    private static let leastProgress = 1024

    init(
      _ connection: OpaquePointer, _ library: MicroHTTPD, _ request: ServerRequest,
      _ server: ModelServer, maximumBody: Int
    ) {
      self.library = library
      unsafe self.connection = connection
      socket = unsafe ConnectionInfo.socket(connection, library)
      (self.request, self.server, self.maximumBody) = (request, server, maximumBody)
      share = server.budget.share()
      self.request.share = share
    }

    // MARK: on libmicrohttpd's thread

    /// What is wrong with the header; `nil` where the body may come.
    func refusal() -> ServerReply? {
      let fields = request.headers.fields
      let lengths = fields.filter { $0.name.lowercased() == "content-length" }
      let isChunked = request.headers["Transfer-Encoding"] != nil
      if lengths.count > 1 || isChunked && !lengths.isEmpty {
        return server.refuse(
          request, .malformed("The header says in two ways how long the body is."))
      }
      guard let length = lengths.first else { return nil }
      guard let count = UInt64(length.value) else {
        return server.refuse(request, .malformed("Content-Length is not a number."))
      }
      let most = min(maximumBody, server.budget.largest)
      guard count <= most else { return server.refuse(request, .tooLarge(limit: most)) }
      guard !server.budget.hasRoom(for: Int(count)) else { return nil }
      if request.headers["Expect"] != nil { return server.refuse(request, .full) }
      // Who sends the body at once reads the answer behind it; nothing of it is kept.
      lock.withLock { fault = .full }
      return nil
    }

    /// Takes more of the body.
    func take(_ bytes: UnsafeRawBufferPointer) {
      lock.withLock {
        received += bytes.count
        guard fault == nil else { return }
        if request.body.count + bytes.count > maximumBody {
          fault = .tooLarge(limit: maximumBody)
        } else if !share.grow(by: bytes.count) {
          fault = .full
        } else {
          return unsafe request.body.append(contentsOf: bytes)
        }
        share.shrink(by: request.body.count)
        request.body = []
      }
    }

    /// What the connection is to do next.
    enum Step {
      case wait
      case send(ServerReply)
      case close
    }

    /// Goes on at the end of the body, and whenever the connection is resumed.
    func goOn() -> Step {
      lock.withLock {
        if isGone { return .close }
        switch phase {
        case .body:
          if let fault {
            phase = .sending
            return .send(server.refuse(request, fault))
          }
          begin()
          return .wait
        case .replied(let reply):
          phase = .sending
          return .send(reply)
        case .working: return .wait
        case .sending, .over: return .close
        }
      }
    }

    /// Notes that a reply is sent that the server was not asked for.
    func refuse() { lock.withLock { phase = .sending } }

    private func begin() {
      phase = .working
      suspend()
      let request = request
      self.request.body = []
      task = Task { [self] in
        let reply = await server.reply(to: request)
        deliver(reply)
        guard case .pieces(let pieces) = reply.body else { return }
        var pacer = Pacer()
        for await piece in pieces {
          await send(piece)
          await pacer.step()
        }
        complete()
      }
    }

    /// Fills `room` with what is to be sent; what a `ContentReader` returns.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
      let (count, writer) = lock.withLock { () -> (Int, CheckedContinuation<Void, Never>?) in
        if isGone { return (MicroHTTPD.endWithError, nil) }
        let left = buffer.count - sent
        guard left > 0 else {
          if isComplete { return (MicroHTTPD.endOfStream, nil) }
          // Nothing without a suspended connection would be asked for at once again.
          suspend()
          return (0, nil)
        }
        let count = min(left, room.count)
        unsafe room.copyBytes(from: buffer[sent..<sent + count])
        sent += count
        if sent == buffer.count {
          buffer.removeAll(keepingCapacity: true)
          sent = 0
        }
        return (count, left - count < Self.fullBuffer / 2 ? takeWriter() : nil)
      }
      writer?.resume()
      return count
    }

    /// The reply is sent, or the connection is gone.
    func end() {
      let (task, writer) = lock.withLock { () in
        phase = .over
        isGone = true
        // The connection may be gone: nothing is to be resumed.
        isSuspended = false
        return (self.task, takeWriter())
      }
      task?.cancel()
      writer?.resume()
    }

    // MARK: on other threads

    private func deliver(_ reply: ServerReply) {
      // Until it is sent, its bytes are there; few of them are not worth a refusal.
      var reply = reply
      if case .bytes(let bytes) = reply.body, bytes.count > Self.fullBuffer,
        !share.grow(by: bytes.count, isAnswer: true)
      {
        reply = server.refuse(request, .full)
      }
      lock.withLock {
        guard case .working = phase, !isGone else { return }
        phase = .replied(reply)
        resume()
      }
    }

    /// Adds a piece to what is sent; waits while there is too much of it.
    private func send(_ piece: [UInt8]) async {
      await withCheckedContinuation { continuation in
        let canGoOn = lock.withLock { () -> Bool in
          guard !isGone else { return true }
          buffer += piece
          resume()
          guard buffer.count - sent > Self.fullBuffer else { return true }
          writer = continuation
          return false
        }
        if canGoOn { continuation.resume() }
      }
    }

    private func complete() {
      lock.withLock {
        isComplete = true
        resume()
      }
    }

    /// Ends the request where nobody waits for it: by a client that has left, or by the server.
    func leave() {
      let task = lock.withLock { () in
        isGone = true
        resume()
        return self.task
      }
      task?.cancel()
    }

    /// Whether the client has closed the connection, which is not seen while it is suspended.
    func hasLeft() -> Bool {
      lock.withLock {
        guard isSuspended, !isGone, socket >= 0 else { return false }
        return ConnectionInfo.hasHungUp(socket)
      }
    }

    /// Gives the request up where its body has hardly grown for so many seconds; whether it did.
    ///
    /// libmicrohttpd sends nothing while it reads a body, so that the client is told past it.
    /// - Parameter isOpen: Whether the connection is not encrypted.
    func giveUp(after seconds: Double, isOpen: Bool) -> Bool {
      lock.withLock {
        guard case .body = phase, !isGone else { return false }
        let now = ContinuousClock.now
        if received >= progress.bytes + Self.leastProgress {
          progress = (received, now)
        }
        guard now - progress.time > .seconds(seconds) else { return false }
        isGone = true
        let reply = server.refuse(request, .late)
        guard isOpen, socket >= 0 else { return true }
        let bytes = Response.bytes(of: reply, reason: "Request Timeout")
        _ = unsafe bytes.withUnsafeBytes { buffer in
          unsafe Glibc.send(
            socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        return true
      }
    }

    /// Gives the client time back for the body.
    func forgive(_ pause: Duration) { lock.withLock { progress.time += pause } }

    // MARK: under the lock

    private func suspend() {
      guard !isSuspended else { return }
      isSuspended = true
      unsafe library.suspendConnection(connection)
    }

    private func resume() {
      guard isSuspended else { return }
      isSuspended = false
      unsafe library.resumeConnection(connection)
    }

    private func takeWriter() -> CheckedContinuation<Void, Never>? {
      defer { writer = nil }
      return writer
    }
  }
#endif
