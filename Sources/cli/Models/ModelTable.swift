import Tern
import TernFormat

/// The list of models for people.
struct ModelTable {
  private let survey: ModelSurvey

  init(_ survey: ModelSurvey) { self.survey = survey }

  private static let titles = [
    "NAME", "ARCHITECTURE", "SIZE", "BYTES", "TYPE", "CONTEXT", "CALLS", "SPEED",
  ]
  /// Columns of numbers, which stand at the right.
  private static let numbers: Set = [2, 3, 5]

  /// The table in so many columns; where a line has no room in them, names stand on lines of their
  /// own.
  func text(columns: Int) -> String {
    guard !survey.models.isEmpty else { return "no models are found\n" + problems(columns) }
    let rows = [Self.titles] + survey.models.map(row)
    let widths = Self.titles.indices.dropLast().map { column in
      rows.reduce(0) { max($0, $1[column].columns) }
    }
    let last = rows.reduce(0) { max($0, min($1[7].columns, Self.shortReason)) }
    let isWide = widths.reduce(last) { $0 + $1 + Self.gap.count } <= columns
    let lines = rows.enumerated().map { place, row in
      isWide
        ? Self.line(row[...], widths[...], columns)
        : Self.twoLines(row, widths, columns, isTitle: place == 0)
    }
    return lines.joined() + problems(columns)
  }

  private static let gap = "  "
  /// Columns of reasons that a line must have room for; longer ones are cut, or go on another line.
  private static let shortReason = 30

  private func row(_ facts: ModelFacts) -> [String] {
    [
      facts.model.name, facts.summary.architecture?.shown ?? "-",
      Quantity.count(facts.summary.parameterCount), Quantity.bytes(facts.summary.fileSize),
      facts.summary.quantization, facts.context.map(Quantity.tokens) ?? "-", facts.dialect ?? "-",
      speed(facts),
    ]
  }

  private func speed(_ facts: ModelFacts) -> String {
    switch facts.use {
    case .generates: facts.rate(survey.bandwidth).map { "about \(Quantity.about($0))/s" } ?? "-"
    case .embeds: "vectors"
    case .nothing(let reason): "no: \(reason.shown)"
    }
  }

  private static func line(
    _ row: ArraySlice<String>, _ widths: ArraySlice<Int>, _ columns: Int
  ) -> String {
    var text = ""
    for (column, width) in zip(widths.indices, widths) {
      let space = String(repeating: " ", count: max(0, width - row[column].columns))
      text += (numbers.contains(column) ? space + row[column] : row[column] + space) + gap
    }
    let room = columns == .max ? .max : columns - text.columns
    return text + (row.last?.cut(to: room) ?? "") + "\n"
  }

  /// A name above all else of it; the speed, or why a model does not run, goes below where it is long.
  private static func twoLines(
    _ row: [String], _ widths: [Int], _ columns: Int, isTitle: Bool
  ) -> String {
    let inner = columns - gap.count
    let used = widths.dropFirst().reduce(0) { $0 + $1 + gap.count }
    guard row[7].columns > inner - used, !isTitle else {
      return row[0] + "\n" + gap + line(row[1...], widths[1...], inner)
    }
    let reason = row[7].withoutPrefix("no: ")
    var short = row
    short[7] = reason == nil ? "" : "no"
    return row[0] + "\n" + gap + line(short[1...], widths[1...], inner) + gap + gap
      + (reason ?? row[7]).cut(to: inner - gap.count) + "\n"
  }

  /// The files that hold no model, each with its reason.
  private func problems(_ columns: Int) -> String {
    guard !survey.problems.isEmpty else { return "" }
    return "\nnot used:\n"
      + survey.problems.map { problem in
        let line = "  \(problem.path.shown): \(problem.reason.shown)"
        guard line.columns > columns else { return line + "\n" }
        return "  \(problem.path.shown):\n    \(problem.reason.shown.cut(to: columns - 4))\n"
      }.joined()
  }
}

extension String {
  /// The text on one line, without control characters.
  var shown: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  /// The beginning of the text that fits so many columns, with an ellipsis where there is more.
  func cut(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    var (text, used) = ("", 0)
    for character in self {
      used += character.columns
      guard used < columns else { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The rest behind the prefix; `nil` where it does not begin with it.
  fileprivate func withoutPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
