import TernFormat
import TernKernels
import TernQuant

/// Writes a file again with its weights in other types.
///
/// Works slice by slice: memory stays at a few megabytes, whatever the file's size. The result
/// appears under its name only when it is complete, and never under that of the file that is read.
package struct Quantizer {
  private let file: GGUFFile
  private let mix: QuantizationMix
  private let team: Team
  /// Whether weights that are quantized already may be quantized again, to another type.
  private let allowsRequantizing: Bool
  /// Values that one thread decodes and encodes at a time: whole blocks of every type.
  private static let partValues = 1 << 16

  package init(
    _ file: GGUFFile, mix: QuantizationMix, team: Team, allowsRequantizing: Bool = false
  ) {
    self.file = file
    self.mix = mix
    self.team = team
    self.allowsRequantizing = allowsRequantizing
  }

  /// The tensors that are quantized and would be quantized again, which loses more than quantizing
  /// the original weights.
  package func requantized() throws(QuantizerError) -> [TensorInfo] {
    let pairs = zip(file.tensors, try types())
    return pairs.filter { Self.isRequantized($0.type, $1) }.map { $0.0 }
  }

  private static func isRequantized(_ source: TensorType, _ target: TensorType) -> Bool {
    source != target && source.blockSize > 1 && target.blockSize > 1
  }

  /// Writes the file; `progress` gets the share done (0…1) and the name of the tensor at hand.
  ///
  /// Throws before anything is written where a type cannot be written.
  /// - Returns: The bytes of the file that was written.
  @discardableResult
  package func write(
    to path: String, progress: (Double, String) -> Void = { _, _ in }
  ) throws(QuantizerError) -> Int {
    guard !file.isFile(at: path) else { throw .ontoItself(path) }
    let plan = try plan()
    let declarations = zip(file.tensors, plan).map { tensor, type in
      TensorDeclaration(name: tensor.name, type: type, dimensions: tensor.dimensions)
    }
    let writer = try formatted { () throws(FormatError) in
      try GGUFWriter(path: path, metadata: metadata, tensors: declarations)
    }
    let total = max(1, file.tensors.reduce(0) { $0 + $1.elementCount })
    var done = 0
    for (tensor, type) in zip(file.tensors, plan) {
      progress(Double(done) / Double(total), tensor.name)
      try write(tensor, as: type, to: writer)
      file.adviseDone(tensor)
      done += tensor.elementCount
    }
    try formatted { () throws(FormatError) in try writer.finish() }
    progress(1, "")
    return writer.fileSize
  }

  private var metadata: Metadata {
    var metadata = file.metadata
    // The result is one file.
    for key in ["split.no", "split.count", "split.tensors.count"] { metadata[key] = nil }
    metadata["general.file_type"] = .uint32(mix.fileType)
    metadata["general.quantization_version"] = .uint32(2)
    return metadata
  }

  /// The type of every tensor in the result; throws for what must not or cannot be written.
  private func plan() throws(QuantizerError) -> [TensorType] {
    let types = try types()
    for (tensor, type) in zip(file.tensors, types) where type != tensor.type {
      guard Quant.canEncode(type) else { throw .cannotWrite(type) }
      if !allowsRequantizing, Self.isRequantized(tensor.type, type) {
        throw .requantizing(tensor.name, from: tensor.type, to: type)
      }
    }
    return types
  }

  private func types() throws(QuantizerError) -> [TensorType] {
    let shape: QuantizationMix.Shape
    do throws(ModelError) {
      shape = try QuantizationMix.Shape(file.metadata, tensors: file.tensors.map(\.name))
    } catch {
      throw .model(error)
    }
    return file.tensors.map { tensor in
      mix.type(name: tensor.name, dimensions: tensor.dimensions, shape: shape) ?? tensor.type
    }
  }

  private func write(
    _ tensor: TensorInfo, as type: TensorType, to writer: GGUFWriter
  ) throws(QuantizerError) {
    if type == tensor.type {
      try formatted { () throws(FormatError) in
        try unsafe file.withBytes(of: tensor) { (bytes) throws(FormatError) in
          try unsafe writer.write(bytes, to: tensor.name)
        }
      }
      return
    }
    let slice = Self.partValues * team.threads * 4
    for start in stride(from: 0, to: tensor.elementCount, by: slice) {
      let end = min(start + slice, tensor.elementCount)
      let encoded = try encode(tensor, start..<end, as: type)
      try formatted { () throws(FormatError) in try writer.write(encoded, to: tensor.name) }
    }
  }

  /// The elements of `range` in the new type; the parts of a slice are done by all threads.
  private func encode(
    _ tensor: TensorInfo, _ range: Range<Int>, as type: TensorType
  ) throws(QuantizerError) -> [UInt8] {
    let parts = (range.count + Self.partValues - 1) / Self.partValues
    var encoded = [UInt8](repeating: 0, count: range.count / type.blockSize * type.blockBytes)
    var failures = [QuantError?](repeating: nil, count: parts)
    unsafe file.withBytes(of: tensor) { source in
      unsafe encoded.withUnsafeMutableBytes { target in
        unsafe failures.withUnsafeMutableBufferPointer { failures in
          team.run(parts) { part in
            let start = range.lowerBound + part * Self.partValues
            let end = min(start + Self.partValues, range.upperBound)
            let from = unsafe Self.bytes(of: source, tensor.type, start..<end)
            let offset = range.lowerBound
            let to = unsafe Self.bytes(of: target, type, (start - offset)..<(end - offset))
            do throws(QuantError) {
              try unsafe Self.convert(tensor.type, from, type, to, count: end - start)
            } catch {
              unsafe failures[part] = error
            }
          }
        }
      }
    }
    if let failure = failures.lazy.compactMap({ $0 }).first { throw .quant(tensor.name, failure) }
    return encoded
  }

  private static func bytes<Bytes: Collection>(
    of buffer: Bytes, _ type: TensorType, _ range: Range<Int>
  ) -> Slice<Bytes>.SubSequence where Bytes.SubSequence == Slice<Bytes>, Bytes.Index == Int {
    let unit = type.blockBytes
    return buffer[
      (range.lowerBound / type.blockSize * unit)..<(range.upperBound / type.blockSize * unit)]
  }

  private static func convert(
    _ source: TensorType, _ bytes: Slice<UnsafeRawBufferPointer>,
    _ target: TensorType, _ result: Slice<UnsafeMutableRawBufferPointer>, count: Int
  ) throws(QuantError) {
    let values = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
    defer { unsafe values.deallocate() }
    try unsafe Quant.decode(source, UnsafeRawBufferPointer(rebasing: bytes), into: values)
    try unsafe Quant.encode(
      target, UnsafeBufferPointer(values), into: UnsafeMutableRawBufferPointer(rebasing: result))
  }

  private func formatted<R>(
    _ body: () throws(FormatError) -> R
  ) throws(QuantizerError) -> R {
    do throws(FormatError) { return try body() } catch { throw .format(error) }
  }
}

/// Why a file could not be quantized.
package enum QuantizerError: Error, Equatable, CustomStringConvertible {
  case format(FormatError)
  /// The metadata holds what cannot be.
  case model(ModelError)
  case quant(String, QuantError)
  case cannotWrite(TensorType)
  /// The weights of a tensor have lost precision already and would lose more.
  case requantizing(String, from: TensorType, to: TensorType)
  /// The result would replace the file that is read.
  case ontoItself(String)

  package var description: String {
    switch self {
    case .format(let error): error.description
    case .model(let error): error.description
    case .quant(let tensor, let error): "\(tensor): \(error.description)"
    case .cannotWrite(let type): "weights cannot be written as \(type.name)"
    case .requantizing(let tensor, let from, let to):
      "\(tensor) is quantized already (\(from.name)), and quantizing it again, to \(to.name), loses "
        + "more than quantizing the original weights"
    case .ontoItself(let path): "\(path) is the file that is read: give another output"
    }
  }
}
