/// The counts of a server in the text format of Prometheus, by vLLM's names.
struct MetricsText {
  private(set) var text = ""
  private let prefix: String
  private let models: [Model]

  /// What is told of one model.
  private struct Model {
    var label: String
    var isLoaded: Bool
    var values: ServerMetrics.Values
    var running: Int
    var waiting: Int
    /// The share of the memory for caches in use.
    var cacheShare: Double

    init(_ state: ModelState) {
      label = "model_name=\"\(MetricsText.escaped(state.name))\""
      let activity = state.model.activity
      (isLoaded, values) = (state.isLoaded, state.metrics.values)
      (running, waiting) = (activity.running, activity.waiting + state.turns.waiting)
      cacheShare =
        activity.cacheLimit > 0 ? Double(activity.cacheBytes) / Double(activity.cacheLimit) : 0
    }
  }

  init(_ state: ServerState) {
    prefix = state.options.metricsPrefix
    models = state.models.map(Model.init)
    gauge("model_loaded", "Whether the weights are in memory, 0 or 1.") { $0.isLoaded ? 1 : 0 }
    gauge("num_requests_running", "Requests that are being answered.") { Double($0.running) }
    gauge("num_requests_waiting", "Requests that wait.") { Double($0.waiting) }
    gauge("kv_cache_usage_perc", "The share of the memory for caches in use, 0 to 1.") {
      $0.cacheShare
    }
    gauge("gpu_cache_usage_perc", "The same by its older name.") { $0.cacheShare }
    counter("prompt_tokens_total", "Tokens of prompts.") { $0.promptTokens }
    counter("generation_tokens_total", "Tokens that were written.") { $0.generatedTokens }
    counter(
      "prefix_cache_queries_total", "Tokens of prompts that were looked for in the cache."
    ) { $0.promptTokens }
    counter("prefix_cache_hits_total", "Tokens of prompts that were found there.") {
      $0.cachedTokens
    }
    successes()
    histogram("time_to_first_token_seconds", "Seconds to the first token.") { $0.firstToken }
    histogram("inter_token_latency_seconds", "Seconds between two tokens of an answer.") {
      $0.betweenTokens
    }
    histogram("e2e_request_latency_seconds", "Seconds of a whole request.") { $0.wholeRequest }
    histogram("request_queue_time_seconds", "Seconds that requests waited.") { $0.queueTime }
  }

  private mutating func successes() {
    head("request_success_total", "counter", "Answered requests by why the answer ended.")
    for model in models {
      for (reason, count) in model.values.successes.sorted(by: { $0.key < $1.key }) {
        line("request_success_total", "\(model.label),finished_reason=\"\(reason)\"", "\(count)")
      }
    }
  }

  private mutating func gauge(_ name: String, _ help: String, _ value: (Model) -> Double) {
    head(name, "gauge", help)
    for model in models { line(name, model.label, "\(value(model))") }
  }

  private mutating func counter(
    _ name: String, _ help: String, _ value: (ServerMetrics.Values) -> Int
  ) {
    head(name, "counter", help)
    for model in models { line(name, model.label, "\(value(model.values))") }
  }

  private mutating func histogram(
    _ name: String, _ help: String, _ histogram: (ServerMetrics.Values) -> Histogram
  ) {
    head(name, "histogram", help)
    for model in models {
      let histogram = histogram(model.values)
      var below = 0
      for (bound, count) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
        below += count
        line(name + "_bucket", "\(model.label),le=\"\(bound)\"", "\(below)")
      }
      line(name + "_sum", model.label, "\(histogram.sum)")
      line(name + "_count", model.label, "\(histogram.count)")
    }
  }

  private mutating func head(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(prefix)\(name) \(help)\n# TYPE \(prefix)\(name) \(type)\n"
  }

  private mutating func line(_ name: String, _ labels: String, _ value: String) {
    text += "\(prefix)\(name){\(labels)} \(value)\n"
  }

  fileprivate static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
