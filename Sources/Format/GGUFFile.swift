/// An open GGUF file: metadata, tensor infos, and the mapped bytes of the tensors.
///
/// Opening reads and checks the header only; tensor data is paged in when it is touched. A split
/// file is opened by the path of any of its parts and then looks like one file: the metadata is
/// that of the first part, the tensors are those of all parts. Immutable, so any thread may use
/// it.
package final class GGUFFile: Sendable {
  /// The format version of the first part: 2 or 3.
  package let version: UInt32
  package let metadata: Metadata
  /// The tensors in the order of the file.
  package let tensors: [TensorInfo]
  /// Bytes to which the tensors of the first part are aligned.
  package let alignment: Int
  private let parts: [FileBytes]
  private let indices: [String: Int]

  /// Opens the file at `path`; with a part of a split file, all its parts.
  ///
  /// Cost: one pass over the header (a vocabulary of 150,000 tokens takes some milliseconds).
  /// Every error is wrapped in `FormatError.file` with the path it concerns.
  package convenience init(path: String) throws(FormatError) {
    let opened = try Part(path: path)
    guard opened.count > 1 else {
      try self.init([opened])
      return
    }
    let (count, number) = (opened.count, opened.number ?? 0)
    guard let prefix = SplitName.prefix(of: path, number: number, count: count) else {
      throw .file(path: path, .splitName(number: number, count: count))
    }
    var parts: [Part] = []
    for index in 0..<count {
      let part =
        index == number
        ? opened
        : try Part(path: SplitName.path(prefix: prefix, number: index, count: count))
      try part.check(number: index, count: count)
      parts.append(part)
    }
    try self.init(parts)
  }

  /// Reads a file that is already in memory.
  package convenience init(bytes: [UInt8]) throws(FormatError) { try self.init(parts: [bytes]) }

  /// Reads a file, split into `parts` if there are several, that is already in memory.
  package convenience init(parts: [[UInt8]]) throws(FormatError) {
    var opened: [Part] = []
    for bytes in parts { opened.append(try Part(bytes: bytes)) }
    guard let first = opened.first else { throw .empty }
    guard first.count == parts.count else {
      throw .splitCount(expected: first.count, found: parts.count)
    }
    if parts.count > 1 {
      for (index, part) in opened.enumerated() {
        try part.check(number: index, count: parts.count)
      }
    }
    try self.init(opened)
  }

  /// Joins parts, at least one, that have been checked one by one.
  private init(_ opened: [Part]) throws(FormatError) {
    let first = opened[0]
    var tensors: [TensorInfo] = []
    var indices: [String: Int] = [:]
    for (number, part) in opened.enumerated() {
      for var tensor in part.header.tensors {
        tensor.part = number
        guard indices.updateValue(tensors.count, forKey: tensor.name) == nil else {
          throw part.located(.duplicateTensor(tensor.name))
        }
        tensors.append(tensor)
      }
    }
    if opened.count > 1, let expected = first.header.metadata.int("split.tensors.count"),
      expected != tensors.count
    {
      throw first.located(.splitTensors(expected: expected, found: tensors.count))
    }
    version = first.header.version
    metadata = first.header.metadata
    alignment = first.header.alignment
    parts = opened.map(\.bytes)
    self.tensors = tensors
    self.indices = indices
  }
}

extension GGUFFile {
  /// The number of files: 1, or the parts of a split file.
  package var partCount: Int { parts.count }

  /// The bytes of all files together.
  package var fileSize: Int { parts.reduce(0) { $0 + $1.count } }

  /// Whether the file at `path` is this one, or a part of it, by whatever name.
  package func isFile(at path: String) -> Bool {
    guard let identity = FileIdentity(path: path) else { return false }
    return parts.contains { $0.identity == identity }
  }

  /// The tensor of this name.
  ///
  /// O(1).
  package func tensor(named name: String) -> TensorInfo? { indices[name].map { tensors[$0] } }

  /// Calls `body` with the bytes of a tensor of this file: mapped memory, not a copy.
  ///
  /// The bytes neither move nor change while this object lives.
  package func withBytes<R, Failure: Error>(
    of tensor: TensorInfo, _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
  ) throws(Failure) -> R {
    try unsafe parts[tensor.part].withBytes { (bytes) throws(Failure) in
      let range = tensor.offset..<tensor.offset + tensor.byteCount
      return try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  /// A copy of the bytes of a tensor of this file.
  package func bytes(of tensor: TensorInfo) -> [UInt8] {
    unsafe withBytes(of: tensor) { unsafe Array($0) }
  }

  /// Tells the system what will happen to a tensor, or to the bytes `range` of it.
  package func advise(_ advice: FileAdvice, _ tensor: TensorInfo, range: Range<Int>? = nil) {
    let range = range ?? 0..<tensor.byteCount
    precondition(range.lowerBound >= 0 && range.upperBound <= tensor.byteCount)
    parts[tensor.part].advise(
      advice, tensor.offset + range.lowerBound..<tensor.offset + range.upperBound)
  }

  /// Gives back the memory of the bytes `range` of a tensor that have been consumed.
  ///
  /// Only pages that lie wholly inside the range are given back, so bytes of neighbours are never
  /// dropped. Reading the range again is correct but goes to the file. One who consumes a tensor
  /// piece by piece passes `0..<done` each time, lest the page across each border stays.
  package func adviseDone(_ tensor: TensorInfo, range: Range<Int>? = nil) {
    advise(.done, tensor, range: range)
  }

  /// Tells the system what will happen to all bytes.
  package func adviseAll(_ advice: FileAdvice) {
    for part in parts { part.advise(advice, 0..<part.count) }
  }
}

extension GGUFFile {
  package func value(_ key: String) -> MetadataValue? { metadata[key] }
  package func string(_ key: String) -> String? { metadata.string(key) }
  package func int(_ key: String) -> Int? { metadata.int(key) }
  package func double(_ key: String) -> Double? { metadata.double(key) }
  package func float(_ key: String) -> Float? { metadata.float(key) }
  package func bool(_ key: String) -> Bool? { metadata.bool(key) }
  package func ints(_ key: String) -> [Int]? { metadata.ints(key) }
  package func floats(_ key: String) -> [Float]? { metadata.floats(key) }
  package func bools(_ key: String) -> [Bool]? { metadata.bools(key) }
  package func strings(_ key: String) -> StringTable? { metadata.strings(key) }
}

/// One file with its header: the whole, or a part of a split file.
private struct Part {
  var path: String?
  var bytes: FileBytes
  var header: Header

  init(path: String) throws(FormatError) {
    do throws(FormatError) {
      bytes = try FileBytes(path: path)
      header = try Self.header(bytes)
    } catch {
      throw .file(path: path, error)
    }
    self.path = path
  }

  init(bytes: [UInt8]) throws(FormatError) {
    self.bytes = try FileBytes(copying: bytes)
    header = try Self.header(self.bytes)
  }

  private static func header(_ bytes: FileBytes) throws(FormatError) -> Header {
    try unsafe bytes.withBytes { (buffer) throws(FormatError) in
      let header = try unsafe Header(RawSpan(_unsafeBytes: buffer))
      if let count = header.metadata.int("split.count"), count > Limits.splitCount {
        throw .limit(
          what: "split.count", offset: 0, found: UInt64(count), limit: Limits.splitCount)
      }
      return header
    }
  }

  /// The number of parts that this one says there are; 1 for a file in one piece.
  var count: Int {
    max(1, header.metadata.int("split.count") ?? 1)
  }

  /// The place, from 0, that this part says it has.
  var number: Int? {
    header.metadata.int("split.no").flatMap { (0..<count).contains($0) ? $0 : nil }
  }

  /// Throws where this is not part `number` of `count`.
  func check(number: Int, count: Int) throws(FormatError) {
    guard self.number == number, self.count == count else {
      throw located(
        .splitPart(expected: number, of: count, found: self.number, foundOf: self.count))
    }
  }

  /// The error with this part's path.
  func located(_ error: FormatError) -> FormatError {
    path.map { .file(path: $0, error) } ?? error
  }
}
