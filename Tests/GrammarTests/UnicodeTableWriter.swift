import Foundation

@testable import TernGrammar

/// Makes the texts of the Unicode tables from sets.
enum UnicodeTableWriter {
  /// A number in digits of five bits.
  static func text(_ number: UInt32) -> String {
    var digits: [UInt8] = []
    var rest = number
    repeat {
      let digit = UInt8(rest & 31)
      rest >>= 5
      digits.append(UInt8(ascii: "0") + digit + (rest > 0 ? 32 : 0))
    } while rest > 0
    return String(decoding: digits, as: UTF8.self)
  }

  /// A set as gaps and runs.
  static func text(_ set: PatternSet) -> String {
    var place: UInt32 = 0
    var result = ""
    for range in set.ranges {
      result += text(range.lowerBound - place) + text(range.upperBound - range.lowerBound)
      place = range.upperBound + 1
    }
    return result
  }

  /// All scalars and surrogates in order, as runs of one category.
  static func categories() -> String {
    var result = ""
    var run: (length: UInt32, category: Int)?
    for value in 0...UInt32(0x10FFFF) {
      let category = Unicode.Scalar(value).map { UnicodeSource.category($0) } ?? "Cs"
      let number = UnicodeTables.categoryNames.firstIndex(of: category) ?? 0
      if let last = run, last.category == number {
        run = (last.length + 1, number)
      } else {
        if let last = run { result += text(last.length) + text(UInt32(last.category)) }
        run = (0, number)
      }
    }
    return result + text(run?.length ?? 0) + text(UInt32(run?.category ?? 0))
  }

  /// The record of a binary property: less text where it is told from categories that mostly have it.
  static func record(_ name: String, _ set: PatternSet) -> String {
    let base = UnicodeTables.categoryNames.filter { category in
      let all = UnicodeTables.set(ofCategories: [category])
      return size(all.intersection(set)) * 2 > size(all)
    }
    let plain = text(set)
    let difference = text(UnicodeTables.set(ofCategories: base).symmetricDifference(set))
    guard !base.isEmpty, difference.utf8.count < plain.utf8.count else {
      return "\(name) - \(plain)"
    }
    return "\(name) \(base.joined()) \(difference)"
  }

  private static func size(_ set: PatternSet) -> Int { set.ranges.reduce(0) { $0 + $1.count } }

  /// The pairs of scalars that fold alike, as runs: the gap to the first of a run from that of the
  /// run before, how many pairs less one, the step between them, and how far apart the two are.
  static func folding(_ classes: [[UInt32]]) -> String {
    let pairs = classes.flatMap { members in members.dropFirst().map { (members[0], $0) } }
      .sorted { $0 < $1 }
    var runs: [(first: UInt32, count: UInt32, step: UInt32, offset: UInt32)] = []
    for (first, second) in pairs {
      let offset = second - first
      if let last = runs.last, last.offset == offset {
        let step = (first - last.first) / last.count
        if step > 0, last.first + step * last.count == first, last.count == 1 || step == last.step {
          runs[runs.count - 1] = (last.first, last.count + 1, step, offset)
          continue
        }
      }
      runs.append((first, 1, 1, offset))
    }
    var place: UInt32 = 0
    var result = ""
    for run in runs {
      result += text(run.first - place) + text(run.count - 1) + text(run.step) + text(run.offset)
      place = run.first
    }
    return result
  }

  /// Swift's source of the tables.
  static func source(_ tables: [(name: String, comment: String, lines: [String])]) -> String {
    var result = """
      // Written by `UnicodeTableTests` with TERN_RECORD=1 from the standard library's Unicode data.
      extension UnicodeTables {
        /// The version of Unicode.
        static let version = "\(UnicodeSource.version)"

      """
    for table in tables {
      result += "\n  /// \(table.comment)\n  static let \(table.name) = #\"\"\"\n"
      for line in table.lines {
        let parts = stride(from: 0, to: line.utf8.count, by: 90).map { start in
          "    "
            + String(
              decoding: Array(line.utf8)[start..<min(start + 90, line.utf8.count)], as: UTF8.self)
        }
        result += parts.joined(separator: "\\#\n") + "\n"
      }
      result += "    \"\"\"#\n"
    }
    return result + "}\n"
  }
}
