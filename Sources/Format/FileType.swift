/// The mix of tensor types that a file says it has, in `general.file_type`.
///
/// Raw values and names are those of the format's users; numbers of types that no longer exist
/// are left out.
package enum FileType: Int, Sendable, CaseIterable {
  case f32 = 0
  case f16 = 1
  case q4_0 = 2
  case q4_1 = 3
  case q8_0 = 7
  case q5_0 = 8
  case q5_1 = 9
  case q2_K = 10
  case q3_K_S = 11
  case q3_K_M = 12
  case q3_K_L = 13
  case q4_K_S = 14
  case q4_K_M = 15
  case q5_K_S = 16
  case q5_K_M = 17
  case q6_K = 18
  case iq2_xxs = 19
  case iq2_xs = 20
  case q2_K_S = 21
  case iq3_xs = 22
  case iq3_xxs = 23
  case iq1_s = 24
  case iq4_nl = 25
  case iq3_s = 26
  case iq3_m = 27
  case iq2_s = 28
  case iq2_m = 29
  case iq4_xs = 30
  case iq1_m = 31
  case bf16 = 32
  case tq1_0 = 36
  case tq2_0 = 37
  case mxfp4_moe = 38
  case nvfp4 = 39
  case q1_0 = 40
  case q2_0 = 41
}

extension FileType {
  /// The name people use on command lines and in file names, for example `Q4_K_M`.
  package var name: String { "\(self)".uppercased() }

  /// The type with this name, upper or lower case.
  package init?(name: String) {
    guard let type = Self.allCases.first(where: { $0.name == name.uppercased() }) else {
      return nil
    }
    self = type
  }
}
