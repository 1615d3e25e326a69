// Dates, times and durations of RFC 3339.
extension Languages {
  /// `full-date`, with the lengths of months and leap years.
  var date: Language {
    let common =
      "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
      + "|02-(?:0[1-9]|1[0-9]|2[0-8])"
    let fourth = "0[48]|[2468][048]|[13579][26]"
    let leapYear = "[0-9]{2}(?:\(fourth))|(?:00|\(fourth))00"
    return written("[0-9]{4}-(?:\(common))|(?:\(leapYear))-02-29")
  }

  /// `full-time`: a leap second only in the last minute of a day in UTC.
  var time: Language {
    let offset = "[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]"
    let plain = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:\(offset))"
    return or([written(plain), leapSecond])
  }

  /// Times with the second 60: the local minute decides the offset, which makes it 23:59 in UTC.
  private var leapSecond: Language {
    let fraction = written("(?:\\.[0-9]+)?")
    return or(
      (0..<24).map { hour in
        let minutes = (0..<60).map { minute in
          concat([literal(":\(twoDigits(minute)):60"), fraction, words(offsets(hour, minute))])
        }
        return concat(literal(twoDigits(hour)), or(minutes))
      })
  }

  /// The offsets with which a local time is 23:59 in UTC.
  private func offsets(_ hour: Int, _ minute: Int) -> [String] {
    let ahead = (hour * 60 + minute + 1) % 1440
    let behind = (1440 - ahead) % 1440
    let signed = [("+", ahead), ("-", behind)].map {
      "\($0)\(twoDigits($1 / 60)):\(twoDigits($1 % 60))"
    }
    return ahead == 0 ? signed + ["Z", "z"] : signed
  }

  private func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// RFC 3339, appendix A: units in order, without gaps.
  var duration: Language {
    let time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
    let date = "(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
    return written("P(?:[0-9]+W|\(date)(?:\(time))?|\(time))")
  }
}
