import TernTokens

/// A store of regular languages over Unicode scalars: extended regular expressions with
/// derivatives, each term once.
///
/// Terms are simplified when they are made, so that few different ones come up as derivatives;
/// counters stay counters. Terms are never freed. Numbers of scalars between U+D800 and U+DFFF
/// are no scalars; inside, they go with U+D7FF, so that no class consists of them alone.
///
/// Source: Owens, Reppy, Turon, "Regular-expression derivatives re-examined" (2009).
final class Languages {
  /// A term, by its number.
  typealias Term = Int32

  static let empty: Term = 0
  static let epsilon: Term = 1
  static let anyScalar: Term = 2
  static let anyString: Term = 3
  static let end: Term = 4

  /// Limits that keep hostile expressions from taking the machine.
  struct Budget {
    /// Terms of the store.
    var terms = 1_000_000
    /// Operands of one `or` or `and`.
    var members = 2_000
    /// Operands of all terms, and classes of all terms.
    var pool = 8_000_000
    /// Levels of nesting.
    var depth = 1_000
    /// Terms looked at to find out whether one is empty.
    var search = 20_000
  }

  let budget: Budget
  let nodes = Pool<LanguageNode>(capacity: 64)
  /// The operands of every `or` and `and`.
  let members = Pool<Term>()
  /// The sets of scalars: in from the first bound on, out from the second on, and so forth.
  let bounds = Pool<UInt32>()
  /// The scalars of all words, and where each word begins.
  let wordScalars = Pool<UInt32>()
  let wordOffsets = Pool<Int32>(repeating: 0, count: 1)
  /// The sets of words by the hash of their scalars.
  var wordSets: [UInt64: Range<Int32>] = [:]
  /// The partitions: from `classStarts[i]` on, the derivative is `classTargets[i]`.
  let classStarts = Pool<UInt32>(capacity: 64)
  let classTargets = Pool<Term>(capacity: 64)
  /// Hash table of the terms, open addressing: -1 is free, the size a power of two.
  private let slots = Pool<Term>(repeating: -1, count: 64)
  /// What hashes depend on.
  let seed = HashSeed.process

  /// Whether a budget was exceeded; results after that may lack members.
  var isExhausted = false

  init(budget: Budget = Budget()) {
    self.budget = budget
    let live: LanguageFlags = [.live, .bothNullable]
    _ = intern(LanguageNode(kind: .empty, flags: .dead, shortest: 0, longest: 0))
    _ = intern(LanguageNode(kind: .epsilon, flags: live, shortest: 0, longest: 0))
    bounds.append(contentsOf: [0, 0x110000])
    _ = intern(LanguageNode(kind: .scalars, flags: .live, b: 2, shortest: 1, longest: 1))
    _ = intern(
      LanguageNode(
        kind: .repeated, flags: live, depth: 1, a: Self.anyScalar, c: LanguageNode.unlimited,
        shortest: 0, longest: LanguageNode.unlimited))
    _ = intern(
      LanguageNode(
        kind: .end, flags: [.nullableAtEnd, .hasEnd, .needsSearch, .live], shortest: 0, longest: 0))
  }

  /// Gives up: says so, and that nothing matches.
  func exhaust() -> Term {
    isExhausted = true
    return Self.empty
  }

  /// The number of `node`, which is added where it is new.
  func intern(_ node: LanguageNode) -> Term {
    var slot = Int(truncatingIfNeeded: hash(node)) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isSame(nodes[Int(slots[slot])], node) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard nodes.count < budget.terms, Int(node.depth) <= budget.depth else { return exhaust() }
    let term = Term(nodes.count)
    nodes.append(node)
    slots[slot] = term
    if nodes.count * 2 > slots.count { grow() }
    return term
  }

  private func grow() {
    slots.reset(repeating: -1, count: slots.count * 4)
    for (term, node) in nodes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash(node)) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Term(term)
    }
  }

  private func hash(_ node: LanguageNode) -> UInt64 {
    var mixer = Mixer(seed)
    mixer.add(UInt32(node.kind.rawValue))
    switch node.kind {
    case .scalars:
      for i in Int(node.a)..<Int(node.a + node.b) { mixer.add(bounds[i]) }
    case .or, .and:
      for i in Int(node.a)..<Int(node.a + node.b) { mixer.add(UInt32(bitPattern: members[i])) }
    default:
      mixer.add(UInt32(bitPattern: node.a))
      mixer.add(UInt32(bitPattern: node.b))
      mixer.add(UInt32(bitPattern: node.c))
    }
    return mixer.result
  }

  private func isSame(_ x: LanguageNode, _ y: LanguageNode) -> Bool {
    guard x.kind == y.kind, x.b == y.b else { return false }
    switch x.kind {
    case .scalars:
      return (0..<Int(x.b)).allSatisfy { bounds[Int(x.a) + $0] == bounds[Int(y.a) + $0] }
    case .or, .and:
      return (0..<Int(x.b)).allSatisfy { members[Int(x.a) + $0] == members[Int(y.a) + $0] }
    default: return x.a == y.a && x.c == y.c
    }
  }
}

/// A quick hash of 32-bit words; without its seed nobody can choose words that collide.
struct Mixer {
  private var state: UInt64
  private let factor: UInt64

  init(_ seed: HashSeed) {
    state = seed.start
    factor = seed.factor
  }

  @inline(__always)
  mutating func add(_ word: UInt32) {
    let product = (state ^ UInt64(word)).multipliedFullWidth(by: factor)
    state = product.high ^ product.low
  }

  var result: UInt64 { state }
}
