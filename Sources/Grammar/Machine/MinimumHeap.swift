/// Numbers by their priorities, the least first.
struct MinimumHeap {
  private var items: [(number: Int32, priority: Int)] = []

  mutating func insert(_ number: Int32, _ priority: Int) {
    items.append((number, priority))
    var place = items.count - 1
    while place > 0, priority < items[(place - 1) / 2].priority {
      items[place] = items[(place - 1) / 2]
      place = (place - 1) / 2
    }
    items[place] = (number, priority)
  }

  mutating func popMinimum() -> (Int32, Int)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    if items.isEmpty { return (first.number, first.priority) }
    var place = 0
    while 2 * place + 1 < items.count {
      var least = 2 * place + 1
      if least + 1 < items.count, items[least + 1].priority < items[least].priority { least += 1 }
      if items[least].priority >= last.priority { break }
      items[place] = items[least]
      place = least
    }
    items[place] = last
    return (first.number, first.priority)
  }
}
