import TernJSON

/// One measured thing: a number, or one number for each repetition.
struct Figure: Equatable {
  /// How a figure is compared with that of an earlier run.
  enum Kind: String {
    /// Must be equal.
    case count
    /// By ratio; more is better.
    case rate
    /// By ratio; less is better.
    case time, size
    /// Not at all: it belongs to the machine, or follows from others.
    case fact
  }

  /// The member of the JSON document.
  let key: String
  /// The line of the table.
  var label: String
  /// The unit of `values`.
  let unit: String
  let kind: Kind
  var values: [Double]
  /// Whether JSON has a list even of one value.
  var isList = false
  /// What the table adds: a share, the instruction.
  var note = ""
  /// The table leaves it out.
  var isHidden = false

  /// A figure of one value; a list for each repetition has an initializer of its own.
  init(
    _ key: String, _ label: String, _ unit: String, _ kind: Kind, _ value: Double,
    note: String = "", isHidden: Bool = false
  ) {
    self.key = key
    self.label = label
    self.unit = unit
    self.kind = kind
    values = [value]
    self.note = note
    self.isHidden = isHidden
  }

  /// A figure with a value for each repetition.
  init(
    _ key: String, _ label: String, _ unit: String, _ kind: Kind, each values: [Double],
    note: String = ""
  ) {
    self.key = key
    self.label = label
    self.unit = unit
    self.kind = kind
    self.values = values
    self.note = note
    isList = true
  }

  /// A number that must be the same in every run.
  init(count key: String, _ label: String, _ unit: String, _ value: Int, isHidden: Bool = false) {
    self.init(key, label, unit, .count, Double(value), isHidden: isHidden)
  }

  var json: JSON {
    isList ? .array(values.map(Self.number)) : values.first.map(Self.number) ?? .null
  }

  /// Whole numbers without a fraction.
  static func number(_ value: Double) -> JSON {
    if let whole = Int(exactly: value) { return JSON(whole) }
    return JSON(value) ?? .null
  }

  /// For people: the median and the spread, in units that suit its size.
  var text: String {
    guard !values.isEmpty else { return "–" }
    let (scale, unit) = Quantity.scale(values.median, unit)
    let digits = kind == .count && scale == 1 ? 0 : values.median / scale < 10 ? 3 : 1
    var text = fixed(values.median / scale, digits)
    if values.count > 1 { text += " ± " + fixed(values.deviation / scale, digits) }
    return unit.isEmpty ? text : text + " " + unit
  }
}

extension [Double] {
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

  /// The standard deviation of a sample.
  var deviation: Double {
    guard count > 1 else { return 0 }
    let mean = mean
    return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)).squareRoot()
  }

  var median: Double { quantile(0.5) }

  /// The value below which `share` of the values lie, between two of them by a straight line; 0
  /// without values.
  func quantile(_ share: Double) -> Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    let place = Swift.max(0, Swift.min(1, share)) * Double(count - 1)
    let low = Int(place)
    let high = Swift.min(low + 1, count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
  }
}
