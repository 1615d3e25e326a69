import TernTemplate
import Testing

@Suite struct ClockTests {
  @Test func `a clock is what it was made of`() {
    let clock = TemplateClock(year: 2025, month: 7, day: 10, hour: 12)
    #expect(clock.hour == 12 && clock.minute == 0)
  }
}
