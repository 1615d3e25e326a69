import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Hybrid models that cannot be")
struct HybridErrorTests {
  static let kinds: [TinyHybrid.Kind] = [
    .shortConvolution, .deltaNet, .stateSpace, .selectiveStateSpace,
  ]

  private func error(_ tiny: TinyGGUF) throws -> ModelError? {
    let file = try tiny.file()
    do {
      _ = try Model(file, compute: Compute(threads: 1))
      return nil
    } catch { return error }
  }

  /// Tensors that a model may lack: it then has no such bias or norm.
  private static let optional = ["ssm_conv1d.bias", "ssm_norm.weight"]

  @Test("Every missing tensor is named", arguments: kinds)
  func missing(_ kind: TinyHybrid.Kind) throws {
    let whole = TinyHybrid(kind: kind).file
    for tensor in whole.declarations {
      let found = try error(whole.without(tensor.name))
      if kind == .stateSpace, Self.optional.contains(where: tensor.name.hasSuffix) {
        #expect(found == nil, "\(tensor.name)")
        continue
      }
      guard case .missingTensor(let name) = found else {
        Issue.record("\(tensor.name): \(String(describing: found))")
        continue
      }
      // The name tried last: of LFM2's last norm, of fused projections, of norms without ".weight".
      let fused = tensor.name.replacing("attn_qkv", with: "attn_q")
      let names = [tensor.name, tensor.name + ".weight", kind == .deltaNet ? tensor.name : fused]
      #expect(names.contains(name) || tensor.name.hasPrefix("token_embd_norm"), "\(name)")
    }
  }

  @Test("Every wrong shape is named with both shapes", arguments: kinds)
  func shapes(_ kind: TinyHybrid.Kind) throws {
    let whole = TinyHybrid(kind: kind).file
    for tensor in whole.declarations where tensor.name != "token_embd.weight" {
      for place in tensor.dimensions.indices {
        var wrong = tensor.dimensions
        wrong[place] += 1
        let found = try error(whole.changed { $0 == tensor.name ? wrong : $1 })
        guard case .wrongShape(tensor.name, let expected, wrong) = found else {
          Issue.record("\(tensor.name): \(String(describing: found))")
          continue
        }
        #expect(expected != wrong)
      }
    }
  }

  @Test("Impossible sizes of PLaMo 2's mixer are errors that name the key")
  func sizes() throws {
    let values: [(String, MetadataValue?)] = [
      ("conv_kernel", .uint32(1)), ("conv_kernel", .uint32(9)), ("conv_kernel", nil),
      ("inner_size", .uint32(0)), ("inner_size", .uint32(31)), ("inner_size", .uint32(1 << 25)),
      ("inner_size", nil), ("state_size", .uint32(0)), ("state_size", .uint32(1 << 17)),
      ("state_size", .string("10")), ("state_size", nil), ("time_step_rank", .uint32(0)),
      ("time_step_rank", .uint32(4)), ("time_step_rank", .int32(-3)), ("time_step_rank", nil),
    ]
    for (key, value) in values {
      var tiny = TinyHybrid(kind: .selectiveStateSpace).file
      tiny.metadata["plamo2.ssm.\(key)"] = value
      switch try error(tiny) {
      case .badValue(let named, _, _), .missingKey(let named):
        #expect(named.hasPrefix("plamo2.ssm."), "\(key): \(named)")
      case let found:
        Issue.record("\(key) \(String(describing: value)): \(String(describing: found))")
      }
    }
    var huge = TinyHybrid(kind: .selectiveStateSpace).file
    huge.metadata["plamo2.ssm.inner_size"] = .uint32(3 << 22)
    huge.metadata["plamo2.ssm.state_size"] = .uint32(1 << 16)
    guard case .badValue("plamo2.ssm.state_size", _, _) = try error(huge) else {
      Issue.record("a state that no memory can hold")
      return
    }
  }
}
