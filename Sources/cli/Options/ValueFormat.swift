/// How a value is written on the command line.
struct ValueFormat<Value: Sendable>: Sendable {
  /// What is said of a word that is no such value.
  enum Refusal: Sendable {
    /// That the option takes something else, such as `a number`.
    case takes(String)
    /// That there is no such thing, and which there are.
    case unlisted(kind: String, known: [String])
  }

  /// What a word means.
  enum Reading {
    case value(Value)
    /// No value, because of this part.
    case unfit(String)

    /// The value, if there is one; otherwise the whole word does not fit.
    init(_ value: Value?, of word: String) {
      self = value.map { .value($0) } ?? .unfit(word)
    }
  }

  let refusal: Refusal
  /// The words that there are, where they are few.
  var choices: [String] = []
  /// What a value is in a file of JSON.
  var kind = OptionDeclaration.Kind.text
  let read: @Sendable (String) -> Reading

  /// The value that a word means.
  ///
  /// - Parameter option: Whose value it is.
  func value(of word: String, option: String) throws(OptionError) -> Value {
    switch read(word) {
    case .value(let value): return value
    case .unfit(let part):
      switch refusal {
      case .takes(let expected): throw .unfit(option: option, expected: expected, found: part)
      case .unlisted(let kind, let known):
        throw .unlisted(option: option, kind: kind, found: part, known: known)
      }
    }
  }
}

extension ValueFormat where Value == String {
  /// Any text.
  static var text: Self { Self(refusal: .takes("a text")) { .value($0) } }
}

extension ValueFormat where Value == Int {
  /// A whole number in `range`.
  static func int(in range: ClosedRange<Int>) -> Self {
    Self(refusal: .takes(expectation(range)), kind: .number) { word in
      Reading(Int(word).flatMap { range.contains($0) ? $0 : nil }, of: word)
    }
  }

  /// What people are told of a range.
  static func expectation(_ range: ClosedRange<Int>) -> String {
    let upper = range.upperBound == .max ? "up" : "to \(range.upperBound)"
    return "a whole number from \(range.lowerBound) \(upper)"
  }
}

extension ValueFormat where Value == Float {
  /// A finite number.
  static var number: Self {
    Self(refusal: .takes("a number"), kind: .number) { word in
      Reading(Float(word).flatMap { $0.isFinite ? $0 : nil }, of: word)
    }
  }
}

extension ValueFormat where Value == [Int32] {
  /// Token ids separated by commas or spaces.
  static var tokens: Self {
    Self(refusal: .takes("token ids like 1,2,3")) { word in
      var tokens: [Int32] = []
      for part in word.split(whereSeparator: { $0 == "," || $0 == " " }) {
        guard let token = Int32(part) else { return .unfit(String(part)) }
        tokens.append(token)
      }
      return .value(tokens)
    }
  }
}

extension ValueFormat {
  /// One of some words, each with what it means.
  static func oneOf(_ values: KeyValuePairs<String, Value>) -> Self {
    let words = values.map(\.key)
    let list = [words.dropLast().joined(separator: ", "), words.last ?? ""]
    return choice(words, .takes(list.joined(separator: words.count > 1 ? " or " : ""))) { word in
      values.first { $0.key == word }?.value
    }
  }

  /// One of some words that `read` understands.
  static func choice(
    _ words: [String], _ refusal: Refusal, read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self(refusal: refusal, choices: words) { Reading(read($0), of: $0) }
  }
}
