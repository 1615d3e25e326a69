import TernChat
import TernJSON
import TernTestSupport
import Testing

@Suite struct DialectSuiteTests {
  @Test(.enabled(if: SharedSuites.available))
  func `every case of the suite, whole and in its pieces, gives what it expects`() throws {
    for one in try DialectSuite.cases() {
      for pieces in [[one.input], one.chunks, one.input.unicodeScalars.map { String($0) }] {
        let read = answer(
          events(pieces, one.dialect, one.tools, beginsInReasoning: one.beginsInReasoning))
        let difference = difference(read, one.expected)
        #expect(difference == nil, "\(one.id) in \(pieces.count): \(difference ?? "")")
      }
    }
  }

  @Test(.enabled(if: SharedSuites.available))
  func `every case of the suite, cut in two anywhere, gives the same events`() throws {
    // A third of the places by default, each at some case.
    let step = SharedSuites.soak ? 1 : 3
    for (index, one) in try DialectSuite.cases().enumerated() {
      let isOpen = one.beginsInReasoning
      let whole = events([one.input], one.dialect, one.tools, beginsInReasoning: isOpen)
      let scalars = Array(one.input.unicodeScalars)
      for cut in stride(from: index % step, through: scalars.count, by: step) {
        let pieces = [scalars[..<cut], scalars[cut...]].map { part in
          part.reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        let read = events(pieces, one.dialect, one.tools, beginsInReasoning: isOpen)
        #expect(read == whole, "\(one.id) cut at \(cut)")
      }
    }
  }

  @Test(.enabled(if: SharedSuites.available))
  func `no marker is ever told as text`() throws {
    for one in try DialectSuite.cases() {
      let read = answer(events([one.input], one.dialect, one.tools))
      for marker in one.dialect.markers {
        #expect(!read.content.contains(marker), "\(one.id): \(marker)")
      }
    }
  }
}
