/// The syntax tree of a pattern.
///
/// Groups, laziness and captures are gone: they do not change which texts match.
indirect enum PatternNode: Equatable, Sendable {
  /// One scalar of a set; the empty set matches nothing.
  case set(PatternSet)
  /// One after the other; none is the empty text.
  case sequence([PatternNode])
  /// Any of them.
  case choice([PatternNode])
  /// From `minimum` to `maximum` times (`nil`: without end). `offset` is where its quantifier is.
  case loop(PatternNode, minimum: Int, maximum: Int?, offset: Int)
  /// `^`: the start of the text.
  case start
  /// `$`: the end of the text.
  case end
  /// `(?=…)`, or `(?!…)` where `isNegative`.
  case look(PatternNode, isNegative: Bool, offset: Int)
  /// `\b`, or `\B` where `isNegative`, between word characters of `[A-Za-z0-9_]`.
  case boundary(isNegative: Bool, offset: Int)

  /// `(?<=…)`, or `(?<!…)` where `isNegative`, that does not lie within what is before it.
  case behind(PatternNode, isNegative: Bool, offset: Int)
  /// What the first node matches, if it begins with what `look` matches, or ends with it where
  /// `isBehind`; if it does not, where `isNegative`.
  case guarded(PatternNode, look: PatternNode, isNegative: Bool, isBehind: Bool)

  static let empty = PatternNode.sequence([])

  /// The parts one after the other, without sequences within sequences.
  ///
  /// A lookahead for one character right before a class becomes part of the class.
  static func joined(_ parts: [PatternNode]) -> PatternNode {
    var flat: [PatternNode] = []
    for part in parts {
      switch part {
      case .sequence(let inner): for node in inner { append(node, to: &flat) }
      default: append(part, to: &flat)
      }
    }
    if flat.count == 1, let only = flat.first { return only }
    return .sequence(flat)
  }

  private static func append(_ node: PatternNode, to parts: inout [PatternNode]) {
    if case .behind(let look, let isNegative, _) = node, look.isFree,
      let body = takeLast(look.longest, of: &parts) ?? takeAllFromStart(of: &parts)
    {
      parts.append(.guarded(body, look: look, isNegative: isNegative, isBehind: true))
      return
    }
    var node = node
    while case .set(let set) = node,
      case .look(.set(let seen), let isNegative, _)? = parts.last
    {
      parts.removeLast()
      node = .set(isNegative ? set.subtracting(seen) : set.intersection(seen))
    }
    parts.append(node)
  }

  /// Any of the branches, without choices within choices; branches of one scalar become one set.
  static func either(_ branches: [PatternNode]) -> PatternNode {
    var flat: [PatternNode] = []
    for branch in branches {
      if case .choice(let inner) = branch { flat += inner } else { flat.append(branch) }
    }
    var union: [ScalarRange] = []
    for case .set(let set) in flat { union += set.ranges }
    let others = flat.filter { if case .set = $0 { false } else { true } }
    if others.count < flat.count { flat = [.set(PatternSet(union))] + others }
    if flat.count == 1, let only = flat.first { return only }
    return .choice(flat)
  }
}
