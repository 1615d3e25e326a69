/// How much is measured, and how long each part takes about.
///
/// Sizes are halved until the least number of repetitions fits into a part's share of the time; more
/// repetitions are made while there is time.
struct ReportPlan: Equatable {
  var sizes: ReportSizes
  /// Seconds that each part takes about: never more than its share where a size could be chosen.
  private(set) var seconds: [ReportPart: Double] = [:]

  /// The share of the time that a part may take.
  static func share(_ part: ReportPart) -> Double {
    switch part {
    case .speed: 0.22
    case .depth: 0.27
    case .load: 0.05
    case .memory: 0.05
    case .many: 0.24
    case .masks: 0.05
    case .embeddings: 0.12
    }
  }

  /// Chooses sizes for `seconds` in all.
  init(_ calibration: Calibration, seconds total: Double, from sizes: ReportSizes = ReportSizes()) {
    self.sizes = sizes
    let part = max(1, calibration.context / 4)
    self.sizes.depthPrompt = min(sizes.depthPrompt, part)
    self.sizes.depthGenerate = min(sizes.depthGenerate, part)
    self.sizes.depths = Self.depths(self.sizes, context: calibration.context)
    fitSpeed(calibration, total * Self.share(.speed))
    fitDepth(calibration, total * Self.share(.depth))
    fitMany(calibration, total * Self.share(.many))
    fitEmbeddings(calibration, total * Self.share(.embeddings))
    estimate(calibration, total)
  }

  /// The plan for given sizes.
  init(_ calibration: Calibration, seconds total: Double, as sizes: ReportSizes) {
    self.sizes = sizes
    estimate(calibration, total)
  }

  private mutating func estimate(_ calibration: Calibration, _ total: Double) {
    for part in ReportPart.allCases {
      let once = cost(of: part, calibration)
      let most = once.first + once.each * Double(sizes.most)
      let least = once.first + once.each * Double(sizes.least(part))
      seconds[part] = max(least, min(most, total * Self.share(part)))
    }
  }

  /// Seconds before the first repetition, and of each.
  func cost(of part: ReportPart, _ speed: Calibration) -> (first: Double, each: Double) {
    let sizes = sizes
    func prompt(_ count: Int) -> Double { Double(count) / speed.prompt }
    func generation(_ count: Int) -> Double { Double(count) / speed.generation }
    switch part {
    case .speed:
      let each = prompt(sizes.prompt) + generation(sizes.generate)
      return (speed.load + 2 * each + generation(32), each + speed.limits)
    case .depth:
      // Attention makes both slower with the depth.
      let slower = 1.5
      let each = (prompt(sizes.depthPrompt) + generation(sizes.depthGenerate)) * slower
      return (
        speed.load + prompt(sizes.depths.last ?? 0) * slower,
        (each + speed.limits) * Double(sizes.depths.count)
      )
    case .load: return (0, speed.load + 0.1)
    case .memory:
      return (0, speed.load + 0.1 + prompt(sizes.prompt) + generation(sizes.memoryGenerate))
    case .many:
      let passes = sizes.sequences.reduce(0.0) { sum, count in
        // A pass reads the weights once, and computes the rows of a prompt.
        sum + max(1 / speed.generation, Double(count) / speed.prompt)
      }
      let each = passes * Double(sizes.manyGenerate) * 1.2
      return (speed.load + prompt((sizes.sequences.last ?? 1) * sizes.manyPrompt) + each, each)
    case .masks: return (0.5, 0.1)
    case .embeddings:
      let tokens = sizes.textTokens.reduce(0, +) * sizes.texts
      let rate = max(1e-3, speed.prompt * speed.parameters / max(1, speed.encoderParameters))
      return (
        2 + Double(tokens) / rate,
        Double(tokens) / rate + Double(sizes.textTokens.count) * speed.limits
      )
    }
  }

  private func least(_ part: ReportPart, _ speed: Calibration) -> Double {
    let cost = cost(of: part, speed)
    return cost.first + cost.each * Double(sizes.least(part))
  }

  private mutating func fitSpeed(_ speed: Calibration, _ budget: Double) {
    sizes.prompt = min(sizes.prompt, max(1, speed.context - 1))
    sizes.generate = min(sizes.generate, max(1, speed.context - 2))
    while least(.speed, speed) > budget {
      let promptIsLonger =
        Double(sizes.prompt) / speed.prompt > Double(sizes.generate) / speed.generation
      if sizes.prompt > 16, promptIsLonger || sizes.generate <= 8 {
        sizes.prompt /= 2
      } else if sizes.generate > 8 {
        sizes.generate /= 2
      } else {
        break
      }
    }
  }

  private mutating func fitDepth(_ speed: Calibration, _ budget: Double) {
    while least(.depth, speed) > budget {
      if sizes.depths.count > 3 {
        sizes.depths.removeLast()
      } else if sizes.depthPrompt > 16 {
        sizes.depthPrompt /= 2
      } else if sizes.depthGenerate > 8 {
        sizes.depthGenerate /= 2
      } else if sizes.depths.count > 1 {
        sizes.depths.removeLast()
      } else {
        break
      }
    }
  }

  private mutating func fitMany(_ speed: Calibration, _ budget: Double) {
    let room = max(2, speed.context - 1)
    sizes.manyPrompt = min(sizes.manyPrompt, room / 2)
    sizes.manyGenerate = min(sizes.manyGenerate, room / 2)
    while least(.many, speed) > budget {
      if sizes.manyGenerate > 16 {
        sizes.manyGenerate /= 2
      } else if sizes.manyPrompt > 16 {
        sizes.manyPrompt /= 2
      } else if sizes.sequences.count > 1 {
        sizes.sequences.removeLast()
      } else if sizes.manyGenerate > 4 {
        sizes.manyGenerate /= 2
      } else {
        break
      }
    }
  }

  private mutating func fitEmbeddings(_ speed: Calibration, _ budget: Double) {
    let fitting = sizes.textTokens.filter { $0 <= speed.encoderContext }
    sizes.textTokens = fitting.isEmpty ? [max(1, speed.encoderContext)] : fitting
    while least(.embeddings, speed) > budget {
      if sizes.texts > 1 {
        sizes.texts /= 2
      } else if sizes.textTokens.count > 1 {
        sizes.textTokens.removeLast()
      } else {
        break
      }
    }
  }

  /// Those of the depths that leave room in the context; for short contexts parts of it.
  private static func depths(_ sizes: ReportSizes, context: Int) -> [Int] {
    let room = context - max(sizes.depthPrompt, sizes.depthGenerate + 1) - 1
    let fitting = sizes.depths.filter { $0 <= room }
    if fitting.count >= 3 || fitting.count == sizes.depths.count { return fitting }
    return Set([0, max(0, room) / 2, max(0, room)]).sorted()
  }
}
