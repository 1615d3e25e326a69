#if canImport(CMicroHTTPD)
  import CMicroHTTPD
  import Foundation
  import TernServe

  /// libmicrohttpd at work: its thread, its connections, and what it calls.
  ///
  /// `@unchecked Sendable`: what changes does so under `lock`.
  @safe final class Daemon: @unchecked Sendable {
    let calls: CallList
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
      _ server: ModelServer, _ listener: Listener, _ options: HTTPOptions
    ) throws(HTTPServerError) {
      (self.server, self.options, path) = (server, options, listener.path)
      calls = CallList(options)
      var items = unsafe optionItems(listener)
      let flags =
        MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        | (options.certificate == nil ? 0 : MHD_USE_TLS.rawValue)
      let me = unsafe Unmanaged.passUnretained(self).toOpaque()
      let started = unsafe items.withUnsafeMutableBufferPointer { buffer in
        // The list ends with an item that says so: it is never empty.
        guard let list = buffer.baseAddress else { return unsafe nil as OpaquePointer? }
        return unsafe withVaList([
          MHD_OPTION.ARRAY.rawValue, OpaquePointer(list), MHD_OPTION.END.rawValue,
        ]) { list in
          unsafe MHD_start_daemon_va(flags, 0, nil, nil, Self.handle, me, list)
        }
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

    private func optionItems(_ listener: Listener) -> [MHD_OptionItem] {
      let me = unsafe Unmanaged.passUnretained(self).toOpaque()
      func item(
        _ option: MHD_OPTION, _ value: Int = 0, _ pointer: UnsafeMutableRawPointer? = nil
      ) -> MHD_OptionItem {
        unsafe MHD_OptionItem(option: option, value: value, ptr_value: pointer)
      }
      func text(_ text: String) -> UnsafeMutableRawPointer? {
        guard let copy = unsafe strdup(text) else { return nil }
        unsafe texts.append(copy)
        return UnsafeMutableRawPointer(copy)
      }
      var items = unsafe [
        item(.LISTEN_SOCKET, Int(listener.descriptor)),
        item(.CONNECTION_LIMIT, options.maximumConnections),
        item(.CONNECTION_TIMEOUT, Int(options.idleTimeout.rounded(.up))),
        item(.CONNECTION_MEMORY_LIMIT, options.maximumHeader),
        item(.NOTIFY_COMPLETED, unsafeBitCast(Self.completed, to: Int.self), me),
        item(.NOTIFY_CONNECTION, unsafeBitCast(Self.changed, to: Int.self), me),
        item(.UNESCAPE_CALLBACK, unsafeBitCast(Self.unescape, to: Int.self)),
        item(.STRICT_FOR_CLIENT, 1),
      ]
      if let certificate = options.certificate {
        unsafe items.append(item(.HTTPS_MEM_KEY, 0, text(certificate.key)))
        unsafe items.append(item(.HTTPS_MEM_CERT, 0, text(certificate.chain)))
      }
      unsafe items.append(item(.END))
      return unsafe items
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
      let socket = unsafe MHD_quiesce_daemon(daemon)
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
      if let daemon = unsafe daemon { unsafe MHD_stop_daemon(daemon) }
    }

    private var isDraining: Bool { lock.withLock { isClosed } }

    // MARK: what libmicrohttpd calls, on its thread

    private static let handle: MHD_AccessHandlerCallback = {
      target, connection, path, method, _, data, count, slot in
      guard let target = unsafe target, let connection = unsafe connection,
        let count = unsafe count, let slot = unsafe slot
      else { return .NO }
      let daemon = unsafe Unmanaged<Daemon>.fromOpaque(target).takeUnretainedValue()
      guard let known = unsafe slot.pointee else {
        let request = unsafe ServerRequest(
          method: method.map { unsafe String(cString: $0) } ?? "",
          path: path.map { unsafe String(cString: $0) } ?? "",
          headers: ConnectionInfo.headers(connection), client: ConnectionInfo.client(connection))
        let call = unsafe Call(
          connection, request, daemon.server, maximumBody: daemon.options.maximumBody)
        unsafe slot.pointee = Unmanaged.passRetained(call).toOpaque()
        daemon.calls.begin(call)
        guard let reply = call.refusal() else { return .YES }
        call.refuse()
        return Response.queue(reply, for: call, closes: true)
      }
      let call = unsafe Unmanaged<Call>.fromOpaque(known).takeUnretainedValue()
      if unsafe count.pointee > 0 {
        unsafe call.take(UnsafeRawBufferPointer(start: data, count: count.pointee))
        unsafe count.pointee = 0
        return .YES
      }
      switch call.goOn() {
      case .wait: return .YES
      case .close: return .NO
      case .send(let reply): return Response.queue(reply, for: call, closes: daemon.isDraining)
      }
    }

    private static let completed: MHD_RequestCompletedCallback = { target, _, slot, _ in
      guard let target = unsafe target, let slot = unsafe slot, let known = unsafe slot.pointee
      else { return }
      unsafe slot.pointee = nil
      let daemon = unsafe Unmanaged<Daemon>.fromOpaque(target).takeUnretainedValue()
      let call = unsafe Unmanaged<Call>.fromOpaque(known).takeRetainedValue()
      daemon.calls.end(call)
      call.end()
    }

    private static let changed: MHD_NotifyConnectionCallback = { target, connection, _, change in
      guard let target = unsafe target, let connection = unsafe connection else { return }
      let daemon = unsafe Unmanaged<Daemon>.fromOpaque(target).takeUnretainedValue()
      switch change {
      case .CONNECTION_NOTIFY_STARTED: unsafe daemon.calls.open(connection)
      case .CONNECTION_NOTIFY_CLOSED: unsafe daemon.calls.close(connection)
      default: break
      }
    }

    /// Leaves paths as they are: the server reads their escapes.
    private static let unescape:
      @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
      ) -> Int = { _, _, text in
        guard let text = unsafe text else { return 0 }
        return unsafe strlen(text)
      }
  }
#endif
