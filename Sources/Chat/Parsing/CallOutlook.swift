/// Looks ahead of a place for what shows whether a call begins there, without reading it.
///
/// The answer to each question is yes or no; ``Undecided`` is thrown where the bytes end before it is
/// known. Cost: constant, because white space, names and markers in a row are followed a little way
/// only.
struct CallOutlook {
  let reading: DialectReading
  let markers: MarkerSet<ToolCallParser.Meaning>
  let elementMarks: MarkerSet<ElementReader.Mark>
  let tools: [String: ToolDefinition]
  let bytes: [UInt8]
  let isFinal: Bool

  /// White space that is followed, in bytes; names; and markers or brackets in a row.
  static let spaceLimit = 64
  static let nameLimit = 128
  static let depthLimit = 4

  /// Whether a call of this form begins at `place`, behind its opening marker.
  func call(
    _ form: DialectReading.Form, at place: Int, depth: Int = 0
  ) throws(Undecided) -> Bool {
    guard let header = reading.header(form) else {
      return try values(at: place, depth, needsKnownName: form == .code)
    }
    switch header.kind {
    case .separated:
      if header.mayBeValues, try values(at: place, 0) { return true }
      return try named(header, at: place)
    case .tag: return try element(at: place, endingWith: header.tagEnd)
    case .line: return try line(at: place)
    case .message: return try message(at: place)
    case .python, .braces: return false
    }
  }

  /// Whether a call of this form begins behind a marker of `length` bytes at `place`.
  func call(
    _ form: DialectReading.Form, behind place: Int, _ length: Int, depth: Int = 0
  ) throws(Undecided) -> Bool {
    try call(form, at: place + length - bracketLength(at: place, length), depth: depth)
  }

  /// The bracket at the end of a marker belongs to what follows, not to the word before it.
  func bracketLength(at place: Int, _ length: Int) -> Int {
    let last = bytes[place + length - 1]
    return length > 1 && (last == UInt8(ascii: "[") || last == UInt8(ascii: "{")) ? 1 : 0
  }

  /// Whether a marker in its role follows `place`, where the answer may end.
  func end(at place: Int) throws(Undecided) -> Bool {
    let next = try afterSpace(place)
    guard let (meaning, length) = try marker(at: next) else { return false }
    guard case .opener(let form) = meaning else { return true }
    return try call(form, behind: next, length)
  }

  // MARK: pieces

  func marker(at place: Int) throws(Undecided) -> MarkerSet<ToolCallParser.Meaning>.Match? {
    try markers.match(bytes, at: place, isFinal: false)
  }

  func elementMark(at place: Int) throws(Undecided) -> MarkerSet<ElementReader.Mark>.Match? {
    try elementMarks.match(bytes, at: place, isFinal: false)
  }

  func byte(at place: Int) throws(Undecided) -> UInt8 {
    guard place < bytes.count else { throw Undecided() }
    return bytes[place]
  }

  /// The place of the next byte that is no white space.
  func afterSpace(_ place: Int) throws(Undecided) -> Int {
    var place = place
    let end = place + Self.spaceLimit
    while place < end, ValueReader.isSpace(try byte(at: place)) { place += 1 }
    _ = try byte(at: place)
    return place
  }

  /// The end of the name at `place`; `place` where there is none.
  func nameEnd(_ place: Int) throws(Undecided) -> Int {
    var end = place
    while true {
      let byte = try byte(at: end)
      let isName =
        ValueReader.isName(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/")
      guard isName else { return end }
      end += 1
      if end - place > Self.nameLimit { return place }
    }
  }

  /// Whether one of `texts` stands at `place`.
  func has(_ texts: some Sequence<String>, at place: Int) throws(Undecided) -> Bool {
    var undecided: Undecided?
    for text in texts {
      do { if try bytes.has(text, at: place, isFinal: false) { return true } } catch {
        undecided = error
      }
    }
    if let undecided { throw undecided }
    return false
  }

  func has(_ text: String, at place: Int) throws(Undecided) -> Bool {
    try bytes.has(text, at: place, isFinal: false)
  }

  /// Whether a byte of `set` follows white space at `place`.
  func byte(_ set: String, afterSpaceAt place: Int) throws(Undecided) -> Bool {
    set.utf8.contains(bytes[try afterSpace(place)])
  }
}
