import TernTokens
import Testing

@testable import TernGrammar

@Suite struct HashTests {
  /// The hash of two words without a seed, which anybody can compute.
  private static func weak(_ first: UInt32, _ second: UInt32) -> UInt64 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in [first, second] {
      state = (state ^ UInt64(word)) &* 0xD6E8_FEB8_6659_FD93
      state ^= state >> 32
    }
    return state ^ (state >> 29)
  }

  @Test func `words chosen to share a slot do not share it`() {
    var chosen: [(UInt32, UInt32)] = []
    for first in UInt32(0)..<512 {
      for second in UInt32(0)..<512 where Self.weak(first, second) & 1023 == 0 {
        chosen.append((first, second))
      }
    }
    #expect(chosen.count > 200)
    var counts: [UInt64: Int] = [:]
    for (first, second) in chosen {
      var mixer = Mixer(HashSeed.process)
      mixer.add(first)
      mixer.add(second)
      counts[mixer.result & 1023, default: 0] += 1
    }
    #expect((counts.values.max() ?? 0) < 16)
  }
}
