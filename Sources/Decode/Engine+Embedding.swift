import TernModel

extension Engine {
  /// The mean of the model's last states over a text: a vector as long as the model is wide.
  ///
  /// Texts that mean alike have vectors that point alike, the better the more the model was trained
  /// for it. Throws where a state is not finite. Cost: one pass over the tokens; other requests wait
  /// meanwhile.
  package func embedding(_ tokens: [Int32]) throws(EngineError) -> [Float] {
    guard !tokens.isEmpty else { throw .emptyPrompt }
    guard tokens.count <= model.contextLength else {
      throw .promptTooLong(tokens: tokens.count, context: model.contextLength)
    }
    let cache = model.makeCache()
    let rows = tokens.enumerated().map { place, token in
      BatchRow(token: token, cache: cache, position: place, wantsLogits: true)
    }
    var sum: [Float] = []
    do {
      try unsafe model.states(
        rows, isCancelled: { Task.isCancelled },
        states: { _, values in
          if sum.isEmpty { sum = [Float](repeating: 0, count: values.count) }
          for place in sum.indices { unsafe sum[place] += values[place] }
        })
    } catch {
      throw error == .cancelled ? .cancelled : .model(error)
    }
    guard sum.allSatisfy({ $0.isFinite }) else {
      throw .model(.notFinite(position: tokens.count - 1))
    }
    return sum.map { $0 / Float(tokens.count) }
  }
}
