/// A place in the bytes of a file, with checked reads.
///
/// The bytes are handed to each call: a type that keeps a span cannot be declared in this language
/// mode. All numbers are little-endian, as are all machines that Swift runs on.
struct HeaderReader {
  /// Where the next read begins; never past the end.
  private(set) var offset = 0

  /// Bytes from `offset` to the end.
  func remaining(_ bytes: RawSpan) -> Int { bytes.byteCount - offset }

  /// Reads one number; `what` names it in errors.
  mutating func number<T: BitwiseCopyable>(
    _ type: T.Type, _ what: @autoclosure () -> String, in bytes: RawSpan
  ) throws(FormatError) -> T {
    let start = try skip(
      UInt64(MemoryLayout<T>.size), what(), in: bytes
    ).lowerBound
    return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: T.self)
  }

  /// Moves over `count` bytes and returns where they were.
  mutating func skip(
    _ count: UInt64, _ what: @autoclosure () -> String, in bytes: RawSpan
  ) throws(FormatError) -> Range<Int> {
    let available = remaining(bytes)
    guard count <= UInt64(available) else {
      throw .truncated(what: what(), offset: offset, needed: count, available: available)
    }
    let start = offset
    offset += Int(count)
    return start..<offset
  }

  /// Reads a count of entries that take at least `bytesEach` bytes each.
  ///
  /// The result is at most `limit` and at most what the rest of the file can hold.
  mutating func count(
    _ what: @autoclosure () -> String, limit: Int, bytesEach: Int, in bytes: RawSpan
  ) throws(FormatError) -> Int {
    let start = offset
    let count = try number(UInt64.self, what(), in: bytes)
    guard count <= UInt64(limit) else {
      throw .limit(what: what(), offset: start, found: count, limit: limit)
    }
    let available = remaining(bytes)
    guard Int(count) <= available / bytesEach else {
      throw .truncated(
        what: what(), offset: start, needed: count * UInt64(bytesEach), available: available)
    }
    return Int(count)
  }

  /// Reads a length and the bytes behind it, and returns where those are.
  mutating func string(
    _ what: @autoclosure () -> String, limit: Int, in bytes: RawSpan
  ) throws(FormatError) -> Range<Int> {
    let length = try count(what(), limit: limit, bytesEach: 1, in: bytes)
    return try skip(UInt64(length), what(), in: bytes)
  }

  /// Reads a length and a name that must be UTF-8.
  mutating func name(
    _ what: @autoclosure () -> String, limit: Int, in bytes: RawSpan
  ) throws(FormatError) -> String {
    let start = offset
    let range = try string(what(), limit: limit, in: bytes)
    guard let name = String(validating: bytes.array(of: UInt8.self, range), as: UTF8.self)
    else { throw .invalidUTF8(what: what(), offset: start) }
    return name
  }
}

extension RawSpan {
  /// A copy of the values stored in `range`, which must be a whole number of them.
  func array<T: BitwiseCopyable>(of type: T.Type, _ range: Range<Int>) -> [T] {
    let count = range.count / MemoryLayout<T>.size
    // An empty array is shared by the whole program: this initialiser would write to it.
    if count == 0 { return [] }
    return unsafe [T](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[range]))
      }
      initialized = count
    }
  }

  /// Adds the bytes of `range` to `table` as one string.
  func append(_ range: Range<Int>, to table: inout StringTable) {
    unsafe withUnsafeBytes { source in
      unsafe table.append(UnsafeRawBufferPointer(rebasing: source[range]))
    }
  }
}
