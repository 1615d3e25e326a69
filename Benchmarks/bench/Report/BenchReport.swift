import TernJSON

/// What `tern-bench report` measures and writes: the machine, the model, and the figures of each part.
///
/// Read from a file or just measured, it is the same.
struct BenchReport: Equatable {
  /// The figures of one part.
  struct Part: Equatable {
    /// How a part ended.
    enum State: String {
      case complete
      /// Ended early; has the figures that there were.
      case interrupted
      /// Was not begun.
      case skipped
      case failed
    }

    var part: ReportPart
    var state = State.complete
    /// Why it is not complete, or what else a reader has to know.
    var note = ""
    /// What it took.
    var seconds = 0.0
    var points: [Point] = []
  }

  /// Figures that belong together.
  struct Point: Equatable {
    /// A depth, a number of sequences; empty where the part has no points.
    var name = ""
    var figures: [Figure] = []
  }

  var command = ""
  /// The time of the beginning, ISO 8601 in UTC.
  var created = ""
  var version = ""
  var commit: String?
  var machine = MachineFacts()
  var model = ModelFacts()
  /// What the vectors are measured with.
  var encoder: ModelFacts?
  var threads = 1
  var cache = "f16"
  /// The time that was wished for.
  var minutes = 5.0
  var sizes = ReportSizes()
  var seconds = 0.0
  var isInterrupted = false
  var parts: [Part] = []

  func part(_ part: ReportPart) -> Part? { parts.first { $0.part == part } }

  /// The figure `key` of a part, at the point `point`.
  func figure(_ part: ReportPart, _ key: String, at point: String = "") -> Figure? {
    self.part(part)?.points.first { $0.name == point }?.figures.first { $0.key == key }
  }
}

/// The machine of a report.
struct MachineFacts: Equatable {
  var processor = ""
  var instructionSet = ""
  /// Processors that the process may use, as the system counts them.
  var processors = 0
  /// Cores with their own arithmetic, where the system tells; two processors may share one.
  var cores: Int?
  var memoryBytes = 0
  var system = ""
  /// A library that multiplies matrices; `nil` without one.
  var blas: String?
}

/// A model of a report.
struct ModelFacts: Equatable {
  /// The file's name without folders, or SHAPE:TYPE of random weights.
  var file = ""
  var name: String?
  var architecture = ""
  var parameters = 0
  var bytes = 0
  var quantization = ""
  var layers: Int?
  var context: Int?
  /// Whether the weights are random, in the shape of a published model.
  var isSynthetic = false
}

/// How much is measured.
struct ReportSizes: Equatable {
  /// Tokens of the prompt and of the generation of ``ReportPart/speed``.
  var prompt = 512
  var generate = 128
  var depths = [0, 512, 1024, 2048, 4096]
  var depthPrompt = 256
  var depthGenerate = 32
  var sequences = [1, 2, 4, 8, 16]
  var manyPrompt = 64
  var manyGenerate = 64
  /// Texts of a batch, and the tokens of a text in the batches.
  var texts = 8
  var textTokens = [16, 64, 256]
  /// Repetitions: at least, and at most where there is time.
  var least = 5
  var most = 25
  /// MiB that are read to measure the bandwidth.
  var buffer = 256

  /// Tokens that are generated to see what memory they take.
  var memoryGenerate: Int { min(8, generate) }

  /// The least number of repetitions of a part: a process of its own hardly differs from the next.
  func least(_ part: ReportPart) -> Int {
    part == .load || part == .memory ? min(3, least) : least
  }
}
