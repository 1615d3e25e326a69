import TernQuant

// The numbers of `PanelLayout`, as constants that fold into the kernels.

/// Groups of 32 columns in a unit.
@inline(__always)
func unitGroups(_ type: TensorType) -> Int {
  switch type {
  case .q4_K, .q5_K, .q6_K, .q3_K, .q2_K, .iq4_xs: 8
  default: 1
  }
}

/// Where the codes begin in a unit.
@inline(__always)
func unitCodes(_ type: TensorType) -> Int {
  switch type {
  case .mxfp4: 16
  case .q4_1, .q5_1: 64
  case .q4_K, .q5_K, .q2_K: 320
  case .q6_K, .q3_K: 288
  case .iq4_xs: 160
  default: 32
  }
}

/// Bytes of the codes of 32 columns.
@inline(__always)
func groupCodes(_ type: TensorType) -> Int {
  switch type {
  case .q8_0: 512
  case .q5_0, .q5_1, .q5_K: 320
  case .q6_K: 384
  case .q3_K: 192
  case .q2_K: 128
  default: 256
  }
}

/// Bytes of a unit.
@inline(__always)
func unitBytes(_ type: TensorType) -> Int {
  unitCodes(type) + unitGroups(type) * groupCodes(type)
}

/// Whether the two halves of 32 columns have scales of their own.
@inline(__always)
func halvesDiffer(_ type: TensorType) -> Bool {
  switch type {
  case .q6_K, .q3_K, .q2_K: true
  default: false
  }
}

/// Whether a minimum is subtracted.
@inline(__always)
func hasMinimums(_ type: TensorType) -> Bool {
  switch type {
  case .q4_1, .q5_1, .q4_K, .q5_K, .q2_K: true
  default: false
  }
}
