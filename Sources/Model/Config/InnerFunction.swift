import TernKernels

/// What a feed-forward network does between its projections.
package enum InnerFunction: Sendable, Equatable {
  /// The family's activation, times the up projection where there is a gate.
  case plain
  /// Apertus: an activation with parameters of the layer.
  case xielu(XIELU)
  /// Step 3.5: the activated gate is limited from above, the up projection on both sides.
  case limited(Float)
  /// Gemma 3n: as `plain`, of gate values that are so many standard deviations above their mean.
  case sparse(deviations: Float)
}

/// The inner functions of one layer's networks.
package struct InnerFunctions: Sendable, Equatable {
  package var dense = InnerFunction.plain
  package var experts = InnerFunction.plain
  package var shared = InnerFunction.plain
}

extension Config {
  /// The inner functions of every layer.
  static func innerFunctions(
    _ keys: Hyperparameters, _ family: Family, layers: Int
  ) throws(ModelError) -> [InnerFunctions] {
    var all = [InnerFunctions](repeating: InnerFunctions(), count: layers)
    if family.xielu {
      for (layer, function) in try xielu(keys, layers: layers).enumerated() {
        all[layer].dense = .xielu(function)
      }
    }
    for layer in all.indices.prefix(family.sparseLayers) {
      // 5 % of normal values are above this.
      all[layer].dense = .sparse(deviations: 1.6448536)
    }
    if family.limitsExperts {
      let experts = try limits(keys, "swiglu_clamp_exp", layers: layers)
      let shared = try limits(keys, "swiglu_clamp_shexp", layers: layers)
      for layer in 0..<layers {
        all[layer].experts = experts[layer]
        // The dense layers are limited as shared experts are.
        all[layer].dense = shared[layer]
        all[layer].shared = shared[layer]
      }
    }
    return all
  }

  /// The parameters that `xielu.*` give; the file has them before a softplus.
  private static func xielu(
    _ keys: Hyperparameters, layers: Int
  ) throws(ModelError) -> [XIELU] {
    func values(_ name: String) throws(ModelError) -> [Float] {
      let key = "xielu.\(name)"
      guard let values = try keys.floats(key, layers: layers, isBare: true) else {
        throw .missingKey(key)
      }
      return values
    }
    let (negative, positive) = (try values("alpha_n"), try values("alpha_p"))
    let (beta, epsilon) = (try values("beta"), try values("eps"))
    return (0..<layers).map {
      XIELU(alphaN: negative[$0], alphaP: positive[$0], beta: beta[$0], epsilon: epsilon[$0])
    }
  }

  /// Limits of all layers; one of almost 0 or less is none.
  private static func limits(
    _ keys: Hyperparameters, _ key: String, layers: Int
  ) throws(ModelError) -> [InnerFunction] {
    let limits = try keys.floats(key, layers: layers) ?? Array(repeating: 0, count: layers)
    return limits.map { $0 > 1e-6 ? .limited($0) : .plain }
  }
}
