/// Finds the special tokens of a vocabulary in text.
///
/// The longest tokens take their places first, each from left to right; shorter ones get what is
/// left. (This is not the same as the longest match from the left when tokens overlap.)
struct SpecialTokens: Sendable {
  /// A special token as it is looked for.
  struct Token: Sendable {
    let id: Int32
    let text: [UInt8]
    /// Whether it is recognised only on request.
    let onRequest: Bool
    /// Whether it swallows the white space before it, and after it.
    let stripsLeft, stripsRight: Bool
  }

  /// A part of a text.
  enum Part: Equatable {
    case text(Range<Int>)
    case token(Int32)
  }

  /// Longest first; of equal length, lower ids first.
  private let tokens: [Token]
  let finder: TextFinder
  /// For each token the longest one that it begins with and that is always recognised, or -1.
  private var always: [Int32] = []
  /// Whether a token that is always recognised begins with a byte.
  private var firstAlways = [Bool](repeating: false, count: 256)
  private let hasAlways: Bool

  init(_ unordered: [Token]) {
    tokens = unordered.filter { !$0.text.isEmpty }.sorted {
      ($1.text.count, $0.id) < ($0.text.count, $1.id)
    }
    finder = TextFinder(tokens.map(\.text))
    hasAlways = tokens.contains { !$0.onRequest }
    for token in tokens where !token.onRequest { firstAlways[Int(token.text[0])] = true }
    always = [Int32](repeating: -1, count: tokens.count)
    // Shorter tokens come later.
    for number in tokens.indices.reversed() {
      let shorter = Int(finder.shorter[number])
      guard shorter >= 0 else { continue }
      always[number] = tokens[shorter].onRequest ? always[shorter] : Int32(shorter)
    }
  }

  /// Whether a token that is always recognised may stand in `text`; errs to `true`.
  func mayStand(in text: ArraySlice<UInt8>) -> Bool {
    text.contains { firstAlways[Int($0)] }
  }

  /// Stretches of a text in which only some special tokens are recognised.
  struct Guarded {
    /// Ascending, without overlaps.
    var ranges: [Range<Int>] = []
    /// Tokens that are not recognised there, besides all that are recognised on request only.
    var tokens: Set<Int32> = []
  }

  /// Cuts `text` at its special tokens; those recognised on request count only if `all`.
  func split(_ text: [UInt8], all: Bool, guarded: Guarded = Guarded()) -> [Part] {
    var work = 0
    return split(text, all: all, guarded: guarded, work: &work)
  }

  /// As above; adds to `work` how many links were followed and tokens considered.
  func split(_ text: [UInt8], all: Bool, guarded: Guarded, work: inout Int) -> [Part] {
    var placement = Placement(tokens: self, text: text, all: all, guarded: guarded)
    if all || hasAlways { placement.run() }
    work += placement.work
    return parts(text, placement.placed)
  }

  /// A token in its place; `from..<to` is what it takes from the text, with stripped white space.
  private struct Placed {
    var token: Int
    var from, to: Int
  }

  /// Gives tokens their places, the longest first, each from left to right.
  ///
  /// Each place of the text has one candidate: the longest token that fits there and has not been
  /// turned down. So memory grows with the text alone, and time is O(n log n), but for chains of
  /// tokens that begin with each other, which are gone through where data lies.
  private struct Placement {
    let tokens: SpecialTokens
    let text: [UInt8]
    let all: Bool
    let guarded: Guarded
    private(set) var placed: [Placed] = []
    private(set) var work = 0
    private var taken: [Bool] = []
    private var candidates = MergeHeap()

    init(tokens: SpecialTokens, text: [UInt8], all: Bool, guarded: Guarded) {
      self.tokens = tokens
      self.text = text
      self.all = all
      self.guarded = guarded
    }

    mutating func run() {
      let (finder, text) = (tokens.finder, text)
      let links = finder.search(text, text.indices) { place, number in
        if let number = longest(from: number, at: place, most: .max) {
          candidates.append(Self.entry(number, place))
        }
      }
      work += links
      candidates.build()
      while let candidate = candidates.pop() {
        if taken.isEmpty { taken = [Bool](repeating: false, count: text.count) }
        consider(Int32(candidate.priority), at: candidate.left)
      }
      placed.sort { $0.from < $1.from }
    }

    private static func entry(_ number: Int32, _ place: Int) -> MergeEntry {
      MergeEntry(UInt64(number) << 32, left: place, length: 0)
    }

    /// The longest token of at most `most` bytes that is recognised at `place`: `number`, or one that
    /// it begins with.
    private mutating func longest(from number: Int32, at place: Int, most: Int) -> Int32? {
      let free = free(from: place)
      let onRequest = all && place < free
      var number = number
      while number >= 0 {
        work += 1
        let token = tokens.tokens[Int(number)]
        if token.text.count <= most {
          let isOutside = token.text.count <= free - place
          if token.onRequest
            ? onRequest && isOutside : isOutside || !guarded.tokens.contains(token.id)
          {
            return number
          }
        }
        number = onRequest ? tokens.finder.shorter[Int(number)] : tokens.always[Int(number)]
      }
      return nil
    }

    /// Where the first guarded stretch begins that ends behind `place`.
    private func free(from place: Int) -> Int {
      var low = 0
      var high = guarded.ranges.count
      while low < high {
        let middle = (low + high) / 2
        if guarded.ranges[middle].upperBound <= place { low = middle + 1 } else { high = middle }
      }
      return low < guarded.ranges.count ? guarded.ranges[low].lowerBound : .max
    }

    /// Takes the place for a token if it is free, else looks for a shorter one that fits.
    private mutating func consider(_ number: Int32, at place: Int) {
      if taken[place] { return }
      let token = tokens.tokens[Int(number)]
      var end = place + token.text.count
      // Tokens before this one are not shorter: a free first and last byte mean all are free.
      if taken[end - 1] {
        end = place + 1
        while !taken[end] { end += 1 }
        if let other = longest(from: number, at: place, most: end - place) {
          candidates.push(Self.entry(other, place))
        }
        return
      }
      var start = place
      if token.stripsLeft {
        while start > 0, !taken[start - 1], SpecialTokens.isSpace(text[start - 1]) { start -= 1 }
      }
      if token.stripsRight {
        while end < text.count, !taken[end], SpecialTokens.isSpace(text[end]) { end += 1 }
      }
      for i in start..<end { taken[i] = true }
      placed.append(Placed(token: Int(number), from: start, to: end))
    }
  }

  private func parts(_ text: [UInt8], _ placed: [Placed]) -> [Part] {
    var parts: [Part] = []
    var position = 0
    for place in placed {
      if place.from > position { parts.append(.text(position..<place.from)) }
      parts.append(.token(tokens[place.token].id))
      position = place.to
    }
    if position < text.count { parts.append(.text(position..<text.count)) }
    return parts
  }

  /// White space of the C locale.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 9 && byte <= 13 }
}
