import TernFormat
import TernJSON
import TernKernels
import TernModel

extension Verb {
  static let quantize = Verb(
    name: "quantize",
    summary: "Writes a GGUF file again with its weights in another type.",
    discussion: """
      TYPE is one of \(QuantizationMix.names).
      A name stands for the mix that is usual under it: the output head and a few matrices that
      lose most by rounding get more bits; --pure gives every matrix the same type. Vectors and
      norms stay as they are; rows that a type's blocks do not divide get a similar type.

        tern quantize model-f16.gguf model-q4.gguf Q4_K_M

      Quantizing weights a second time loses more than quantizing those of the original file, so it is
      refused unless --allow-requantize is given. OUT appears when it is complete, and must not be IN;
      pipes and devices can be written to.
      """,
    QuantizeArguments()
  ) { arguments in
    let operands = arguments.operands
    guard var mix = QuantizationMix(name: operands[2]) else {
      throw CommandFailure.usage(
        "unknown type '\(operands[2])'; known: \(QuantizationMix.names)")
    }
    mix.pure = arguments.isPure
    let (input, output) = (try arguments.folders.file(operands[0]).path, operands[1])
    let file = try GGUFFile(path: input)
    let quantizer = Quantizer(
      file, mix: mix, team: Team(threads: arguments.threads),
      allowsRequantizing: arguments.allowsRequantizing)
    try NumberFile.check(output)
    Signals.removeUnfinishedFiles()
    if arguments.allowsRequantizing { try warn(quantizer) }
    let bar = ProgressBar("quantizing")
    defer { bar.finish() }
    let bytes: Int
    do throws(QuantizerError) {
      bytes = try quantizer.write(to: output) { bar.show($0, $1) }
    } catch .requantizing(let tensor, let from, let to) {
      let reason = QuantizerError.requantizing(tensor, from: from, to: to)
      throw CommandFailure.failed(
        "\(reason); \(arguments.$allowsRequantizing) does it all the same")
    }
    bar.finish()
    if arguments.printsJSON {
      try Output.report(
        output,
        [
          "file": .string(output), "type": .string(mix.name), "bytes_before": JSON(file.fileSize),
          "bytes": JSON(bytes),
        ])
    } else {
      try Output.report(output, "\(output): \(mix.name), \(bytes) bytes, before \(file.fileSize)")
    }
  }

  private static func warn(_ quantizer: Quantizer) throws {
    let tensors = try quantizer.requantized()
    guard let first = tensors.first else { return }
    Output.note(
      "tern: quantize: \(tensors.count) tensors are quantized already (\(first.name): "
        + "\(first.type.name)); the result is worse than one made from the original weights")
  }
}

/// The options of `tern quantize`.
struct QuantizeArguments: VerbOptions {
  @Operands(.each(["IN", "OUT", "TYPE"]), choices: ["TYPE": QuantizationMix.all.map(\.name)])
  var operands
  let folders = ModelFolders()
  @Option(.threads) var threads
  @Option(.json) var printsJSON
  @Option(.flag("--pure", "every matrix gets TYPE, the output head too")) var isPure
  @Option(.flag("--allow-requantize", "quantize weights that are quantized already"))
  var allowsRequantizing
}

extension QuantizationMix {
  /// Every name that `quantize` knows.
  static var names: String { all.map(\.name).joined(separator: ", ") }
}
