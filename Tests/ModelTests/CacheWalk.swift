import TernModel
import TernTestSupport
import Testing

/// A random walk of operations on the caches of one model, every logit of which is compared with
/// those of the whole sequence read at once.
///
/// Where they differ, the sequence is read token by token too. Such models amplify rounding at some
/// positions, or choose other ones of two experts whose scores are almost equal: there the two plain
/// readings differ as well, and the caches may differ from the nearer one by as much.
struct CacheWalk {
  private let runner: Runner
  private let name: String
  private let bound: Float
  private var random: SeededGenerator
  private var branches: [Branch]
  /// The largest difference so far.
  private(set) var largest: Float = 0

  /// A cache, and all that went into it and came out.
  private struct Branch {
    var cache: KVCache
    var tokens: [Int32] = []
    var logits: [[Float]] = []
  }

  init(_ runner: Runner, name: String, bound: Float, seed: UInt64) {
    self.runner = runner
    self.name = name
    self.bound = bound
    random = SeededGenerator(seed: seed)
    branches = [Branch(cache: runner.model.makeCache())]
  }

  /// Does so many operations, and compares what is left at the end.
  mutating func run(operations: Int) throws {
    for _ in 0..<operations { try step() }
    for branch in branches { try compare(branch) }
  }

  private mutating func step() throws {
    let place = Int.random(in: 0..<branches.count, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: try fork(place)
    case 1, 2: try truncate(place)
    case 3: try restore(place)
    case 4: try cancel(place)
    case 5, 6: try appendTogether()
    default: try append(newTokens(branches[place]), to: [place])
    }
    for branch in branches {
      #expect(branch.cache.violation == nil, "\(name)")
      #expect(branch.cache.length == branch.tokens.count, "\(name)")
    }
  }

  /// Tokens to append: often one, at times more than a page has, never more than there is room for.
  private mutating func newTokens(_ branch: Branch, atLeast least: Int = 1) -> [Int32] {
    let count = [1, 1, 2, 5, 16, 17, 40, 64, 90].randomElement(using: &random) ?? 1
    let room = runner.model.contextLength - branch.tokens.count
    let words = Int32(runner.model.vocabularySize)
    return (0..<min(max(least, count), room)).map { _ in
      Int32.random(in: 0..<words, using: &random)
    }
  }

  /// Appends tokens to some branches, in passes of random lengths; several branches run in the same
  /// passes, one behind the other or in turns.
  private mutating func append(_ tokens: [Int32], to places: [Int]) throws {
    var start = 0
    while start < tokens.count {
      let end = Int.random(in: start + 1...tokens.count, using: &random)
      var rows: [(place: Int, at: Int)] = places.flatMap { place in
        (start..<end).map { (place, $0) }
      }
      if Bool.random(using: &random) { rows.sort { ($0.at, $0.place) < ($1.at, $1.place) } }
      let found = try runner.run(
        rows.map { row in
          let branch = branches[row.place]
          return (branch.cache, tokens[row.at], branch.tokens.count + row.at - start, true)
        })
      for (row, logits) in zip(rows, found) { branches[row.place].logits.append(logits) }
      for place in places { branches[place].tokens += tokens[start..<end] }
      start = end
    }
  }

  private mutating func appendTogether() throws {
    guard branches.count > 1 else { return }
    let places = Array(branches.indices.shuffled(using: &random).prefix(2))
    let longest = places.max { branches[$0].tokens.count < branches[$1].tokens.count } ?? 0
    try append(newTokens(branches[longest]), to: places)
  }

  /// The branch goes on twice, with three caches at most; the fork's next logits are the same.
  private mutating func fork(_ place: Int) throws {
    var copy = branches[place]
    copy.cache = copy.cache.fork()
    if branches.count == 3 {
      try compare(branches[2])
      branches.removeLast()
    }
    branches.append(copy)
  }

  private mutating func truncate(_ place: Int) throws {
    try compare(branches[place])
    let cache = branches[place].cache
    let length = Int.random(in: 0...cache.length, using: &random)
    let kept = cache.reusableLength(upTo: length)
    _ = cache.truncate(to: length)
    #expect(cache.length == kept && kept <= length, "\(name)")
    branches[place].tokens.removeLast(branches[place].tokens.count - kept)
    branches[place].logits.removeLast(branches[place].logits.count - kept)
  }

  /// Goes on with what was saved and read again: both give the same bits.
  private mutating func restore(_ place: Int) throws {
    var bytes: [UInt8] = []
    let saved = branches[place].cache.snapshot()
    unsafe saved.write { unsafe bytes.append(contentsOf: $0) }
    var rest = bytes[...]
    let read = unsafe runner.model.layout.readSnapshot(byteCount: bytes.count) { buffer in
      unsafe buffer.copyBytes(from: rest.prefix(buffer.count))
      rest = rest.dropFirst(buffer.count)
    }
    let found = try #require(read)
    let restored = try #require(runner.model.makeCache(restoring: found))
    try goOn(branches[place].cache, restored, newTokens(branches[place]))
    branches[place].cache = restored
  }

  /// Cancels a pass before one of its layers: what was complete counts, the rest never was.
  private mutating func cancel(_ place: Int) throws {
    let cache = branches[place].cache
    let before = cache.fork()
    let tokens = newTokens(branches[place], atLeast: 30)
    let layers = Int.random(in: 0..<2 * runner.model.config.layerCount, using: &random)
    var (asked, found) = (0, [[Float]]())
    let rows = tokens.enumerated().map {
      BatchRow(token: $1, cache: cache, position: before.length + $0, wantsLogits: true)
    }
    do {
      try unsafe runner.model.forward(
        rows,
        isCancelled: {
          asked += 1
          return asked > layers
        }, logits: { unsafe found.append(Array($1)) })
    } catch {
      #expect(error == .cancelled, "\(name)")
    }
    let count = cache.length - before.length
    #expect(found.count == count, "\(name)")
    branches[place].tokens += tokens.prefix(count)
    branches[place].logits += found
    if count == 0 { try goOn(before, cache.fork(), newTokens(branches[place])) }
  }

  /// Appends the same to copies of two caches, which gives the same bits.
  private func goOn(_ first: KVCache, _ second: KVCache, _ tokens: [Int32]) throws {
    let found = try [first.fork(), second.fork()].map { try runner.all(tokens, $0) }
    #expect(found[0] == found[1], "\(name)")
  }

  /// Compares all logits of a branch with those of other readings of its tokens.
  private mutating func compare(_ branch: Branch) throws {
    let whole = try runner.all(branch.tokens, runner.model.makeCache())
    var differences = zip(branch.logits, whole).map(largestDifference)
    #expect(branch.logits.count == whole.count, "\(name)")
    if differences.contains(where: { $0 > bound }) {
      let cache = runner.model.makeCache()
      for (place, token) in branch.tokens.enumerated() {
        let single = try runner.all([token], cache)[0]
        let nearer = min(differences[place], largestDifference(branch.logits[place], single))
        differences[place] = max(0, nearer - largestDifference(whole[place], single))
      }
    }
    largest = max(largest, differences.max() ?? 0)
  }
}
