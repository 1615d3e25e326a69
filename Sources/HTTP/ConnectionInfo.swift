#if canImport(CMicroHTTPD)
  import CMicroHTTPD
  import Foundation
  import TernServe

  /// What libmicrohttpd knows of a connection.
  ///
  /// `MHD_get_connection_info` takes a variable number of arguments, so Swift does not import it. It is
  /// called with the two that it needs: on Linux, for x86-64 and AArch64, that is the same call.
  enum ConnectionInfo {
    private typealias Function =
      @convention(c) (OpaquePointer, MHD_ConnectionInfoType) -> UnsafeRawPointer?

    private static let function: Function? = {
      guard let symbol = unsafe dlsym(nil, "MHD_get_connection_info") else { return nil }
      return unsafe unsafeBitCast(symbol, to: Function.self)
    }()

    /// The socket; -1 where it is not known.
    static func socket(_ connection: OpaquePointer) -> Int32 {
      guard let function = unsafe function,
        let info = unsafe function(connection, .CONNECTION_INFO_CONNECTION_FD)
      else { return -1 }
      return unsafe info.load(as: Int32.self)
    }

    /// Whether the other side has closed a connection, or will send nothing more.
    static func hasHungUp(_ socket: Int32) -> Bool {
      // `POLLRDHUP`, which is not imported.
      let hangUp: Int16 = 0x2000
      var state = pollfd(fd: socket, events: hangUp, revents: 0)
      return unsafe poll(&state, 1, 0) > 0
        && state.revents & (hangUp | Int16(POLLERR | POLLHUP | POLLNVAL)) != 0
    }

    /// The client's address without its port; empty where it has none.
    static func client(_ connection: OpaquePointer) -> String {
      guard let function = unsafe function,
        let info = unsafe function(connection, .CONNECTION_INFO_CLIENT_ADDRESS),
        let address = unsafe info.load(as: UnsafePointer<sockaddr>?.self)
      else { return "" }
      let size: Int
      switch unsafe Int32(address.pointee.sa_family) {
      case AF_INET: size = MemoryLayout<sockaddr_in>.size
      case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
      default: return ""
      }
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let status = unsafe getnameinfo(
        address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      guard status == 0 else { return "" }
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The header fields of a request, in order.
    static func headers(_ connection: OpaquePointer) -> HeaderFields {
      let list = HeaderList()
      let take: MHD_KeyValueIterator = { target, _, name, value in
        guard let target = unsafe target, let name = unsafe name else { return .NO }
        let list = unsafe Unmanaged<HeaderList>.fromOpaque(target).takeUnretainedValue()
        unsafe list.fields.add(
          String(cString: name), value.map { unsafe String(cString: $0) } ?? "")
        return .YES
      }
      _ = unsafe MHD_get_connection_values(
        connection, .HEADER_KIND, take, Unmanaged.passUnretained(list).toOpaque())
      return list.fields
    }
  }

  /// Takes the fields that libmicrohttpd hands out one by one.
  private final class HeaderList {
    var fields = HeaderFields()
  }
#endif
