/// The counts of a server in the text format of Prometheus, by vLLM's names.
struct MetricsText {
  private(set) var text = ""
  private let prefix: String
  private let label: String

  init(_ state: ServerState) {
    prefix = state.options.metricsPrefix
    label = "model_name=\"\(Self.escaped(state.modelName))\""
    let values = state.metrics.values
    let activity = state.model.activity
    gauge("num_requests_running", "Requests that are being answered.", Double(activity.running))
    gauge(
      "num_requests_waiting", "Requests that wait.",
      Double(activity.waiting + state.turns.waiting))
    let share =
      activity.cacheLimit > 0 ? Double(activity.cacheBytes) / Double(activity.cacheLimit) : 0
    gauge("kv_cache_usage_perc", "The share of the memory for caches in use, 0 to 1.", share)
    gauge("gpu_cache_usage_perc", "The same by its older name.", share)
    counter("prompt_tokens_total", "Tokens of prompts.", values.promptTokens)
    counter("generation_tokens_total", "Tokens that were written.", values.generatedTokens)
    counter(
      "prefix_cache_queries_total", "Tokens of prompts that were looked for in the cache.",
      values.promptTokens)
    counter(
      "prefix_cache_hits_total", "Tokens of prompts that were found there.", values.cachedTokens)
    head("request_success_total", "counter", "Answered requests by why the answer ended.")
    for (reason, count) in values.successes.sorted(by: { $0.key < $1.key }) {
      line("request_success_total", "\(label),finished_reason=\"\(reason)\"", "\(count)")
    }
    histogram(
      "time_to_first_token_seconds", "Seconds to the first token.", values.firstToken)
    histogram(
      "inter_token_latency_seconds", "Seconds between two tokens of an answer.",
      values.betweenTokens)
    histogram(
      "e2e_request_latency_seconds", "Seconds of a whole request.", values.wholeRequest)
    histogram(
      "request_queue_time_seconds", "Seconds that requests waited.", values.queueTime)
  }

  private mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    head(name, "gauge", help)
    line(name, label, "\(value)")
  }

  private mutating func counter(_ name: String, _ help: String, _ value: Int) {
    head(name, "counter", help)
    line(name, label, "\(value)")
  }

  private mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
    head(name, "histogram", help)
    var below = 0
    for (bound, count) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
      below += count
      line(name + "_bucket", "\(label),le=\"\(bound)\"", "\(below)")
    }
    line(name + "_sum", label, "\(histogram.sum)")
    line(name + "_count", label, "\(histogram.count)")
  }

  private mutating func head(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(prefix)\(name) \(help)\n# TYPE \(prefix)\(name) \(type)\n"
  }

  private mutating func line(_ name: String, _ labels: String, _ value: String) {
    text += "\(prefix)\(name){\(labels)} \(value)\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
