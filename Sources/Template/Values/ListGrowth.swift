/// A list that grows at its end; lists that it was at some time share its items, as `TextGrowth` has it
/// for texts.
final class ListGrowth {
  private(set) var items: [Value]

  /// Shorter lists are copied.
  private static let shortest = 32

  private init(_ items: [Value]) { self.items = items }

  /// Lets go of the items, which may hold lists that are part of this one.
  func removeAll() { items = [] }

  /// Puts lists together: in place where the first is the end of a growing list.
  static func joined(_ a: List, _ b: List, _ machine: Machine) throws(TemplateError) -> List {
    let isData = a.isData && b.isData
    guard a.count >= shortest else {
      try machine.charge(items: a.count + b.count)
      return List(a.items + b.items, isData: isData)
    }
    guard a.count + b.count <= machine.limits.listCount else { throw .limit("a list is too long") }
    let added = b.items
    let growth: ListGrowth
    if let own = a.growth, own.items.count == a.count {
      growth = own
      try machine.charge(items: added.count)
    } else {
      try machine.charge(items: a.count + added.count)
      growth = ListGrowth(a.items)
      machine.keep(growth)
    }
    growth.items += added
    return List(
      growth, count: growth.items.count, isData: isData, level: max(a.level, added.level + 1))
  }
}
