/// Dates as C's `strftime` writes them in its own locale.
extension TemplateClock {
  private static let days = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The days before each month of a year without a leap day.
  private static let offsets = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

  private var monthIndex: Int { month - 1 }

  /// The clock with every part within its range, so that nothing overflows.
  private var clamped: TemplateClock {
    TemplateClock(
      year: min(max(year, -9999), 99_999), month: min(max(month, 1), 12),
      day: min(max(day, 1), 31), hour: min(max(hour, 0), 23), minute: min(max(minute, 0), 59),
      second: min(max(second, 0), 60))
  }

  /// The day of the year, from 1.
  var dayOfYear: Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return Self.offsets[monthIndex] + day + (isLeap && monthIndex > 1 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  private var dayNumber: Int {
    let before = year - 1
    let days = before * 365 + floor(before, 4) - floor(before, 100) + floor(before, 400)
    return days - 719_162 + dayOfYear - 1
  }

  private func floor(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }

  /// The day of the week, Sunday being 0.
  var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

  /// The week of ISO 8601 and its year.
  private var isoWeek: (year: Int, week: Int) {
    let monday = (weekday + 6) % 7
    let week = (dayOfYear - 1 - monday + 10) / 7
    if week < 1 {
      let last = TemplateClock(year: year - 1, month: 12, day: 31).isoWeek
      return (year - 1, last.week)
    }
    if week == 53 {
      let next = TemplateClock(year: year + 1, month: 1, day: 1)
      if (next.weekday + 6) % 7 <= 3 { return (year + 1, 1) }
    }
    return (year, week)
  }

  /// The text that a format asks for; what is no conversion stays as it is.
  package func text(_ format: String) -> String { clamped.unchecked(format) }

  /// The text, where every part is in its range.
  private func unchecked(_ format: String) -> String {
    var result = ""
    var rest = Array(format.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%", var letter = rest.popFirst() else {
        result.unicodeScalars.append(scalar)
        continue
      }
      var flag: Unicode.Scalar?
      if "-_0^#".unicodeScalars.contains(letter), let next = rest.popFirst() {
        flag = letter
        letter = next
      }
      if let text = conversion(letter, flag) {
        result += text
      } else {
        result += "%" + (flag.map { String(Character($0)) } ?? "") + String(Character(letter))
      }
    }
    return result
  }

  /// A number with zeros in front, spaces, or nothing, as the flag asks.
  private func number(
    _ value: Int, _ width: Int, _ flag: Unicode.Scalar?, _ fill: String = "0"
  ) -> String {
    let digits = String(value)
    let fill = flag == "_" ? " " : flag == "0" ? "0" : fill
    return flag == "-"
      ? digits : String(repeating: fill, count: max(0, width - digits.count)) + digits
  }

  private func conversion(_ letter: Unicode.Scalar, _ flag: Unicode.Scalar?) -> String? {
    if let text = name(letter) { return flag == "^" || flag == "#" ? text.uppercased() : text }
    let twelve = (hour + 11) % 12 + 1
    switch letter {
    case "d": return number(day, 2, flag)
    case "e": return number(day, 2, flag, " ")
    case "m": return number(month, 2, flag)
    case "y": return number(((year % 100) + 100) % 100, 2, flag)
    case "Y": return number(year, 1, flag)
    case "C": return number(floor(year, 100), 2, flag)
    case "G": return number(isoWeek.year, 1, flag)
    case "g": return number(isoWeek.year % 100, 2, flag)
    case "V": return number(isoWeek.week, 2, flag)
    case "H": return number(hour, 2, flag)
    case "k": return number(hour, 2, flag, " ")
    case "I": return number(twelve, 2, flag)
    case "l": return number(twelve, 2, flag, " ")
    case "M": return number(minute, 2, flag)
    case "S": return number(second, 2, flag)
    case "f": return "000000"
    case "j": return number(dayOfYear, 3, flag)
    case "w": return number(weekday, 1, flag)
    case "u": return number(weekday == 0 ? 7 : weekday, 1, flag)
    case "U": return number((dayOfYear + 6 - weekday) / 7, 2, flag)
    case "W": return number((dayOfYear + 6 - (weekday + 6) % 7) / 7, 2, flag)
    case "s": return String(dayNumber * 86400 + hour * 3600 + minute * 60 + second)
    default: return composed(letter)
    }
  }

  private func name(_ letter: Unicode.Scalar) -> String? {
    switch letter {
    case "a": String(Self.days[weekday].prefix(3))
    case "A": Self.days[weekday]
    case "b", "h": String(Self.months[monthIndex].prefix(3))
    case "B": Self.months[monthIndex]
    case "p": hour < 12 ? "AM" : "PM"
    case "P": hour < 12 ? "am" : "pm"
    case "Z", "z": ""
    case "n": "\n"
    case "t": "\t"
    case "%": "%"
    default: nil
    }
  }

  private func composed(_ letter: Unicode.Scalar) -> String? {
    switch letter {
    case "c": unchecked("%a %b %e %H:%M:%S %Y")
    case "D", "x": unchecked("%m/%d/%y")
    case "F": unchecked("%Y-%m-%d")
    case "R": unchecked("%H:%M")
    case "r": unchecked("%I:%M:%S %p")
    case "T", "X": unchecked("%H:%M:%S")
    default: nil
    }
  }
}
