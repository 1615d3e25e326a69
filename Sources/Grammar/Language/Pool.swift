/// A list of plain values that only grows at its end, shared by reference.
///
/// It stands in for an array where every access counts: there is no check of the index and of
/// exclusive access, so indices must come from the list itself.
@safe final class Pool<Element: BitwiseCopyable>: RandomAccessCollection {
  @exclusivity(unchecked) private var base: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private var used = 0

  init(capacity: Int = 16) {
    unsafe self.capacity = capacity
    unsafe base = .allocate(capacity: capacity)
  }

  convenience init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    reset(repeating: element, count: count)
  }

  deinit { unsafe base.deallocate() }

  var startIndex: Int { 0 }

  @inline(__always)
  var endIndex: Int { unsafe used }

  @inline(__always)
  var count: Int { unsafe used }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    _modify {
      assert(index >= 0 && index < count)
      yield unsafe &base[index]
    }
  }

  @inline(__always)
  func append(_ element: Element) {
    if unsafe used == capacity { grow(1) }
    unsafe (base + used).initialize(to: element)
    unsafe used += 1
  }

  func append(contentsOf elements: some Collection<Element>) {
    if unsafe used + elements.count > capacity { grow(elements.count) }
    for element in elements { append(element) }
  }

  func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    if unsafe used + elements.count > capacity { grow(elements.count) }
    guard let first = elements.baseAddress else { return }
    unsafe (base + used).update(from: first, count: elements.count)
    unsafe used += elements.count
  }

  /// Appends a part of the list itself.
  func append(again range: Range<Int>) {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    if unsafe used + range.count > capacity { grow(range.count) }
    unsafe (base + used).update(from: base + range.lowerBound, count: range.count)
    unsafe used += range.count
  }

  func removeLast(_ count: Int) { unsafe used -= count }

  /// Makes the list `count` times `element`.
  func reset(repeating element: Element, count: Int) {
    unsafe used = 0
    if unsafe count > capacity { grow(count) }
    unsafe base.initialize(repeating: element, count: count)
    unsafe used = count
  }

  @inline(never)
  private func grow(_ more: Int) {
    let larger = unsafe Swift.max(capacity * 2, used + more)
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    unsafe copy.moveInitialize(from: base, count: used)
    unsafe base.deallocate()
    unsafe base = copy
    unsafe capacity = larger
  }
}
