#if canImport(Glibc)
  import Glibc

  /// The functions of libmicrohttpd that the transport calls.
  ///
  /// The library is opened at run time: building needs nothing of it, and a program starts without it.
  /// The declarations repeat those of `microhttpd.h`. Sendable: function pointers alone.
  @safe struct MicroHTTPD: Sendable {
    typealias Target = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>
    typealias Slot = UnsafeMutablePointer<Target?>
    /// What functions return of an ``Answer``, and what callbacks return as one.
    typealias Result = UInt32

    typealias AccessHandler =
      @convention(c) (
        Target?, OpaquePointer?, Text?, Text?, Text?, Text?, UnsafeMutablePointer<Int>?, Slot?
      ) -> Result
    typealias ValueIterator = @convention(c) (Target?, UInt32, Text?, Text?) -> Result
    typealias ContentReader =
      @convention(c) (Target?, UInt64, UnsafeMutablePointer<CChar>?, Int) -> Int
    typealias ContentRelease = @convention(c) (Target?) -> Void
    /// Tells that a request is over, or what became of a connection.
    typealias Notice = @convention(c) (Target?, OpaquePointer?, Slot?, UInt32) -> Void
    typealias Unescape =
      @convention(c) (Target?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int

    /// `MHD_start_daemon` with one option, which has the others in a list, and with the end.
    ///
    /// This function and ``connectionFact`` take a variable number of arguments. They are called with
    /// those that they need: on Linux, for x86-64 and AArch64, that is the same call.
    let startDaemon:
      @convention(c) (
        UInt32, UInt16, Target?, Target?, AccessHandler, Target?, Int, Target, Int
      ) -> OpaquePointer?
    let quiesceDaemon: @convention(c) (OpaquePointer) -> Int32
    let stopDaemon: @convention(c) (OpaquePointer) -> Void
    let suspendConnection: @convention(c) (OpaquePointer) -> Void
    let resumeConnection: @convention(c) (OpaquePointer) -> Void
    let connectionValues: @convention(c) (OpaquePointer, UInt32, ValueIterator, Target?) -> Int32
    let connectionFact: @convention(c) (OpaquePointer, UInt32) -> UnsafeRawPointer?
    let responseFromBuffer: @convention(c) (Int, Target?, UInt32) -> OpaquePointer?
    let responseFromReader:
      @convention(c) (UInt64, Int, ContentReader, Target?, ContentRelease) -> OpaquePointer?
    let addHeader: @convention(c) (OpaquePointer, Text, Text) -> Result
    let queueResponse: @convention(c) (OpaquePointer, UInt32, OpaquePointer) -> Result
    let destroyResponse: @convention(c) (OpaquePointer) -> Void

    /// The library's name in the system.
    ///
    /// Its number is that of the binary interface: a library that is not as it is declared here has
    /// another.
    static let fileName = "libmicrohttpd.so.12"

    /// The library as it was found the first time; `nil` where it is not installed.
    static let library: MicroHTTPD? = {
      guard let handle = unsafe dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { return nil }
      return try? unsafe MicroHTTPD(handle)
    }()

    private struct MissingFunction: Error {}

    private init(_ handle: UnsafeMutableRawPointer) throws(MissingFunction) {
      func function<Function>(_ name: String) throws(MissingFunction) -> Function {
        guard let symbol = unsafe dlsym(handle, "MHD_" + name) else { throw MissingFunction() }
        return unsafe unsafeBitCast(symbol, to: Function.self)
      }
      unsafe startDaemon = try function("start_daemon")
      unsafe quiesceDaemon = try function("quiesce_daemon")
      unsafe stopDaemon = try function("stop_daemon")
      unsafe suspendConnection = try function("suspend_connection")
      unsafe resumeConnection = try function("resume_connection")
      unsafe connectionValues = try function("get_connection_values")
      unsafe connectionFact = try function("get_connection_info")
      unsafe responseFromBuffer = try function("create_response_from_buffer")
      unsafe responseFromReader = try function("create_response_from_callback")
      unsafe addHeader = try function("add_response_header")
      unsafe queueResponse = try function("queue_response")
      unsafe destroyResponse = try function("destroy_response")
    }
  }
#endif
