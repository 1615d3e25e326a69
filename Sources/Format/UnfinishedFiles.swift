import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The temporary files that this process is writing, so that a process which is ended by a signal
/// can take them away first.
///
/// Any thread may use it; not from within a signal handler, for it takes a lock.
package enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  /// Removes all of them; what is written to them afterwards is lost.
  package static func removeAll() {
    paths.withLock { paths in
      for path in paths { _ = unsafe unlink(path) }
      paths = []
    }
  }

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// Leaves a file that has got its own name, or that could not be made.
  static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  static func remove(_ path: String) {
    forget(path)
    _ = unsafe unlink(path)
  }
}
