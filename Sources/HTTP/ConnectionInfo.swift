#if canImport(Glibc)
  import Foundation
  import TernServe

  /// What libmicrohttpd knows of a connection.
  enum ConnectionInfo {
    private static func fact(
      _ connection: OpaquePointer, _ library: MicroHTTPD, _ type: MicroHTTPD.ConnectionInfoType
    ) -> UnsafeRawPointer? {
      unsafe library.connectionFact(connection, type.rawValue)
    }

    /// The socket; -1 where it is not known.
    static func socket(_ connection: OpaquePointer, _ library: MicroHTTPD) -> Int32 {
      guard let info = unsafe fact(connection, library, .connectionInfoConnectionFd) else {
        return -1
      }
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
    static func client(_ connection: OpaquePointer, _ library: MicroHTTPD) -> String {
      guard let info = unsafe fact(connection, library, .connectionInfoClientAddress),
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
    static func headers(_ connection: OpaquePointer, _ library: MicroHTTPD) -> HeaderFields {
      let list = HeaderList()
      let take: MicroHTTPD.ValueIterator = { target, _, name, value in
        guard let target = unsafe target, let name = unsafe name else {
          return MicroHTTPD.Answer.no.rawValue
        }
        let list = unsafe Unmanaged<HeaderList>.fromOpaque(target).takeUnretainedValue()
        unsafe list.fields.add(
          String(cString: name), value.map { unsafe String(cString: $0) } ?? "")
        return MicroHTTPD.Answer.yes.rawValue
      }
      _ = unsafe library.connectionValues(
        connection, MicroHTTPD.ValueKind.headerKind.rawValue, take,
        Unmanaged.passUnretained(list).toOpaque())
      return list.fields
    }
  }

  /// Takes the fields that libmicrohttpd hands out one by one.
  private final class HeaderList {
    var fields = HeaderFields()
  }
#endif
