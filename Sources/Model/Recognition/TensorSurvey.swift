import TernFormat
import TernKernels

/// What a family asks for when it loads a file, noted without reading any tensor.
///
/// Weights are stand-ins without meaning. What one survey may ask for is limited, so that no
/// metadata makes it long.
final class TensorSurvey {
  private let file: GGUFFile
  /// The file's tensors that were asked for.
  private(set) var used: Set<String> = []
  /// Names that the file does not have.
  var missing: [String] = []
  private(set) var misshapen: [(name: String, expected: [Int], found: [Int])] = []
  /// Steps that are left: one for each name, matrix or 64 values.
  private var steps: Int
  private let matrix: WeightMatrix
  private let vector = FloatVector([1])

  /// Steps of a survey: several times those of the largest models.
  static let steps = 1 << 19

  init(_ file: GGUFFile, standIn: WeightMatrix, steps: Int = TensorSurvey.steps) {
    self.file = file
    matrix = standIn
    self.steps = steps
  }

  func floats(_ name: String, _ shape: [Int]) throws(ModelError) -> [Float] {
    var count = 1
    for length in shape {
      let (product, overflow) = count.multipliedReportingOverflow(by: length)
      guard !overflow, product <= 64 * steps else { throw Self.tooLarge(name) }
      count = product
    }
    try note(name, shape, steps: 1 + count / 64)
    return [Float](repeating: 1, count: count)
  }

  func vectors(_ name: String, _ shape: [Int], count: Int) throws(ModelError) -> [FloatVector] {
    try note(name, shape, steps: count)
    return Array(repeating: vector, count: count)
  }

  /// `count` matrices that one tensor holds.
  func matrices(_ name: String, _ shape: [Int], count: Int) throws(ModelError) -> [WeightMatrix] {
    try note(name, shape, steps: count)
    return Array(repeating: matrix, count: count)
  }

  private func note(_ name: String, _ shape: [Int], steps count: Int) throws(ModelError) {
    guard count <= steps else { throw Self.tooLarge(name) }
    steps -= count
    guard let tensor = file.tensor(named: name) else {
      missing.append(name)
      return
    }
    used.insert(name)
    if !TensorLoader.areEqual(tensor.dimensions, shape) {
      misshapen.append((name, shape, tensor.dimensions))
    }
  }

  private static func tooLarge(_ name: String) -> ModelError {
    .badTensor(name, reason: "the metadata lead to more than a model can have")
  }
}
