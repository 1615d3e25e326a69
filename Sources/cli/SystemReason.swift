import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the system refused something, in its own words.
enum SystemReason {
  /// The reason of the last failure on this thread.
  static var last: String { text(errno) }

  static func text(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  /// The reason within an error of Foundation; `nil` for other errors.
  ///
  /// Foundation's own sentences name neither the file nor the reason.
  static func text(of error: any Error) -> String? {
    if let error = error as? POSIXError { return text(error.code.rawValue) }
    let isFoundation = error is CocoaError || type(of: error) is NSError.Type
    guard isFoundation else { return nil }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return text(Int32(truncatingIfNeeded: error.code)) }
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error,
      let reason = text(of: cause)
    {
      return reason
    }
    guard error.domain == NSCocoaErrorDomain else { return "the system refused it" }
    return cocoaReasons[CocoaError.Code(rawValue: error.code)].map { text($0) }
      ?? "the system refused it"
  }

  private static let cocoaReasons: [CocoaError.Code: Int32] = [
    .fileNoSuchFile: ENOENT, .fileReadNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
    .fileWriteNoPermission: EACCES, .fileWriteOutOfSpace: ENOSPC, .fileWriteFileExists: EEXIST,
    .fileWriteVolumeReadOnly: EROFS, .fileReadTooLarge: EFBIG, .fileReadInvalidFileName: EINVAL,
    .fileWriteInvalidFileName: EINVAL,
  ]
}
