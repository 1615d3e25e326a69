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
  /// Edges of the tokens' trie: node number and byte → node number.
  private var edges: [UInt64: Int32] = [:]
  /// The token that ends at each node, or -1.
  private var ends: [Int32] = [-1]
  /// Whether a token that is always recognised begins with a byte, and whether any does.
  private var firstAlways = [Bool](repeating: false, count: 256)
  private var firstAny = [Bool](repeating: false, count: 256)

  init(_ unordered: [Token]) {
    tokens = unordered.filter { !$0.text.isEmpty }.sorted {
      ($1.text.count, $0.id) < ($0.text.count, $1.id)
    }
    for (number, token) in tokens.enumerated() {
      var node: Int32 = 0
      for byte in token.text {
        let key = UInt64(node) << 8 | UInt64(byte)
        if let next = edges[key] {
          node = next
        } else {
          ends.append(-1)
          node = Int32(ends.count - 1)
          edges[key] = node
        }
      }
      if ends[Int(node)] < 0 { ends[Int(node)] = Int32(number) }
      firstAny[Int(token.text[0])] = true
      if !token.onRequest { firstAlways[Int(token.text[0])] = true }
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
    let matches = find(text, all: all, guarded)
    if matches.isEmpty { return text.isEmpty ? [] : [.text(0..<text.count)] }
    return parts(text, place(matches, in: text))
  }

  /// All places where a token stands, grouped by token in the order of `tokens`.
  private func find(
    _ text: [UInt8], all: Bool, _ guarded: Guarded
  ) -> [(token: Int32, at: Int)] {
    let first = all ? firstAny : firstAlways
    var matches: [(token: Int32, at: Int)] = []
    var next = 0
    for start in 0..<text.count where first[Int(text[start])] {
      while next < guarded.ranges.count, guarded.ranges[next].upperBound <= start { next += 1 }
      let free = next < guarded.ranges.count ? guarded.ranges[next].lowerBound : .max
      var node: Int32 = 0
      var i = start
      while i < text.count, let next = edges[UInt64(node) << 8 | UInt64(text[i])] {
        node = next
        i += 1
        guard ends[Int(node)] >= 0 else { continue }
        let token = tokens[Int(ends[Int(node)])]
        let isGuarded = i > free && (token.onRequest || guarded.tokens.contains(token.id))
        if !isGuarded, all || !token.onRequest { matches.append((ends[Int(node)], start)) }
      }
    }
    return matches.count < 2 ? matches : grouped(matches)
  }

  /// The matches by token; those of one token stay in order.
  ///
  /// Counting sort: O(matches + tokens).
  private func grouped(_ matches: [(token: Int32, at: Int)]) -> [(token: Int32, at: Int)] {
    var firsts = [Int](repeating: 0, count: tokens.count + 1)
    for match in matches { firsts[Int(match.token) + 1] += 1 }
    for i in 0..<tokens.count { firsts[i + 1] += firsts[i] }
    var result = matches
    for match in matches {
      result[firsts[Int(match.token)]] = match
      firsts[Int(match.token)] += 1
    }
    return result
  }

  /// A token in its place; `from..<to` is what it takes from the text, with stripped white space.
  private struct Placed {
    var token: Int
    var from, to: Int
  }

  /// Gives the matches their places, in order, where these are still free.
  private func place(_ matches: [(token: Int32, at: Int)], in text: [UInt8]) -> [Placed] {
    var taken = [Bool](repeating: false, count: text.count)
    var placed: [Placed] = []
    for match in matches {
      let token = tokens[Int(match.token)]
      var from = match.at
      var to = from + token.text.count
      // Tokens before this one are not shorter: a free first and last byte mean all are free.
      if taken[from] || taken[to - 1] { continue }
      if token.stripsLeft {
        while from > 0, !taken[from - 1], Self.isSpace(text[from - 1]) { from -= 1 }
      }
      if token.stripsRight {
        while to < text.count, !taken[to], Self.isSpace(text[to]) { to += 1 }
      }
      for i in from..<to { taken[i] = true }
      placed.append(Placed(token: Int(match.token), from: from, to: to))
    }
    return placed.sorted { $0.from < $1.from }
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
