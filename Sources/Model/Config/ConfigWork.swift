/// What a layer does for a token besides the products with its matrices, as far as its sizes say.
extension LayerConfig {
  /// Bytes of the states that it reads, and writes again.
  package var stateBytes: Int { mixers.reduce(0) { $0 + ($1.state?.byteCount ?? 0) } }

  /// Operations of its recurrences, a multiplication and an addition each counting as one; `nil`
  /// where a recurrence does not say.
  package var recurrentOperations: Int? {
    var sum = 0
    for case .recurrent(let sizes) in mixers {
      guard let operations = (sizes as? any CountedRecurrence)?.operations else { return nil }
      sum += operations
    }
    return sum
  }
}

extension LatentConfig {
  /// Operations of attention for tokens that see so many positions each, where `length` positions
  /// are kept: the products with stored rows, or with keys and values that were decompressed for
  /// the purpose, whichever are fewer; `nil` where an indexer chooses what is seen.
  package func operations(seen: [Int], length: Int) -> Int? {
    guard indexer == nil else { return nil }
    let pairs = seen.reduce(0, +)
    // The products of a token's own row count among those with the matrices.
    let again = max(0, length - seen.count) * rank * (plainDim + valueDim)
    return 2 * heads * min(pairs * (rowWidth + rank), pairs * (keyDim + valueDim) + again)
  }
}

/// A recurrence whose operations are known.
protocol CountedRecurrence {
  /// Operations for one token, without the products with matrices.
  var operations: Int { get }
}

extension ShortConvolutionConfig: CountedRecurrence {
  /// The convolution, and two products with gates.
  var operations: Int { width * (2 * taps + 2) }
}

extension DeltaNetConfig: CountedRecurrence {
  /// The convolution; for each value of the state its decay, and multiplications and additions for
  /// what the key recalls, for what is written and for what the query reads.
  var operations: Int { 2 * taps * channels + 7 * valueHeads * keyDim * valueDim }
}

extension StateSpaceConfig: CountedRecurrence {
  /// The convolution; for each value of the state its decay, and multiplications and additions for
  /// what is written and for what is read.
  var operations: Int { 2 * taps * channels + 5 * width * stateDim }
}
