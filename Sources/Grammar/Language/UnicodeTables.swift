/// Unicode's properties as texts, from which a set is read when a pattern first asks for it.
///
/// `UnicodeTableTests` compares them with the standard library and writes them. The forms:
/// - a number is digits of five bits, the lowest first, as the bytes from `0` on; a sixth bit says
///   that another digit follows;
/// - a set is the lengths of a gap and a run, by turns; runs are written less one;
/// - a record is a line of words: names, and a set. Where a word before the set names general
///   categories, the set is what differs from those.
///
/// Reading the longest table takes some 50 µs.
enum UnicodeTables {
  /// General categories by the numbers that ``categories`` has for them.
  static let categoryNames = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
  ]

  /// The words of the first record whose words begin with `names`; `nil` where there is none.
  static func record(_ text: String, where isWanted: ([Substring]) -> Bool) -> [Substring]? {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map { Substring($0) }
      if isWanted(words) { return words }
    }
    return nil
  }

  /// The set that a word says.
  static func set(_ word: Substring) -> PatternSet {
    var reader = NumberReader(word)
    var ranges: [ScalarRange] = []
    var place: UInt32 = 0
    while let gap = reader.next(), let length = reader.next() {
      ranges.append(place + gap...place + gap + length)
      place += gap + length + 1
    }
    return PatternSet(ranges)
  }

  /// The numbers of a word.
  struct NumberReader {
    private var bytes: Substring.UTF8View.Iterator

    init(_ word: Substring) { bytes = word.utf8.makeIterator() }

    mutating func next() -> UInt32? {
      var value: UInt32 = 0
      var shift: UInt32 = 0
      while let byte = bytes.next() {
        let digit = UInt32(byte &- UInt8(ascii: "0"))
        value |= (digit & 31) << shift
        if digit < 32 { return value }
        shift += 5
      }
      return nil
    }
  }
}

extension UnicodeTables {
  /// The scalars of some general categories, by their short names of two letters.
  static func set(ofCategories names: [String]) -> PatternSet {
    PatternSet(categoryRuns.filter { names.contains(categoryNames[$0.category]) }.map(\.range))
  }

  /// All scalars in order, in runs of one category.
  private static let categoryRuns: [(range: ScalarRange, category: Int)] = {
    var reader = NumberReader(categories[...])
    var runs: [(range: ScalarRange, category: Int)] = []
    var place: UInt32 = 0
    while let length = reader.next(), let category = reader.next() {
      runs.append((place...place + length, Int(category)))
      place += length + 1
    }
    return runs
  }()

  /// The scalars with a binary property, by its long name; `nil` where it is unknown.
  static func set(ofProperty name: String) -> PatternSet? {
    guard let words = record(properties, where: { $0.count == 3 && $0[0] == name }) else {
      return nil
    }
    let difference = set(words[2])
    guard words[1] != "-" else { return difference }
    var names: [String] = []
    var rest = words[1]
    while !rest.isEmpty {
      names.append(String(rest.prefix(2)))
      rest = rest.dropFirst(2)
    }
    return set(ofCategories: names).symmetricDifference(difference)
  }

  /// The scalars of a script, by its code of four letters or its name, however the words of the name
  /// are joined and whatever their case; `nil` where it is unknown.
  static func set(ofScript name: String, withExtensions: Bool) -> PatternSet? {
    let key = loose(name)
    guard let words = record(scripts, where: { loose($0[0]) == key || loose($0[1]) == key }) else {
      return nil
    }
    let own = set(words[2])
    guard withExtensions, let more = record(scriptExtensions, where: { $0[0] == words[0] }) else {
      return own
    }
    return own.symmetricDifference(set(more[1]))
  }

  private static func loose(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }
}
