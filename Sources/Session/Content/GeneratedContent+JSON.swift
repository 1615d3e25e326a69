import TernJSON

extension GeneratedContent {
  /// Reads JSON, which may be cut off anywhere: then ``isComplete`` is false and what is known counts.
  ///
  /// Of properties with the same name the last counts. O(n).
  ///
  /// - Throws: ``ParsingError`` for text that no JSON begins with, for empty text, and for arrays and
  ///   objects nested more than 512 levels deep.
  public init(json: String) throws {
    var reader = PartialJSON()
    do {
      try reader.push(json)
      if json.utf8.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
        _ = try reader.finish()
      }
    } catch {
      throw ParsingError(
        rawContent: json, underlyingError: error,
        debugDescription: "The text is not JSON: \(error)")
    }
    let known = reader.value
    if (try? reader.finish()) != nil, case .whole(let value)? = reader.value {
      self.init(node: .json(value))
    } else {
      self.init(node: .partial(known))
    }
  }

  /// A value that is being generated; a number that more digits may follow does not count yet.
  ///
  /// O(depth).
  package init(partial: PartialValue?, id: GenerationID? = nil) {
    if case .whole(let json) = partial {
      self.init(node: .json(json), id: id)
    } else {
      self.init(node: .partial(partial?.withoutOpenNumber), id: id)
    }
  }

  /// A whole value.
  package init(json: JSON, id: GenerationID? = nil) { self.init(node: .json(json), id: id) }

  /// The value as a tree in which all that is open is closed.
  package var json: JSON { node.json }

  /// The value as JSON on one line, with a space after each comma and colon.
  public var jsonString: String { json.text(.spaced) }

  /// Whether nothing of the value is missing.
  public var isComplete: Bool { node.isComplete }
}

extension PartialValue {
  /// The value without a number at its end of which digits may be missing.
  fileprivate var withoutOpenNumber: PartialValue? {
    switch self {
    case .whole, .string: self
    case .number: nil
    case .array(let elements, let next): .array(elements, next: next?.withoutOpenNumber)
    case .object(let members, let next):
      .object(
        members,
        next: next.flatMap { next in
          next.value.withoutOpenNumber.map { (key: next.key, value: $0) }
        })
    }
  }
}
