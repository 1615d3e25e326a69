/// Encodes many short texts one after another, most of whose words come again.
///
/// Gives what ``Tokenizer/encode(utf8:addSpecial:parseSpecial:continuing:)`` gives for text that goes
/// on another one, but keeps its buffers and the ids of the words it has met: some times faster.
///
/// Working state of one thread. Memory: tens of kilobytes at most.
package struct RepeatedEncoder {
  /// The ids of the texts so far.
  package private(set) var ids: [Int32] = []
  private let tokenizer: Tokenizer
  private var text = ClassifiedText()
  private var cache = WordCache(length: 0)
  private var merger = Merger()

  /// Bytes of text before all is forgotten.
  private static let limit = 16 << 10
  private static let rememberedWords = 256
  /// Bytes that stand for whole tokens.
  private let tokensOfBytes: [UInt8: Int32]

  /// - Parameter tokensOfBytes: bytes that stand for whole tokens; they cut the text.
  package init(_ tokenizer: Tokenizer, tokensOfBytes: [UInt8: Int32] = [:]) {
    self.tokenizer = tokenizer
    self.tokensOfBytes = tokensOfBytes
  }

  /// The ids of `added`: where they lie in ``ids``, until the next call.
  package mutating func encode(_ added: ArraySlice<UInt8>) -> Range<Int> {
    if text.bytes.isEmpty || text.bytes.count + added.count > Self.limit { reset() }
    let first = ids.count
    if tokensOfBytes.isEmpty {
      append(added)
    } else {
      appendParts(added)
    }
    return first..<ids.count
  }

  private mutating func appendParts(_ added: ArraySlice<UInt8>) {
    var rest = added
    while let place = rest.firstIndex(where: { tokensOfBytes[$0] != nil }) {
      append(rest[..<place])
      if let token = tokensOfBytes[rest[place]] { ids.append(token) }
      rest = rest[(place + 1)...]
    }
    append(rest)
  }

  private mutating func append(_ added: ArraySlice<UInt8>) {
    if added.isEmpty { return }
    let encoding = tokenizer.encoding
    if case .bytePair(let pairs, let stages, let table) = encoding.encoder,
      !tokenizer.special.mayStand(in: added)
    {
      let start = text.bytes.count
      text.append(added, table: table)
      encoding.encodeWords(text, from: start, stages, pairs, &cache, &merger, &ids)
    } else {
      ids += tokenizer.encode(utf8: Array(added), continuing: true)
    }
  }

  private mutating func reset() {
    ids.removeAll(keepingCapacity: true)
    text = ClassifiedText()
    cache = WordCache(length: 8 * Self.rememberedWords)
  }
}
