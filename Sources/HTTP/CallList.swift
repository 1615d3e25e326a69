#if canImport(Glibc)
  import Foundation

  /// The connections of a daemon and the requests on them.
  ///
  /// `@unchecked Sendable`: everything that changes does so under `lock`.
  final class CallList: @unchecked Sendable {
    private struct Connection {
      var socket: Int32
      /// When it began, or when its last request was over.
      var since: ContinuousClock.Instant
      var isNew = true
      var call: Call?
    }

    /// Time for the rest of a request after which its sender has closed the connection.
    private static let leastPatience = Duration.milliseconds(500)
    /// Time between two looks above which the process did not run.
    private static let longestPause = Duration.seconds(1)

    private let lock = NSLock()
    private var connections: [UInt: Connection] = [:]
    private let options: HTTPOptions
    /// When connections were last looked at.
    private var lastLook = ContinuousClock.now
    /// Whether requests are ended where they begin.
    private var isOver = false

    init(_ options: HTTPOptions) { self.options = options }

    /// Requests that are not over.
    var count: Int { lock.withLock { connections.values.count { $0.call != nil } } }

    func open(_ connection: OpaquePointer, _ library: MicroHTTPD) {
      let socket = unsafe ConnectionInfo.socket(connection, library)
      lock.withLock {
        connections[UInt(bitPattern: connection)] = Connection(socket: socket, since: .now)
      }
    }

    func close(_ connection: OpaquePointer) {
      lock.withLock { connections[UInt(bitPattern: connection)] = nil }
    }

    func begin(_ call: Call) {
      let isOver = lock.withLock { () in
        connections[call.key]?.call = call
        return self.isOver
      }
      if isOver { call.leave() }
    }

    func end(_ call: Call) {
      lock.withLock {
        connections[call.key]?.call = nil
        connections[call.key]?.since = .now
        connections[call.key]?.isNew = false
      }
    }

    /// Ends the requests of clients that have left, and the connections of those that are too slow.
    func look() {
      let calls = lock.withLock { () -> [Call] in
        let now = ContinuousClock.now
        forgive(now - lastLook)
        lastLook = now
        for connection in connections.values where connection.call == nil {
          let limit =
            options.headerTimeout + (connection.isNew ? 0 : options.idleTimeout)
          let isLate = now - connection.since > .seconds(limit)
          // libmicrohttpd misses an end that comes together with half a request.
          if isLate || now - connection.since > Self.leastPatience && hasHungUp(connection) {
            cut(connection)
          }
        }
        let isOpen = options.certificate == nil
        for connection in connections.values
        where connection.call?.giveUp(after: options.bodyTimeout, isOpen: isOpen) == true {
          cut(connection)
        }
        return connections.values.compactMap(\.call)
      }
      for call in calls where call.hasLeft() { call.leave() }
    }

    /// Ends all requests, and those that still come: none is suspended any more.
    func cancelAll() {
      let calls = lock.withLock { () in
        isOver = true
        return connections.values.compactMap(\.call)
      }
      for call in calls { call.leave() }
    }

    /// Gives clients the time back in which this process itself did not run, as when it was stopped.
    private func forgive(_ pause: Duration) {
      guard pause > Self.longestPause else { return }
      for key in connections.keys {
        connections[key]?.since += pause
        connections[key]?.call?.forgive(pause)
      }
    }

    private func hasHungUp(_ connection: Connection) -> Bool {
      connection.socket >= 0 && ConnectionInfo.hasHungUp(connection.socket)
    }

    /// The socket is still the connection's: it is closed only after ``close(_:)``.
    private func cut(_ connection: Connection) {
      if connection.socket >= 0 { _ = shutdown(connection.socket, Int32(SHUT_RDWR)) }
    }
  }
#endif
