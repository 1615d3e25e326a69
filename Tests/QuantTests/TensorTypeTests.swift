import TernQuant
import Testing

@Suite("Tensor types")
struct TensorTypeTests {
  /// The bytes of 1,024 elements of each type.
  private static let sizes: [(TensorType, Int)] = [
    (.f32, 4096), (.f16, 2048), (.bf16, 2048), (.f64, 8192), (.i8, 1024), (.i16, 2048),
    (.i32, 4096), (.i64, 8192), (.q4_0, 576), (.q4_1, 640), (.q5_0, 704), (.q5_1, 768),
    (.q8_0, 1088), (.q2_K, 336), (.q3_K, 440), (.q4_K, 576), (.q5_K, 704), (.q6_K, 840),
    (.q8_K, 1168), (.iq1_s, 200), (.iq1_m, 224), (.iq2_xxs, 264), (.iq2_xs, 296), (.iq2_s, 328),
    (.iq3_xxs, 392), (.iq3_s, 440), (.iq4_nl, 576), (.iq4_xs, 544), (.tq1_0, 216),
    (.tq2_0, 264), (.mxfp4, 544), (.nvfp4, 576), (.q1_0, 144), (.q2_0, 288),
  ]

  @Test("bytes of 1,024 elements", arguments: sizes)
  func size(type: TensorType, bytes: Int) {
    #expect(type.byteCount(elements: 1024) == bytes)
  }

  @Test("the size of every type is compared")
  func complete() {
    #expect(Set(Self.sizes.map(\.0)) == Set(TensorType.allCases))
  }

  @Test("counts that are no whole blocks, or too many, have no size")
  func impossibleCounts() {
    #expect(TensorType.q4_0.byteCount(elements: 33) == nil)
    #expect(TensorType.q4_0.byteCount(elements: -32) == nil)
    #expect(TensorType.f64.byteCount(elements: .max) == nil)
    #expect(TensorType.q6_K.byteCount(elements: 0) == 0)
  }

  @Test("names lead back to their types, in either case", arguments: TensorType.allCases)
  func namesRoundTrip(type: TensorType) {
    #expect(TensorType(name: type.name) == type)
    #expect(TensorType(name: type.name.lowercased()) == type)
    #expect(TensorType(name: type.name + "?") == nil)
  }
}
