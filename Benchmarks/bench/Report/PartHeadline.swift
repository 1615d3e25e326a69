/// What a reader wants to know of a part first.
struct Highlight: Equatable {
  var label: String
  var value: String
}

extension BenchReport.Part {
  /// The most important figures, with a short label each.
  var highlights: [Highlight] {
    switch part {
    case .speed:
      return [highlight("generation", "tg"), highlight("prompt", "pp")].compactMap(\.self)
    case .depth:
      guard let last = points.last(where: { !$0.name.isEmpty }) else { return [] }
      return [highlight("generation after \(last.name) tokens", "tg", at: last.name)]
        .compactMap(\.self)
    case .load: return [highlight("first token after", "load_s")].compactMap(\.self)
    case .memory: return [highlight("memory while generating", "resident_bytes")].compactMap(\.self)
    case .many:
      guard let last = points.last(where: { !$0.name.isEmpty }) else { return [] }
      return [highlight("\(last.name) sequences together", "tg", at: last.name)].compactMap(\.self)
    case .masks:
      return [
        highlight("a mask, new schema", "mean"), highlight("a mask, used schema", "warm_mean"),
      ]
      .compactMap(\.self)
    case .embeddings:
      guard let last = points.last(where: { !$0.name.isEmpty }) else { return [] }
      return [highlight("vectors of \(last.name) tokens", "texts_per_s", at: last.name)]
        .compactMap(\.self)
    }
  }

  private func highlight(_ label: String, _ key: String, at point: String = "") -> Highlight? {
    let figure = points.first { $0.name == point }?.figures.first { $0.key == key }
    return figure.map { Highlight(label: label, value: $0.medianText) }
  }

  /// The highlights in one line, or why there are none.
  var headline: String {
    let text = highlights.map { "\($0.label) \($0.value)" }.joined(separator: ", ")
    switch state {
    case .complete: return text.isEmpty ? "nothing was measured" : text
    case .interrupted: return text.isEmpty ? "interrupted" : "\(text) (interrupted)"
    case .skipped: return "skipped: \(note)"
    case .failed: return "failed: \(note)"
    }
  }
}
