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
    ]
    for type in TensorType.allCases {
      #expect(type.panel?.unitBytes == expected[type], "\(type.name)")
    }
  }
}
