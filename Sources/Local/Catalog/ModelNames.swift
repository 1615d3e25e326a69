import Foundation

/// Names of models: which are shown, and which are the same.
enum ModelNames {
  /// A name for each model, no two of them the same: the first that nobody else has.
  ///
  /// - Parameter models: For each model its names from the usual to the full one.
  static func unique(_ models: [[String]]) -> [String] {
    var chosen = [Int](repeating: 0, count: models.count)
    let most = models.reduce(0) { max($0, $1.count) }
    for _ in 1..<max(2, most) {
      let groups = Dictionary(grouping: models.indices) { folded(models[$0][chosen[$0]]) }
      let same = groups.values.filter { $0.count > 1 }.joined()
      if same.isEmpty { break }
      for model in same where chosen[model] + 1 < models[model].count { chosen[model] += 1 }
    }
    return numbered(zip(models, chosen).map { $0[$1] })
  }

  /// The names with numbers behind those that are still the same.
  private static func numbered(_ names: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return names.map { name in
      let count = counts[folded(name), default: 0] + 1
      counts[folded(name)] = count
      return count == 1 ? name : "\(name)#\(count)"
    }
  }

  /// The name as it is compared: without capitals and accents.
  static func folded(_ name: String) -> String {
    name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
