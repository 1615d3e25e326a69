import TernChat

/// The family of each template of the suite, by its name and text; those not named have no format
/// of calls, or one that no dialect reads.
enum DialectTable {
  static let families: [(dialect: Dialect, templates: String)] = [
    (
      .harmony,
      """
      openai-gpt-oss-120b unsloth-gptoss
      """
    ),
    (
      .deepSeekV32DSML,
      """
      deepseek-ai-DeepSeek-V3.2
      """
    ),
    (
      .deepSeekV4DSML,
      """
      deepseek-ai-DeepSeek-V4-Flash-0731 deepseek-ai-DeepSeek-V4 deepseek-ai-DeepSeek-V4_2
      """
    ),
    (
      .hy3,
      """
      tencent-Hy3
      """
    ),
    (
      .solarOpen,
      """
      upstage-Solar-Open-100B
      """
    ),
    (
      .apertus,
      """
      Apertus-8B-Instruct
      """
    ),
    (
      .gigaChat3,
      """
      GigaChat3-10B-A1.8B
      """
    ),
    (
      .gigaChat31,
      """
      GigaChat3.1-10B-A1.8B
      """
    ),
    (
      .kimiK3,
      """
      Kimi-K3
      """
    ),
    (
      .miniMaxM3,
      """
      MiniMax-M3
      """
    ),
    (
      .deepSeekV3,
      """
      axolotl-deepseek_v3 deepseek-ai-DeepSeek-R1-Distill-Llama-8B
      deepseek-ai-DeepSeek-R1-Distill-Qwen-32B hfjs-deepseek-ai-DeepSeek-R1
      llama-cpp-deepseek-r1 mistralrs-deepseek_tool_call vllm-tool_chat_template_deepseekr1
      vllm-tool_chat_template_deepseekv3
      """
    ),
    (
      .deepSeekV31,
      """
      deepseek-ai-DeepSeek-V3.1
      """
    ),
    (
      .kimiK2,
      """
      Kimi-K2-Instruct Kimi-K2-Thinking hfjs-moonshotai-Kimi-K2-Thinking moonshotai-Kimi-K2
      """
    ),
    (
      .miniMaxM2,
      """
      MiniMax-M2
      """
    ),
    (
      .glm45,
      """
      GLM-4.6 GLM-4.6_2 GLM-4.7-Flash GLM-5.2 Spark2.5 hfjs-zai-org-GLM-5.1
      inclusionai-ling-3.0-flash ollama-laguna_v8_chat_template poolside-Laguna-S-2.1
      poolside-Laguna-XS-2.1 poolside-Laguna-XS.2
      """
    ),
    (
      .mistralV11CallID,
      """
      Mistral-Small-3.2-24B-Instruct-2506 mistral-common-v11 mistral-common-v11_audio
      mistral-common-v11_image mistral-common-v11_image_think mistral-common-v11_think
      """
    ),
    (
      .mistralV11Args,
      """
      mistralai-Ministral-3-14B-Reasoning-2512 unsloth-mistral-Devstral-Small-2507
      mistral-common-v13 mistral-common-v13_audio mistral-common-v13_image
      mistral-common-v13_image_think mistral-common-v13_think mistral-common-v15
      mistral-common-v15_audio mistral-common-v15_image mistral-common-v15_image_think
      mistral-common-v15_think
      """
    ),
    (
      .mistralV3JSON,
      """
      axolotl-mistral_v2v3 axolotl-mistral_v3_tekken
      hfjs-CISCai-Mistral-7B-Instruct-v0.3-SOTA-GGUF
      hfjs-mistralai-Mistral-7B-Instruct-v0.3-JSON-Schema-
      hfjs-mistralai-Mistral-Nemo-Instruct-2407 mistralai-Mistral-Nemo-Instruct-2407
      mistralrs-mistral_nemo_tool_call mistralrs-mistral_small_tool_call
      vllm-tool_chat_template_mistral vllm-tool_chat_template_mistral3
      vllm-tool_chat_template_mistral_parallel mistral-common-v2 mistral-common-v2_spm
      mistral-common-v3 mistral-common-v3_image mistral-common-v3_image_spm
      mistral-common-v3_spm mistral-common-v7 mistral-common-v7_audio mistral-common-v7_image
      mistral-common-v7_image_spm mistral-common-v7_spm
      """
    ),
    (
      .gemma4,
      """
      axolotl-gemma4 google-gemma-4-31B-it-interleaved google-gemma-4-31B-it
      ollama-gemma4_31b_chat_template ollama-gemma4_e2b_chat_template unsloth-gemma4
      unsloth-gemma4_thinking
      """
    ),
    (
      .commandR7B,
      """
      Cohere2MoE CohereForAI-c4ai-command-r7b-12-2024-tool_use axolotl-command_a
      axolotl-command_a_rag axolotl-command_a_tool_use hfjs-CohereLabs-c4ai-command-a-03-2025
      hfjs-CohereLabs-command-a-reasoning-08-2025
      """
    ),
    (
      .nemotronToolCall,
      """
      NVIDIA-Nemotron-Nano-v2
      """
    ),
    (
      .internLM2,
      """
      vllm-tool_chat_template_internlm2_tool
      """
    ),
    (
      .miniCPM3,
      """
      hfjs-openbmb-MiniCPM3-4B
      """
    ),
    (
      .lfm2,
      """
      LFM2-8B-A1B LFM2.5-8B-A1B LFM2.5-Instruct hfjs-LiquidAI-LFM2.5-VL-450M
      """
    ),
    (
      .miniCPM5XML,
      """
      openbmb-MiniCPM5-1B
      """
    ),
    (
      .qwen3CoderXML,
      """
      ByteDance-Seed-OSS NVIDIA-Nemotron-3-Nano-30B-A3B-BF16 Qwen3-Coder Qwen3.5-4B
      StepFun3.5-Flash hfjs-Qwen-Qwen3.5-4B ollama-nemotron35_chat_template
      ollama-nemotron3nano_chat_template ollama-qwen38_chat_template
      """
    ),
    (
      .functionaryV31,
      """
      meetkai-functionary-medium-v3.1
      """
    ),
    (
      .functionaryV32,
      """
      meetkai-functionary-medium-v3.2
      """
    ),
    (
      .phi4MiniFunctools,
      """
      vllm-tool_chat_template_phi4_mini
      """
    ),
    (
      .firefunctionV2,
      """
      fireworks-ai-llama-3-firefunction-v2
      """
    ),
    (
      .phi4MiniToolCall,
      """
      microsoft-Phi-4-mini-instruct-llamacpp
      """
    ),
    (
      .granite3,
      """
      ibm-granite-granite-3.3-2B-Instruct vllm-tool_chat_template_granite
      """
    ),
    (
      .jamba,
      """
      Apriel-1.6-15b-Thinker-fixed MiniMax-M1 axolotl-jamba hfjs-ai21labs-AI21-Jamba-Large-1.6
      unsloth-Apriel-1.5
      """
    ),
    (
      .llamaPythonic,
      """
      vllm-tool_chat_template_llama3.2_pythonic vllm-tool_chat_template_toolace
      vllm-tool_chat_template_llama4_pythonic
      """
    ),
    (
      .llama3JSON,
      """
      axolotl-llama3_2_vision axolotl-llama4 hfjs-meta-llama-Llama-3.2-11B-Vision-Instruct
      meta-llama-Llama-3.1-8B-Instruct meta-llama-Llama-3.2-3B-Instruct unsloth-llama31
      vllm-tool_chat_template_llama3.1_json vllm-tool_chat_template_llama3.2_json
      vllm-tool_chat_template_llama4_json
      """
    ),
    (
      .xLAM,
      """
      hfjs-MadeAgents-Hammer2.1
      """
    ),
    (
      .hermesJSON,
      """
      Bielik-11B-v3.0-Instruct MiMo-VL MiroThinker NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use
      Qwen-QwQ-32B Qwen-Qwen2.5-7B-Instruct Qwen-Qwen3-0.6B Reka-Edge axolotl-exaone4
      axolotl-falcon_h1 axolotl-qwen3 axolotl-qwen3_5 hfjs-HuggingFaceTB-SmolLM3-3B
      hfjs-NousResearch-Hermes-2-Pro-Llama-3-8B-JSON-Schema- ibm-granite-granite-4.0
      ibm-granite-granite-4.1 mistralrs-nousresearch_hermes2_pro_tool_use mistralrs-smollm3
      unsloth-qwen25 unsloth-qwen3 unsloth-qwen3_instruct unsloth-qwen3_thinking
      vllm-tool_chat_template_hermes
      """
    ),
  ]
}
