import TernChat
import TernJSON
import TernSession

/// What a request says of reasoning, as a chat template and the engine have it.
struct ReasoningPlan {
  /// Variables of the template.
  var variables: JSONObject
  /// Tokens that reasoning may have; `nil` any number.
  var maximumTokens: Int?
  /// Whether the model is asked to reason, so that an answer with a form may begin with it.
  var isAsked: Bool

  /// How much of the answer may be reasoning, as the grammar of answers has it.
  var scope: ReasoningScope {
    switch maximumTokens {
    case nil: .free
    case 0: .none
    default: .once
    }
  }

  /// - Parameters:
  ///   - options: What the application says; `nil` leaves it to the level.
  ///   - level: What ``ContextOptions`` say; without a level and options there is no reasoning where
  ///     the template can switch it off.
  ///   - contextSize: Levels without a word take a quarter of it at most.
  init(
    _ control: ReasoningControl, options: ReasoningOptions?, level: ContextOptions.ReasoningLevel?,
    contextSize: Int
  ) {
    maximumTokens = options?.maximumTokens
    let effort = options?.effort ?? level.flatMap { $0.word(control) }
    if effort == nil, maximumTokens == nil, let budget = level?.budget {
      maximumTokens = min(budget, contextSize / 4)
    }
    let isOff = options?.isEnabled == false || options?.maximumTokens == 0
    let isOn = options?.isEnabled == true || level != nil
    isAsked = isOn && !isOff
    if isOff {
      maximumTokens = 0
      variables = control.disabling(usesNumbers: true)
    } else if isOn {
      variables = control.enabling
    } else {
      variables = options == nil ? control.disabling(usesNumbers: false) : [:]
    }
    guard !isOff else { return }
    if let name = control.effort, let effort { variables[name] = .string(effort) }
    if let name = control.budget, let maximumTokens { variables[name] = JSON(maximumTokens) }
  }
}

extension ContextOptions.ReasoningLevel {
  /// The template's word for the level; `nil` where it has none.
  fileprivate func word(_ control: ReasoningControl) -> String? {
    switch self {
    case .light: control.word(for: .light)
    case .moderate: control.word(for: .moderate)
    case .deep: control.word(for: .deep)
    case .custom(let word): word
    @unknown default: nil
    }
  }

  /// Tokens of reasoning at a level for which the template has no word.
  fileprivate var budget: Int? {
    switch self {
    case .light: 512
    case .moderate: 2048
    case .deep, .custom: nil
    @unknown default: nil
    }
  }
}
