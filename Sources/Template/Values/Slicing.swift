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

  private static func indices(
    _ bounds: Bounds, _ count: Int
  ) throws(TemplateError) -> [Int] {
    let (start, stop, step) = try places(bounds, count)
    guard step > 0 ? start < stop : start > stop else { return [] }
    return Array(stride(from: start, to: stop, by: step))
  }

  static func slice(
    _ value: Value, _ bounds: Bounds, _ machine: Machine
  ) throws(TemplateError) -> Value {
    switch value {
    case .undefined(let undefined): throw undefined.error
    case .string(let text): return .string(try slice(text, bounds, machine))
    case .list(let list):
      let indices = try indices(bounds, list.items.count)
      try machine.charge(items: indices.count)
      return .list(List(indices.map { list.items[$0] }, isData: list.isData))
    case .tuple(let tuple):
      let indices = try indices(bounds, tuple.items.count)
      try machine.charge(items: indices.count)
      return .tuple(Tuple(indices.map { tuple.items[$0] }))
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
    try machine.charge(bytes: text.bytes.count)
    let (start, stop, step) = try places(bounds, text.count)
    if step == 1 {
      guard start < stop else { return Text.empty.marked(text.isMarkup) }
      if text.isASCII { return text.slice(start..<stop) }
      let first = offset(text, start, from: 0)
      return text.slice(first..<offset(text, stop - start, from: first))
    }
    let offsets = text.isASCII ? [] : offsets(text)
    var builder = machine.builder
    for index in stride(from: start, to: stop, by: step) {
      let place = text.isASCII ? index..<(index + 1) : offsets[index]..<offsets[index + 1]
      builder.append(text, place)
    }
    return try machine.text(builder, isMarkup: text.isMarkup)
  }

  /// The offset of the scalar that is `count` scalars behind `from`.
  static func offset(_ text: Text, _ count: Int, from: Int) -> Int {
    if text.isASCII { return min(from + count, text.bytes.count) }
    var offset = from
    for _ in 0..<count where offset < text.bytes.count {
      offset = UTF8Text.next(text.bytes, offset)
    }
    return offset
  }

  /// The offset of each scalar, and of the end.
  private static func offsets(_ text: Text) -> [Int] {
    text.bytes.indices.filter { text.bytes[$0] & 0xC0 != 0x80 } + [text.bytes.count]
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
    case .list(let list): return index(list.items.count).map { list.items[$0] }
    case .tuple(let tuple): return index(tuple.items.count).map { tuple.items[$0] }
    case .string(let text):
      if !text.isASCII { try machine.charge(bytes: text.bytes.count) }
      guard let index = index(text.count) else { return nil }
      let start = offset(text, index, from: 0)
      return .string(text.slice(start..<UTF8Text.next(text.bytes, start)))
    case .object(let object as RangeObject): return index(object.count).map { object.item($0) }
    default: return nil
    }
  }
}
