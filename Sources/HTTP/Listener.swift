#if canImport(Glibc)
  import Foundation

  /// A socket that listens.
  struct Listener: Sendable {
    let descriptor: Int32
    /// Host and port, or the path.
    let name: String
    let port: Int
    /// The socket's place in the file system; `nil` where it has none.
    var path: String?

    private static let backlog: Int32 = 1024

    init(_ address: HTTPOptions.Address) throws(HTTPServerError) {
      switch address {
      case .tcp(let host, let port): try self.init(host: host, port: port)
      case .unix(let path): try self.init(path: path)
      }
    }

    private init(host: String, port: Int) throws(HTTPServerError) {
      let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      var hints = unsafe addrinfo()
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
      // Clients try the older kind of address too, but not always the newer one.
      if host == "localhost" { unsafe hints.ai_family = AF_INET }
      var list: UnsafeMutablePointer<addrinfo>?
      let status = unsafe getaddrinfo(host, String(port), &hints, &list)
      guard status == 0, let first = unsafe list else {
        throw .cannotListen(
          address: name, reason: unsafe String(cString: gai_strerror(status)))
      }
      defer { unsafe freeaddrinfo(first) }
      let info = unsafe first.pointee
      let socket = unsafe Glibc.socket(
        info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), info.ai_protocol)
      guard socket >= 0 else { throw Self.failure(name) }
      var one: Int32 = 1
      _ = unsafe setsockopt(
        socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
      guard unsafe bind(socket, info.ai_addr, info.ai_addrlen) == 0,
        listen(socket, Self.backlog) == 0
      else {
        let failure = Self.failure(name)
        Glibc.close(socket)
        throw failure
      }
      descriptor = socket
      self.port = Self.port(of: socket) ?? port
      self.name = host.contains(":") ? "[\(host)]:\(self.port)" : "\(host):\(self.port)"
    }

    private init(path: String) throws(HTTPServerError) {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array(path.utf8)
      let room = MemoryLayout.size(ofValue: address.sun_path)
      guard !bytes.isEmpty, bytes.count < room else {
        throw .cannotListen(
          address: path, reason: "the path has more than \(room - 1) bytes, or none")
      }
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
      let socket = Glibc.socket(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard socket >= 0 else { throw Self.failure(path) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let status = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
          // A socket that nobody listens on is left over.
          if unsafe connect(socket, address, size) != 0, errno == ECONNREFUSED {
            unsafe unlink(path)
          }
          return unsafe bind(socket, address, size)
        }
      }
      guard status == 0, listen(socket, Self.backlog) == 0 else {
        let failure = Self.failure(path)
        Glibc.close(socket)
        throw failure
      }
      (descriptor, name, port, self.path) = (socket, path, 0, path)
    }

    private static func port(of socket: Int32) -> Int? {
      var address = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(socket, $0, &size)
        }
      }
      guard status == 0 else { return nil }
      // Both kinds of address have the port in the same place.
      return unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe Int(bytes[2]) << 8 | Int(bytes[3])
      }
    }

    private static func failure(_ name: String) -> HTTPServerError {
      .cannotListen(address: name, reason: unsafe String(cString: strerror(errno)))
    }
  }
#endif
