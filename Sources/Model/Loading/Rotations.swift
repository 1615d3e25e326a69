import TernKernels

/// The rotations of a model, with the divisors its file brings.
struct Rotations {
  var full: RopeFrequencies?
  var window: RopeFrequencies?

  init(_ loader: TensorLoader, _ config: Config, context: Int) throws(ModelError) {
    func used(_ windowed: Bool) -> Bool {
      config.layers.contains { $0.mixers.contains { $0.isRotated(windowed: windowed) } }
    }
    if let rope = config.rope, used(false) {
      let divisors = try Self.divisors(loader, rope, context: context)
      full = rope.scaling.frequencies(
        dimension: rope.dimension, base: rope.base, divisors: divisors
      ).keeping(rope.sections)
    }
    if let rope = config.windowRope, used(true) {
      // Divisors belong to full layers, except where sliding layers are the only ones that rotate.
      let divisors = full == nil ? try Self.divisors(loader, rope, context: context) : nil
      window = rope.scaling.frequencies(
        dimension: rope.dimension, base: rope.base, divisors: divisors
      ).keeping(rope.sections)
    }
  }

  /// One divisor per pair: `rope_freqs`, or the long or short factors by the context asked for.
  private static func divisors(
    _ loader: TensorLoader, _ rope: RopeConfig, context: Int
  ) throws(ModelError) -> [Float]? {
    let long = context > rope.scaling.originalContext
    let names = ["rope_freqs.weight", "rope_factors_\(long ? "long" : "short").weight"]
    guard let name = names.first(where: loader.has) else { return nil }
    // Where layers differ in how many values they rotate, all use the beginning of one tensor.
    let count = rope.isPrefix ? loader.count(name) : rope.dimension / 2
    guard count >= rope.dimension / 2 else {
      throw .wrongShape(tensor: name, expected: [rope.dimension / 2], found: [count])
    }
    let divisors = Array(try loader.floats(name, shape: [count]).prefix(rope.dimension / 2))
    guard divisors.allSatisfy({ $0.isFinite && $0 != 0 }) else {
      throw .badTensor(name, reason: "a divisor is 0 or not finite")
    }
    return divisors
  }
}
