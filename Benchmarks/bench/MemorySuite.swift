import TernFormat
import TernModel

/// Resident memory of the process after loading, and while it reads a prompt and generates.
struct MemorySuite {
  let settings: Settings
  let subject: Subject

  func run(_ result: inout SuiteResult) throws {
    let before = ProcessMemory.resident
    let file = try GGUFFile(path: subject.path)
    let context = settings.prompt + settings.generate + 2
    let model = try subject.load(file, settings, context: context)
    let runner = Runner(model: model)
    try runner.fill(model.makeCache(), 1, logits: true)
    let loaded = ProcessMemory.resident
    model.finishPacking()
    let packed = ProcessMemory.resident
    let peak = ProcessMemory.peak

    let cache = model.makeCache()
    var most = loaded
    if settings.prompt > 0 { try runner.fill(cache, settings.prompt, logits: true) }
    most = max(most, ProcessMemory.resident)
    if settings.generate > 0 {
      _ = try runner.generation(cache, settings.generate) {
        most = max(most, ProcessMemory.resident)
      }
    }
    let fileBytes = file.fileSize
    let needed = fileBytes + cache.byteCount
    result.figures = [
      Figure("file_bytes", "file", "bytes", .fact, Double(fileBytes)),
      Figure(count: "cache_bytes", "keys and values", "bytes", cache.byteCount),
      Figure(count: "weight_bytes", "weights beside the file", "bytes", model.residentWeightBytes),
      Figure("resident_before_bytes", "resident before load", "bytes", .fact, Double(before)),
      Figure(
        "resident_after_load_bytes", "resident after load", "bytes", .size, Double(loaded),
        note: "\(percent(Double(loaded) / Double(max(1, needed)))) of file, keys and values"),
      Figure(
        "resident_packed_bytes", "resident when packed", "bytes", .size, Double(packed),
        note: "\(percent(Double(packed) / Double(max(1, needed)))) of file, keys and values"),
      Figure("resident_bytes", "resident while generating", "bytes", .size, Double(most)),
      Figure(
        "resident_share", "  of file, keys and values", "", .fact,
        Double(most) / Double(max(1, needed))),
      // The program and its libraries among them.
      Figure(
        "resident_file_bytes", "  of it pages of files", "bytes", .fact,
        Double(ProcessMemory.residentFile)),
      Figure("peak_load_bytes", "at most while loading", "bytes", .size, Double(peak)),
    ]
  }
}
