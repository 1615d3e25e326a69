extension ToolCallParser {
  /// Ends the answer: what is open stands if it is complete, and is text or rejected otherwise.
  mutating func endAnswer() {
    if case .reasoning = state, let start = heldCall {
      // The reasoning is never closed, so the call in it was meant.
      heldCall = nil
      callsEndReasoning = true
      work += position - start
      position = start
      run()
    }
    if candidateStart != nil {
      if state == .object { endObject() } else { giveUpCandidate() }
      run()
    }
    switch state {
    case .content, .plainJSON: endContent()
    case .reasoning: break
    case .section: endSection()
    case .candidate: break
    case .object: endObject()
    case .header: reject("the call is not complete")
    case .arguments: endArguments()
    case .elements:
      if hasAllArguments { endElements() } else { reject("the call is not complete") }
    case .elementName, .elementValue: reject("the call is not complete")
    case .code: endCode()
    case .junk: break
    }
    guard case .junk = state else { return }
    if isUnannounced { tellUnannounced() } else { tellRejection() }
  }

  private mutating func endContent() {
    if isAtStart, !dropsSpace { endStart() }
  }

  private mutating func endSection() {
    guard !hasRead else { return }
    rejection = "there is no call"
    tellRejection()
  }
}
