import TernJSON

// Lower bounds on how many values there are: enough to know that what is left cannot be used up.
extension Goals {
  /// As many count as without end: no array has more elements.
  static let manyValues = 1 << 16

  /// At least so many values satisfy a goal.
  func size(of goal: Goal) -> Int {
    min(Self.manyValues, scalarSize(of: goal) &+ compositeSize(of: goal))
  }

  /// At least so many arrays and objects satisfy a goal.
  func compositeSize(of goal: Goal) -> Int {
    size(at: .goal(goal)) {
      // Alternatives may overlap, so the largest counts.
      var size = 0
      for state in arrays(of: goal) where size < Self.manyValues {
        size = max(size, arrays.size(state))
      }
      for state in objects(of: goal) where size < Self.manyValues {
        size = max(size, objects.size(state))
      }
      return size
    }
  }

  /// What `find` says of a place, or 0 where the place is being worked out already or too many are.
  ///
  /// A bound that leans on such a 0 is kept only where nothing is being worked out any more.
  func size(at place: Sizes.Place, _ find: () -> Int) -> Int {
    if let known = sizes.known[place] { return known }
    guard sizes.open.count < Sizes.depthLimit, sizes.open.insert(place).inserted else {
      sizes.touched = true
      return 0
    }
    let outer = sizes.touched
    sizes.touched = false
    let size = find()
    sizes.open.remove(place)
    if size == Self.manyValues || !sizes.touched || sizes.open.isEmpty {
      sizes.known[place] = size
    }
    sizes.touched = outer || sizes.touched
    return size
  }

  private func scalarSize(of goal: Goal) -> Int {
    if let known = sizes.ofScalars[goal] { return known }
    var size = 0
    for kind in [ValueKind.null, .false, .true] where !alternatives(goal, kind).isEmpty {
      size += 1
    }
    size += languages.size(of: strings(of: goal), upTo: Self.manyValues)
    size += alternatives(goal, .number).map { self.size(of: $0.number) }.max() ?? 0
    size = min(size, Self.manyValues)
    sizes.ofScalars[goal] = size
    return size
  }

  private func size(of constraint: NumberConstraint) -> Int {
    guard constraint.isSatisfiable(options.numbers) else { return 0 }
    guard constraint.notMultiples.isEmpty, constraint.multiples.allSatisfy({ $0 == .one }) else {
      return 1
    }
    guard let low = constraint.minimum?.value, let high = constraint.maximum?.value else {
      let bound = constraint.minimum ?? constraint.maximum
      let isNear = bound.map { $0.value.exponent + $0.value.digits.count < 10 } ?? true
      return isNear ? Self.manyValues : 1
    }
    // Between integers of few digits.
    guard low != high, let first = low.smallInteger, let last = high.smallInteger else { return 1 }
    let count = constraint.multiples.isEmpty ? Self.manyValues : last - first - 1
    return max(1, min(count, Self.manyValues) - constraint.excluded.count)
  }
}

extension Decimal {
  /// The value, where it is an integer of few digits.
  fileprivate var smallInteger: Int? {
    guard exponent >= 0, digits.count + exponent < 16 else { return nil }
    let digits = digits + [UInt8](repeating: 0, count: exponent)
    let value = digits.reduce(0) { $0 * 10 + Int($1) }
    return isNegative ? -value : value
  }
}

/// What is known of the numbers of values.
struct Sizes {
  enum Place: Hashable {
    case goal(Goal)
    case object(Int32)
    case array(Int32)
  }

  var known: [Place: Int] = [:]
  var ofScalars: [Goal: Int] = [:]
  /// What is being worked out.
  var open: Set<Place> = []
  /// Whether something that is still open was asked for.
  var touched = false

  static let depthLimit = 100
}

extension ObjectRules {
  /// In at least so many ways the object can go on from a state.
  func size(_ number: Int32) -> Int {
    goals.size(at: .object(number)) {
      min(Goals.manyValues, (canClose(number) ? 1 : 0) &+ sizeWithMember(number))
    }
  }

  /// The same with another member.
  func sizeWithMember(_ number: Int32) -> Int {
    var best = 0
    for name in sizeSteps(number) where best < Goals.manyValues {
      for member in members(number, name) where best < Goals.manyValues {
        let rest = size(member.state)
        if rest == 0 { continue }
        let (count, isOver) = goals.size(of: member.goal).multipliedReportingOverflow(by: rest)
        best = max(best, isOver ? Goals.manyValues : min(count, Goals.manyValues))
      }
    }
    guard best < Goals.manyValues, hasFreeNames(number) else { return best }
    return Goals.manyValues
  }

  /// Names that may come next, a few of them.
  private func sizeSteps(_ number: Int32) -> [ExactString] {
    let state = state(number)
    let shape = shape(of: number)
    let names = shape.names.indices.lazy.filter { !state.seen[$0] }.map { shape.names[$0] }
    let missing = steps(number).prefix(1)
    return Array(missing) + names.filter { !missing.contains($0) }.prefix(Self.sizeNames)
  }

  private static let sizeNames = 8

  /// Whether members of any number of names may come, of which none must be there.
  private func hasFreeNames(_ number: Int32) -> Bool {
    let state = state(number)
    let shape = shape(of: number)
    guard canClose(number), shape.maximum == .max, shape.violations.isEmpty,
      shape.conditions.isEmpty, shape.open == nil
    else { return false }
    let others = otherNames(state, shape)
    guard others != goals.languages.empty,
      goals.languages.size(of: others, upTo: Goals.manyValues) == Goals.manyValues,
      let sample = goals.languages.shortest(others)
    else { return false }
    return !members(number, ExactString(scalars: sample)).isEmpty
  }
}

extension ArrayRules {
  /// In at least so many ways the array can go on from a state.
  func size(_ number: Int32) -> Int {
    goals.size(at: .array(number)) {
      min(Goals.manyValues, (canClose(number) ? 1 : 0) &+ sizeWithElement(number))
    }
  }

  /// The same with another element.
  func sizeWithElement(_ number: Int32) -> Int {
    let shape = shape(of: number)
    var best = 0
    for element in elements(number) where best < Goals.manyValues {
      let own = goals.size(of: element.goal)
      if own == 0 { continue }
      // Any number of elements may come.
      if element.state == number, canClose(number), !shape.keepsValues { return Goals.manyValues }
      // What may follow depends on the value: at least one thing does.
      let rest = shape.keepsValues ? 1 : size(element.state)
      let (count, isOver) = own.multipliedReportingOverflow(by: rest)
      best = max(best, isOver ? Goals.manyValues : min(count, Goals.manyValues))
    }
    return best
  }
}

extension Languages {
  /// At least so many texts are in a language; no more than `limit`.
  func size(of language: Language, upTo limit: Int) -> Int {
    if isEmpty(language) { return 0 }
    var search = SizeSearch(limit: limit)
    return count(language, &search)
  }

  private struct SizeSearch {
    var limit: Int
    var known: [Language: Int] = [:]
    var open: Set<Language> = []
    var steps = 0
  }

  /// A way round means that there is no end of texts, because every place leads to an end.
  private func count(_ language: Language, _ search: inout SizeSearch) -> Int {
    if language == anyString || search.open.contains(language) { return search.limit }
    if let known = search.known[language] { return known }
    search.steps += 1
    // Something is there.
    guard search.steps < 200, search.open.count < 64 else { return 1 }
    search.open.insert(language)
    var total = isNullable(language) ? 1 : 0
    let (starts, targets) = classes(language)
    for (place, target) in targets.enumerated() where target != empty && total < search.limit {
      let end = place + 1 < starts.count ? starts[place + 1] : 0x110000
      let surrogates = starts[place] < 0xE000 && end > 0xD800 ? UInt32(0x800) : 0
      let scalars = Int(end - starts[place] > surrogates ? end - starts[place] - surrogates : 1)
      let rest = count(target, &search)
      total = min(search.limit, total + min(scalars, search.limit) * rest)
    }
    search.open.remove(language)
    search.known[language] = total
    return total
  }
}
