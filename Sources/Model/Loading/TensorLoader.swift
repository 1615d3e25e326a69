import TernFormat
import TernKernels
import TernQuant

/// Finds tensors by name, checks their shapes and makes weights of them.
///
/// Remembers which tensors were asked for, so that one nobody asked for can be named: a file of an
/// unknown variant must not run with some of its weights ignored.
final class TensorLoader {
  let file: GGUFFile
  let compute: Compute
  private let architecture: String
  /// What notes which tensors are asked for, where none are to be read.
  let survey: TensorSurvey?
  private let progress: ((Double) -> Bool)?
  private(set) var used: Set<String> = []
  private var loadedBytes = 0
  /// Tensors that are read from the file's pages for good.
  private var inPlace: Set<String> = []
  private let totalBytes: Int
  /// Where the packed weights lie; `nil` where each has memory of its own.
  private let memory: WeightMemory?
  /// What packs the matrices behind; `nil` where each is packed when it is loaded.
  let packing: BackgroundPacking?

  /// Bytes of packed weights from which packing them behind pays.
  private static let packsBehindFrom = 16 << 20

  init(
    _ file: GGUFFile, architecture: String, compute: Compute, packing: ModelOptions.Packing?,
    progress: ((Double) -> Bool)?
  ) {
    self.file = file
    self.compute = compute
    self.architecture = architecture
    self.progress = progress
    survey = nil
    var total = 0
    for tensor in file.tensors {
      let (sum, overflow) = total.addingReportingOverflow(tensor.byteCount)
      total = overflow ? .max : sum
    }
    totalBytes = max(1, total)
    let packedBytes = Self.packedBytes(file)
    memory = packedBytes.flatMap { WeightMemory(capacity: $0) }
    let isLarge = packedBytes.map { $0 >= Self.packsBehindFrom } ?? false
    self.packing = packing ?? (isLarge ? .behind : .atLoad) == .behind ? BackgroundPacking() : nil
  }

  /// A loader that reads no tensor: it gives weights without meaning and lets `survey` note what was
  /// asked for.
  init(_ file: GGUFFile, survey: TensorSurvey, compute: Compute) {
    self.file = file
    self.compute = compute
    self.survey = survey
    (architecture, progress, totalBytes, memory, packing) = ("", nil, 1, nil, nil)
  }

  /// The bytes that all tensors of the file take when packed; `nil` where that is absurd.
  private static func packedBytes(_ file: GGUFFile) -> Int? {
    var total = 0
    for tensor in file.tensors where tensor.dimensions.count > 1 && tensor.elementCount > 0 {
      let (columns, rows) = (tensor.dimensions[0], tensor.dimensions[1])
      guard let one = WeightMatrix.packedBytes(tensor.type, rows: rows, columns: columns) else {
        return nil
      }
      let count = tensor.dimensions.dropFirst(2).reduce(1, *)
      let (all, tooMany) = one.multipliedReportingOverflow(by: count)
      let (sum, overflow) = total.addingReportingOverflow(all)
      guard !tooMany, !overflow else { return nil }
      total = sum
    }
    return total
  }

  func has(_ name: String) -> Bool { file.tensor(named: name) != nil }

  /// How many values the tensor `name` has; 0 where there is none.
  func count(_ name: String) -> Int { file.tensor(named: name)?.elementCount ?? 0 }

  /// The vector `name`, of any float type.
  func vector(_ name: String, count: Int) throws(ModelError) -> FloatVector {
    FloatVector(try floats(name, shape: [count]))
  }

  func optionalVector(_ name: String, count: Int) throws(ModelError) -> FloatVector? {
    has(name) ? try vector(name, count: count) : nil
  }

  /// The values of a tensor of any float type.
  func floats(_ name: String, shape: [Int]) throws(ModelError) -> [Float] {
    if let survey { return try survey.floats(name, shape) }
    let tensor = try find(name, shape: shape)
    let bytes = file.bytes(of: tensor)
    func load<T: FixedWidthInteger>(_ index: Int, as type: T.Type) -> T {
      let size = T.bitWidth / 8
      return (0..<size).reduce(0) { $0 | T(bytes[index * size + $1]) << T($1 * 8) }
    }
    let values: [Float]
    switch tensor.type {
    case .f32:
      values = (0..<tensor.elementCount).map { Float(bitPattern: load($0, as: UInt32.self)) }
    case .f16:
      values = (0..<tensor.elementCount).map {
        Float(Float16(bitPattern: load($0, as: UInt16.self)))
      }
    case .bf16:
      values = (0..<tensor.elementCount).map {
        Float(bitPattern: UInt32(load($0, as: UInt16.self)) << 16)
      }
    case .f64:
      values = (0..<tensor.elementCount).map {
        Float(Double(bitPattern: load($0, as: UInt64.self)))
      }
    default:
      throw .badTensor(name, reason: "expected floats, found \(tensor.type.name)")
    }
    try loaded(tensor)
    return values
  }

  /// Row 0 of `token_types`, which every token gets; `nil` where the file has none.
  func tokenType(_ embedding: Int) throws(ModelError) -> FloatVector? {
    let name = "token_types.weight"
    guard let tensor = file.tensor(named: name) else { return nil }
    let types = tensor.dimensions.dropFirst().first ?? 1
    let values = try floats(name, shape: [embedding, types])
    guard values.count >= embedding else {
      throw .wrongShape(tensor: name, expected: [embedding, 1], found: tensor.dimensions)
    }
    return FloatVector(Array(values.prefix(embedding)))
  }

  /// The matrix `name` that maps `columns` values to `rows`; with `isLookup` one whose rows are only
  /// looked up, which stays as it is in the file.
  func matrix(
    _ name: String, rows: Int, columns: Int, isLookup: Bool = false
  ) throws(ModelError) -> WeightMatrix {
    if let survey { return try survey.matrices(name, [columns, rows], count: 1)[0] }
    let tensor = try find(name, shape: [columns, rows])
    let weight = try weight(
      tensor, slice: 0..<tensor.byteCount, rows: rows, columns: columns, isLookup: isLookup)
    try loaded(tensor, staysInPlace: weight.residentBytes == 0)
    return weight
  }

  /// The `count` matrices that the tensor `name` holds one behind the other.
  func matrices(
    _ name: String, count: Int, rows: Int, columns: Int
  ) throws(ModelError) -> [WeightMatrix] {
    if let survey { return try survey.matrices(name, [columns, rows, count], count: count) }
    let tensor = try find(name, shape: [columns, rows, count])
    let size = tensor.byteCount / count
    var weights: [WeightMatrix] = []
    for index in 0..<count {
      weights.append(
        try weight(
          tensor, slice: index * size..<(index + 1) * size, rows: rows, columns: columns))
    }
    try loaded(tensor, staysInPlace: weights.allSatisfy { $0.residentBytes == 0 })
    return weights
  }

  /// One bias per expert from a tensor of `[count]` vectors, where it exists.
  func optionalVectors(
    _ name: String, count: Int, length: Int
  ) throws(ModelError) -> [FloatVector]? {
    guard has(name) else { return nil }
    if let survey { return try survey.vectors(name, [length, count], count: count) }
    let values = try floats(name, shape: [length, count])
    return (0..<count).map { FloatVector(Array(values[$0 * length..<($0 + 1) * length])) }
  }

  /// Ends loading: starts what packs behind, and gives back every page that is not read any more.
  ///
  /// Touching a page maps its neighbours too, so pages that were given back have come again.
  func finish() {
    guard survey == nil else { return }
    let file = file
    let done = inPlace.isEmpty ? nil : file.tensors.filter { !inPlace.contains($0.name) }
    let releasePages = { @Sendable in
      if let done { done.forEach { file.adviseDone($0) } } else { file.adviseAll(.done) }
    }
    if let packing { packing.start(finished: releasePages) } else { releasePages() }
  }

  /// Counts tensors as known that the family has but does not read.
  func skip(_ names: [String]) { used.formUnion(names) }

  /// Counts all tensors as known whose names begin with `prefix`.
  func skip(below prefix: String) {
    skip(file.tensors.map(\.name).filter { $0.hasPrefix(prefix) })
  }

  /// Throws where the file has no tensor `name`, without reading it.
  func require(_ name: String) throws(ModelError) {
    guard !has(name) else { return }
    guard let survey else { throw .missingTensor(name) }
    survey.missing.append(name)
  }

  /// Throws where a layer below `layers` holds a tensor that was not asked for.
  func requireAllUsed(layers: Int) throws(ModelError) {
    guard survey == nil else { return }
    for tensor in file.tensors where !used.contains(tensor.name) {
      let name = tensor.name.hasPrefix("enc.") ? tensor.name.dropFirst(4) : tensor.name[...]
      let parts = name.split(separator: ".", maxSplits: 2)
      guard parts.count == 3, parts[0] == "blk", let layer = Int(parts[1]), layer < layers,
        !Self.ignored.contains(String(parts[2]))
      else { continue }
      throw .unusedTensor(tensor.name, architecture: architecture)
    }
  }

  /// Tensors of old files that hold nothing the model needs.
  static let ignored: Set = ["attn_rot_embd", "attn_rot_embd.weight"]

  /// The tensor `name`, checked to have `shape` (GGUF order: row length first).
  func find(_ name: String, shape: [Int]) throws(ModelError) -> TensorInfo {
    guard let tensor = file.tensor(named: name) else { throw .missingTensor(name) }
    guard Self.areEqual(tensor.dimensions, shape) else {
      throw .wrongShape(tensor: name, expected: shape, found: tensor.dimensions)
    }
    used.insert(name)
    return tensor
  }

  /// Whether shapes are the same but for dimensions of 1 at their ends: `[64, 1]` and `[64]` are.
  static func areEqual(_ a: [Int], _ b: [Int]) -> Bool {
    let count = max(a.count, b.count)
    return (0..<count).allSatisfy { ($0 < a.count ? a[$0] : 1) == ($0 < b.count ? b[$0] : 1) }
  }

  func weight(
    _ tensor: TensorInfo, slice: Range<Int>, rows: Int, columns: Int, isLookup: Bool = false
  ) throws(ModelError) -> WeightMatrix {
    do throws(KernelError) {
      return try unsafe file.withBytes(of: tensor) { (bytes) throws(KernelError) in
        try unsafe WeightMatrix(
          UnsafeRawBufferPointer(rebasing: bytes[slice]), type: tensor.type, rows: rows,
          columns: columns, owner: file, team: compute.team, isa: compute.isa,
          in: memory, behind: packing, isLookup: isLookup,
          released: { [file] range in
            file.adviseDone(
              tensor,
              range: slice.lowerBound + range.lowerBound..<slice.lowerBound + range.upperBound)
          })
      }
    } catch {
      throw .badTensor(tensor.name, reason: "\(error)")
    }
  }

  /// Gives back the pages of a tensor that was packed or copied, and reports progress.
  ///
  /// The pages of a matrix used in place stay; those of one that is packed behind are read now, so
  /// that what is reported is true and a first token does not wait for the disk.
  func loaded(_ tensor: TensorInfo, staysInPlace: Bool = false) throws(ModelError) {
    if staysInPlace {
      inPlace.insert(tensor.name)
    } else if packing != nil && tensor.dimensions.count > 1 {
      map(tensor)
    } else {
      file.adviseDone(tensor)
    }
    loadedBytes += tensor.byteCount
    guard let progress else { return }
    if !progress(min(1, Double(loadedBytes) / Double(totalBytes))) { throw .cancelled }
  }

  /// Brings the bytes of a tensor into this process's memory.
  private func map(_ tensor: TensorInfo) {
    let pieceBytes = 4 << 20
    let pieces = (tensor.byteCount + pieceBytes - 1) / pieceBytes
    compute.team.run(pieces) { piece in
      let end = min(tensor.byteCount, (piece + 1) * pieceBytes)
      file.advise(.readNow, tensor, range: piece * pieceBytes..<end)
    }
  }
}
