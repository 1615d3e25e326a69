/// Makes tokens of text by the likeliest of all its divisions into tokens.
///
/// ```
/// best(end) = max over tokens that end there of best(its start) + score;  a character that is no
/// token is unknown and costs 10 more than the worst token
/// ```
/// Source: Kudo, "Subword Regularization" (2018), the unigram language model.
struct UnigramEncoder: Sendable {
  private let finder: TokenFinder
  /// The score of each of the finder's tokens.
  private let scores: [Double]
  private let unknownScore: Double
  private let unknown: Int32
  private let normalizer: UnigramNormalizer

  /// - Parameters:
  ///   - vocabulary: the tokens with the attributes that the file gives them.
  ///   - settled: the attributes after roles known by name have changed some.
  init(
    _ source: VocabularySource, _ vocabulary: Vocabulary, settled: [TokenAttribute],
    map: CharacterMap?, unknown: Int32?
  ) {
    let attributes = vocabulary.attributes
    func score(_ id: Int) -> Float { source.scores.isEmpty ? 0 : source.scores[id] }
    finder = TokenFinder(vocabulary) {
      [.normal, .userDefined, .unused].contains(attributes[$0])
    }
    scores = finder.ids.map {
      settled[Int($0)] == .userDefined ? 0 : Double(score(Int($0)))
    }
    var worst = Float.greatestFiniteMagnitude
    for id in 0..<vocabulary.count where attributes[id] == .normal && score(id) < worst {
      worst = score(id)
    }
    unknownScore = Double(worst - 10)
    self.unknown = unknown ?? -1
    normalizer = UnigramNormalizer(
      map,
      userDefined: (0..<vocabulary.count).filter { attributes[$0] == .userDefined }
        .map { Array(vocabulary.texts[$0]) },
      addsPrefix: source.addSpacePrefix ?? false,
      mergesSpaces: source.removeExtraWhitespaces ?? false)
  }

  /// The links followed while the tables were made.
  var work: Int { finder.work }

  /// Appends the ids of `range` of `text`; returns the steps that it took.
  func encode(
    _ text: [UInt8], _ range: Range<Int>, continuing: Bool, _ ids: inout [Int32]
  ) -> Int {
    let normalized = normalizer.normalize(text, range, continuing: continuing)
    if normalized.isEmpty { return range.count }
    var places: [Int32] = []
    var steps = range.count + finder.longest(normalized, normalized.indices, &places)
    let ends = findBest(normalized, places, &steps)
    let first = ids.count
    var wasUnknown = false
    var end = normalized.count
    while end > 0 {
      let isUnknown = ends[end].id == unknown
      if ends[end].id >= 0, !(isUnknown && wasUnknown) { ids.append(ends[end].id) }
      wasUnknown = isUnknown
      end -= min(end, Int(ends[end].length))
    }
    ids[first...].reverse()
    return steps
  }

  /// The best way to reach a place: its last token and how long that is.
  private struct End {
    var score: Double
    var id: Int32
    var length: Int32
  }

  private func findBest(_ text: [UInt8], _ places: [Int32], _ steps: inout Int) -> [End] {
    // What nothing reaches, because scores are no numbers, is one unknown token.
    var ends = [End](
      repeating: End(score: -Double.greatestFiniteMagnitude, id: unknown, length: .max),
      count: text.count + 1)
    ends[0].score = 0
    var start = 0
    while start < text.count {
      let unit = min(Characters.length(text[start]), text.count - start)
      let before = ends[start].score
      var isToken = false
      var number = places[start]
      while number >= 0 {
        let length = Int(finder.lengths[Int(number)])
        let score = before + scores[Int(number)]
        if length == unit { isToken = true }
        if score > ends[start + length].score {
          ends[start + length] = End(
            score: score, id: finder.ids[Int(number)], length: Int32(truncatingIfNeeded: length))
        }
        number = finder.shorter(number)
        steps += 1
      }
      if !isToken, before + unknownScore > ends[start + unit].score {
        ends[start + unit] = End(
          score: before + unknownScore, id: unknown, length: Int32(truncatingIfNeeded: unit))
      }
      start += unit
    }
    return ends
  }
}
