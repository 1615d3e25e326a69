import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal on standard input and output.
enum Terminal {
  /// Whether a person types here, and sees what is written.
  static var isInteractive: Bool {
    isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Its width; 80 where it does not tell.
  static var columns: Int { columns(STDOUT_FILENO) }

  /// The width of the terminal behind a descriptor.
  static func columns(_ descriptor: Int32) -> Int {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  /// Runs `work` while every key comes at once and nothing is echoed.
  ///
  /// The terminal is as before afterwards, also where a signal ends the process meanwhile.
  static func withRawInput<Value>(_ work: () throws -> Value) rethrows -> Value {
    let isRaw = RawMode.begin()
    defer { if isRaw { RawMode.end() } }
    return try work()
  }

  /// Stops the process until it is continued, with the terminal as it was before.
  static func suspend() {
    RawMode.end()
    raise(SIGTSTP)
    _ = RawMode.begin()
  }

  /// The next byte that is typed; `nil` at the end of the input.
  static func readByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      guard count < 0, errno == EINTR else { return nil }
    }
  }
}

/// The settings of the terminal while a line is edited.
///
/// One line is edited at a time; the signal handler reads what was set before it was installed.
private enum RawMode {
  /// The settings to go back to.
  private nonisolated(unsafe) static var before = termios()
  private nonisolated(unsafe) static var handlers: [(Int32, sigaction)] = []
  /// Signals that end the process from outside.
  private static let endings = [SIGTERM, SIGHUP, SIGQUIT]

  /// Whether the terminal could be set.
  static func begin() -> Bool {
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return false }
    var raw = unsafe before
    unsafe cfmakeraw(&raw)
    // Line feeds go to the beginning of the next row, as ever.
    raw.c_oflag |= tcflag_t(OPOST)
    install()
    return unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0
  }

  static func end() {
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    for (number, var action) in unsafe handlers {
      _ = unsafe sigaction(number, &action, nil)
    }
    unsafe handlers = []
  }

  private static func install() {
    unsafe handlers = []
    for number in endings {
      var old = sigaction()
      var new = sigaction()
      let restore: @convention(c) (Int32) -> Void = { number in
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &RawMode.before)
        _ = signal(number, SIG_DFL)
        _ = raise(number)
      }
      #if canImport(Glibc)
        unsafe new.__sigaction_handler.sa_handler = restore
      #else
        new.__sigaction_u.__sa_handler = restore
      #endif
      guard unsafe sigaction(number, &new, &old) == 0 else { continue }
      unsafe handlers.append((number, old))
    }
  }
}
