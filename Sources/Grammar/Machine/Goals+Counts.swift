/// Counts that make finding an end take too much.
extension Goals {
  /// Notes that finding an end of an object or array exceeded a budget.
  ///
  /// What is said to have taken so much is the largest count that asks for members or elements, where
  /// there is a large one: each of them is a step of the search.
  /// - Parameters:
  ///   - rules: nodes whose keywords must hold.
  ///   - violations: nodes whose keywords must not all hold.
  func exhaust(countingIn rules: [Int], violations: [Int]) {
    var largest: (count: Int, origin: Conjunction.Origin)?
    func compare(_ count: Int?, _ node: Int, _ keyword: String) {
      guard let count, count >= largest?.count ?? Self.largeCount else { return }
      largest = (count, Conjunction.Origin(node: node, keyword: keyword))
    }
    for rule in rules {
      compare(nodes[rule].minProperties, rule, "minProperties")
      compare(nodes[rule].minItems, rule, "minItems")
      compare(nodes[rule].minContains, rule, "minContains")
    }
    for violation in violations {
      compare(nodes[violation].maxProperties, violation, "maxProperties")
      compare(nodes[violation].maxItems, violation, "maxItems")
      compare(nodes[violation].maxContains, violation, "maxContains")
    }
    exhaust(largest?.origin)
  }

  private static let largeCount = 100
}
