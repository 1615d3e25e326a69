import TernKernels

extension Family {
  /// The family called `name`.
  package static func named(_ name: String) -> Family? { table.first { $0.name == name } }

  private static let oneNormLayer = ["attn_norm", "output_norm"]
  private static let twoNormLayer = ["attn_norm", "ffn_norm", "output_norm"]

  /// Every architecture that runs.
  package static let table: [Family] = decoders + encoders

  /// Those that go on with a text, alphabetically.
  private static let decoders = decoderList()

  /// Not optimised: it runs once, and the optimiser takes seconds for a list of so many large values.
  @_optimize(none)
  private static func decoderList() -> [Family] {
    [
      Family(
        name: "afmoe", rope: .halves, rotated: .exceptEvery(4), postNorms: true, qkNorm: .perHead,
        attentionGate: .perValue,
        routing: Routing(scores: .byKey(fallback: .sigmoid), required: true, shared: .byCount),
        window: .pattern(4, fallback: nil, required: false), embeddingScale: .rootOfLength,
        head: .required),
      Family(
        name: "apertus", rope: .halves, qkNorm: .perHead, xielu: true, gate: .none, head: .required),
      Family(name: "arcee", activation: .reluSquared, gate: .none),
      Family(
        name: "arwkv7", rope: nil,
        recurrent: RecurrentRule(kind: .timeMix(mayLackParts: true), layers: .all), head: .required),
      Family(name: "baichuan", head: .required, layerCounts: [32, 40], slopedLayerCount: 40),
      Family(
        name: "bailingmoe2", rope: .halves, qkNorm: .perHead,
        routing: Routing(
          scores: .byKey(fallback: nil), required: true, shared: .byCountAndLength),
        head: .required),
      Family(name: "bitnet", rope: .halves, subNorms: true, head: .tied),
      Family(
        name: "chatglm", gate: .fused),
      Family(
        name: "cohere2", norm: .layer, rotated: .windowed, feedForwardInput: .shared,
        window: .pattern(4, fallback: nil, required: true), logitScale: .key(required: true),
        head: .tied),
      Family(
        name: "cohere2moe", norm: .layer, normByKey: true, rotated: .windowedOrLeading,
        feedForwardInput: .shared,
        routing: Routing(
          scores: .byKey(fallback: .sigmoid), required: true,
          shared: .byLengthOrCount(fallback: 0), averagesShared: true),
        window: .patternAfterFull(4, required: true), logitScale: .key(required: true)),
      Family(
        name: "command-r", norm: .layer, feedForwardInput: .shared, qkNorm: .everyHeadOptional,
        logitScale: .key(required: false), head: .tied),
      Family(
        name: "dbrx", norm: .layer, rope: .halves,
        feedForwardInput: .normOfSum("attn_output_norm"),
        routing: Routing(normalized: true, required: true, width: .feedForwardKey),
        clamps: true, head: .required),
      Family(name: "deci", mayLackParts: true),
      Family(
        name: "deepseek",
        routing: Routing(normalized: false, required: true, shared: .byCount)),
      Family(
        name: "deepseek2",
        routing: Routing(scores: .byKey(fallback: .softmax), required: true, shared: .byCount),
        latent: Latent(isBalanced: true), temperature: .byKey, hasDraftHead: true),
      Family(
        name: "deepseek32",
        routing: Routing(scores: .byKey(fallback: nil), required: true, shared: .byCount),
        latent: Latent(indexer: Indexer(epsilon: 1e-6, rope: .halves, isListed: false))),
      Family(
        name: "dots1", rope: .halves, qkNorm: .perHead,
        routing: Routing(scores: .byKey(fallback: nil), required: true, shared: .byCount),
        head: .required),
      Family(name: "ernie4_5"),
      Family(
        name: "ernie4_5-moe",
        routing: Routing(normalized: true, required: true, shared: .byLength)),
      Family(
        name: "exaone-moe", rope: .halves, rotated: .windowed, qkNorm: .perHead,
        routing: Routing(
          scores: .byKey(fallback: nil), required: true, shared: .byLengthOrCount(fallback: 1)),
        window: .pattern(4, fallback: nil, required: true), head: .required),
      Family(
        name: "exaone4", rope: .halves, rotated: .windowed, attentionNorm: .none,
        feedForwardInput: .sum, postNorms: true, qkNorm: .perHead,
        window: .patternForLayers(64, pattern: 4, fallback: 4096)),
      Family(
        name: "falcon", norm: .layer, rope: .halves, feedForwardInput: .sharedOrOwnNorm,
        activation: .gelu, gate: .none, requiredBiases: oneNormLayer),
      Family(
        name: "falcon-h1", rope: .halves,
        recurrent: RecurrentRule(kind: .stateSpace, layers: .besideAttention)),
      Family(
        name: "gemma", rope: .halves, activation: .gelu, embeddingScale: .rootOfLength, head: .tied),
      Family(
        name: "gemma2", rope: .halves, postNorms: true, activation: .gelu,
        window: .pattern(2, fallback: 4096, required: true),
        attentionScale: .inverseRootOrEmbedding(layers: 46),
        softcaps: Softcaps(attention: 50, final: 30), embeddingScale: .rootOfLength, head: .tied),
      Family(
        name: "gemma3", rope: .halves, postNorms: true, qkNorm: .perHead, activation: .gelu,
        window: .pattern(6, fallback: nil, required: false), windowRope: .own,
        attentionScale: .inverseRootOrEmbedding(layers: 62), softcaps: Softcaps(),
        embeddingScale: .rootOfLength),
      Family(
        name: "gemma3n", rope: .halves, postNorms: true, qkNorm: .perHead, valueNorm: true,
        activation: .gelu, sparseLayers: 10, window: .pattern(5, fallback: nil, required: true),
        windowRope: .own, attentionScale: .one, softcaps: Softcaps(final: 30),
        embeddingScale: .rootOfLength, perLayerInputs: true, sharesLastCaches: .from(20),
        altUp: true),
      Family(
        name: "gemma4", rope: .halves, postNorms: true, qkNorm: .perHead, valueNorm: true,
        activation: .gelu,
        routing: Routing(normalized: true, layers: .byRouter, besideDense: true), window: .listed,
        windowRope: .own, attentionScale: .one,
        softcaps: Softcaps(), embeddingScale: .rootOfLength, perLayerInputs: true,
        sharesLastCaches: .byKey, keysAsValues: true, outputScale: true),
      Family(
        name: "glm-dsa",
        routing: Routing(scores: .byKey(fallback: .sigmoid), required: true, shared: .byCount),
        latent: Latent(
          readsLogMultiplier: false,
          indexer: Indexer(epsilon: 0, rope: .adjacent, isListed: true))),
      Family(name: "glm4", postNorms: true, gate: .fused),
      Family(
        name: "glm4moe", rope: .halves, feedForwardInput: .normOfSum("post_attention_norm"),
        qkNorm: .perHeadOptional,
        routing: Routing(
          scores: .byKey(fallback: .sigmoid), normalized: nil, required: true, shared: .byCount),
        hasDraftHead: true),
      Family(
        name: "gpt-oss", rope: .halves, feedForwardInput: .normOfSum("post_attention_norm"),
        sinks: .required,
        routing: Routing(
          scores: .softmaxOfChosen, normalized: false, required: true, clampedGate: true),
        window: .pattern(2, fallback: nil, required: true), head: .required,
        requiredBiases: [
          "attn_output", "ffn_gate_inp", "ffn_gate_exps", "ffn_up_exps", "ffn_down_exps",
        ]),
      Family(
        name: "gpt2", norm: .layer, rope: nil, learnedPositions: true, activation: .gelu,
        gate: .none, requiredBiases: twoNormLayer + ["attn_output", "ffn_up", "ffn_down"]),
      Family(
        name: "gptneox", norm: .layer, rope: .halves, feedForwardInput: .byParallelKey,
        activation: .gelu, gate: .none, head: .required,
        requiredBiases: twoNormLayer + ["attn_output", "ffn_up", "ffn_down"]),
      Family(
        name: "granite",
        routing: Routing(normalized: true, width: .feedForwardKey, shared: .byLength),
        embeddingScale: .key(default: 1), logitScale: .dividedByKey, residualScale: .key),
      Family(
        name: "granitehybrid", rotated: .byKey,
        recurrent: RecurrentRule(kind: .stateSpace, layers: .withoutHeads),
        routing: Routing(normalized: true, width: .feedForwardKey, shared: .byLength),
        embeddingScale: .key(default: 1), logitScale: .dividedByKey, residualScale: .key),
      Family(
        name: "granitemoe",
        routing: Routing(
          normalized: true, required: true, width: .feedForwardKey, shared: .byLength),
        embeddingScale: .key(default: 1), logitScale: .dividedByKey, residualScale: .key),
      Family(name: "hunyuan-dense", rope: .halves, qkNorm: .perHead, qkNormAfterRope: true),
      Family(
        name: "hunyuan-moe", rope: .halves, qkNorm: .perHead, qkNormAfterRope: true,
        routing: Routing(normalized: true, required: true, shared: .byLength)),
      Family(
        name: "hunyuan_vl", rope: .halves, qkNorm: .perHead, qkNormAfterRope: true,
        ropeSections: .blocks, ropeAlpha: true),
      Family(
        name: "hy_v3", rope: .halves, qkNorm: .perHead,
        routing: Routing(
          scores: .byKey(fallback: .sigmoid), required: true, layers: .byRouter,
          shared: .byLengthOrCount(fallback: 1)), hasDraftHead: true),
      Family(name: "internlm2", head: .required),
      Family(
        name: "jamba", rope: nil,
        recurrent: RecurrentRule(kind: .selectiveScan, layers: .withoutHeads),
        routing: Routing(normalized: false, layers: .byRouter, width: .feedForwardKey)),
      Family(
        name: "kimi-linear", rope: nil,
        recurrent: RecurrentRule(kind: .kimiDelta, layers: .withoutHeads),
        routing: Routing(
          scores: .byKey(fallback: nil), normalized: true, required: true, shared: .byCount),
        latent: Latent(scalesByMagnitude: false, readsLogMultiplier: false), head: .required),
      Family(
        name: "lfm2", rope: .halves, qkNorm: .perHead,
        recurrent: RecurrentRule(kind: .shortConvolution, layers: .withoutHeads),
        outputNorms: ["output_norm", "token_embd_norm"]),
      Family(
        name: "lfm2moe", rope: .halves, qkNorm: .perHead,
        recurrent: RecurrentRule(kind: .shortConvolution, layers: .withoutHeads),
        outputNorms: ["output_norm", "token_embd_norm"],
        routing: Routing(scores: .byKey(fallback: .sigmoid), normalized: true, required: true)),
      Family(name: "llama", routing: Routing(normalized: true, width: .feedForwardKey)),
      Family(
        name: "llama4", rotated: .exceptEveryOrLast(4), qkNorm: .unweightedWhereRotated,
        qkNormAfterRope: true,
        routing: Routing(
          scores: .sigmoidOfChosen, normalized: false, required: true, shared: .one,
          weighsInput: true),
        window: .chunks, temperature: .unrotated),
      Family(
        name: "mamba", rope: nil, recurrent: RecurrentRule(kind: .selectiveScan, layers: .all),
        onePartLayers: true),
      Family(
        name: "mamba2", rope: nil, recurrent: RecurrentRule(kind: .stateSpace, layers: .all),
        onePartLayers: true),
      Family(
        name: "mimo2", rope: .halves, valueScale: true, sinks: .optional,
        routing: Routing(
          scores: .sigmoid, normalized: true, required: true, layers: .byRouter),
        window: .listed, windowRope: .own, head: .required),
      Family(
        name: "minicpm", routing: Routing(normalized: true, width: .feedForwardKey),
        embeddingScale: .key(default: 12), logitScale: .keyOrWidth, residualScale: .keyOrDepth),
      Family(
        name: "minicpm3", rope: .halves,
        latent: Latent(scalesByMagnitude: false, readsLogMultiplier: false),
        embeddingScale: .key(default: 12), logitScale: .keyOrWidth, residualScale: .keyOrDepth),
      Family(
        name: "minimax-m2", rope: .halves, qkNorm: .whole,
        routing: Routing(
          scores: .byKey(fallback: nil), normalized: true, required: true, width: .feedForwardKey),
        head: .required),
      Family(
        name: "mistral3", routing: Routing(normalized: true, width: .feedForwardKey),
        temperature: .byKey),
      Family(
        name: "mistral4",
        routing: Routing(scores: .byKey(fallback: .softmax), required: true, shared: .byCount),
        latent: Latent(), temperature: .byKey),
      Family(
        name: "nemotron", norm: .layer, rope: .halves, activation: .reluSquared, gate: .none,
        head: .required, requiredBiases: twoNormLayer),
      Family(
        name: "nemotron_h", rope: nil,
        recurrent: RecurrentRule(kind: .stateSpace, layers: .withoutHeadsAlone),
        onePartLayers: true, activation: .reluSquared, gate: .none),
      Family(
        name: "nemotron_h_moe", rope: nil,
        recurrent: RecurrentRule(kind: .stateSpace, layers: .withoutHeadsAlone),
        onePartLayers: true, activation: .reluSquared, gate: .none,
        routing: Routing(
          scores: .byKey(fallback: .sigmoid), required: true, layers: .byRouter, shared: .byLength,
          mayCompress: true)),
      Family(
        name: "olmo", norm: .layer, attentionNorm: .unweighted, feedForwardInput: .unweightedNorm,
        clamps: true),
      Family(
        name: "olmo2", rope: .halves, attentionNorm: .none, feedForwardInput: .sum, postNorms: true,
        qkNorm: .whole, window: .pattern(4, fallback: nil, required: false), windowRope: .unscaled,
        head: .required),
      Family(
        name: "olmoe", rope: .halves, qkNorm: .whole,
        routing: Routing(normalized: false, required: true, width: .feedForwardKey),
        head: .required),
      Family(
        name: "orion", norm: .layer, rope: .halves, head: .required, requiredBiases: twoNormLayer),
      Family(
        name: "phi2", norm: .layer, rope: .halves, feedForwardInput: .shared, activation: .gelu,
        gate: .none, head: .required,
        requiredBiases: oneNormLayer + ["attn_output", "ffn_up", "ffn_down", "output"]),
      Family(name: "phi3", rope: .halves, gate: .fused),
      Family(
        name: "phimoe", rope: .halves,
        routing: Routing(normalized: true, required: true, width: .feedForwardKey),
        head: .required, requiredBiases: twoNormLayer + ["attn_output", "output"]),
      Family(name: "plamo", rope: .halves, feedForwardInput: .shared, head: .required),
      Family(
        name: "plamo2", rope: .halves, postNorms: true, qkNorm: .everyHead,
        recurrent: RecurrentRule(kind: .selectiveStateSpace, layers: .withoutHeads), gate: .fused),
      Family(
        name: "plamo3", rope: .halves, postNorms: true, qkNorm: .perHead, gate: .fused,
        window: .pattern(8, fallback: nil, required: false)),
      Family(
        name: "plm", activation: .reluSquared, gate: .none,
        latent: Latent(scalesByMagnitude: false, readsLogMultiplier: false), head: .tied),
      Family(name: "qwen2", rope: .halves),
      Family(
        name: "qwen2moe", rope: .halves,
        routing: Routing(normalized: false, required: true, shared: .gated), head: .required),
      Family(name: "qwen2vl", rope: .halves, ropeSections: .blocks),
      Family(
        name: "qwen3", rope: .halves, qkNorm: .perHead, classifier: Classifier(softmax: true)),
      Family(
        name: "qwen35", rope: .halves, feedForwardInput: .normOfSum("post_attention_norm"),
        qkNorm: .perHead, attentionGate: .besideQueries,
        recurrent: RecurrentRule(kind: .deltaNet(.repeated), layers: .exceptEvery(default: 4)),
        ropeSections: .interleaved, hasDraftHead: true),
      Family(
        name: "qwen35moe", rope: .halves, feedForwardInput: .normOfSum("post_attention_norm"),
        qkNorm: .perHead, attentionGate: .besideQueries,
        recurrent: RecurrentRule(kind: .deltaNet(.repeated), layers: .exceptEvery(default: 4)),
        routing: Routing(normalized: true, required: true, shared: .gated),
        ropeSections: .interleaved, hasDraftHead: true),
      Family(
        name: "qwen3moe", rope: .halves, qkNorm: .perHead,
        routing: Routing(normalized: true, required: true)),
      Family(
        name: "qwen3next", rope: .halves, feedForwardInput: .normOfSum("post_attention_norm"),
        qkNorm: .perHead, attentionGate: .besideQueries,
        recurrent: RecurrentRule(kind: .deltaNet(.neighbours), layers: .exceptEvery(default: 4)),
        routing: Routing(normalized: true, required: true, shared: .gated), hasDraftHead: true),
      Family(
        name: "qwen3vl", rope: .halves, qkNorm: .perHead, ropeSections: .interleaved,
        classifier: Classifier(softmax: true)),
      Family(
        name: "qwen3vlmoe", rope: .halves, qkNorm: .perHead,
        routing: Routing(normalized: true, required: true), ropeSections: .interleaved),
      Family(
        name: "rwkv7", norm: .layer, rope: nil, embeddingNorm: true,
        feedForwardInput: .normOfSum("attn_norm_2"),
        recurrent: RecurrentRule(kind: .timeMix, layers: .all, feedForward: .channelMix),
        head: .required, requiredBiases: oneNormLayer + ["attn_norm_2", "token_embd_norm"]),
      Family(
        name: "seed_oss", rope: .halves, feedForwardInput: .normOfSum("post_attention_norm")),
      Family(
        name: "smallthinker", rope: .halves, rotated: .exceptFirstOfEvery(4), activation: .relu,
        routing: Routing(
          scores: .byKey(fallback: nil), normalized: true, required: true, readsLayerInput: true),
        window: .fixedAfterFull(4, window: 4096)),
      Family(name: "smollm3", rotated: .exceptEvery(4)),
      Family(
        name: "stablelm", norm: .layer, rope: .halves, feedForwardInput: .normOfSumOrShared,
        qkNorm: .everyHeadOptional, head: .required, requiredBiases: oneNormLayer),
      Family(
        name: "starcoder2", norm: .layer, rope: .halves, activation: .gelu, gate: .none,
        requiredBiases: twoNormLayer + ["attn_output", "ffn_up", "ffn_down"]),
      Family(
        name: "step35", rope: .halves, qkNorm: .perHeadOptional, attentionGate: .perHead,
        limitsExperts: true,
        routing: Routing(
          scores: .byKey(fallback: .sigmoid), required: true, layers: .byRouter, shared: .byLength),
        window: .listed, windowRope: .own, head: .required, halfRopeOnFullLayers: true),
      Family(name: "xverse", head: .required),
    ]
  }
}
