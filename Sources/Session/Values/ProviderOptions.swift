/// Options that only the models of one provider know, of a type of the provider's own.
package struct ProviderOptions: Sendable, Equatable {
  /// The options; `nil` for none.
  package var value: (any Equatable & Sendable)?

  /// No options.
  package init() {}

  package static func == (a: Self, b: Self) -> Bool {
    guard let value = a.value else { return b.value == nil }
    return value.isEqual(to: b.value)
  }
}

extension Equatable {
  /// Whether `other` is of the same type and equal.
  fileprivate func isEqual(to other: Any?) -> Bool { other as? Self == self }
}
