import TernFormat
import TernTestSupport
import Testing

@Suite("Damaged GGUF files")
struct MutationTests {
  /// Changes one to four places of `bytes`: flipped bits, other bytes, extreme numbers, cuts.
  private func mutate(_ bytes: [UInt8], header: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !result.isEmpty {
      let index = Int.random(in: 0..<min(header, result.count), using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: result[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: result[index] = UInt8.random(in: .min ... .max, using: &random)
      case 2:
        let extremes: [UInt64] = [.max, 1 << 63, 1 << 32, 1 << 31, 0, 9, 1 << 20]
        let extreme = extremes.randomElement(using: &random) ?? 0
        for (offset, byte) in RawGGUF.bytes([extreme]).enumerated()
        where index + offset < result.count {
          result[index + offset] = byte
        }
      case 3: result.removeSubrange(index...)
      case 4: result.remove(at: index)
      default: result.insert(UInt8.random(in: .min ... .max, using: &random), at: index)
      }
    }
    return result
  }

  @Test("a hundred thousand mutations of three files open or throw")
  func mutations() throws {
    var tensors = TinyGGUF(metadata: ["general.alignment": .uint32(8)])
    for index in 0..<12 { tensors.add("t\(index)", [2, 2], floats: [1, 2, 3, 4]) }
    let files = try [smallModel().bytes(), TinyGGUF(metadata: everyType).bytes(), tensors.bytes()]
    var random = SeededGenerator(seed: 2024)
    var (opened, refused) = (0, 0)
    let rounds = SharedSuites.rounds(100_000)
    for round in 0..<rounds {
      let bytes = files[round % files.count]
      let mutant = mutate(bytes, header: bytes.count, &random)
      do throws(FormatError) {
        let file = try GGUFFile(bytes: mutant)
        // Whatever opens must be usable to its last byte.
        for tensor in file.tensors { _ = file.bytes(of: tensor) }
        _ = Summary(file)
        opened += 1
      } catch {
        #expect(!error.description.isEmpty)
        refused += 1
      }
    }
    // Both outcomes occur, or the mutations do not reach what they should.
    #expect(opened > rounds / 50)
    #expect(refused > rounds / 10)
  }
}
