/// Writes a GGUF file, tensor by tensor, without holding it in memory.
///
/// Metadata and tensors are declared first; then the data of the tensors follows in the order
/// declared, each in as many pieces as the caller likes; then `finish()`. Until then the data is
/// in a file of another name, so a failed or abandoned write leaves the destination as it was: one
/// may overwrite the file that is being read. A destination that exists and is no regular file, such
/// as a pipe, gets the data as it comes. Any error ends the writing: later calls throw
/// `writerClosed`. For one thread at a time.
///
/// ```swift
/// let writer = try GGUFWriter(path: "out.gguf", metadata: metadata, tensors: declarations)
/// for tensor in writer.tensors { try writer.write(encode(tensor), to: tensor.name) }
/// try writer.finish()
/// ```
package final class GGUFWriter {
  /// The tensors in the order in which their data must be written.
  package let tensors: [TensorInfo]
  /// Bytes that the finished file will have.
  package let fileSize: Int
  private let path: String
  private let alignment: Int
  private var file: OutputFile?
  /// The tensor to which the next byte belongs.
  private var current = 0
  /// Bytes of that tensor that have been written.
  private var written = 0

  /// Creates the file under a temporary name in the folder of `path`, or opens what is there and no
  /// regular file, and writes the header.
  package init(
    path: String, metadata: Metadata, tensors: [TensorDeclaration]
  ) throws(FormatError) {
    self.path = path
    let layout: GGUFLayout
    let file: OutputFile
    do throws(FormatError) {
      layout = try GGUFLayout(metadata: metadata, tensors: tensors)
      file = try OutputFile(path: path)
      try unsafe file.write(layout.header.span.bytes)
    } catch {
      throw .file(path: path, error)
    }
    self.tensors = layout.tensors
    self.file = file
    fileSize = layout.fileSize
    alignment = layout.alignment
    skipEmptyTensors()
  }

  /// Writes the next `bytes` of the tensor called `name`, which must be the next one declared
  /// that is not complete.
  package func write(_ bytes: RawSpan, to name: String) throws(FormatError) {
    try closingOnError { (file) throws(FormatError) in
      if bytes.isEmpty { return }
      guard current < tensors.count, tensors[current].name == name else {
        let expected = current < tensors.count ? tensors[current].name : nil
        throw .unexpectedTensor(expected: expected, found: name)
      }
      let tensor = tensors[current]
      guard bytes.byteCount <= tensor.byteCount - written else {
        throw .wrongByteCount(
          tensor: name, expected: tensor.byteCount, found: written + bytes.byteCount)
      }
      try file.write(bytes)
      written += bytes.byteCount
      if written == tensor.byteCount {
        let padding = tensor.byteCount.padded(to: alignment) - tensor.byteCount
        try unsafe file.write([UInt8](repeating: 0, count: padding).span.bytes)
        (current, written) = (current + 1, 0)
        skipEmptyTensors()
      }
    }
  }

  /// Writes the next `bytes` of the tensor called `name`.
  package func write(_ bytes: [UInt8], to name: String) throws(FormatError) {
    try unsafe write(bytes.span.bytes, to: name)
  }

  /// Writes the next `bytes` of the tensor called `name`.
  package func write(_ bytes: UnsafeRawBufferPointer, to name: String) throws(FormatError) {
    try unsafe write(RawSpan(_unsafeBytes: bytes), to: name)
  }

  /// Waits until all bytes are stored and gives the file its name.
  ///
  /// Throws `wrongByteCount` where data of a declared tensor is missing.
  package func finish() throws(FormatError) {
    try closingOnError { (file) throws(FormatError) in
      guard current == tensors.count else {
        throw .wrongByteCount(
          tensor: tensors[current].name, expected: tensors[current].byteCount, found: written)
      }
      try file.commit()
    }
    file = nil
  }

  /// Tensors without bytes need no call of `write`.
  private func skipEmptyTensors() {
    while current < tensors.count, tensors[current].byteCount == 0 { current += 1 }
  }

  /// Runs `body` on the file; an error removes the file.
  private func closingOnError(
    _ body: (OutputFile) throws(FormatError) -> Void
  ) throws(FormatError) {
    guard let file else { throw .file(path: path, .writerClosed) }
    do throws(FormatError) {
      try body(file)
    } catch {
      self.file = nil
      throw .file(path: path, error)
    }
  }
}

extension GGUFWriter {
  /// The bytes of a whole file, for small ones.
  ///
  /// `data` holds the bytes of each declared tensor, in order.
  package static func bytes(
    metadata: Metadata, tensors: [TensorDeclaration], data: [[UInt8]]
  ) throws(FormatError) -> [UInt8] {
    precondition(tensors.count == data.count, "one array of bytes for each tensor")
    let layout = try GGUFLayout(metadata: metadata, tensors: tensors)
    var bytes = layout.header
    for (tensor, data) in zip(layout.tensors, data) {
      guard data.count == tensor.byteCount else {
        throw .wrongByteCount(tensor: tensor.name, expected: tensor.byteCount, found: data.count)
      }
      let padding = data.count.padded(to: layout.alignment) - data.count
      bytes += data
      bytes += [UInt8](repeating: 0, count: padding)
    }
    return bytes
  }
}
