import TernJSON

/// The members of a request's body, read with checks; null stands for absent.
struct Parameters: Sendable {
  let object: JSONObject
  /// What comes before the names in messages, such as `response_format.`.
  private let prefix: String
  /// The name of a request that shares nothing with others; `nil` where it may.
  private(set) var loneRequest: String?

  init(_ object: JSONObject, prefix: String = "") { (self.object, self.prefix) = (object, prefix) }

  /// Reads a body.
  init(body: [UInt8]) throws(ServerError) {
    let json: JSON
    do { json = try JSON(parsing: body) } catch {
      throw .invalid("The body is not JSON: \(error).")
    }
    guard let object = json.object else { throw .invalid("The body is not a JSON object.") }
    self.init(object)
  }

  /// Reads the body of a request, and what its header says of it.
  init(_ exchange: Exchange) throws(ServerError) {
    let body = exchange.request.body
    // Transports that count have counted the body itself.
    let own = exchange.request.share == nil ? body.count : 0
    try exchange.hold(own + BodyWeight.estimate(body))
    try self.init(body: body)
    switch exchange.request.headers[Self.sharingField]?.lowercased() {
    case nil, "on": break
    case "off": loneRequest = exchange.id
    default:
      throw .invalid("'\(Self.sharingField)' is not on or off.", parameter: Self.sharingField)
    }
  }

  /// The header field that says whether a request shares what is computed of its prompt.
  private static let sharingField = "x-prefix-cache"

  /// A member; `nil` where it is missing or null.
  subscript(name: String) -> JSON? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  func string(_ name: String) throws(ServerError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw wrong(name, "a string") }
    return text
  }

  func bool(_ name: String) throws(ServerError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let bool = value.bool else { throw wrong(name, "true or false") }
    return bool
  }

  func int(_ name: String, in range: ClosedRange<Int>) throws(ServerError) -> Int? {
    guard let value = self[name] else { return nil }
    guard let number = value.int, range.contains(number) else {
      throw wrong(name, "a whole number \(Self.bounds(range.lowerBound, range.upperBound, .max))")
    }
    return number
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(ServerError) -> Double? {
    guard let value = self[name] else { return nil }
    guard let number = value.double, range.contains(number) else {
      let most = Double.greatestFiniteMagnitude
      throw wrong(name, "a number \(Self.bounds(range.lowerBound, range.upperBound, most))")
    }
    return number
  }

  /// A member that is an object.
  func object(_ name: String) throws(ServerError) -> Parameters? {
    guard let value = self[name] else { return nil }
    guard let object = value.object else { throw wrong(name, "an object") }
    return Parameters(object, prefix: "\(prefix)\(name).")
  }

  func array(_ name: String) throws(ServerError) -> [JSON]? {
    guard let value = self[name] else { return nil }
    guard let values = value.array else { throw wrong(name, "an array") }
    return values
  }

  /// A string, or an array of strings.
  func strings(_ name: String) throws(ServerError) -> [String]? {
    guard let value = self[name] else { return nil }
    if let text = value.string { return [text] }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw wrong(name, "a string or an array of strings")
    }
    return texts
  }

  func required<Value>(
    _ name: String, _ value: Value?
  ) throws(ServerError) -> Value {
    guard let value else { throw .invalid("'\(prefix)\(name)' is missing.", parameter: path(name)) }
    return value
  }

  /// The error of a member that is something else than it must be.
  func wrong(_ name: String, _ expected: String) -> ServerError {
    .invalid("'\(prefix)\(name)' is not \(expected).", parameter: path(name))
  }

  /// The name of a member in the whole request.
  func path(_ name: String) -> String { prefix + name }

  private static func bounds<Number: Comparable>(
    _ low: Number, _ high: Number, _ most: Number
  ) -> String {
    high >= most ? "of \(low) or more" : "from \(low) to \(high)"
  }
}
