import TernQuant
import Testing

@Suite("Formats of panels")
struct PanelFormatTests {
  /// Reads what a visitor is given.
  private struct Reader: PanelVisitor {
    func visit<Layout: PanelType>(_ layout: Layout.Type) -> (TensorType, PanelFormat) {
      (Layout.type, Layout.panel)
    }
  }

  @Test(
    "a type leads to its own layout, with units of whole blocks", arguments: TensorType.allCases)
  func layouts(type: TensorType) {
    guard let (found, format) = type.withPanels(Reader()) else {
      #expect(type.panel == nil)
      return
    }
    #expect(found == type)
    #expect(type.panel == format)
    #expect(format.columns == type.blockSize)
    #expect(format.isWide == (type.blockSize == 256))
    // A minimum takes the place of an offset, and scales of groups are for units of several.
    #expect(!format.hasMinimums || format.offset == 0)
    #expect(format.groups > 1 || format.scaleBytes == 0)
    #expect(format.largestCode < 128 || format.offset == 128)
  }

  @Test("the bytes of a unit of 16 rows")
  func bytes() {
    let expected: [TensorType: Int] = [
      .q8_0: 544, .q4_0: 288, .q4_1: 320, .q5_0: 352, .q5_1: 384, .iq4_nl: 288, .mxfp4: 272,
      .q4_K: 2368, .q5_K: 2880, .q6_K: 3360, .q3_K: 1824, .q2_K: 1344, .iq4_xs: 2208,
      .iq1_s: 1184, .iq1_m: 1440, .iq2_xxs: 1696, .iq2_xs: 1824, .iq2_s: 1824, .iq3_xxs: 2208,
      .iq3_s: 2208, .tq1_0: 1056, .tq2_0: 1056, .nvfp4: 576, .q1_0: 288, .q2_0: 288,
    ]
    for type in TensorType.allCases {
      #expect(type.panel?.unitBytes == expected[type], "\(type.name)")
    }
  }

  @Test("the numbers of codebooks are the values of their types, and none is larger than stated")
  func codebooks() {
    func values(_ type: TensorType, _ count: Int) -> [Int] {
      guard let format = type.panel else { return [] }
      return (0..<count).map { Int(format.codebook.numbers[$0]) - format.offset }
    }
    func both(_ magnitudes: [Int]) -> [Int] { magnitudes + magnitudes.map { -$0 } }
    #expect(values(.iq4_xs, 16) == (0..<16).map { Int(Codebooks.iq4nl[$0]) })
    #expect(values(.mxfp4, 16) == (0..<16).map { Int(Codebooks.e2m1[$0]) })
    #expect(values(.iq1_s, 3) == [-7, 1, 9])
    #expect(
      values(.iq1_m, 7).enumerated().filter { $0.offset != 3 }.map(\.element)
        == [-9, -1, 7, -7, 1, 9])
    #expect(values(.iq2_xxs, 3) + values(.iq2_xxs, 7)[4...] == both([8, 25, 43]))
    #expect(values(.iq3_xxs, 16) == both([2, 6, 10, 14, 18, 22, 26, 31]))
    #expect(values(.iq3_s, 16) == both([1, 3, 5, 7, 9, 11, 13, 15]))
    for type in TensorType.allCases {
      guard let format = type.panel, format.codebook != .none else { continue }
      #expect(Int(format.codebook.numbers.max()) == format.largestCode, "\(type.name)")
    }
  }
}
