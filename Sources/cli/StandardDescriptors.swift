#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input, output and error.
enum StandardDescriptors {
  /// Opens the null device in the place of those that are closed.
  ///
  /// Otherwise the next file that is opened would get the number of standard output, and text for
  /// people would be written into it.
  static func openMissing() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      // A file that is opened gets the lowest number that is free.
      if fcntl(number, F_GETFD) < 0, errno == EBADF { _ = unsafe open("/dev/null", O_RDWR) }
    }
  }
}
