import TernTestSupport

@testable import TernGrammar

/// An expression that is matched slowly and clearly: by the sets of places where a match may end.
indirect enum SlowExpression {
  case nothing, emptyText, end
  case scalars([ScalarRange])
  case words([String])
  case concat([SlowExpression])
  case or([SlowExpression])
  case and([SlowExpression])
  case not(SlowExpression)
  case repeated(SlowExpression, Int, Int?)

  /// The places where a match from `start` on may end.
  func ends(_ text: [UInt32], _ start: Int) -> Set<Int> {
    switch self {
    case .nothing: return []
    case .emptyText: return [start]
    case .end: return start == text.count ? [start] : []
    case .scalars(let ranges):
      return start < text.count && ranges.contains { $0.contains(text[start]) } ? [start + 1] : []
    case .words(let words):
      let lists = words.map { $0.unicodeScalars.map(\.value) }
      return Set(lists.filter { text[start...].starts(with: $0) }.map { start + $0.count })
    case .concat(let parts):
      return parts.reduce([start]) { places, part in
        Set(places.flatMap { part.ends(text, $0) })
      }
    case .or(let parts): return parts.reduce([]) { $0.union($1.ends(text, start)) }
    case .and(let parts):
      return parts.reduce(Set(start...text.count)) { $0.intersection($1.ends(text, start)) }
    case .not(let part): return Set(start...text.count).subtracting(part.ends(text, start))
    case .repeated(let part, let min, let max): return repeatedEnds(part, min, max, text, start)
    }
  }

  private func repeatedEnds(
    _ part: SlowExpression, _ min: Int, _ max: Int?, _ text: [UInt32], _ start: Int
  ) -> Set<Int> {
    var places: Set<Int> = [start]
    var result: Set<Int> = min == 0 ? places : []
    // Beyond the length of the text only repetitions of "" are new.
    let last = Swift.min(max ?? .max, min + text.count + 1)
    for count in stride(from: 1, through: last, by: 1) {
      places = Set(places.flatMap { part.ends(text, $0) })
      if count >= min { result.formUnion(places) }
    }
    return result
  }

  func contains(_ text: [UInt32]) -> Bool { ends(text, 0).contains(text.count) }

  /// The same expression in a store.
  func language(_ store: Languages) -> Language {
    switch self {
    case .nothing: store.empty
    case .emptyText: store.epsilon
    case .end: store.end()
    case .scalars(let ranges): store.scalars(ranges)
    case .words(let words): store.words(words)
    case .concat(let parts): store.concat(parts.map { $0.language(store) })
    case .or(let parts): store.or(parts.map { $0.language(store) })
    case .and(let parts): store.and(parts.map { $0.language(store) })
    case .not(let part): store.not(part.language(store))
    case .repeated(let part, let min, let max): store.repeated(part.language(store), min, max)
    }
  }

  /// The letters of random expressions and texts: characters of 1, 1, 2 and 4 bytes.
  static let letters: [UInt32] = [0x61, 0x62, 0xE9, 0x1F600]

  /// All texts of up to `length` letters.
  static func texts(_ length: Int) -> [[UInt32]] {
    var result: [[UInt32]] = [[]]
    var last = result
    for _ in 0..<length {
      last = last.flatMap { text in letters.map { text + [$0] } }
      result += last
    }
    return result
  }

  static func string(_ text: [UInt32]) -> String {
    var scalars = String.UnicodeScalarView()
    for value in text { if let scalar = Unicode.Scalar(value) { scalars.append(scalar) } }
    return String(scalars)
  }

  static func randomText(_ length: Int, _ random: inout SeededGenerator) -> [UInt32] {
    (0..<length).map { _ in letters[Int.random(in: 0..<4, using: &random)] }
  }

  /// A random expression; `$` only with `hasEnd`, and then no `and` or `not`.
  static func random(
    _ depth: Int, hasEnd: Bool = false, _ random: inout SeededGenerator
  ) -> SlowExpression {
    if depth == 0 { return randomLeaf(hasEnd, &random) }
    func parts() -> [SlowExpression] {
      (0..<Int.random(in: 2...3, using: &random)).map { _ in
        Self.random(depth - 1, hasEnd: hasEnd, &random)
      }
    }
    switch Int.random(in: 0..<(hasEnd ? 8 : 11), using: &random) {
    case 0...2: return .concat(parts())
    case 3, 4: return .or(parts())
    case 5...7:
      let min = Int.random(in: 0...2, using: &random)
      let max = Bool.random(using: &random) ? min + Int.random(in: 0...3, using: &random) : nil
      return .repeated(Self.random(depth - 1, hasEnd: hasEnd, &random), min, max)
    case 8: return .and(parts())
    case 9: return .not(Self.random(depth - 1, &random))
    default: return randomLeaf(hasEnd, &random)
    }
  }

  private static func randomLeaf(_ hasEnd: Bool, _ random: inout SeededGenerator)
    -> SlowExpression
  {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .emptyText
    case 1: return hasEnd ? .end : .nothing
    case 2: return .scalars([0...0x10FFFF])
    case 3: return .repeated(.scalars([0...0x10FFFF]), 0, nil)
    case 4...6:
      return .words(
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          string(randomText(Int.random(in: 0...3, using: &random), &random))
        })
    case 7: return .scalars([0x62...0xE9, 0x1F600...0x1F600])
    case 8: return .scalars([0x61...0x62])
    default: return .scalars([letters[Int.random(in: 0..<4, using: &random)]].map { $0...$0 })
    }
  }
}
