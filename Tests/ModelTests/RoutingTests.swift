import Foundation
import TernFormat
import TernModel
import TernTestSupport
import Testing

@Suite("Routing to experts")
struct RoutingTests {
  /// A small model, what its file has beyond a llama's, and its slow twin's rules.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var architecture = "llama"
    var extra: [String: MetadataValue] = [:]
    var rule: SlowMixture
    /// The name of the tensor that has the selection bias.
    var bias: String?
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "groups of experts",
      extra: ["expert_group_count": .uint32(4), "expert_group_used_count": .uint32(2)],
      rule: SlowMixture(groups: 4, groupsUsed: 2)),
    Case(
      name: "one group of two, with a scale",
      extra: [
        "expert_group_count": .uint32(2), "expert_group_used_count": .uint32(1),
        "expert_weights_scale": .float32(2.5),
      ],
      rule: SlowMixture(groups: 2, groupsUsed: 1, scale: 2.5)),
    Case(
      name: "the router reads the layer's input", architecture: "smallthinker",
      extra: ["expert_gating_func": .uint32(2)],
      rule: SlowMixture(scores: .sigmoid, readsLayerInput: true)),
    Case(
      name: "softmax by key", architecture: "smallthinker",
      extra: ["expert_gating_func": .uint32(1)], rule: SlowMixture(readsLayerInput: true)),
    Case(
      name: "softmax of the chosen by key", architecture: "smallthinker",
      extra: ["expert_gating_func": .uint32(3)],
      rule: SlowMixture(scores: .softmaxOfChosen, readsLayerInput: true)),
    Case(
      name: "a selection bias in groups", architecture: "smallthinker",
      extra: [
        "expert_gating_func": .uint32(2), "expert_group_count": .uint32(4),
        "expert_group_used_count": .uint32(2),
      ],
      rule: SlowMixture(scores: .sigmoid, groups: 4, groupsUsed: 2, readsLayerInput: true),
      bias: "exp_probs_b.bias"),
    Case(
      name: "a selection bias under its short name", architecture: "smallthinker",
      extra: ["expert_gating_func": .uint32(2)],
      rule: SlowMixture(scores: .sigmoid, readsLayerInput: true), bias: "exp_probs_b"),
    Case(
      name: "weights before the experts, and a shared one", architecture: "llama4",
      extra: ["interleave_moe_layer_step": .uint32(1)],
      rule: SlowMixture(
        scores: .sigmoidOfChosen, normalized: false, weighsInput: true, hasShared: true)),
  ]

  @Test(
    "Experts are chosen and weighed as a plain pass in Double does it, in a batch and one by one",
    arguments: cases)
  func oracle(_ test: Case) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var extra = test.extra
      extra["expert_feed_forward_length"] = .uint32(24)
      let shape = TinyModel(
        architecture: test.architecture, layers: 3, experts: 8, seed: seed, extra: extra)
      var rule = test.rule
      var tiny = shape.file
      if let bias = test.bias {
        let values = (0..<8).map { _ in 0.3 * random.normal() }
        for layer in 0..<3 { tiny.add("blk.\(layer).\(bias)", [8], floats: values) }
        rule.bias = values.map(Double.init)
      }
      let runner = try Runner(tiny)
      let tokens = shape.tokens(9, seed: seed)
      let found = try runner.all(tokens, runner.model.makeCache())
      let cache = runner.model.makeCache()
      let slow = SlowLlama(shape: shape, weights: tiny, rule: rule)
      for position in tokens.indices {
        let expected = slow.logits(Array(tokens[...position])).map { Float($0) }
        #expect(largestDifference(found[position], expected) < 5e-5)
        let single = try runner.all([tokens[position]], cache)
        #expect(largestDifference(single[0], expected) < 5e-5)
      }
    }
  }

  /// Values of keys that cannot be, for a model of 8 experts of which 2 are used.
  static let impossible: [(key: String, values: [String: MetadataValue])] = [
    ("expert_group_count", ["expert_group_count": .uint32(3)]),
    ("expert_group_count", ["expert_group_count": .uint32(8)]),
    ("expert_group_count", ["expert_group_count": .uint32(1 << 30)]),
    ("expert_group_used_count", ["expert_group_count": .uint32(4)]),
    (
      "expert_group_used_count",
      ["expert_group_count": .uint32(4), "expert_group_used_count": .uint32(5)]
    ),
    (
      "expert_used_count",
      [
        "expert_group_count": .uint32(4), "expert_group_used_count": .uint32(1),
        "expert_used_count": .uint32(3),
      ]
    ),
    ("expert_gating_func", ["expert_gating_func": .uint32(4)]),
    ("expert_gating_func", [:]),
  ]

  @Test("Impossible groups and gate functions are errors that name the key", arguments: 0..<8)
  func errors(_ index: Int) throws {
    let (key, values) = Self.impossible[index]
    var extra: [String: MetadataValue] = index < 6 ? ["expert_gating_func": .uint32(2)] : [:]
    extra.merge(values) { $1 }
    let tiny = TinyModel(architecture: "smallthinker", experts: 8, extra: extra).file
    let found = #expect(throws: ModelError.self) { _ = try Runner(tiny) }
    switch found {
    case .badValue(let named, _, _)?, .missingKey(let named)?:
      #expect(named == "smallthinker.\(key)")
    default: Issue.record("\(String(describing: found))")
    }
  }

  @Test("A model of a family that is known for other layer counts only is an error")
  func layerCounts() {
    let tiny = TinyModel(architecture: "baichuan", layers: 3).file
    let found = #expect(throws: ModelError.self) { _ = try Runner(tiny) }
    #expect(found == .badValue(key: "baichuan.block_count", found: "3", expected: "32 or 40"))
  }
}
