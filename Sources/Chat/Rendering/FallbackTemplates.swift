/// Templates for files that have none: by what their vocabulary shows, else by their architecture,
/// else ChatML.
enum FallbackTemplates {
  /// A family's template and the token that shows the family.
  private static let families: [(token: String, name: String, source: String)] = [
    ("<|im_start|>", "chatml", chatML), ("<|start_header_id|>", "llama3", llama3),
    ("<start_of_turn>", "gemma", gemma), ("<|turn>", "gemma4", gemma4),
    ("<|start_of_role|>", "granite", granite), ("<｜User｜>", "deepseek", deepseek),
    ("<|START_OF_TURN_TOKEN|>", "command-r", commandR), ("<|assistant|>", "phi3", phi3),
    ("[INST]", "mistral", mistral),
  ]

  /// The template of the family that a vocabulary or an architecture shows.
  static func find(
    architecture: String?, hasToken: (String) -> Bool
  ) -> (name: String, source: String) {
    if let family = families.first(where: { hasToken($0.token) }) {
      return (family.name, family.source)
    }
    // Vocabularies of RWKV have no tokens for turns; some files name the template only.
    return architecture?.hasPrefix("rwkv") == true ? ("rwkv-world", rwkv) : ("chatml", chatML)
  }

  /// A template that writes each message by `turn`, and ends with `prompt` where an answer follows.
  private static func template(_ turn: String, prompt: String = "", hasBOS: Bool = true) -> String {
    """
    \(hasBOS ? "{{- bos_token }}" : "")
    {%- for message in messages %}
    \(turn)
    {%- endfor %}
    {%- if add_generation_prompt %}{{ '\(prompt)' }}{% endif %}
    """
  }

  private static let noSystemTurns =
    "{%- if message.role == 'system' %}{{ raise_exception('no system turns') }}"

  static let chatML = template(
    "{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}",
    prompt: "<|im_start|>assistant\\n", hasBOS: false)

  private static let llama3 = template(
    """
    {%- set role = 'ipython' if message.role == 'tool' else message.role %}
    {{- '<|start_header_id|>' + role + '<|end_header_id|>\\n\\n' + message.content | trim }}
    {{- '<|eot_id|>' }}
    """, prompt: "<|start_header_id|>assistant<|end_header_id|>\\n\\n")

  private static let gemma = template(
    """
    \(noSystemTurns){% endif %}
    {%- set role = 'model' if message.role == 'assistant' else 'user' %}
    {{- '<start_of_turn>' + role + '\\n' + message.content | trim + '<end_of_turn>\\n' }}
    """, prompt: "<start_of_turn>model\\n")

  private static let gemma4 = template(
    """
    {%- set role = 'model' if message.role == 'assistant' else message.role %}
    {{- '<|turn>' + role + '\\n' + message.content | trim + '<turn|>\\n' }}
    """, prompt: "<|turn>model\\n")

  private static let granite = template(
    """
    {{- '<|start_of_role|>' + message.role + '<|end_of_role|>' + message.content }}
    {{- '<|end_of_text|>\\n' }}
    """, prompt: "<|start_of_role|>assistant<|end_of_role|>", hasBOS: false)

  private static let deepseek = template(
    """
    {%- if message.role == 'assistant' %}
    {{- '<｜Assistant｜>' + message.content + '<｜end▁of▁sentence｜>' }}
    {%- elif message.role == 'system' %}
    {{- message.content }}
    {%- else %}
    {{- '<｜User｜>' + message.content }}
    {%- endif %}
    """, prompt: "<｜Assistant｜>")

  private static let commandR = template(
    """
    {%- set role = {'user': 'USER', 'assistant': 'CHATBOT'}.get(message.role, 'SYSTEM') %}
    {{- '<|START_OF_TURN_TOKEN|><|' + role + '_TOKEN|>' + message.content }}
    {{- '<|END_OF_TURN_TOKEN|>' }}
    """, prompt: "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>", hasBOS: false)

  private static let phi3 = template(
    "{{- '<|' + message.role + '|>\\n' + message.content + '<|end|>\\n' }}",
    prompt: "<|assistant|>\\n", hasBOS: false)

  private static let rwkv = template(
    """
    {%- set name = {'system': 'System', 'assistant': 'Assistant'}.get(message.role, 'User') %}
    {{- name + ': ' + message.content | trim + '\\n\\n' }}
    """, prompt: "Assistant:")

  private static let mistral = template(
    """
    \(noSystemTurns)
    {%- elif message.role == 'assistant' %}{{ message.content + eos_token }}
    {%- else %}{{ '[INST] ' + message.content + ' [/INST]' }}
    {%- endif %}
    """)
}
