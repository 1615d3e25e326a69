/// What a request drafts, and what of it stands.
extension Run {
  /// Sets the drafted tokens of the next pass, which may be none.
  func begin(draft: ArraySlice<Int32>, isHeadDraft: Bool = false) {
    rowCount = 0
    self.draft = Array(draft)
    self.isHeadDraft = isHeadDraft
    draftStart = generation.sequence.count
    guard !draft.isEmpty else { return }
    generation.completion.draftedTokens += draft.count
    if isHeadDraft { generation.completion.headDraftedTokens += draft.count }
    cache?.keepStates()
  }

  /// Lets the next pass keep what it would keep without drafts: it would then begin where the last choice
  /// was made, and with them may begin behind.
  func keepPages(isShortOfMemory: Bool) {
    cache?.keptFrom = isPrefilling || isShortOfMemory ? .max : lastChoice
  }

  /// Chooses tokens by the logits of the last pass; false when the generation has ended.
  ///
  /// The token after the sequence is chosen and, as long as the chosen ones are the drafted ones, those
  /// after them. Of the cache then stays what was computed of the sequence.
  func choose() throws(EngineError) -> Bool {
    defer { endDraft() }
    generation.completion.passes += 1
    var place = 0
    while place < rowCount {
      (choiceBefore, lastChoice) = (lastChoice, generation.sequence.count)
      let goesOn = try generation.choose(&rows[place], onText)
      let count = generation.sequence.count - draftStart
      if count > 0 { noteToken() }
      let stood = standing
      // Tokens that came without a choice, where they were drafted too.
      for told in stride(from: place + 1, to: min(stood + 1, count, rowCount), by: 1) {
        generation.tell(at: draftStart - 1 + told, rows[told])
      }
      guard goesOn else { return false }
      // Behind a token that is not the drafted one, or is beyond the draft, nothing is computed.
      guard stood == count else { return true }
      place = count
    }
    return true
  }

  /// How many of the drafted tokens are those of the sequence.
  private var standing: Int {
    zip(draft, generation.sequence[draftStart...]).prefix { $0 == $1 }.count
  }

  /// How much of a text that has ended is computed without drafts, and where the last pass begins: what
  /// its last choice was made behind, and what is forced after that where its log-probabilities are asked
  /// for.
  private var plain: (end: Int, lastPass: Int) {
    let forcedEnd = generation.report.readsLogits ? generation.sequence.count - 1 : 0
    return forcedEnd > lastChoice ? (forcedEnd, lastChoice) : (lastChoice, choiceBefore)
  }

  /// Takes out of the cache what was computed of drafted tokens that do not stand.
  ///
  /// Of a text that has ended stays what is computed without drafts, so that what comes next is computed
  /// in the same pieces.
  func endDraft() {
    guard !draft.isEmpty else { return }
    let stood = standing
    generation.completion.acceptedTokens += stood
    if isHeadDraft { generation.completion.headAcceptedTokens += stood }
    feed?.cut(to: draftStart + stood)
    var end = draftStart + stood
    let plain = plain
    if generation.isEnded || generation.isFull {
      // What is forced at the end is computed as one piece.
      end = min(end, max(draftStart, end < plain.end ? lastChoice : plain.end))
    }
    cache?.settle(at: end, lastPass: end == plain.end ? plain.lastPass : nil)
    rereadEnd = end
    draft = []
    rowCount = 0
  }
}
