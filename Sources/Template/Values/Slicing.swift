/// Items and slices by their places, which count from the end where they are negative.
enum Slicing {
  struct Bounds {
    var start: Value
    var stop: Value
    var step: Value
  }

  /// The places of a slice, as Python clamps them.
  private static func places(
    _ bounds: Bounds, _ count: Int
  ) throws(TemplateError) -> (start: Int, stop: Int, step: Int) {
    let step = try place(bounds.step) ?? 1
    guard step != 0 else { throw .runtime("slice step cannot be zero") }
    let low = step < 0 ? -1 : 0
    let high = step < 0 ? count - 1 : count
    func clamped(_ place: Int?, _ none: Int) -> Int {
      guard let place else { return none }
      return place < 0 ? max(low, place < -count ? low : place + count) : min(place, high)
    }
    let start = clamped(try place(bounds.start), step < 0 ? high : low)
    let stop = clamped(try place(bounds.stop), step < 0 ? low : high)
    return (start, stop, max(step, -Int.max))
  }

  private static func place(_ value: Value) throws(TemplateError) -> Int? {
    switch value {
    case .none: return nil
    case .big(let value): return value.isNegative ? Int.min / 2 : Int.max / 2
    default:
      guard let place = value.int else {
        throw .runtime("slice indices must be integers or None or have an __index__ method")
      }
      return max(Int.min / 2, min(Int.max / 2, place))
    }
  }

  private static func items(
    _ items: [Value], _ start: Int, _ stop: Int, _ step: Int, _ machine: Machine
  ) throws(TemplateError) -> [Value] {
    guard step > 0 ? start < stop : start > stop else { return [] }
    let count = (step > 0 ? stop - start - 1 : start - stop - 1) / abs(step) + 1
    try machine.charge(items: count)
    if step == 1 { return Array(items[start..<stop]) }
    return stride(from: start, to: stop, by: step).map { items[$0] }
  }

  static func slice(
    _ value: Value, _ bounds: Bounds, _ machine: Machine
  ) throws(TemplateError) -> Value {
    switch value {
    case .undefined(let undefined): throw undefined.error
    case .string(let text): return .string(try slice(text, bounds, machine))
    case .list(let list):
      let (start, stop, step) = try places(bounds, list.count)
      let items = try items(list.items, start, stop, step, machine)
      return .list(List(items, isData: list.isData))
    case .tuple(let tuple):
      let (start, stop, step) = try places(bounds, tuple.items.count)
      return .tuple(Tuple(try items(tuple.items, start, stop, step, machine)))
    case .object(let object as RangeObject):
      let (start, stop, step) = try places(bounds, object.count)
      return .object(
        try RangeObject(
          object.start &+ start &* object.step, object.start &+ stop &* object.step,
          object.step &* max(-RangeObject.maximumCount, min(RangeObject.maximumCount, step))))
    case .dict: throw .runtime("unhashable type: 'slice'")
    default: throw .runtime("'\(value.typeName)' object is not subscriptable")
    }
  }

  private static func slice(
    _ text: Text, _ bounds: Bounds, _ machine: Machine
  ) throws(TemplateError) -> Text {
    let (start, stop, step) = try places(bounds, text.count)
    if step == 1 {
      guard start < stop else { return Text.empty.marked(text.isMarkup) }
      let range = text.offset(start)..<text.offset(stop)
      if range.count < text.byteCount { try machine.charge(bytes: range.count) }
      return text.slice(range)
    }
    let bytes = text.bytes
    var builder = machine.builder
    // Backwards each scalar is found from the one behind it.
    var last = (index: Int.max, offset: 0)
    for index in stride(from: start, to: stop, by: step) {
      let isBefore = index == last.index - 1
      let offset = isBefore ? UTF8Text.previous(bytes, last.offset) : text.offset(index)
      builder.append(text, offset..<UTF8Text.next(bytes, offset))
      last = (index, offset)
    }
    return try machine.text(builder, isMarkup: text.isMarkup)
  }

  /// The item at a place; `nil` past the ends and for what has no places.
  static func item(
    _ value: Value, _ place: Int, _ machine: Machine
  ) throws(TemplateError) -> Value? {
    func index(_ count: Int) -> Int? {
      let index = place < 0 ? (place < -count ? -1 : place + count) : place
      return index >= 0 && index < count ? index : nil
    }
    switch value {
    case .list(let list): return index(list.count).map { list[$0] }
    case .tuple(let tuple): return index(tuple.items.count).map { tuple.items[$0] }
    case .string(let text):
      guard let index = index(text.count) else { return nil }
      let start = text.offset(index)
      return .string(text.slice(start..<UTF8Text.next(text.bytes, start)))
    case .object(let object as RangeObject): return index(object.count).map { object.item($0) }
    default: return nil
    }
  }
}
