import TernFormat

/// How much the names in a file are like those of known families.
struct Likeness {
  private let architecture: [UInt8]
  private let titles: [[UInt8]]

  /// Bytes of a name that are compared.
  private static let length = 64

  init(_ file: GGUFFile, architecture: String) {
    self.architecture = Self.plain(architecture)
    titles = ["general.basename", "general.name"].compactMap { file.string($0) }.map(Self.plain)
  }

  /// From a half to 1 for the architecture's name, or 0 where few letters are the same; and up to
  /// 0.3 more where the model's name begins with that of the family, or with its letters.
  func likeness(to family: String) -> Double {
    let name = Self.plain(family)
    let longest = max(architecture.count, name.count, 1)
    let common = zip(architecture, name).prefix { $0 == $1 }.count
    let near = longest - Self.distance(architecture, name)
    let likeness = Double(max(common, near)) / Double(longest)
    return (likeness < 0.5 ? 0 : likeness) + titleLikeness(name)
  }

  private func titleLikeness(_ name: [UInt8]) -> Double {
    let letters = name.prefix { $0 >= 0x61 }
    if titles.contains(where: { $0.starts(with: name) }) {
      return 0.03 * Double(min(10, name.count))
    }
    guard letters.count > 3, titles.contains(where: { $0.starts(with: letters) }) else { return 0 }
    return 0.02 * Double(min(10, letters.count))
  }

  /// Letters and digits, in lower case.
  private static func plain(_ text: String) -> [UInt8] {
    text.utf8.lazy.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
      .filter { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      .prefix(length).map { $0 }
  }

  /// The letters to add, drop or replace to make one name of the other (Levenshtein).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let replaced = diagonal + (x == y ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}
