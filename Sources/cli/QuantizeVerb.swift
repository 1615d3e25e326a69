import TernFormat
import TernJSON
import TernKernels
import TernModel

extension Verb {
  static let quantize = Verb(
    name: "quantize", operands: "IN OUT TYPE",
    summary: "Writes a GGUF file again with its weights in another type.",
    discussion: """
      TYPE is one of \(QuantizationMix.names).
      A name stands for the mix that is usual under it: the output head and a few matrices that
      lose most by rounding get more bits; --pure gives every matrix the same type. Vectors and
      norms stay as they are; rows that a type's blocks do not divide get a similar type.

        tern quantize model-f16.gguf model-q4.gguf Q4_K_M
      """,
    options: [.threads, .json, .flag("--pure", "every matrix gets TYPE, the output head too")]
  ) { arguments in
    let operands = try arguments.operands("IN", "OUT", "TYPE")
    guard var mix = QuantizationMix(name: operands[2]) else {
      throw CommandFailure.usage(
        "unknown type '\(operands[2])'; known: \(QuantizationMix.names)")
    }
    mix.pure = arguments.has("--pure")
    let file = try GGUFFile(path: operands[0])
    let bar = ProgressBar("quantizing")
    defer { bar.finish() }
    let quantizer = Quantizer(file, mix: mix, team: Team(threads: try arguments.threads()))
    try quantizer.write(to: operands[1]) { bar.show($0, $1) }
    let result = try GGUFFile(path: operands[1])
    bar.finish()
    if arguments.has("--json") {
      try Output.write([
        "file": .string(operands[1]), "type": .string(mix.name),
        "bytes_before": JSON(file.fileSize),
        "bytes": JSON(result.fileSize),
      ])
    } else {
      try Output.write(
        "\(operands[1]): \(mix.name), \(result.fileSize) bytes, before \(file.fileSize)\n")
    }
  }
}

extension QuantizationMix {
  /// Every name that `quantize` knows.
  static var names: String { all.map(\.name).joined(separator: ", ") }
}
