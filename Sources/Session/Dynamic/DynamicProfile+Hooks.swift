// Hooks of one kind add up: those of the outermost modifier run first. What they throw ends the
// request; an answer that is complete stays in the transcript.

extension LanguageModelSession.DynamicProfile {
  /// Runs an action when a prompt has been added.
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onPrompt.append(.init { _ in try await action() })
    }
  }

  /// Runs an action when a prompt has been added.
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Prompt) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onPrompt.append(.init(run: action))
    }
  }

  /// Runs an action when the model has answered.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onResponse.append(.init { _ in try await action() })
    }
  }

  /// Runs an action when the model has answered.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Response) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onResponse.append(.init(run: action))
    }
  }

  /// Runs an action when the model has reasoned.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onReasoning.append(.init { _ in try await action() })
    }
  }

  /// Runs an action when the model has reasoned.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Reasoning) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onReasoning.append(.init(run: action))
    }
  }

  /// Runs an action when the model calls a tool, before the tool runs.
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onToolCall.append(.init { _ in try await action() })
    }
  }

  /// Runs an action when the model calls a tool, before the tool runs.
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onToolCall.append(.init(run: action))
    }
  }

  /// Runs an action when a tool has returned.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onToolOutput.append(.init { _ in try await action() })
    }
  }

  /// Runs an action when a tool has returned.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall, Transcript.ToolOutput)
      async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { resolved in
      resolved.settings.hooks.onToolOutput.append(.init { try await action($0.0, $0.1) })
    }
  }

  /// Runs an action when this part of the profile becomes active.
  public func onActivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { $0.onActivate(ActivationHook(run: action)) }
  }

  /// Runs an action when this part of the profile ceases to be active.
  public func onDeactivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { $0.onDeactivate(ActivationHook(run: action)) }
  }
}
