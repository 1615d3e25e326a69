#if canImport(Glibc)
  /// The constants of `microhttpd.h`: the names are those of the header in another spelling, so that a
  /// test finds their values there.
  extension MicroHTTPD {
    /// What a callback or a function says: `MHD_Result`.
    enum Answer: Result, CaseIterable { case no, yes }

    /// How a daemon works: `MHD_FLAG`.
    enum Flag: UInt32, CaseIterable {
      case useTls = 2
      case useEpollInternalThread = 520
      case allowSuspendResume = 9216
    }

    /// What a daemon is given: `MHD_OPTION`.
    enum Option: UInt32, CaseIterable {
      case end = 0
      case connectionMemoryLimit = 1
      case connectionLimit = 2
      case connectionTimeout = 3
      case notifyCompleted = 4
      case httpsMemKey = 8
      case httpsMemCert = 9
      case listenSocket = 12
      case array = 15
      case unescapeCallback = 16
      case notifyConnection = 27
      case strictForClient = 29
    }

    /// An option with its value: `MHD_OptionItem`.
    @safe struct OptionItem {
      let option: UInt32
      let value: Int
      let pointer: UnsafeMutableRawPointer?
    }

    /// Which fields of a request are meant: `MHD_ValueKind`.
    enum ValueKind: UInt32, CaseIterable { case headerKind = 1 }

    /// Whose the bytes of a response are: `MHD_ResponseMemoryMode`.
    enum ResponseMemoryMode: UInt32, CaseIterable { case respmemMustCopy = 2 }

    /// What is asked of a connection: `MHD_ConnectionInfoType`.
    enum ConnectionInfoType: UInt32, CaseIterable {
      case connectionInfoClientAddress = 2
      case connectionInfoConnectionFd = 6
    }

    /// What became of a connection: `MHD_ConnectionNotificationCode`.
    enum ConnectionNotificationCode: UInt32, CaseIterable {
      case connectionNotifyStarted, connectionNotifyClosed
    }

    /// What a reader returns instead of a count.
    static let endOfStream = -1
    static let endWithError = -2
  }
#endif
