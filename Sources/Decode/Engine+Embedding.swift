import TernModel

extension Engine {
  /// The mean of the model's last states over a text: a vector as long as the model is wide.
  ///
  /// Texts that mean alike have vectors that point alike, the better the more the model was trained
  /// for it. Throws where a state is not finite. Cost: one pass over the tokens, in pieces; other
  /// requests get their turn after each piece. Looks at the task's cancellation before every layer.
  package func embedding(_ tokens: [Int32]) async throws(EngineError) -> [Float] {
    guard !tokens.isEmpty else { throw .emptyPrompt }
    guard tokens.count <= model.contextLength else {
      throw .promptTooLong(tokens: tokens.count, context: model.contextLength)
    }
    let cache = model.makeCache()
    var sum: [Float] = []
    for start in stride(from: 0, to: tokens.count, by: Schedule.promptRows.alone) {
      if start > 0, thread.waitingJobs > 0 { await thread.yield() }
      let piece = tokens[start..<min(tokens.count, start + Schedule.promptRows.alone)]
      try addStates(of: piece, cache, to: &sum)
    }
    guard sum.allSatisfy({ $0.isFinite }) else {
      throw .model(.notFinite(position: tokens.count - 1))
    }
    return sum.map { $0 / Float(tokens.count) }
  }

  /// Adds the states of tokens that follow a cache; where memory runs short, kept sequences go.
  private func addStates(
    of tokens: ArraySlice<Int32>, _ cache: KVCache, to sum: inout [Float]
  ) throws(EngineError) {
    let rows = zip(tokens.indices, tokens).map { position, token in
      BatchRow(token: token, cache: cache, position: position, wantsLogits: true)
    }
    options.observer?(.pass(rows: rows.count))
    while true {
      do {
        try unsafe model.states(
          rows,
          isCancelled: {
            options.observer?(.layer)
            return Task.isCancelled
          },
          states: { _, values in
            if sum.isEmpty { sum = [Float](repeating: 0, count: values.count) }
            for place in sum.indices { unsafe sum[place] += values[place] }
          })
        return
      } catch .cancelled {
        throw .cancelled
      } catch .memory(let error) {
        guard schedule.dropOldest() else { throw .model(.memory(error)) }
      } catch {
        throw .model(error)
      }
    }
  }
}
