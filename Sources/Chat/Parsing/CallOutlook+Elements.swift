/// What ends the elements of a call: a mark counts only before the next argument or the end of what
/// stands around it, and is text of the value elsewhere.
extension CallOutlook {
  /// What is known of the call whose elements are read.
  struct Elements {
    /// Whether an argument of this name may follow.
    var isArgument: (String) -> Bool
    /// Whether a marker of its own stands around the call.
    var hasOuterMarker: Bool
    /// Whether calls stand in the value, as text, that have not ended.
    var isNested: Bool
  }

  /// Whether an argument ends before `place`, where its end mark does.
  func argumentEnd(at place: Int, _ call: Elements) throws(Undecided) -> Bool {
    let next = try afterSpace(place)
    // The marks of such elements may be the beginnings of markers.
    if reading.elements?.isTree == true, let isEnd = try markerEnd(at: next, call) { return isEnd }
    switch try elementMark(at: next) {
    case (.open, let length)?:
      if call.isNested { return false }
      return try argument(at: next + length, call)
    case (.end, let length)?: return try callEnd(at: next, length, call)
    case (.close, _)?: return false
    case nil: return try markerEnd(at: next, call) ?? false
    }
  }

  /// Whether an argument or a call ends before the marker at `place`; nil where none is there that
  /// tells.
  private func markerEnd(at place: Int, _ call: Elements) throws(Undecided) -> Bool? {
    switch try marker(at: place) {
    case (.closer, let length)?: return try sectionEnd(at: place + length, call)
    case (.turnEnd, let length)?: return try brokenEnd(at: place + length, call)
    case (.opener(let form), let length)?: return try next(form, at: place, length, call)
    default: return nil
    }
  }

  /// Whether the marker of `length` bytes at `place` begins the next call.
  private func next(
    _ form: DialectReading.Form, at place: Int, _ length: Int, _ call: Elements
  ) throws(Undecided) -> Bool {
    if call.isNested { return false }
    return try self.call(form, behind: place, length)
  }

  /// Whether the name of an argument that may follow stands at `place`, and its value behind it.
  func argument(at place: Int, _ call: Elements) throws(Undecided) -> Bool {
    guard let style = reading.elements else { return false }
    var end = place
    while end - place < Self.nameLimit, try !has(style.nameEnd, at: end) { end += 1 }
    _ = try byte(at: end)
    guard end - place < Self.nameLimit,
      call.isArgument(HeaderReader.attribute(Array(bytes[place..<end])).name)
    else { return false }
    if style.valueOpen.isEmpty { return true }
    return try has(style.valueOpen, at: afterSpace(end + style.nameEnd.utf8.count))
  }

  /// Whether the call ends with the mark of `length` bytes at `place`, behind its last argument.
  private func callEnd(
    at place: Int, _ length: Int, _ call: Elements
  ) throws(Undecided) -> Bool {
    // In some families the same marker ends the call and the section.
    if case (.closer, _)? = try? marker(at: place) {
      return try sectionEnd(at: place + length, call)
    }
    let next = try afterSpace(place + length)
    if (try? elementMark(at: next)) != nil {
      switch try marker(at: next) {
      case (.closer, _)?, (.opener, _)?: break
      default: return false
      }
    }
    return try markerEnd(at: next, call) ?? !(call.hasOuterMarker || call.isNested)
  }

  /// Whether the section has ended before `place`: what ends arguments or calls does not follow.
  private func sectionEnd(at place: Int, _ call: Elements) throws(Undecided) -> Bool {
    let next = try afterSpace(place)
    if let (mark, _) = try elementMark(at: next), mark != .open { return false }
    guard call.isNested else { return true }
    // Only the end of the answer shows that the calls in the value have no ends of their own.
    guard case (.turnEnd, let length)? = try? marker(at: next) else { return false }
    return try brokenEnd(at: next + length, call)
  }

  /// Whether a closing marker follows `place`.
  func closer(at place: Int) throws(Undecided) -> Bool {
    if case (.closer, _)? = try marker(at: afterSpace(place)) { true } else { false }
  }

  /// Whether a section of character data ends before `place`: its argument does, or another follows.
  func characterDataEnd(at place: Int, _ call: Elements) throws(Undecided) -> Bool {
    let next = try afterSpace(place)
    if case (.close, let length)? = try elementMark(at: next) {
      return try argumentEnd(at: next + length, call)
    }
    return try has("<![CDATA[", at: next)
  }

  /// Whether a call ends with the mark before `place` though the end of its last argument is missing:
  /// then nothing but the end of the answer, or the next call, may follow.
  func brokenEnd(at place: Int, _ call: Elements, depth: Int = 0) throws(Undecided) -> Bool {
    guard depth < Self.depthLimit else { return false }
    let next = try afterSpace(place)
    switch try marker(at: next) {
    case (.closer, let length)?, (.turnEnd, let length)?:
      return try brokenEnd(at: next + length, call, depth: depth + 1)
    case (.opener(let form), let length)?: return try self.next(form, at: next, length, call)
    default: return false
    }
  }
}
