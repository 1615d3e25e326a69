import TernJSON

extension Goals {
  /// A short JSON text that satisfies a goal; empty where there is none within the limits.
  ///
  /// A value that holds itself is not tried inside itself, so the search comes to an end. What was
  /// found is kept, and so is what cannot be found.
  func shortText(_ goal: Goal) -> [UInt8] {
    if let known = shortTexts.known[goal] { return known }
    let leaf = leaf(of: goal)
    if leaf >= 0 {
      let text = lexer.ending(leaf)
      if !text.isEmpty { return text }
    }
    guard shortTexts.open.count < ShortTexts.depthLimit, shortTexts.steps < ShortTexts.stepLimit
    else {
      exhaust()
      return []
    }
    guard shortTexts.open.insert(goal).inserted else {
      shortTexts.touched = true
      return []
    }
    if shortTexts.open.count == 1 { shortTexts.steps = 0 }
    shortTexts.steps += 1
    let outer = shortTexts.touched
    shortTexts.touched = false
    let text = shortStructure(goal)
    shortTexts.open.remove(goal)
    // A failure inside a goal that is still open says nothing that lasts.
    if text.isEmpty ? !shortTexts.touched : text.count < ShortTexts.keptLength {
      shortTexts.known[goal] = text
    }
    shortTexts.touched = outer || (text.isEmpty && shortTexts.touched)
    return text
  }

  /// A value that satisfies a goal.
  func sample(_ goal: Goal) -> JSON? { try? JSON(parsing: shortText(goal)) }

  /// Bytes of a short text; more is a schema that asks for masses of elements.
  static let shortTextLimit = 1 << 17

  private func shortStructure(_ goal: Goal) -> [UInt8] {
    for state in arrays(of: goal) {
      if let text = shortArray(state) { return text }
    }
    for state in objects(of: goal) {
      if let text = shortObject(state) { return text }
    }
    return []
  }

  private func shortArray(_ first: Int32) -> [UInt8]? {
    if arrays.keepsSeen(first), !arrays.canClose(first) {
      return Machine(Program(), goals: self).newArray(first)
    }
    var text = [UInt8(ascii: "[")]
    var state = first
    while !arrays.canClose(state) {
      guard let element = shortElement(state), text.count < Self.shortTextLimit else { return nil }
      if text.count > 1 { text += options.whitespace.comma }
      text += element.text
      state = element.state
      if arrays.shape(of: state).keepsValues, let value = try? JSON(parsing: element.text) {
        state = arrays.state(state, after: value) ?? state
      }
    }
    return text + [UInt8(ascii: "]")]
  }

  /// The text of an element on a way to the end of an array, and the array's state behind it.
  func shortElement(_ state: Int32) -> (text: [UInt8], state: Int32)? {
    for element in arrays.elements(state) {
      let text = shortText(element.goal)
      if !text.isEmpty { return (text, element.state) }
    }
    return nil
  }

  private func shortObject(_ first: Int32) -> [UInt8]? {
    var text = [UInt8(ascii: "{")]
    var state = first
    while !objects.canClose(state) {
      guard let member = shortMember(state), text.count < Self.shortTextLimit else { return nil }
      if text.count > 1 { text += options.whitespace.comma }
      text += member.text
      state = member.state
    }
    return text + [UInt8(ascii: "}")]
  }

  /// The text of a member on a way to the end of an object, and the object's state behind it.
  func shortMember(_ state: Int32) -> (text: [UInt8], state: Int32)? {
    for name in objects.steps(state) {
      for member in objects.members(state, name) {
        let value = shortText(member.goal)
        if value.isEmpty { continue }
        return (JSON.string(name.text).bytes() + options.whitespace.colon + value, member.state)
      }
    }
    return nil
  }
}

/// What is known of short texts, and the state of the search for one.
struct ShortTexts {
  /// The texts of goals; empty where there is none.
  var known: [Goal: [UInt8]] = [:]
  /// The goals whose texts are being put together.
  var open: Set<Goal> = []
  /// Whether a goal that is still open was asked for.
  var touched = false
  /// Goals tried since the search began.
  var steps = 0

  static let depthLimit = 200
  static let stepLimit = 100_000
  /// Longer texts are put together anew each time.
  static let keptLength = 1 << 14
}
