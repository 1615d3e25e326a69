/// Numbers by their priorities, the least first.
struct MinimumHeap {
  private var items: [(number: Int32, priority: Int)] = []

  mutating func insert(_ number: Int32, _ priority: Int) {
    items.append((number, priority))
    var place = items.count - 1
    while place > 0, items[place].priority < items[(place - 1) / 2].priority {
      items.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func popMinimum() -> (Int32, Int)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    if items.isEmpty { return (first.number, first.priority) }
    items[0] = last
    var place = 0
    while true {
      let children = (2 * place + 1..<2 * place + 3).prefix { $0 < items.count }
      guard let least = children.min(by: { items[$0].priority < items[$1].priority }),
        items[least].priority < items[place].priority
      else { break }
      items.swapAt(place, least)
      place = least
    }
    return (first.number, first.priority)
  }
}
