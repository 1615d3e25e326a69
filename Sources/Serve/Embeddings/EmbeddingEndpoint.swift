import Foundation
import TernJSON
import TernLocal

/// `POST /v1/embeddings`.
enum EmbeddingEndpoint {
  static func reply(
    _ state: ModelState, _ parameters: Parameters, _ exchange: Exchange
  ) async throws(ServerError) -> ServerReply {
    let place = try state.admission.enter()
    let format = try parameters.string("encoding_format") ?? "float"
    guard ["float", "base64"].contains(format) else {
      throw parameters.wrong("encoding_format", "float or base64")
    }
    let dimensions = try parameters.int("dimensions", in: 1...Int(Int32.max))
    let input = try parameters.required("input", parameters["input"])
    let texts = try tokens(of: GivenPrompts.read(input, parameters, "input"), state.model)
    try await exchange.load(state)
    let vectors = try await vectors(of: texts, state.model)
    try exchange.hold(vectors.count * (vectors.first?.count ?? 0) * BodyWeight.value)
    if let dimensions, let width = vectors.first?.count, width != dimensions {
      throw .invalid(
        "The vectors of this model have \(width) values, and the model does not say that fewer do.",
        parameter: "dimensions")
    }
    withExtendedLifetime(place) {}
    let count = texts.reduce(0) { $0 + $1.count }
    exchange.note(promptTokens: count)
    return ServerReply([
      "object": "list",
      "data": .array(
        vectors.enumerated().map { index, vector in
          [
            "object": "embedding", "index": JSON(index),
            "embedding": format == "base64" ? .string(base64(vector)) : numbers(vector),
          ]
        }), "model": .string(state.name),
      "usage": ["prompt_tokens": JSON(count), "total_tokens": JSON(count)],
    ])
  }

  private static func tokens(
    of inputs: [GivenPrompt], _ model: any ServedModel
  ) throws(ServerError) -> [[Int32]] {
    var texts: [[Int32]] = []
    for input in inputs {
      do { texts.append(try model.tokens(of: input, options: LocalGenerationOptions())) } catch {
        throw ServerError(error, .init(prompt: "input"))
      }
    }
    return texts
  }

  private static func vectors(
    of texts: [[Int32]], _ model: any ServedModel
  ) async throws(ServerError) -> [[Float]] {
    do { return try await model.embeddings(of: texts, options: .init()) } catch {
      throw ServerError(error, .init(prompt: "input"))
    }
  }

  private static func numbers(_ vector: [Float]) -> JSON {
    .array(vector.map { value in JSONNumber(text: value.description).map { .number($0) } ?? 0 })
  }

  /// The values as little-endian floating-point numbers of 32 bits.
  private static func base64(_ vector: [Float]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * vector.count)
    for value in vector {
      let bits = value.bitPattern
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    return Data(bytes).base64EncodedString()
  }
}
