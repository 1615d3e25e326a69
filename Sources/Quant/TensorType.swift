/// How the elements of a tensor are stored: the types of the GGUF format.
///
/// Raw values are the type numbers that GGUF files carry
/// (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md).
@usableFromInline
package enum TensorType: UInt32, Sendable, CaseIterable {
  case f32 = 0
  case f16 = 1
  case q4_0 = 2
  case q4_1 = 3
  case q5_0 = 6
  case q5_1 = 7
  case q8_0 = 8
  case q2_K = 10
  case q3_K = 11
  case q4_K = 12
  case q5_K = 13
  case q6_K = 14
  case q8_K = 15
  case iq2_xxs = 16
  case iq2_xs = 17
  case iq3_xxs = 18
  case iq1_s = 19
  case iq4_nl = 20
  case iq3_s = 21
  case iq2_s = 22
  case iq4_xs = 23
  case i8 = 24
  case i16 = 25
  case i32 = 26
  case i64 = 27
  case f64 = 28
  case iq1_m = 29
  case bf16 = 30
  case tq1_0 = 34
  case tq2_0 = 35
  case mxfp4 = 39
  case nvfp4 = 40
  case q1_0 = 41
  case q2_0 = 42
}

extension TensorType {
  /// Elements in one block; 1 for the plain types.
  package var blockSize: Int {
    switch self {
    case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64: 1
    case .q4_0, .q4_1, .q5_0, .q5_1, .q8_0, .iq4_nl, .mxfp4: 32
    case .nvfp4, .q2_0: 64
    case .q1_0: 128
    case .q2_K, .q3_K, .q4_K, .q5_K, .q6_K, .q8_K, .iq2_xxs, .iq2_xs, .iq2_s, .iq3_xxs, .iq3_s,
      .iq1_s, .iq1_m, .iq4_xs, .tq1_0, .tq2_0:
      256
    }
  }

  /// Bytes of one block in a file.
  package var blockBytes: Int {
    switch self {
    case .i8: 1
    case .f16, .bf16, .i16: 2
    case .f32, .i32: 4
    case .f64, .i64: 8
    case .q4_0, .iq4_nl, .q1_0, .q2_0: 18
    case .q4_1: 20
    case .q5_0: 22
    case .q5_1: 24
    case .q8_0: 34
    case .mxfp4: 17
    case .nvfp4: 36
    case .q2_K: 84
    case .q3_K, .iq3_s: 110
    case .q4_K: 144
    case .q5_K: 176
    case .q6_K: 210
    case .q8_K: 292
    case .iq2_xxs, .tq2_0: 66
    case .iq2_xs: 74
    case .iq2_s: 82
    case .iq3_xxs: 98
    case .iq1_s: 50
    case .iq1_m: 56
    case .iq4_xs: 136
    case .tq1_0: 54
    }
  }

  /// The name people use on command lines and in file names, for example `Q4_K`.
  package var name: String { "\(self)".uppercased() }

  /// The type with this name, upper or lower case.
  package init?(name: String) {
    guard let type = Self.allCases.first(where: { $0.name == name.uppercased() }) else {
      return nil
    }
    self = type
  }

  /// Bytes that `count` elements take, or `nil` when `count` is not a whole number of blocks or
  /// the result does not fit in an `Int`.
  package func byteCount(elements count: Int) -> Int? {
    guard count >= 0, count % blockSize == 0 else { return nil }
    let (bytes, overflow) = (count / blockSize).multipliedReportingOverflow(by: blockBytes)
    return overflow ? nil : bytes
  }
}
