/// A drawing of tokens per second by depth: generation, with what reading the memory allows, above
/// prompts.
struct DepthChart {
  private let title: String
  private let plots: [LinePlot]

  init(_ result: SuiteResult) {
    title = "\(result.name), \(result.settings.threads) threads, \(result.instructionSet)"
    func series(_ key: String) -> [(x: Double, values: [Double])] {
      result.points.compactMap { point in
        guard let depth = point.name.int else { return nil }
        return point.figures.first { $0.key == key }.map { (Double(depth), $0.values) }
      }
    }
    func plot(_ title: String, _ key: String, limit: String?) -> LinePlot {
      let limits = limit.map(series)?.map { (x: $0.x, value: $0.values.median) } ?? []
      return LinePlot(
        title: title, unit: "tokens/s", axisTitle: "tokens in the context",
        lines: [.init(series: 0, points: series(key), limit: limits)])
    }
    let all = [
      plot("generation (dashed: what reading the memory allows)", "tg", limit: "tg_limit"),
      plot("prompt", "pp", limit: nil),
    ]
    plots = all.filter { !$0.lines[0].points.isEmpty }
  }

  /// A file of its own.
  var svg: String {
    var content: Markup = ""
    var height = 34.0
    for plot in plots {
      let drawing = plot.draw(.wide)
      content += "<g transform=\"translate(16,\(height))\">\(drawing.content)</g>\n"
      height += drawing.height + 10
    }
    let width = PlotWidth.wide.rawValue + 32
    let document: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)">
      <style>\(PlotStyle.light.rules)</style>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(Mark.text(title, 16, 24, .start, "h"))
      \(content)</svg>

      """
    return document.text
  }
}
