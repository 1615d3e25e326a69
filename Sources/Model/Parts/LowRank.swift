import TernKernels

/// A map through few values: `up · f(down · x) + bias`, with an `f` that its user applies.
struct LowRank {
  /// R × D.
  let down: Linear
  /// D × R.
  let up: Linear
  /// Where the map has one, added by its user.
  let bias: FloatVector?
}

extension LayerLoader {
  /// The matrices `name`1 and `name`2, which map the model's width to `rank` values and back, and
  /// the bias `name`0.
  func lowRank(_ name: String, rank: Int, biased: Bool = false) throws(ModelError) -> LowRank {
    let width = config.embedding
    return LowRank(
      down: try linear(name + "1", rows: rank, columns: width),
      up: try linear(name + "2", rows: width, columns: rank),
      bias: biased ? try vector(name + "0.weight", count: width) : nil)
  }
}

/// A linear map with its input and its result.
struct Product {
  let linear: Linear
  let input: Rows
  let output: Rows

  init(_ linear: Linear, _ input: Rows, _ output: Rows) {
    self.linear = linear
    self.input = input
    self.output = output
  }

  fileprivate var job: MatmulJob {
    MatmulJob(weight: linear.weight, input: input, output: output)
  }
}

extension Model {
  /// Two or three products with inputs of their own, side by side; outputs must not overlap inputs
  /// or each other.
  func multiply(_ first: Product, _ second: Product, _ third: Product? = nil) {
    compute.multiply(first.job, second.job, third?.job)
    finish(first.linear, first.output)
    finish(second.linear, second.output)
    if let third { finish(third.linear, third.output) }
  }
}
