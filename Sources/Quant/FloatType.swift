/// The types of weights that are numbers by themselves and have kernels of their own.
@usableFromInline
package enum FloatType: Sendable {
  case f32, f16, bf16

  /// Bytes of a weight.
  @inlinable @inline(__always)
  package var bytes: Int {
    switch self {
    case .f32: 4
    case .f16, .bf16: 2
    }
  }
}

extension TensorType {
  /// This type as one of floats; `nil` for all others.
  package var float: FloatType? {
    switch self {
    case .f32: .f32
    case .f16: .f16
    case .bf16: .bf16
    case .f64, .i8, .i16, .i32, .i64, .q8_K, .q8_0, .q4_0, .q4_1, .q5_0, .q5_1, .iq4_nl, .mxfp4,
      .q4_K, .q5_K, .q6_K, .q3_K, .q2_K, .iq4_xs, .iq2_xxs, .iq2_xs, .iq2_s, .iq3_xxs, .iq3_s,
      .iq1_s, .iq1_m, .tq1_0, .tq2_0, .nvfp4, .q1_0, .q2_0:
      nil
    }
  }
}
