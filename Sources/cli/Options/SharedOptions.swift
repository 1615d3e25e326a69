extension OptionKey where Value == Bool {
  static var json: Self { .flag("--json", "print one JSON document").forOneCall() }
  static var jsonLines: Self {
    .flag("--jsonl", "one JSON text per input line, one answer per line")
  }
}

extension OptionKey where Value == Int? {
  /// How many of the likeliest tokens are told for each place.
  static var logProbabilities: Self {
    .value(
      "--logprobs", "N", .int(in: 0...Int(Int32.max)),
      "tell each token's log-probability, and the N likeliest in its place")
  }
}
