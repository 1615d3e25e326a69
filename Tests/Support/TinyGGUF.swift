import TernFormat
import TernQuant

/// A small, valid GGUF file made in memory: metadata and tensors added one by one.
package struct TinyGGUF: Sendable {
  package var metadata: Metadata
  package private(set) var declarations: [TensorDeclaration] = []
  package private(set) var data: [[UInt8]] = []

  package init(metadata: Metadata = [:]) { self.metadata = metadata }

  /// Adds a tensor of any type by its stored bytes.
  package mutating func add(
    _ name: String, _ type: TensorType, _ dimensions: [Int], bytes: [UInt8]
  ) {
    declarations.append(TensorDeclaration(name: name, type: type, dimensions: dimensions))
    data.append(bytes)
  }

  /// Adds an F32 tensor; `dimensions[0]` is the row length.
  package mutating func add(_ name: String, _ dimensions: [Int], floats: [Float]) {
    add(name, .f32, dimensions, bytes: RawGGUF.bytes(floats))
  }

  /// Adds an F32 tensor of seeded normal values times `scale`.
  package mutating func addRandom(
    _ name: String, _ dimensions: [Int], scale: Float = 1, using random: inout SeededGenerator
  ) {
    let count = dimensions.reduce(1, *)
    add(name, dimensions, floats: (0..<count).map { _ in random.normal() * scale })
  }

  /// Replaces one value of the F32 tensor number `index`.
  package mutating func set(_ value: Float, tensor index: Int, at place: Int) {
    data[index].replaceSubrange(4 * place..<4 * place + 4, with: RawGGUF.bytes([value]))
  }

  /// The bytes of the file.
  package func bytes(version: UInt32 = 3) throws(FormatError) -> [UInt8] {
    var bytes = try GGUFWriter.bytes(metadata: metadata, tensors: declarations, data: data)
    // Versions 2 and 3 differ in nothing but this number.
    bytes.replaceSubrange(4..<8, with: RawGGUF.bytes([version]))
    return bytes
  }

  /// The file, opened.
  package func file() throws(FormatError) -> GGUFFile { try GGUFFile(bytes: bytes()) }

  /// Writes the file to `path`.
  package func write(to path: String) throws(FormatError) {
    let writer = try GGUFWriter(path: path, metadata: metadata, tensors: declarations)
    for (tensor, data) in zip(declarations, data) { try writer.write(data, to: tensor.name) }
    try writer.finish()
  }

  /// The same tensors spread over `count` parts of a split file, with the metadata in the first.
  package func split(into count: Int) -> [TinyGGUF] {
    let share = (declarations.count + count - 1) / count
    return (0..<count).map { number in
      var part = TinyGGUF(metadata: number == 0 ? metadata : [:])
      part.metadata["split.no"] = .uint16(UInt16(number))
      part.metadata["split.count"] = .uint16(UInt16(count))
      part.metadata["split.tensors.count"] = .int32(Int32(declarations.count))
      for (tensor, bytes) in zip(declarations, data).dropFirst(number * share).prefix(share) {
        part.add(tensor.name, tensor.type, tensor.dimensions, bytes: bytes)
      }
      return part
    }
  }
}

/// GGUF bytes written field by field, so that any of them can be wrong.
package struct RawGGUF: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// Begins with the magic number, the version and both counts.
  package init(version: UInt32 = 3, tensorCount: UInt64 = 0, metadataCount: UInt64 = 0) {
    bytes = Array("GGUF".utf8)
    append(version)
    append(tensorCount)
    append(metadataCount)
  }

  /// Adds numbers as they lie in memory.
  package mutating func append<T: BitwiseCopyable>(_ values: T...) { bytes += Self.bytes(values) }

  /// Adds a length and the bytes of a string.
  package mutating func append(string: String) {
    append(UInt64(string.utf8.count))
    bytes += Array(string.utf8)
  }

  /// Adds the key and the type number of an entry; its value is up to the caller.
  package mutating func entry(_ key: String, type: UInt32) {
    append(string: key)
    append(type)
  }

  /// Adds one tensor info.
  package mutating func tensor(
    _ name: String, dimensions: [UInt64], type: UInt32 = 0, offset: UInt64
  ) {
    append(string: name)
    append(UInt32(dimensions.count))
    for dimension in dimensions { append(dimension) }
    append(type)
    append(offset)
  }

  /// Pads with zeros to a multiple of `alignment`, then adds `data` zeros.
  package mutating func data(_ count: Int, alignment: Int = 32) {
    let padded = (bytes.count + alignment - 1) / alignment * alignment
    bytes += [UInt8](repeating: 0, count: padded - bytes.count + count)
  }

  /// The bytes of numbers as they lie in memory.
  package static func bytes<T: BitwiseCopyable>(_ values: [T]) -> [UInt8] {
    unsafe values.withUnsafeBytes { unsafe Array($0) }
  }
}
