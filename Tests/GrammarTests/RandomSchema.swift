import TernJSON
import TernTestSupport

/// Makes small random schemas whose keywords meet each other: few names, few strings, few numbers.
struct RandomSchema {
  var random: SeededGenerator
  private var definitions = 0

  static let names = ["a", "b", "c", "ab", "x"]
  static let strings = ["", "a", "b", "ab", "ba", "aa", "abc", "é", "𝄞x", "c\"\\", "\u{FFFD}"]
  static let numbers: [JSON] = [0, 1, 2, 3, -1, 1.5, 0.5, -2.5, 10, 100, 7]
  /// Numbers that doubles cannot hold or tell apart, and others that are written in several ways.
  static let wideNumbers = [
    "1e400", "10e399", "-1e400", "1e-400", "100e-2", "0e400", "1E+2", "9007199254740993",
    "9007199254740992", "123456789012345678901", "1e99999", "1e22",
  ]
  static let patterns = [
    "^a", "b$", "^[ab]+$", "a|b", "^.{2}$", "^(ab)*$", "^a?b?c?$", "[^a]", "^(?=.*b)a", "x",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A whole document.
  mutating func document() -> JSON {
    definitions = pick([0, 0, 0, 1, 2])
    var root = schema(3)
    guard definitions > 0 else { return root }
    var all = JSONObject()
    for number in 0..<definitions { all["d\(number)"] = schema(2) }
    var object = root.object ?? JSONObject()
    object["$defs"] = .object(all)
    root = .object(object)
    return root
  }

  /// A value of any kind, nested `depth` levels deep at most.
  mutating func value(_ depth: Int = 2) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2, 3: return number()
    case 4, 5: return .string(pick(Self.strings))
    case 6, 7: return .array((0..<pick([0, 0, 1, 1, 2, 2, 3, 4])).map { _ in value(depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<pick([0, 1, 1, 2, 2, 3, 4]) {
        object[pick(Self.names + Self.strings)] = value(depth - 1)
      }
      return .object(object)
    }
  }

  mutating func number() -> JSON {
    guard happens(15), let wide = JSONNumber(text: pick(Self.wideNumbers)) else {
      return pick(Self.numbers)
    }
    return .number(wide)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func happens(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }
}

// MARK: schemas

extension RandomSchema {
  private mutating func schema(_ depth: Int) -> JSON {
    if happens(5) { return true }
    if happens(3) { return false }
    if definitions > 0, happens(12) { return ["$ref": .string(reference())] }
    var object = JSONObject()
    let parts = depth > 0 ? pick([1, 1, 2, 2, 3]) : 1
    for _ in 0..<parts {
      addPart(Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random), depth, &object)
    }
    var keys = object.keys
    keys.shuffle(using: &random)
    return .object(JSONObject(keys.map { ($0, object[$0] ?? .null) }))
  }

  private mutating func reference() -> String {
    pick(["#"] + (0..<definitions).map { "#/$defs/d\($0)" })
  }

  private mutating func addPart(_ part: Int, _ depth: Int, _ object: inout JSONObject) {
    switch part {
    case 0: addType(&object)
    case 1: addString(&object)
    case 2: addNumber(&object)
    case 3: addValues(&object)
    case 4: addArray(depth, &object)
    case 5: addObject(depth, &object)
    default: addChoices(depth, &object)
    }
  }

  private mutating func addType(_ object: inout JSONObject) {
    let types = ["null", "boolean", "integer", "number", "string", "array", "object"]
    object["type"] =
      happens(80)
      ? .string(pick(types)) : JSON(types.shuffled(using: &random).prefix(pick([1, 2, 3])))
  }

  private mutating func addString(_ object: inout JSONObject) {
    if happens(40) { object["minLength"] = JSON(pick([0, 1, 2, 3])) }
    if happens(40) { object["maxLength"] = JSON(pick([0, 1, 2, 3])) }
    if happens(40) { object["pattern"] = .string(pick(Self.patterns)) }
    if happens(40) { object["type"] = "string" }
  }

  private mutating func addNumber(_ object: inout JSONObject) {
    for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] where happens(25)
    {
      object[keyword] = number()
    }
    if happens(30) { object["multipleOf"] = pick([1, 2, 3, 0.5, 1.5]) }
    if happens(40) { object["type"] = pick(["number", "integer"]) }
  }

  private mutating func addValues(_ object: inout JSONObject) {
    if happens(40) {
      object["const"] = value()
    } else {
      object["enum"] = .array((0..<pick([1, 2, 3, 4, 5])).map { _ in value() })
    }
  }

  private mutating func addArray(_ depth: Int, _ object: inout JSONObject) {
    if happens(50) { object["items"] = schema(depth - 1) }
    if happens(30) { object["prefixItems"] = schemas(depth) }
    if happens(30) {
      object["contains"] = schema(depth - 1)
      if happens(40) { object["minContains"] = JSON(pick([0, 1, 2, 3])) }
      if happens(40) { object["maxContains"] = JSON(pick([0, 1, 2, 3])) }
    }
    if happens(25) { object["minItems"] = JSON(pick([0, 1, 2, 3])) }
    if happens(25) { object["maxItems"] = JSON(pick([0, 1, 2, 3, 4])) }
    if happens(25) { object["uniqueItems"] = .bool(happens(90)) }
    if happens(15) { addUnevaluated("unevaluatedItems", depth, &object) }
    if happens(60) { object["type"] = "array" }
  }

  private mutating func addObject(_ depth: Int, _ object: inout JSONObject) {
    if happens(60) { object["properties"] = .object(map(names(1...3), depth)) }
    if happens(25) { object["patternProperties"] = .object(map([pick(Self.patterns)], depth)) }
    if happens(35) { object["additionalProperties"] = schema(depth - 1) }
    if happens(40) { object["required"] = JSON(names(1...3)) }
    if happens(15) { object["propertyNames"] = schema(happens(50) ? 0 : depth - 1) }
    if happens(15) { object["minProperties"] = JSON(pick([0, 1, 2, 3])) }
    if happens(15) { object["maxProperties"] = JSON(pick([0, 1, 2, 3])) }
    if happens(15) { object["dependentSchemas"] = .object(map(names(1...2), depth)) }
    if happens(15) {
      let dependents = names(1...2).map { ($0, JSON(names(0...2))) }
      object["dependentRequired"] = .object(JSONObject(dependents))
    }
    if happens(15) { addUnevaluated("unevaluatedProperties", depth, &object) }
    if happens(60) { object["type"] = "object" }
  }

  private mutating func addUnevaluated(
    _ keyword: String, _ depth: Int, _ object: inout JSONObject
  ) {
    object[keyword] = happens(60) ? false : schema(depth - 1)
  }

  private mutating func addChoices(_ depth: Int, _ object: inout JSONObject) {
    for _ in 0..<pick([1, 1, 2]) {
      switch pick(["allOf", "anyOf", "oneOf", "not", "if"]) {
      case "not": object["not"] = schema(depth - 1)
      case "if":
        object["if"] = schema(depth - 1)
        if happens(70) { object["then"] = schema(depth - 1) }
        if happens(70) { object["else"] = schema(depth - 1) }
      case let keyword: object[keyword] = schemas(depth)
      }
    }
    if happens(15) { addUnevaluated("unevaluatedItems", depth, &object) }
    if happens(15) { addUnevaluated("unevaluatedProperties", depth, &object) }
  }

  private mutating func schemas(_ depth: Int) -> JSON {
    .array((0..<pick([1, 2, 3])).map { _ in schema(depth - 1) })
  }

  private mutating func names(_ count: ClosedRange<Int>) -> [String] {
    Array(Self.names.shuffled(using: &random).prefix(.random(in: count, using: &random)))
  }

  private mutating func map(_ names: [String], _ depth: Int) -> JSONObject {
    var object = JSONObject()
    for name in names { object[name] = schema(depth - 1) }
    return object
  }
}

// MARK: values

extension RandomSchema {
  /// The value with one small change, somewhere.
  mutating func mutated(_ value: JSON) -> JSON {
    switch value {
    case .array(var elements) where happens(80):
      let place = elements.isEmpty ? 0 : Int.random(in: 0..<elements.count, using: &random)
      switch pick([0, 1, 2, 3]) {
      case 1 where !elements.isEmpty: elements.remove(at: place)
      case 2 where !elements.isEmpty: elements.append(elements[place])
      case 3 where !elements.isEmpty: elements[place] = mutated(elements[place])
      default: elements.insert(self.value(1), at: place)
      }
      return .array(elements)
    case .object(var members) where happens(80):
      let key = members.isEmpty ? "" : pick(members.keys)
      switch pick([0, 1, 2, 3]) {
      case 1 where !members.isEmpty: members[key] = nil
      case 2 where !members.isEmpty: members[key] = members[key].map { mutated($0) }
      case 3: members = JSONObject(members.map { ($0.key, $0.value) }.shuffled(using: &random))
      default: members[pick(Self.names + Self.strings)] = self.value(1)
      }
      return .object(members)
    default: return self.value(1)
    }
  }
}
