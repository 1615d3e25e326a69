import TernModel

extension Engine {
  /// What the model thinks of tokens that are given, each after those before it.
  ///
  /// Cost: one pass over context and tokens, in pieces, without what is kept of the context; texts
  /// that are asked for side by side share passes. Cancellation as for
  /// ``generate(_:options:onText:)``.
  /// - Parameters:
  ///   - context: What the tokens follow; where it is empty, the first of them has no probability.
  ///   - alternatives: How many of the likeliest tokens are told for each place.
  package func score(
    _ tokens: [Int32], after context: [Int32], alternatives: Int = 0,
    showsSpecialTokens: Bool = false
  ) async throws(EngineError) -> Completion {
    guard !tokens.isEmpty else {
      var nothing = Completion()
      nothing.promptTokens = context.count
      return nothing
    }
    var options = GenerationOptions()
    options.maximumTokens = 0
    options.logProbabilities = alternatives
    options.scoredFrom = context.count
    options.keepsChoices = true
    options.showsSpecialTokens = showsSpecialTokens
    return try await generate(context + tokens, options: options)
  }

  /// The scores of several texts, in their order.
  ///
  /// They run side by side, a few dozen at a time, so that other requests find a place among those
  /// that wait. The first error ends all.
  package nonisolated func scores(
    _ prompts: [ScoringPrompt], alternatives: Int = 0, showsSpecialTokens: Bool = false
  ) async throws(EngineError) -> [Completion] {
    let result = await withTaskGroup(of: ScoredPrompt.self) { group in
      func add(_ index: Int) {
        group.addTask {
          await self.score(prompts[index], index, alternatives, showsSpecialTokens)
        }
      }
      var found = prompts.map { _ in Completion() }
      var next = min(prompts.count, scoredTogether)
      for index in 0..<next { add(index) }
      for await scored in group {
        switch scored.result {
        case .success(let completion): found[scored.index] = completion
        case .failure(let error):
          group.cancelAll()
          return Result<[Completion], EngineError>.failure(error)
        }
        if next < prompts.count { add(next) }
        next += 1
      }
      return .success(found)
    }
    return try result.get()
  }

  /// The score of one of several texts.
  private struct ScoredPrompt {
    var index: Int
    var result: Result<Completion, EngineError>
  }

  private nonisolated func score(
    _ prompt: ScoringPrompt, _ index: Int, _ alternatives: Int, _ showsSpecialTokens: Bool
  ) async -> ScoredPrompt {
    do throws(EngineError) {
      let completion = try await score(
        prompt.tokens, after: prompt.context, alternatives: alternatives,
        showsSpecialTokens: showsSpecialTokens)
      return ScoredPrompt(index: index, result: .success(completion))
    } catch {
      return ScoredPrompt(index: index, result: .failure(error))
    }
  }

  /// Texts that are scored side by side: twice as many as run, so that none is missing.
  private nonisolated var scoredTogether: Int { 2 * options.runningRequests }

  /// What is kept and computed at this moment.
  package var usage: EngineUsage {
    let kept = schedule.kept
    return EngineUsage(
      keptSequences: kept.count, keptBytes: kept.bytes, cacheBytes: cacheLayout.memory.byteCount,
      cacheLimit: cacheLayout.memory.limit, running: schedule.running.count,
      waiting: schedule.count - schedule.running.count)
  }
}

/// What an engine keeps and computes.
package struct EngineUsage: Sendable, Equatable {
  /// Sequences that are kept for prompts that begin alike, and their bytes; shared ones count once.
  package var keptSequences: Int
  package var keptBytes: Int
  /// Bytes of the keys, values and states of all sequences, and how many there may be.
  package var cacheBytes: Int
  package var cacheLimit: Int
  /// Requests that run, and those that wait.
  package var running: Int
  package var waiting: Int
}
