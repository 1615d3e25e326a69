#if canImport(Glibc)
  import Glibc
#endif

/// The library that `URLSession` calls on Linux.
///
/// Programs that carry the Swift libraries in them (`.ci/install`) start without libcurl. Its functions
/// are found by the first call, if the library is open by then. In other programs it is open already.
enum CurlLibrary {
  /// The library's name in the system; its number is that of the binary interface.
  static let fileName = "libcurl.so.4"

  /// Whether the library is open, so that requests can be sent.
  ///
  /// Any thread may ask.
  static let isOpen: Bool = {
    #if canImport(Glibc)
      unsafe dlsym(nil, "curl_easy_init") != nil || dlopen(fileName, RTLD_NOW | RTLD_GLOBAL) != nil
    #else
      true
    #endif
  }()
}
