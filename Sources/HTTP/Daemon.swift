#if canImport(Glibc)
  import Foundation
  import TernServe

  /// libmicrohttpd at work: its thread, its connections, and what it calls.
  ///
  /// `@unchecked Sendable`: what changes does so under `lock`.
  @safe final class Daemon: @unchecked Sendable {
    let calls: CallList
    private let library: MicroHTTPD
    private let server: ModelServer
    private let options: HTTPOptions
    private let path: String?
    private let lock = NSLock()
    private var daemon: OpaquePointer?
    private var isClosed = false
    private var isStopped = false
    /// Texts that libmicrohttpd reads while it runs.
    private var texts = unsafe [UnsafeMutablePointer<CChar>]()

    /// How often connections are looked at that libmicrohttpd does not watch.
    private static let interval = 0.25

    init(
      _ server: ModelServer, _ library: MicroHTTPD, _ listener: Listener, _ options: HTTPOptions
    ) throws(HTTPServerError) {
      (self.server, self.library, self.options, path) = (server, library, options, listener.path)
      calls = CallList(options)
      var items = optionItems(listener)
      var flags: [MicroHTTPD.Flag] = [.useEpollInternalThread, .allowSuspendResume]
      if options.certificate != nil { flags.append(.useTls) }
      let bits = flags.reduce(0) { $0 | $1.rawValue }
      let me = unsafe Unmanaged.passUnretained(self).toOpaque()
      let started = unsafe items.withUnsafeMutableBufferPointer { buffer in
        // The list ends with an item that says so: it is never empty.
        guard let list = buffer.baseAddress else { return unsafe nil as OpaquePointer? }
        return unsafe library.startDaemon(
          bits, 0, nil, nil, Self.handle, me, Int(MicroHTTPD.Option.array.rawValue), list,
          Int(MicroHTTPD.Option.end.rawValue))
      }
      guard let started = unsafe started else {
        Glibc.close(listener.descriptor)
        freeTexts()
        throw .cannotStart
      }
      unsafe daemon = started
      watch()
    }

    deinit {
      stop()
      freeTexts()
    }

    private func freeTexts() { while let text = unsafe texts.popLast() { unsafe free(text) } }

    private func optionItems(_ listener: Listener) -> [MicroHTTPD.OptionItem] {
      let me = unsafe Unmanaged.passUnretained(self).toOpaque()
      func item(
        _ option: MicroHTTPD.Option, _ value: Int = 0, _ pointer: UnsafeMutableRawPointer? = nil
      ) -> MicroHTTPD.OptionItem {
        unsafe MicroHTTPD.OptionItem(option: option.rawValue, value: value, pointer: pointer)
      }
      func text(_ text: String) -> UnsafeMutableRawPointer? {
        guard let copy = unsafe strdup(text) else { return nil }
        unsafe texts.append(copy)
        return UnsafeMutableRawPointer(copy)
      }
      var items = unsafe [
        item(.listenSocket, Int(listener.descriptor)),
        item(.connectionLimit, options.maximumConnections),
        item(.connectionTimeout, Int(options.idleTimeout.rounded(.up))),
        item(.connectionMemoryLimit, options.maximumHeader),
        item(.notifyCompleted, unsafeBitCast(Self.completed, to: Int.self), me),
        item(.notifyConnection, unsafeBitCast(Self.changed, to: Int.self), me),
        item(.unescapeCallback, unsafeBitCast(Self.unescape, to: Int.self)),
        item(.strictForClient, 1),
      ]
      if let certificate = options.certificate {
        unsafe items.append(item(.httpsMemKey, 0, text(certificate.key)))
        unsafe items.append(item(.httpsMemCert, 0, text(certificate.chain)))
      }
      items.append(item(.end))
      return items
    }

    /// Looks after the connections until the daemon is stopped.
    private func watch() {
      Thread.detachNewThread { [weak self] in
        while true {
          Thread.sleep(forTimeInterval: Self.interval)
          guard let self, !lock.withLock({ isStopped }) else { return }
          calls.look()
        }
      }
    }

    /// Stops listening; connections that are open go on.
    func close() {
      let daemon = unsafe lock.withLock { () -> OpaquePointer? in
        guard !isClosed else { return nil }
        isClosed = true
        return unsafe self.daemon
      }
      guard let daemon = unsafe daemon else { return }
      let socket = unsafe library.quiesceDaemon(daemon)
      if socket >= 0 { Glibc.close(socket) }
      if let path { _ = unsafe unlink(path) }
    }

    /// Ends all requests, all connections and the thread.
    func stop() {
      close()
      // libmicrohttpd ends the process where a connection is suspended when it stops.
      calls.cancelAll()
      let daemon = unsafe lock.withLock { () -> OpaquePointer? in
        isStopped = true
        defer { unsafe self.daemon = nil }
        return unsafe self.daemon
      }
      if let daemon = unsafe daemon { unsafe library.stopDaemon(daemon) }
    }

    private var isDraining: Bool { lock.withLock { isClosed } }

    // MARK: what libmicrohttpd calls, on its thread

    private static let no = MicroHTTPD.Answer.no.rawValue
    private static let yes = MicroHTTPD.Answer.yes.rawValue

    private static let handle: MicroHTTPD.AccessHandler = {
      target, connection, path, method, _, data, count, slot in
      guard let target = unsafe target, let connection = unsafe connection,
        let count = unsafe count, let slot = unsafe slot
      else { return no }
      let daemon = unsafe Unmanaged<Daemon>.fromOpaque(target).takeUnretainedValue()
      guard let known = unsafe slot.pointee else {
        let request = unsafe ServerRequest(
          method: method.map { unsafe String(cString: $0) } ?? "",
          path: path.map { unsafe String(cString: $0) } ?? "",
          headers: ConnectionInfo.headers(connection, daemon.library),
          client: ConnectionInfo.client(connection, daemon.library))
        let call = unsafe Call(
          connection, daemon.library, request, daemon.server,
          maximumBody: daemon.options.maximumBody)
        unsafe slot.pointee = Unmanaged.passRetained(call).toOpaque()
        daemon.calls.begin(call)
        guard let reply = call.refusal() else { return yes }
        call.refuse()
        return Response.queue(reply, for: call, closes: true)
      }
      let call = unsafe Unmanaged<Call>.fromOpaque(known).takeUnretainedValue()
      if unsafe count.pointee > 0 {
        unsafe call.take(UnsafeRawBufferPointer(start: data, count: count.pointee))
        unsafe count.pointee = 0
        return yes
      }
      switch call.goOn() {
      case .wait: return yes
      case .close: return no
      case .send(let reply): return Response.queue(reply, for: call, closes: daemon.isDraining)
      }
    }

    private static let completed: MicroHTTPD.Notice = { target, _, slot, _ in
      guard let target = unsafe target, let slot = unsafe slot, let known = unsafe slot.pointee
      else { return }
      unsafe slot.pointee = nil
      let daemon = unsafe Unmanaged<Daemon>.fromOpaque(target).takeUnretainedValue()
      let call = unsafe Unmanaged<Call>.fromOpaque(known).takeRetainedValue()
      daemon.calls.end(call)
      call.end()
    }

    private static let changed: MicroHTTPD.Notice = { target, connection, _, change in
      guard let target = unsafe target, let connection = unsafe connection else { return }
      let daemon = unsafe Unmanaged<Daemon>.fromOpaque(target).takeUnretainedValue()
      switch MicroHTTPD.ConnectionNotificationCode(rawValue: change) {
      case .connectionNotifyStarted: unsafe daemon.calls.open(connection, daemon.library)
      case .connectionNotifyClosed: unsafe daemon.calls.close(connection)
      case nil: break
      }
    }

    /// Leaves paths as they are: the server reads their escapes.
    private static let unescape: MicroHTTPD.Unescape = { _, _, text in
      guard let text = unsafe text else { return 0 }
      return unsafe Int(strlen(text))
    }
  }
#endif
