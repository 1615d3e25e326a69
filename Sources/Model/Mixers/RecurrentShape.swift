import TernKernels

/// The sizes of what one recurrent mixer keeps of a sequence, in float32 values.
package struct RecurrentShape: Sendable, Equatable {
  /// Inputs of the convolution: one fewer than it has taps.
  package var convolutionRows: Int
  /// Channels of the convolution.
  package var channels: Int
  /// Values of the recurrence's state.
  package var values: Int

  package var byteCount: Int {
    RecurrentState.byteCount(
      convolutionRows: convolutionRows, channels: channels, valueCount: values)
  }
}
