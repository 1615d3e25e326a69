/// Texts on their way through a model: packed into passes without padding, and pooled as they come
/// out.
///
/// An encoder takes whole texts, as many as fit a pass, and lets go of their keys and values
/// afterwards. A decoder also takes parts of texts.
package struct EncodingRun {
  private let texts: [[Int32]]
  private let pooling: Pooling
  /// The states that are kept of a text.
  private let kept: Pooling
  private var results: [[Float]]
  private var place = Place()

  /// What is next.
  private struct Place {
    var text = 0
    /// Tokens of the text that have run.
    var offset = 0
    var cache: KVCache?
  }

  package init(_ texts: [[Int32]], pooling: Pooling, model: Model) {
    self.texts = texts
    self.pooling = pooling
    kept = pooling == .rank ? model.config.encoding.classifierPooling : pooling
    results = Array(repeating: [], count: texts.count)
  }

  /// What the model gives for the texts, after the last step.
  ///
  /// One vector each, or the scores of the ranking head, or with ``Pooling/none`` the vectors of all
  /// positions one behind the other.
  package var vectors: [[Float]]? { place.text == texts.count ? results : nil }

  /// Runs the next pass, of at most `limit` rows but at least one text of an encoder.
  ///
  /// Where the pass fails nothing has changed: the step may be tried again.
  package mutating func step(
    _ model: Model, limit: Int, willRun: (_ rows: Int) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ModelError) {
    var next = place
    let (rows, owners) = rows(model, limit: max(1, limit), from: &next)
    willRun(rows.count)
    var results = results
    self.results = []
    defer { self.results = results }
    try unsafe model.states(rows, isCancelled: isCancelled) { row, values in
      unsafe take(values, into: &results[owners[row]])
    }
    for text in place.text..<next.text {
      results[text] = try finished(results[text], count: texts[text].count, model)
    }
    place = next
  }

  private func rows(
    _ model: Model, limit: Int, from place: inout Place
  ) -> (rows: [BatchRow], owners: [Int]) {
    var rows: [BatchRow] = []
    var owners: [Int] = []
    while place.text < texts.count {
      let tokens = texts[place.text]
      let (left, room) = (tokens.count - place.offset, limit - rows.count)
      let isWhole = left <= room || (model.config.encoding.isBidirectional && rows.isEmpty)
      let count = isWhole ? left : model.config.encoding.isBidirectional ? 0 : room
      if count == 0, left > 0 { break }
      let cache = place.cache ?? model.makeCache()
      for position in place.offset..<place.offset + count {
        rows.append(
          BatchRow(
            token: tokens[position], cache: cache, position: position,
            wantsLogits: keeps(position, of: tokens.count)))
        owners.append(place.text)
      }
      place =
        isWhole
        ? Place(text: place.text + 1)
        : Place(text: place.text, offset: place.offset + count, cache: cache)
    }
    return (rows, owners)
  }

  private func keeps(_ position: Int, of count: Int) -> Bool {
    switch kept {
    case .none, .mean, .rank: true
    case .first: position == 0
    case .last: position == count - 1
    }
  }

  private func take(_ state: UnsafeBufferPointer<Float>, into result: inout [Float]) {
    if kept == .mean, !result.isEmpty {
      for place in result.indices { unsafe result[place] += state[place] }
    } else {
      unsafe result.append(contentsOf: state)
    }
  }

  /// What is handed out for the kept states of a text of `count` tokens.
  private func finished(
    _ states: [Float], count: Int, _ model: Model
  ) throws(ModelError) -> [Float] {
    guard count > 0 else { return [] }
    var pooled = states
    if kept == .mean { for place in pooled.indices { pooled[place] /= Float(count) } }
    let vector =
      switch pooling {
      case .rank: try model.scores(pooled)
      case .none: try model.embedded(pooled, count: count)
      case .mean, .first, .last: try model.embedded(pooled, count: 1)
      }
    guard vector.allSatisfy(\.isFinite) else { throw .notFinite(position: count - 1) }
    return vector
  }
}

extension [Float] {
  /// The vector divided by its length; one of nothing but zeros stays.
  package var normalized: [Float] {
    let length = reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
    return length > 0 ? map { Float(Double($0) / length) } : self
  }
}
