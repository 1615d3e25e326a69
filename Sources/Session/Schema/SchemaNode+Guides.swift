import TernJSON

extension SchemaNode {
  /// The node, narrowed by what guides say; all of them hold together.
  func following(_ rules: [GuideRule]) -> SchemaNode { rules.reduce(self) { $0.following($1) } }

  private func following(_ rule: GuideRule) -> SchemaNode {
    if case .failing(let node, let reason) = self { return .failing(node.following(rule), reason) }
    switch (rule, self) {
    case (.all(let rules), _): return following(rules)
    case (.failing(let reason), _): return .failing(self, reason)
    case (.choices, .string(let rules)), (.pattern, .string(let rules)):
      return rules.following(rule)
    case (.minimum, .number(let rules)), (.maximum, .number(let rules)):
      return rules.following(rule)
    case (.minimumCount, .array(let rules)), (.maximumCount, .array(let rules)):
      return rules.following(rule)
    case (.element(let rule), .array(var rules)):
      rules.items = rules.items.following(rule)
      return .array(rules)
    default: return .failing(self, "A guide is for other values than these.")
    }
  }
}

extension StringRules {
  fileprivate func following(_ rule: GuideRule) -> SchemaNode {
    var rules = self
    switch rule {
    case .choices(let choices):
      rules.choices = choices.filter { self.choices?.contains($0) ?? true }.uniqued()
      if rules.choices?.isEmpty == true {
        return .failing(
          .string(rules), choices.isEmpty ? "There is no choice." : "No text is among all choices.")
      }
    case .pattern(let pattern): if !patterns.contains(pattern) { rules.patterns.append(pattern) }
    default: break
    }
    return .string(rules)
  }
}

extension NumberRules {
  fileprivate func following(_ rule: GuideRule) -> SchemaNode {
    var rules = self
    switch rule {
    case .minimum(let bound):
      if minimum.map({ $0.isLess(than: bound) }) ?? true { rules.minimum = bound }
    case .maximum(let bound):
      if maximum.map({ bound.isLess(than: $0) }) ?? true { rules.maximum = bound }
    default: break
    }
    if let minimum = rules.minimum, let maximum = rules.maximum, maximum.isLess(than: minimum) {
      return .failing(.number(rules), "No number is at least \(minimum) and at most \(maximum).")
    }
    return .number(rules)
  }
}

extension ArrayRules {
  fileprivate func following(_ rule: GuideRule) -> SchemaNode {
    var rules = self
    switch rule {
    case .minimumCount(let count): rules.minimumCount = max(minimumCount ?? 0, count, 0)
    case .maximumCount(let count):
      rules.maximumCount = max(min(maximumCount ?? .max, count), 0)
      if count < 0 { return .failing(.array(rules), "No array has at most \(count) elements.") }
    default: break
    }
    if let least = rules.minimumCount, let most = rules.maximumCount, most < least {
      return .failing(
        .array(rules), "No array has at least \(least) and at most \(most) elements.")
    }
    return .array(rules)
  }
}

extension Sequence where Element: Hashable {
  /// The elements in order, each once.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
