import TernTemplate
import Testing

/// `strftime_now`, beside what C's `strftime` gave.
@Suite struct ClockTextTests {
  @Test(arguments: [
    (
      TemplateClock(year: 2025, month: 7, day: 10, hour: 12),
      "%a %d %b %Y %H:%M %j %U %W %V %G %u %w"
    ),
    (
      TemplateClock(year: 2024, month: 12, day: 30, hour: 0),
      "%a %d %b %Y %H:%M %j %U %W %V %G %u %w"
    ),
    (
      TemplateClock(year: 2021, month: 1, day: 3, hour: 23),
      "%a %d %b %Y %H:%M %j %U %W %V %G %u %w"
    ),
    (
      TemplateClock(year: 2000, month: 2, day: 29, hour: 13),
      "%a %d %b %Y %H:%M %j %U %W %V %G %u %w"
    ),
  ])
  func `dates are written as C writes them`(_ clock: TemplateClock, _ format: String) {
    let expected = [
      2025: "Thu 10 Jul 2025 12:00 191 27 27 28 2025 4 4",
      2024: "Mon 30 Dec 2024 00:00 365 52 53 01 2025 1 1",
      2021: "Sun 03 Jan 2021 23:00 003 01 00 53 2020 7 0",
      2000: "Tue 29 Feb 2000 13:00 060 09 09 09 2000 2 2",
    ]
    #expect(clock.text(format) == expected[clock.year])
  }

  @Test func `flags change how numbers are filled`() {
    let clock = TemplateClock(year: 2025, month: 3, day: 4, hour: 5, minute: 6, second: 7)
    #expect(
      clock.text("%-d %_d %e %-m %-H %-I %k|%I %p %^a %^B %y %%%")
        == "4  4  4 3 5 5  5|05 AM TUE MARCH 25 %%")
  }

  @Test func `clocks out of any range do not trap`() {
    for value in [Int.min, -1, 0, 99_999, Int.max] {
      let clock = TemplateClock(
        year: value, month: value, day: value, hour: value, minute: value, second: value)
      _ = clock.text("%c %V %G %U %j %s %I %y %C %D %x")
    }
  }
}
