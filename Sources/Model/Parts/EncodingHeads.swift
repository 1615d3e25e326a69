import TernFormat
import TernKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What vectors of whole texts go through at the end, where the file has it.
///
/// ```
/// embedding = dense_3 · dense_2 · pooled
/// scores    = cls.output · norm(f(cls · pooled))
/// ```
struct EncodingHeads {
  let dense: [Linear]
  let classifier: ClassifierWeights?

  var matrices: [WeightMatrix] {
    dense.map(\.weight) + [classifier?.dense, classifier?.output].compactMap { $0?.weight }
  }
}

/// A ranking head; what a file does not have is `nil`.
struct ClassifierWeights {
  let dense: Linear?
  let norm: Norm?
  let output: Linear?
}

extension EncodingHeads {
  init(_ names: LayerLoader, _ config: Config) throws(ModelError) {
    var dense: [Linear] = []
    var width = config.embedding
    if config.family.encoder?.denseLayers == true {
      for name in ["dense_2", "dense_3"] where names.has(name) {
        dense.append(try names.linear(name, columns: width))
        width = names.rows(of: name)
      }
    }
    self.dense = dense
    guard names.has("cls") || names.has("cls.output") else {
      classifier = nil
      return
    }
    let first = names.has("cls") ? try names.linear("cls", columns: config.embedding) : nil
    width = first == nil ? config.embedding : names.rows(of: "cls")
    var norm = try names.optionalNorm("cls.norm", count: width)
    // Whatever the model's own norms are, that of the head is a layer norm.
    if let weights = norm { norm = Norm(kind: .layer, weight: weights.weight, bias: weights.bias) }
    classifier = ClassifierWeights(
      dense: first, norm: norm,
      output: names.has("cls.output") ? try names.linear("cls.output", columns: width) : nil)
  }
}

extension LayerLoader {
  /// A matrix with as many rows as the file has for it.
  fileprivate func linear(_ name: String, columns: Int) throws(ModelError) -> Linear {
    try linear(name, rows: rows(of: name), columns: columns)
  }

  fileprivate func rows(of name: String) -> Int {
    let dimensions = loader.file.tensor(named: prefix + name + ".weight")?.dimensions ?? []
    return max(1, dimensions.dropFirst().first ?? 1)
  }
}

extension Model {
  /// Values of one vector of a text.
  package var embeddingWidth: Int { weights.heads.dense.last?.weight.rows ?? config.embedding }

  /// `count` pooled states as the vectors that are handed out.
  func embedded(_ states: [Float], count: Int) throws(ModelError) -> [Float] {
    var vectors = states
    for linear in weights.heads.dense {
      vectors = try product(linear, vectors, count: count)
    }
    return vectors
  }

  /// The scores of the ranking head for the state that it reads.
  func scores(_ state: [Float]) throws(ModelError) -> [Float] {
    guard let head = weights.heads.classifier else {
      throw .noRankingHead(architecture: config.architecture)
    }
    var values = state
    if let dense = head.dense {
      values = try product(dense, values)
      if config.family.classifier.activation == .tanh { values = values.map { tanhf($0) } }
      if config.family.classifier.activation == .gelu {
        values = try mapped(values) { compute.activate($0, .gelu) }
      }
    }
    if let norm = head.norm { values = try mapped(values) { apply(norm, $0, into: $0) } }
    if let output = head.output { values = try product(output, values) }
    if config.family.classifier.softmax { values = try mapped(values, compute.softmax) }
    return values
  }

  private func product(
    _ linear: Linear, _ values: [Float], count: Int = 1
  ) throws(ModelError) -> [Float] {
    do {
      let input = try RowBuffer(allocating: count, columns: linear.weight.columns)
      let output = try RowBuffer(allocating: count, columns: linear.weight.rows)
      input.rows(count).fill(values)
      multiply(linear, input.rows(count), into: output.rows(count))
      return output.rows(count).values
    } catch {
      throw .memory(error)
    }
  }

  /// The values after `body` has worked on them as one row.
  private func mapped(_ values: [Float], _ body: (Rows) -> Void) throws(ModelError) -> [Float] {
    do {
      let buffer = try RowBuffer(allocating: 1, columns: values.count)
      buffer.rows(1).fill(values)
      body(buffer.rows(1))
      return buffer.rows(1).values
    } catch {
      throw .memory(error)
    }
  }
}

extension Rows {
  /// Takes the values row by row.
  fileprivate func fill(_ values: [Float]) {
    precondition(values.count == count * columns)
    for row in 0..<count {
      unsafe withRow(row) { target in
        for column in target.indices { unsafe target[column] = values[row * columns + column] }
      }
    }
  }

  /// All values, row by row.
  fileprivate var values: [Float] {
    var values: [Float] = []
    values.reserveCapacity(count * columns)
    for row in 0..<count { unsafe withRow(row) { unsafe values.append(contentsOf: $0) } }
    return values
  }
}
