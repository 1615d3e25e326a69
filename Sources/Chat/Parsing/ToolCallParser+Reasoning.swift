extension ToolCallParser {
  /// Tells reasoning up to its end.
  ///
  /// A call in it may be a quotation, or the reasoning may never be closed. From the call on all is
  /// held until that is known.
  mutating func stepReasoning() throws(Undecided) {
    if let length = try reasoningEnd(), try !isInBackticks(length) {
      endReasoning()
      position += length
      return
    }
    switch try lookForMarker() {
    case (.opener(let form), let length)? where callsEndReasoning || heldCall == nil:
      guard try isAnnouncement(form, length) else { break }
      if callsEndReasoning { return endReasoning() }
      heldCall = position
    case (.closer, let length)? where reading.channels != nil:
      guard try decided(outlook.end(at: position + length)) else { break }
      endReasoning()
      position += length
      return
    case (.reasoning, let length)? where !hasReasoned && heldCall == nil:
      position += length
      return
    default: break
    }
    if heldCall == nil { tellReasoning(at: position) }
    position += 1
  }

  /// The length of the marker that ends the reasoning here.
  ///
  /// Reasoning that the prompt has begun may end as any of the dialect's does.
  @inline(__always)
  private func reasoningEnd() throws(Undecided) -> Int? {
    var undecided: Undecided?
    for (index, pair) in reading.reasoning.enumerated() where reasoning ?? index == index {
      guard buffer[position] == pair.close.utf8.first else { continue }
      do { if try has(pair.close) { return pair.close.utf8.count } } catch { undecided = error }
    }
    if let undecided { throw undecided }
    return nil
  }

  /// White space at either end belongs to the markup.
  private mutating func tellReasoning(at position: Int) {
    let byte = buffer[position]
    noteReasoning(at: consumed + position)
    if ValueReader.isSpace(byte) {
      if hasReasoned { heldReasoningSpace.append(byte) }
      return
    }
    hasReasoned = true
    output.add(heldReasoningSpace, .reasoning)
    heldReasoningSpace.removeAll(keepingCapacity: true)
    output.add(byte, .reasoning)
  }

  /// Notes where in the answer a byte of reasoning is.
  private mutating func noteReasoning(at place: Int) {
    if let last = reasoningParts.indices.last, reasoningParts[last].upperBound == place {
      reasoningParts[last] = reasoningParts[last].lowerBound..<place + 1
    } else {
      reasoningParts.append(place..<place + 1)
    }
  }

  private mutating func endReasoning() {
    if let start = heldCall {
      for place in start..<position { tellReasoning(at: place) }
      heldCall = nil
    }
    heldReasoningSpace.removeAll()
    returnToContent()
  }
}
