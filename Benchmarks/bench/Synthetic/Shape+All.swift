extension Shape {
  /// Every shape.
  static let all: [Shape] = plain + hybrids + mixtures + encoders

  /// The shape with this name, or its small version for a name that begins with `tiny-`.
  static func named(_ name: String) -> Shape? {
    let name = name.lowercased()
    if let shape = all.first(where: { $0.name == name }) { return shape }
    guard name.hasPrefix("tiny-") else { return nil }
    return all.first { $0.name == name.dropFirst(5) }?.tiny
  }
}
