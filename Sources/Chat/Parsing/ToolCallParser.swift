/// Reads a model's answer as it comes, and tells content, reasoning and calls apart.
///
/// Text is told as soon as it is certain; what is held back is at most what may still become a
/// marker, what may begin a call behind one, a call that nothing announces and whose name is not
/// known yet, and a call within reasoning that is not closed, which may be a quotation. A call is
/// told from its name on.
///
/// A marker counts only where it can have its role, and is text elsewhere: one that opens calls
/// before the beginning of a call, one that ends something before the next marker or the end of the
/// answer, one that opens reasoning where an answer begins or behind a call. Without a marker, calls
/// are read only where an answer begins.
///
/// Nothing is looked at but bytes and whether the answer has ended, so how it is cut changes
/// nothing. Cost: linear in the text; an answer's memory is that of the call being read.
package struct ToolCallParser: Sendable {
  /// What is being read.
  enum State: Sendable {
    case content
    /// JSON that is no call, up to its end.
    case plainJSON
    case reasoning
    /// Between the calls of a section.
    case section
    /// Behind the bracket or fence that a call without a marker may begin with.
    case candidate
    case object
    case header
    case arguments
    case elements, elementName, elementValue
    case code
    case junk
  }

  /// What a marker means.
  enum Meaning: Sendable {
    case opener(DialectReading.Form)
    case closer
    case ignored
    case turnEnd
    case reasoning(Int)
    case reasoningEnd
  }

  let reading: DialectReading
  let tools: [String: ToolDefinition]
  let markers: MarkerSet<Meaning>
  let startMarkers: MarkerSet<DialectReading.Form>
  let elementMarks: MarkerSet<ElementReader.Mark>
  let headerEnds: [MarkerSet<HeaderReader.End>]
  let style: ValueReader.Style
  /// Whether calls without markers are looked for anywhere, in families that write none.
  let isLenient: Bool

  /// Bytes that are not consumed, from `position` on.
  var buffer: [UInt8] = []
  var position = 0
  /// The byte before those of the buffer.
  private var before = UInt8(ascii: "\n")
  /// The bytes of the answer that are no longer in the buffer.
  package private(set) var consumed = 0
  /// The ranges of the answer's bytes that the last call of ``push(_:)`` or ``finish()`` found to be
  /// reasoning, with the white space between it and its markers.
  package internal(set) var reasoningParts: [Range<Int>] = []
  /// Steps so far: bytes looked at, read again, or moved.
  package internal(set) var work = 0
  var isFinal = false
  var state = State.content
  var output = EventList()

  /// Whether no visible text has come since the answer's beginning, a call, or reasoning.
  var isAtStart = true
  /// Whether a call may begin here without a marker: only the answer, or calls of that kind, came.
  var mayBeBare = true
  /// Markers that open calls or reasoning and were text, so that those which close them are too.
  var quotedOpeners = 0
  var quotedThoughts = 0
  /// White space at a start, which is told only if text follows.
  var heldSpace: [UInt8] = []
  var dropsSpace = false

  /// The kind of reasoning, where it is known, and where a call in it begins that may be a quotation.
  var reasoning: Int?
  var heldCall: Int?
  var heldReasoningSpace: [UInt8] = []
  var hasReasoned = false
  /// Whether calls in reasoning count: the answer has ended without closing it.
  var callsEndReasoning: Bool

  /// What the section's marker announced, and whether a call of it has been read.
  var form = DialectReading.Form.values
  var hasRead = false
  /// The bytes of the call so far.
  var raw: [UInt8] = []
  /// Whether what is being read may turn out to be no call.
  var isTentative = false
  /// Where what may be a call begins, and up to where text has been found to be none.
  var candidateStart: Int?
  var plainUntil = 0
  var json = PlainJSON()
  var isJSON = false
  /// Whether the section has no marker; whether it is a list or has a fence, and these have ended.
  var isBare = false
  /// Whether a marker of its own stands around the elements of a call.
  var hasOuterMarker = false
  /// Whether the next section would stand within that marker.
  var isInOuterMarker = false
  /// Whether the section is text, should its end be missing: it has a marker, and no call.
  var isUnannounced = false
  var isInList = false
  var isListDone = false
  var isFenced = false
  /// Whether a word behind a fence may follow.
  var isInFence = false
  /// Why the call that is being skipped cannot be understood.
  var rejection = ""

  var object = CallObjectReader()
  var value: ValueReader?
  var arguments = ArgumentsPlace()
  var header = HeaderReader()
  var elements = ElementReader()
  var call = OpenCall()

  /// - Parameter isLenient: whether calls without markers count in the midst of text too, in
  ///   families that write them without; what an answer quotes may then be taken for a call.
  package init(
    _ dialect: Dialect, tools: [ToolDefinition], beginsInReasoning: Bool = false,
    isLenient: Bool = false
  ) {
    reading = dialect.reading
    self.isLenient = isLenient
    self.tools = Dictionary(tools.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    markers = Self.markers(reading)
    startMarkers = Self.startMarkers(reading, tools)
    elementMarks = ElementReader.marks(reading)
    headerEnds = dialect.reading.headers.map { HeaderReader.ends(of: $0, dialect.reading) }
    style = ValueReader.Style(quote: Array(reading.quote.utf8))
    callsEndReasoning = reading.channels != nil
    if beginsInReasoning { state = .reasoning }
  }

  /// Reads the next piece and returns what it makes certain.
  package mutating func push(_ text: String) -> [ChatEvent] {
    reasoningParts.removeAll(keepingCapacity: true)
    guard !isFinal else { return [] }
    buffer.append(contentsOf: text.utf8)
    run()
    forget()
    return output.take()
  }

  /// Ends the answer and returns what that makes certain; further pieces are ignored.
  package mutating func finish() -> [ChatEvent] {
    reasoningParts.removeAll(keepingCapacity: true)
    guard !isFinal else { return [] }
    isFinal = true
    run()
    endAnswer()
    consumed += buffer.count
    buffer = []
    position = 0
    return output.take()
  }

  /// Drops the bytes that are consumed for good.
  private mutating func forget() {
    guard heldCall == nil, candidateStart == nil, position > 0 else { return }
    before = buffer[position - 1]
    buffer.removeFirst(position)
    consumed += position
    work += buffer.count
    plainUntil = max(0, plainUntil - position)
    position = 0
  }

  /// The byte before the next one.
  var previous: UInt8 { position > 0 ? buffer[position - 1] : before }

  /// What lies ahead in the bytes so far.
  var outlook: CallOutlook {
    CallOutlook(
      reading: reading, markers: markers, elementMarks: elementMarks, tools: tools, bytes: buffer,
      isFinal: isFinal)
  }

  /// The marker that begins at the next byte.
  mutating func lookForMarker() throws(Undecided) -> MarkerSet<Meaning>.Match? {
    work += 1
    guard markers.begins(with: buffer[position]) else { return nil }
    return try markers.match(buffer, at: position, isFinal: isFinal)
  }

  /// Whether a text begins at the next byte.
  @inline(__always)
  func has(_ text: String) throws(Undecided) -> Bool {
    try buffer.has(text, at: position, isFinal: isFinal)
  }

  /// What shows to be true ahead; `last` where the answer ends before it is known.
  func decided(
    atEnd last: Bool = true, _ question: @autoclosure () throws(Undecided) -> Bool
  ) throws(Undecided) -> Bool {
    do { return try question() } catch {
      if isFinal { return last }
      throw error
    }
  }

  /// Reads as far as the bytes show what they are.
  mutating func run() {
    do { while position < buffer.count { try step() } } catch {}
    tellArguments()
  }

  /// Reads what is next: a byte or a marker; nothing has changed where it is undecided.
  private mutating func step() throws(Undecided) {
    switch state {
    case .content: try stepContent()
    case .plainJSON: try stepPlainJSON()
    case .reasoning: try stepReasoning()
    case .section: try stepSection()
    case .candidate: try stepCandidate()
    case .object: stepObject()
    case .header: try stepHeader()
    case .arguments: try stepArguments()
    case .elements: try stepElements()
    case .elementName: try stepElementName()
    case .elementValue: try stepElementValue()
    case .code: try stepCode()
    case .junk: try stepJunk()
    }
  }

  private static func markers(_ reading: DialectReading) -> MarkerSet<Meaning> {
    let thoughts = reading.reasoning.enumerated().filter { !$0.element.isAtStart }
    var texts: [(String, Meaning)] = thoughts.map { ($0.element.open, .reasoning($0.offset)) }
    texts += reading.openers.map { ($0.marker, .opener($0.form)) }
    texts += reading.closers.map { ($0, .closer) }
    texts += thoughts.map { ($0.element.close, .reasoningEnd) }
    texts += reading.ignored.map { ($0, Dialect.turnEnds.contains($0) ? .turnEnd : .ignored) }
    return MarkerSet(texts)
  }

  /// What begins a call where an answer begins, though its marker is missing.
  private static func startMarkers(
    _ reading: DialectReading, _ tools: [ToolDefinition]
  ) -> MarkerSet<DialectReading.Form> {
    var names = tools.map(\.name).filter { !$0.isEmpty }
    var texts: [(String, DialectReading.Form)] = []
    if case .addressed(let frame) = reading.frame { names.append(frame.user) }
    for suffix in reading.nameSuffixes where suffix.text != "(" {
      texts += names.map { ($0 + suffix.text, suffix.form) }
    }
    if let frame = reading.channels, let form = reading.openers.first?.form {
      for channel in [frame.reasoning, frame.preamble, frame.answer] {
        texts += [channel + frame.text, channel + " " + frame.recipient].map { ($0, form) }
      }
      texts.append((frame.recipient + frame.tools, form))
    }
    if !reading.bracePrefix.isEmpty {
      texts += tools.map { (reading.bracePrefix + $0.name + "{", .values) }
    }
    return MarkerSet(texts)
  }
}
