extension FamilyRecord {
  /// The records of all families, in the order of their table.
  ///
  /// A comparison has the name of a model of the suite, and a bound: what
  /// `ArchitectureSuiteTests` and `EncoderSuiteTests` find at most, rounded up to 1, 2 or 5 of a
  /// power of ten. Their messages say what they found.
  package static let all: [FamilyRecord] = decoders + encoders

  private static let decoders = decoderList()

  /// Not optimised: it runs once, and the optimiser takes seconds for a list of so many large values.
  @_optimize(none)
  private static func decoderList() -> [FamilyRecord] {
    [
      FamilyRecord("afmoe", "Trinity", logits: ["afmoe": 2e-5]),
      FamilyRecord("apertus", "Apertus", logits: ["apertus": 1e-5]),
      FamilyRecord("arcee", "AFM 4.5B"),
      FamilyRecord("arwkv7", "ARWKV-7"),
      FamilyRecord("baichuan", "Baichuan, Baichuan 2", logits: ["baichuan": 1e-4]),
      FamilyRecord("bailingmoe2", "Ling 2, Ring 2", logits: ["bailingmoe2": 2e-5]),
      FamilyRecord("bitnet", "BitNet b1.58", logits: ["bitnet": 2e-5]),
      FamilyRecord("chatglm", "ChatGLM 3, GLM 4 9B (2024)"),
      FamilyRecord("cohere2", "Command R7B, Command A", logits: ["cohere2": 5e-6]),
      FamilyRecord("cohere2moe", "Cohere's mixtures of experts", logits: ["cohere2moe": 5e-6]),
      FamilyRecord("command-r", "Command R, Command R+, Aya"),
      FamilyRecord("dbrx", "DBRX", logits: ["dbrx": 5e-5]),
      FamilyRecord("deci", "DeciLM, Llama Nemotron", logits: ["deci": 2e-5]),
      FamilyRecord("deepseek", "DeepSeek (v1) and its mixture of experts"),
      FamilyRecord(
        "deepseek2", "DeepSeek V2, V3 and R1, GLM 4.7 Flash, Kimi K2, Moonlight",
        logits: [
          "deepseek2-glm": 5e-5, "deepseek2-kvb": 5e-5, "deepseek2-lite": 1e-4,
          "deepseek2-v3": 5e-5,
        ]),
      FamilyRecord("deepseek32", "DeepSeek V3.2", logits: ["deepseek32": 1e-4]),
      FamilyRecord("dots1", "dots.llm1", logits: ["dots1": 5e-5]),
      FamilyRecord("ernie4_5", "ERNIE 4.5", logits: ["ernie4_5": 5e-5]),
      FamilyRecord(
        "ernie4_5-moe", "ERNIE 4.5, mixtures of experts", logits: ["ernie4_5-moe": 1e-4]),
      FamilyRecord("exaone-moe", "K-EXAONE", logits: ["exaone-moe": 5e-5]),
      FamilyRecord("exaone4", "EXAONE 4", logits: ["exaone4": 2e-5]),
      FamilyRecord("falcon", "Falcon 7B, 40B and 180B"),
      FamilyRecord("falcon-h1", "Falcon H1", logits: ["falcon-h1": 1e-4]),
      FamilyRecord("gemma", "Gemma", logits: ["gemma": 1e-5]),
      FamilyRecord("gemma2", "Gemma 2", logits: ["gemma2": 1e-5]),
      FamilyRecord("gemma3", "Gemma 3", logits: ["gemma3": 1e-5]),
      FamilyRecord("gemma3n", "Gemma 3n", logits: ["gemma3n": 1e-4]),
      FamilyRecord("gemma4", "Gemma 4", logits: ["gemma4": 1e-5, "gemma4-moe": 2e-5]),
      FamilyRecord("glm-dsa", "GLM 5", logits: ["glm-dsa": 1e-4]),
      FamilyRecord("glm4", "GLM 4 (0414)", logits: ["glm4": 2e-5]),
      FamilyRecord("glm4moe", "GLM 4.5, 4.6 and 4.7"),
      FamilyRecord("gpt-oss", "gpt-oss 20B and 120B", logits: ["gpt-oss-f32": 1e-4]),
      FamilyRecord("gpt2", "GPT-2", logits: ["gpt2": 1e-5]),
      FamilyRecord("gptneox", "GPT-NeoX, Pythia"),
      FamilyRecord("granite", "Granite 3 and 4", logits: ["granite": 5e-6]),
      FamilyRecord(
        "granitehybrid", "Granite 4 with Mamba-2 layers", logits: ["granitehybrid": 5e-5]),
      FamilyRecord("granitemoe", "Granite 3, mixtures of experts", logits: ["granitemoe": 1e-5]),
      FamilyRecord("hunyuan-dense", "Hunyuan dense", logits: ["hunyuan-dense": 5e-5]),
      FamilyRecord("hunyuan-moe", "Hunyuan A13B"),
      FamilyRecord("hunyuan_vl", "HunyuanVL and HunyuanOCR (text)", logits: ["hunyuan_vl": 2e-5]),
      FamilyRecord("hy_v3", "Hunyuan 3", logits: ["hy_v3": 5e-5]),
      FamilyRecord("internlm2", "InternLM 2 and 3", logits: ["internlm2": 2e-5]),
      FamilyRecord("jamba", "Jamba", logits: ["jamba": 2e-4]),
      FamilyRecord("kimi-linear", "Kimi Linear", logits: ["kimi-linear": 1e-4]),
      FamilyRecord("lfm2", "LFM 2", logits: ["lfm2": 2e-5]),
      FamilyRecord("lfm2moe", "LFM 2, mixtures of experts", logits: ["lfm2moe": 2e-5]),
      FamilyRecord(
        "llama", "Llama 1 to 3, Mistral, Mixtral, SmolLM, SmolLM 2, Yi",
        logits: [
          "llama": 2e-5, "llama-linear": 5e-5, "llama-ropefreqs": 5e-5, "llama-yarn": 5e-5,
          "mistral": 2e-5, "mixtral": 1e-4,
        ]),
      FamilyRecord("llama4", "Llama 4 (text)", logits: ["llama4": 2e-5]),
      FamilyRecord("mamba", "Mamba, Falcon Mamba", logits: ["mamba": 5e-5, "falcon-mamba": 5e-5]),
      FamilyRecord("mamba2", "Mamba-2, Codestral Mamba", logits: ["mamba2": 1e-4]),
      FamilyRecord("mimo2", "MiMo V2", logits: ["mimo2": 5e-5]),
      FamilyRecord("minicpm", "MiniCPM"),
      FamilyRecord("minicpm3", "MiniCPM 3", logits: ["minicpm3": 5e-5]),
      FamilyRecord("minimax-m2", "MiniMax M2", logits: ["minimax-m2": 2e-5]),
      FamilyRecord("mistral3", "Ministral 3", logits: ["mistral3": 2e-5]),
      FamilyRecord("mistral4", "Mistral 4", logits: ["mistral4": 5e-5]),
      FamilyRecord("nemotron", "Nemotron, Minitron"),
      FamilyRecord("nemotron_h", "Nemotron H, Nemotron Nano 2", logits: ["nemotron_h": 5e-5]),
      FamilyRecord("nemotron_h_moe", "Nemotron 3 Nano", logits: ["nemotron_h_moe": 5e-5]),
      FamilyRecord("olmo", "OLMo"),
      FamilyRecord("olmo2", "OLMo 2 and 3", logits: ["olmo2": 1e-5, "olmo3": 1e-5]),
      FamilyRecord("olmoe", "OLMoE"),
      FamilyRecord("orion", "Orion 14B", logits: ["orion": 2e-5]),
      FamilyRecord("phi2", "Phi 1.5, Phi 2", logits: ["phi2": 5e-6]),
      FamilyRecord("phi3", "Phi 3, 3.5 and 4", logits: ["phi3-long": 2e-5, "phi3-short": 2e-5]),
      FamilyRecord("phimoe", "Phi 3.5 MoE"),
      FamilyRecord("plamo", "PLaMo 13B"),
      FamilyRecord("plamo2", "PLaMo 2", logits: ["plamo2": 1e-4]),
      FamilyRecord("plamo3", "PLaMo 3"),
      FamilyRecord("plm", "PLM 1.8B", logits: ["plm": 2e-5]),
      FamilyRecord(
        "qwen2", "Qwen 1.5, 2 and 2.5, QwQ, R1 distilled into them", logits: ["qwen2": 5e-5]),
      FamilyRecord("qwen2moe", "Qwen 1.5 and 2, mixtures of experts", logits: ["qwen2moe": 5e-5]),
      FamilyRecord("qwen2vl", "Qwen 2 VL and 2.5 VL (text)"),
      FamilyRecord(
        "qwen3", "Qwen 3, Qwen 3 Embedding and Reranker", logits: ["qwen3": 2e-5],
        vectors: ["qwen3-embedding": 5e-6, "qwen3-rerank": 5e-6]),
      FamilyRecord("qwen35", "Qwen 3.5", logits: ["qwen35": 1e-4, "qwen35-mtp": 1e-4]),
      FamilyRecord("qwen35moe", "Qwen 3.5, mixtures of experts", logits: ["qwen35moe": 2e-4]),
      FamilyRecord("qwen3moe", "Qwen 3, mixtures of experts", logits: ["qwen3moe": 5e-5]),
      FamilyRecord("qwen3next", "Qwen 3 Next", logits: ["qwen3next": 2e-4]),
      FamilyRecord("qwen3vl", "Qwen 3 VL (text)"),
      FamilyRecord(
        "qwen3vlmoe", "Qwen 3 VL, mixtures of experts (text)", logits: ["qwen3vlmoe": 5e-5]),
      FamilyRecord("rwkv7", "RWKV-7", logits: ["rwkv7": 1e-4]),
      FamilyRecord("seed_oss", "Seed-OSS 36B"),
      FamilyRecord("smallthinker", "SmallThinker", logits: ["smallthinker": 5e-5]),
      FamilyRecord("smollm3", "SmolLM 3", logits: ["smollm3": 5e-5]),
      FamilyRecord(
        "stablelm", "StableLM 2 and 3B", logits: ["stablelm": 2e-5, "stablelm-parallel": 2e-5]),
      FamilyRecord("starcoder2", "StarCoder 2", logits: ["starcoder2": 1e-5]),
      FamilyRecord("step35", "Step 3.5", logits: ["step35": 2e-5]),
      FamilyRecord("xverse", "XVERSE", logits: ["xverse": 2e-5]),
    ]
  }

  private static let encoders: [FamilyRecord] = [
    FamilyRecord(
      "bert", "BGE, E5, GTE, MiniLM, rerankers of that kind",
      vectors: ["bert": 5e-6, "bert-mean": 5e-6, "bert-rerank": 5e-6]),
    FamilyRecord("eurobert", "EuroBERT"),
    FamilyRecord("gemma-embedding", "EmbeddingGemma", vectors: ["gemma-embedding": 5e-6]),
    FamilyRecord(
      "jina-bert-v2", "Jina Embeddings v2, also for code",
      vectors: ["jina-bert-v2": 1e-5, "jina-bert-v2-code": 5e-6]),
    FamilyRecord("jina-bert-v3", "Jina Embeddings v3", vectors: ["jina-bert-v3": 5e-6]),
    FamilyRecord(
      "modern-bert", "ModernBERT, its embedders and rerankers",
      vectors: ["modern-bert": 1e-5, "modern-bert-rerank": 1e-5]),
    FamilyRecord("neo-bert", "NeoBERT"),
    FamilyRecord("nomic-bert", "Nomic Embed Text v1 and v1.5", vectors: ["nomic-bert": 5e-6]),
    FamilyRecord("nomic-bert-moe", "Nomic Embed Text v2", vectors: ["nomic-bert-moe": 5e-6]),
    FamilyRecord("t5encoder", "T5's encoder", vectors: ["t5encoder": 5e-6]),
  ]
}
