import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct PatternSetTests {
  @Test func `operations on sets agree with asking for each scalar`() {
    var random = SeededGenerator(seed: 3)
    func set() -> PatternSet {
      PatternSet(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          let start = UInt32.random(in: 0xD7F0...0xE010, using: &random)
          return start...(start + UInt32.random(in: 0...8, using: &random))
        })
    }
    for _ in 0..<50 {
      let (a, b) = (set(), set())
      for value in UInt32(0xD7E0)...0xE030 where Unicode.Scalar(value) != nil {
        let (inA, inB) = (a.contains(value), b.contains(value))
        #expect(a.union(b).contains(value) == (inA || inB))
        #expect(a.intersection(b).contains(value) == (inA && inB))
        #expect(a.subtracting(b).contains(value) == (inA && !inB))
        #expect(a.symmetricDifference(b).contains(value) == (inA != inB))
        #expect(a.inverted.contains(value) == !inA)
      }
    }
  }

  @Test func `surrogates are in no set`() {
    #expect(PatternSet([0...0x10FFFF]) == .any)
    #expect(PatternSet.none.inverted == .any)
    #expect(PatternSet([0xD700...0xD900]).ranges == [0xD700...0xD7FF])
  }

  @Test func `properties by short and long names`() {
    #expect(PatternProperties.set(named: "L") == PatternProperties.set(named: "Letter"))
    #expect(
      PatternProperties.set(named: "gc=Lu") == PatternProperties.set(named: "Uppercase_Letter"))
    #expect(PatternProperties.set(named: "sc=Grek") == PatternProperties.set(named: "Script=Greek"))
    #expect(PatternProperties.set(named: "Alpha") == PatternProperties.set(named: "Alphabetic"))
    #expect(PatternProperties.set(named: "Script=Klingon") == nil)
    #expect(PatternProperties.set(named: "letter") == nil)
  }

  @Test func `simple case folding`() {
    #expect(PatternFolding.closure(of: PatternSet(of: "k")) == PatternSet(of: "kK\u{212A}"))
    #expect(PatternFolding.closure(of: PatternSet(of: "ς")) == PatternSet(of: "σΣς"))
    #expect(PatternFolding.closure(of: PatternSet(of: "ß")) == PatternSet(of: "ß\u{1E9E}"))
    #expect(PatternFolding.closure(of: PatternSet(of: "iı1")) == PatternSet(of: "iIı1"))
  }
}
