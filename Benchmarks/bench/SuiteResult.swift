import TernJSON

/// The figures of one suite, and the three ways they are shown.
struct SuiteResult {
  /// One of several things that a suite measures the same figures of.
  struct Point {
    /// The value of the suite's ``Suite/pointKey``.
    var name: JSON
    var figures: [Figure]

    /// The name as a table has it.
    var label: String { name.string ?? name.text() }
  }

  var name = ""
  let settings: Settings
  var instructionSet = ""
  var blas: String?
  var figures: [Figure] = []
  var points: [Point] = []
  /// Where the suite is part of a report.
  var monitor: PartMonitor?

  init(_ settings: Settings) { self.settings = settings }

  /// The repetitions to make, at most so many; a report may have time for fewer.
  ///
  /// - Parameter stretch: The place of what is measured among `stretches` that follow each other.
  func rounds(_ most: Int, stretch: Int = 0, of stretches: Int = 1) -> Rounds {
    Rounds(most, monitor, stretch: stretch, of: stretches)
  }

  /// What was measured: two runs can be compared where these are equal.
  var conditions: [(key: String, value: JSON)] {
    var list: [(String, JSON)] = [("suite", .string(settings.suite.rawValue))]
    let options = settings.suite.options
    if options.contains("-t") { list.append(("threads", JSON(settings.threads))) }
    if options.contains("-p") { list.append(("prompt", JSON(settings.prompt))) }
    if options.contains("-n") { list.append(("generate", JSON(settings.generate))) }
    if options.contains("-d") { list.append(("depth", JSON(settings.depth))) }
    if options.contains("--texts") {
      list += [("texts", JSON(settings.texts)), ("tokens", JSON(settings.tokens))]
    }
    if options.contains("--cache") { list.append(("cache", .string("\(settings.cache)"))) }
    return list
  }

  var json: JSON {
    var object: JSONObject = settings.suite.hasModel ? ["model": .string(name)] : [:]
    for (key, value) in conditions { object[key] = value }
    object["instruction_set"] = .string(instructionSet)
    object["blas"] = blas.map { .string($0) } ?? .null
    for figure in figures { object[figure.key] = figure.json }
    if let key = settings.suite.pointKey {
      object["points"] = .array(
        points.map { point in
          var member: JSONObject = [key: point.name]
          for figure in point.figures { member[figure.key] = figure.json }
          return .object(member)
        })
    }
    return .object(object)
  }

  /// For people.
  var table: String {
    var text = name
    if settings.suite.options.contains("-t") {
      text += ", \(settings.threads) thread\(settings.threads == 1 ? "" : "s")"
    }
    text += ", \(instructionSet)\n"
    let width = figures.map(\.label.count).max() ?? 0
    for figure in figures where !figure.isHidden {
      let space = String(repeating: " ", count: width + 2 - figure.label.count)
      let note = figure.note.isEmpty ? "" : "   " + figure.note
      text += "  " + figure.label + space + figure.text + note + "\n"
    }
    return text + pointTable
  }

  /// A row for each point.
  private var pointTable: String {
    guard let first = points.first, let key = settings.suite.pointKey else { return "" }
    let shown = first.figures.indices.filter { !first.figures[$0].isHidden }
    var rows = [[key] + shown.map { first.figures[$0].label }]
    for point in points {
      rows.append([point.label] + shown.map { cell(point.figures[$0]) })
    }
    return "\n" + columns(rows)
  }

  private func cell(_ figure: Figure) -> String {
    figure.unit == "share" ? percent(figure.values.median) : figure.text
  }

  /// One line for each figure, with the columns of ``csvHeader``.
  func csv(_ comparison: SavedComparison?) -> String {
    var text = Self.csvHeader
    for (point, figure) in allFigures {
      let line = comparison?.line(figure.key, point: point)
      let values = figure.values
      let numbers: [Double] = [values.median, values.min() ?? 0, values.max() ?? 0, values.mean]
      let fields: [String] =
        [
          settings.suite.rawValue, name, point ?? "", figure.key, figure.unit,
          figure.kind.rawValue, "\(values.count)",
        ] + numbers.map { Figure.number($0).text() }
        + [
          line?.saved.map { Figure.number($0).text() } ?? "",
          line?.ratio.map { fixed($0, 4) } ?? "",
        ]
      text += fields.map(Self.quoted).joined(separator: ",") + "\n"
    }
    return text
  }

  static let csvHeader =
    "suite,model,point,figure,unit,kind,values,median,min,max,mean,saved,ratio\n"

  /// All figures that have a value, in order, with the point they belong to.
  var allFigures: [(point: String?, figure: Figure)] {
    let all = figures.map { (nil as String?, $0) }
    let ofPoints = points.flatMap { point in point.figures.map { (point.label, $0) } }
    return (all + ofPoints).filter { !$0.1.values.isEmpty }
  }

  /// As RFC 4180 has it.
  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
