/// The header fields of a request or a reply, in order; names are compared without regard to case.
public struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Field: Sendable, Equatable {
    /// The name as it is written.
    public var name: String
    /// The value, without white space around it.
    public var value: String

    /// A field of its parts.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The fields in order; a name may occur more than once.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// The fields of a literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements)
  }

  /// Fields of names and values, in order.
  public init(_ pairs: some Sequence<(String, String)>) {
    fields = pairs.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of a name; setting it takes the place of all values, `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.areSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.areSame($0.name, name) }
      if let newValue { add(name, newValue) }
    }
  }

  /// Adds a field behind the others.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Adds fields, each in the place of those of its name.
  mutating func merge(_ others: HeaderFields) {
    for field in others.fields { self[field.name] = field.value }
  }

  private static func areSame(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && a.lowercased() == b.lowercased()
  }
}
