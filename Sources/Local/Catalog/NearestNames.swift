/// Which of some names are most like one that is none of them.
package enum NearestNames {
  /// At most `count` names, the likest first; none that has little in common with the word.
  package static func of(_ word: String, among names: [String], count: Int = 3) -> [String] {
    let word = Array(ModelNames.folded(word).prefix(longest))
    guard !word.isEmpty else { return [] }
    let found = names.enumerated().map { place, name in
      let name = Array(ModelNames.folded(name).prefix(longest))
      // The word may be the beginning of a name.
      let begun = distance(word, Array(name.prefix(word.count))) + 1
      return (place: place, distance: min(distance(word, name), begun))
    }
    return found.filter { $0.distance <= max(2, word.count / 2) }
      .sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
      .prefix(count).map { names[$0.place] }
  }

  /// Characters that are compared.
  private static let longest = 100

  /// How many characters must be added, taken away or replaced.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
