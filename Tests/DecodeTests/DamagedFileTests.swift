import Foundation
import TernDecode
import TernFormat
import TernTestSupport
import Testing

@Suite("Damaged model files")
struct DamagedFileTests {
  /// Changes up to four places of the header: other bytes, extreme numbers, lost and new bytes.
  private func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let index = Int.random(in: 0..<12_000, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: result.remove(at: index)
      case 1: result.insert(UInt8.random(in: .min ... .max, using: &random), at: index)
      case 2...5:
        for offset in 0..<4 {
          result[index + offset] = [0xFF, 0, 0x7F, 0x80].randomElement(using: &random) ?? 0
        }
      default: result[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    return result
  }

  @Test("a damaged file ends in a typed error or still answers, from the header to the text")
  func mutations() async throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama)))
    var engineOptions = EngineOptions()
    engineOptions.threads = 1
    var options = GenerationOptions()
    options.maximumTokens = 3
    options.sampling.seed = 1
    var random = SeededGenerator(seed: 77)
    var (answered, refused) = (0, 0)
    for _ in 0..<SharedSuites.rounds(20_000) {
      let mutant = mutate(bytes, &random)
      guard let file = try? GGUFFile(bytes: mutant) else { continue }
      do {
        let engine = try await Engine.open(file: file, options: engineOptions)
        let prompt = engine.tokenizer.encode("the cat <|user|> é", addSpecial: true)
        _ = try await engine.generate(prompt, options: options)
        answered += 1
      } catch {
        #expect(!error.description.isEmpty)
        refused += 1
      }
    }
    // Both outcomes occur, or the mutations do not reach what they should.
    #expect(answered > 0 && refused > 0)
  }

  @Test("a file cut at every tensor's edge is refused")
  func cuts() throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama)))
    for tensor in try GGUFFile(bytes: bytes).tensors {
      for end in [tensor.offset, tensor.offset + tensor.byteCount - 1] {
        #expect(throws: FormatError.self) { try GGUFFile(bytes: Array(bytes.prefix(end))) }
      }
    }
  }
}
