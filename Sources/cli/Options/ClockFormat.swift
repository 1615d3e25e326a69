import Foundation
import Tern
import TernTemplate

extension ValueFormat where Value == TemplateClock {
  /// A date, or a date and a time.
  static var clock: Self {
    Self(refusal: .takes("a time like \"2025-07-10 12:00:00\"")) { word in
      Reading(TemplateClock(reading: word), of: word)
    }
  }
}

extension OptionKey where Value == TemplateClock? {
  /// What templates are told the time is, where it is not the machine's local time.
  static var now: Self {
    .value(
      "--now", "TIME", .clock, "the time that templates tell, like \"2025-07-10 12:00:00\""
    ).forOneCall()
  }
}

extension TemplateClock {
  /// Reads `2025-07-10` or `2025-07-10 12:00:00`.
  init?(reading text: String) {
    let halves = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    guard halves.count == 1 || halves.count == 2 else { return nil }
    let date = Self.numbers(halves[0], separator: "-")
    let time = halves.count == 2 ? Self.numbers(halves[1], separator: ":") : [0, 0, 0]
    guard date.count == 3, time.count == 3 else { return nil }
    guard (1...9999).contains(date[0]), (1...12).contains(date[1]), (1...31).contains(date[2]),
      (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
    else { return nil }
    self.init(
      year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1],
      second: time[2])
  }

  /// The numbers between separators; none where a part is no number.
  private static func numbers(_ text: Substring, separator: Character) -> [Int] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    return numbers.count == parts.count ? numbers : []
  }
}
