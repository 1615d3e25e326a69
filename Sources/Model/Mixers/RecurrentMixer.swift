import TernKernels

/// The sizes of a recurrent mixer: one that keeps a state of fixed size of a sequence, instead of
/// keys and values.
///
/// A new one is one file: its sizes, its weights with what a pass does, and its
/// ``Family/RecurrentRule/Kind``, which rows of the table of families name.
protocol RecurrentConfig: Sendable {
  /// What it keeps of a sequence.
  var state: RecurrentShape { get }
  /// Values that its projections give for each token.
  var projectedWidth: Int { get }
  /// Values that its last projection reads.
  var width: Int { get }
  /// Values for each token that one layer leaves in `workspace.kept` for those behind it.
  var keptWidth: Int { get }

  /// Loads and checks the mixer's tensors in the layer of `loader`.
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights
}

extension RecurrentConfig {
  var keptWidth: Int { 0 }
}

/// The weights of a recurrent mixer.
protocol RecurrentWeights {
  /// The last projection.
  var output: Linear { get }
  /// All matrices.
  var matrices: [WeightMatrix] { get }

  /// Computes what the last projection reads: from the rows of `input` to those of
  /// `model.workspace.mixed`, by way of `model.workspace.projected`.
  ///
  /// `states` has the states of the pass's sequences, with their rows, and is left with what they
  /// are behind those rows.
  func run(_ model: Model, states: [StateRun], _ input: Rows)
}
