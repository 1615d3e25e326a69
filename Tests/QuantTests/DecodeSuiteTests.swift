import Foundation
import TernQuant
import TernTestSupport
import Testing

@Suite("Decoding blocks of the reference program", .enabled(if: SharedSuites.available))
struct DecodeSuiteTests {
  static let types: [TensorType] = TensorType.allCases.filter {
    ![.f32, .f64, .i8, .i16, .i32, .i64].contains($0)
  }

  @Test("every value has the reference's bits", arguments: types)
  func everyValueHasTheReferenceBits(type: TensorType) throws {
    let bytes = try suiteFile("\(type.name).bin")
    let expected = floats(try suiteFile("\(type.name).f32"))
    let values = try decoded(type, bytes)
    #expect(values.count == expected.count)
    let wrong = zip(values, expected).enumerated().first { !sameBits($1.0, $1.1) }
    #expect(wrong == nil, "element \(String(describing: wrong))")
  }

  @Test("the sizes are those of the suite's index", arguments: types)
  func sizesMatchTheIndex(type: TensorType) throws {
    let text = try suiteFile("index.json")
    let index = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    let entries = try #require(index["types"] as? [String: [String: Any]])
    let entry = try #require(entries[type.name])
    #expect(entry["ggml_type"] as? Int == Int(type.rawValue))
    #expect(entry["block"] as? Int == type.blockSize)
    #expect(entry["bytes"] as? Int == type.blockBytes)
    #expect(entries.count == Self.types.count)
  }
}
