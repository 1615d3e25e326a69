/// Templates in the manner of real ones, and what they can do.
enum TestTemplates {
  /// System turns, tools, calls and results, reasoning of the last turn.
  static let whole = """
    {%- if tools %}
    {{- '<|im_start|>system\\n' }}
    {%- if messages[0].role == 'system' %}{{ messages[0].content + '\\n\\n' }}{% endif %}
    {{- 'Tools:' }}
    {%- for tool in tools %}{{ '\\n' + tool | tojson }}{% endfor %}
    {{- '<|im_end|>\\n' }}
    {%- elif messages[0].role == 'system' %}
    {{- '<|im_start|>system\\n' + messages[0].content + '<|im_end|>\\n' }}
    {%- endif %}
    {%- for message in messages %}
    {%- if message.role == 'user' %}
    {{- '<|im_start|>user\\n' + message.content + '<|im_end|>\\n' }}
    {%- elif message.role == 'assistant' %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if message.reasoning_content and loop.last %}
    {{- '<think>\\n' + message.reasoning_content + '\\n</think>\\n\\n' }}
    {%- endif %}
    {{- message.content }}
    {%- for call in message.tool_calls or [] %}
    {{- '<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}
    {{- call.function.arguments | tojson + '}\\n</tool_call>' }}
    {%- endfor %}
    {{- '<|im_end|>\\n' }}
    {%- elif message.role == 'tool' %}
    {{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}
    {%- endif %}
    {%- endfor %}
    {%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}
    {{- '<think>\\n\\n</think>\\n\\n' }}
    {%- endif %}
    {%- endif %}
    """

  /// No system turns, turns that alternate, nothing of tools.
  static let strict = """
    {{- bos_token }}
    {%- if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}
    {%- for message in messages %}
    {%- if (message.role == 'user') != (loop.index0 % 2 == 0) %}
    {{- raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}
    {%- endif %}
    {{- '<start_of_turn>' + ('model' if message.role == 'assistant' else message.role) + '\\n' }}
    {{- message.content | trim + '<end_of_turn>\\n' }}
    {%- endfor %}
    {%- if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}
    """

  /// Drops system turns without a word.
  static let forgetful = """
    {%- for message in messages %}
    {%- if message.role in ['user', 'assistant'] %}{{ message.role + ': ' + message.content + '\\n' }}
    {%- endif %}
    {%- endfor %}
    """

  /// Content as a list of parts.
  static let parts = """
    {%- for message in messages %}
    {{- '<|' + message.role + '|>' }}
    {%- for part in message.content %}{{ part.text }}{% endfor %}
    {%- endfor %}
    """

  /// Arguments as text, one call in a turn, content that must be null beside a call.
  static let picky = """
    {%- for message in messages %}
    {%- if message.tool_calls %}
    {%- if message.tool_calls | length != 1 %}{{ raise_exception('one call at once') }}{% endif %}
    {%- if message.content is not none %}{{ raise_exception('no content') }}{% endif %}
    {{- 'call ' + message.tool_calls[0].function.name + ' ' }}
    {{- message.tool_calls[0].function.arguments + '\\n' }}
    {%- else %}
    {{- message.role + ': ' + message.content + '\\n' }}
    {%- endif %}
    {%- endfor %}
    """
}
