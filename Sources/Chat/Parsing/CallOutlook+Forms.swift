/// What begins a call of each form.
extension CallOutlook {
  /// - Parameter needsKnownName: whether a call in Python must be one of a tool, or `name.call(…)`.
  func values(
    at place: Int, _ depth: Int, needsKnownName: Bool = false
  ) throws(Undecided) -> Bool {
    guard depth < Self.depthLimit else { return false }
    let place = try afterSpace(place)
    switch bytes[place] {
    case UInt8(ascii: "{"): return try object(at: place + 1)
    case UInt8(ascii: "["):
      // Markers of some families begin with a bracket.
      var undecided: Undecided?
      do { if try announcement(at: place, depth) { return true } } catch { undecided = error }
      if try values(at: place + 1, depth + 1) { return true }
      if let undecided { throw undecided }
      return false
    case UInt8(ascii: "`"): return try fence(at: place, depth)
    default: break
    }
    if try announcement(at: place, depth) { return true }
    if !reading.bracePrefix.isEmpty {
      guard try has(reading.bracePrefix, at: place) else { return false }
      return try braces(at: place + reading.bracePrefix.utf8.count)
    }
    guard reading.readsPython, ValueReader.isName(bytes[place]) else { return false }
    return try python(at: place, needsKnownName)
  }

  /// Whether another marker at `place` announces a call.
  private func announcement(at place: Int, _ depth: Int) throws(Undecided) -> Bool {
    switch try marker(at: place) {
    case (.opener(let form), let length)?:
      return try call(form, behind: place, length, depth: depth + 1)
    case (.ignored, let length)?: return try values(at: place + length, depth + 1)
    default: return false
    }
  }

  private func python(at place: Int, _ needsKnownName: Bool) throws(Undecided) -> Bool {
    let end: Int
    do { end = try nameEnd(place) } catch {
      if isFinal, needsKnownName { return false }
      throw error
    }
    guard bytes[end] == UInt8(ascii: "(") else { return false }
    let name = String(decoding: bytes[place..<end], as: UTF8.self)
    return !needsKnownName || ToolCallParser.known(name, tools) != nil || name.hasSuffix(".call")
  }

  /// Whether a name stands at `place`, then white space and a brace.
  private func braces(at place: Int) throws(Undecided) -> Bool {
    let start = try afterSpace(place)
    let end = try nameEnd(start)
    guard end > start else { return false }
    return try byte("{", afterSpaceAt: end)
  }

  /// Whether what follows a brace may be a call: a member that is not a name, or a name in quotes;
  /// where names are keys, also arguments of a tool that is called so.
  private func object(at place: Int) throws(Undecided) -> Bool {
    let quote = try afterSpace(place)
    guard Self.isQuote(bytes[quote]) else { return false }
    guard Self.isLetter(try byte(at: quote + 1)) else { return false }
    if reading.keys.areNames { return true }
    for (index, letter) in "name".utf8.enumerated() {
      if try byte(at: quote + 1 + index) != letter { return true }
    }
    guard Self.isQuote(try byte(at: quote + 5)) else { return true }
    let colon = try afterSpace(quote + 6)
    guard bytes[colon] == UInt8(ascii: ":") else { return false }
    return try byte("\"'", afterSpaceAt: colon + 1)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isWord(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Whether a fence with an optional word begins at `place`, and values in it.
  private func fence(at place: Int, _ depth: Int) throws(Undecided) -> Bool {
    guard try has("```", at: place) else { return false }
    var place = place + 3
    let end = place + 16
    while place < end, Self.isWord(try byte(at: place)) { place += 1 }
    let next = try byte(at: place)
    guard ValueReader.isSpace(next) || next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
    else { return false }
    return try values(at: place, depth + 1)
  }

  /// Whether a name stands at `place`, then a separator, or what arguments begin with.
  func named(_ header: CallHeader, at place: Int) throws(Undecided) -> Bool {
    let start = try afterSpace(place)
    let end = try nameEnd(start)
    guard end > start else { return false }
    if try has(header.separators.joined(), at: end) { return true }
    let next = try afterSpace(end)
    // A name alone calls only a tool that is known.
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    let isKnown = !header.ends.isEmpty && ToolCallParser.known(name, tools) != nil
    return try has(isKnown ? header.beginnings + header.ends : header.beginnings, at: next)
  }

  /// Whether a tag ends here and its element holds arguments, or nothing.
  func element(at place: Int, endingWith mark: String) throws(Undecided) -> Bool {
    let start = try afterSpace(place)
    let isQuoted = Self.isQuote(bytes[start])
    let name = try isQuoted ? afterSpace(start + 1) : start
    let nameEnd = try nameEnd(name)
    var end = try afterSpace(nameEnd)
    guard nameEnd > name else { return false }
    if isQuoted {
      guard bytes[end] == bytes[start] else { return false }
      let limit = end + Self.nameLimit
      while try byte(at: end) != mark.utf8.first {
        guard end < limit, bytes[end] != UInt8(ascii: "\n") else { return false }
        end += 1
      }
    }
    guard try has(mark, at: end) else { return false }
    if bytes[end - 1] == UInt8(ascii: "/") { return true }
    return try elementContent(at: end + mark.utf8.count)
  }

  private func elementContent(at place: Int) throws(Undecided) -> Bool {
    let next = try afterSpace(place)
    if bytes[next] == UInt8(ascii: "{") { return true }
    if let open = reading.elements?.objectOpen, !open.isEmpty, (try? has(open, at: next)) == true {
      return true
    }
    if case (.closer, _)? = try? marker(at: next) { return true }
    if let (mark, _) = try? elementMark(at: next) { return mark != .close }
    _ = try marker(at: next)
    _ = try elementMark(at: next)
    return false
  }

  /// Whether a recipient that is known fills the line, or any with an object behind it.
  func line(at place: Int) throws(Undecided) -> Bool {
    let end = try nameEnd(place)
    guard end > place else { return false }
    if bytes[end] == UInt8(ascii: "{") { return true }
    guard bytes[end] == UInt8(ascii: "\n") else { return false }
    let name = String(decoding: bytes[place..<end], as: UTF8.self)
    if case .addressed(let frame) = reading.frame, name == frame.user { return true }
    if name == reading.codeTool || tools[name] != nil { return true }
    do { return try byte("{", afterSpaceAt: end) } catch {
      if isFinal { return false }
      throw error
    }
  }

  /// Whether the header of a message goes on up to its text.
  func message(at place: Int) throws(Undecided) -> Bool {
    guard let frame = reading.channels else { return false }
    for end in place..<place + 2 * Self.nameLimit {
      let byte = try byte(at: end)
      if byte == UInt8(ascii: "\n") { return false }
      if try has(frame.text, at: end) { return true }
      if byte == UInt8(ascii: "{") {
        let header = String(decoding: bytes[place..<end], as: UTF8.self)
        return header.contains(frame.recipient + frame.tools)
      }
      guard ValueReader.isName(byte) || "<|> =".utf8.contains(byte) else { return false }
    }
    _ = try byte(at: place + 2 * Self.nameLimit)
    return false
  }
}
