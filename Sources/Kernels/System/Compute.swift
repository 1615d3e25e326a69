import TernKernelsPortable

/// What every kernel call needs: the instruction set, the thread team, BLAS where it was found.
///
/// Created once per engine and passed; used from the engine's thread only.
package final class Compute {
  package let team: Team
  /// The instruction set of the kernels in use.
  package let isa: ISA
  /// The library that multiplies float matrices for prompts; `nil` where none was found, and until
  /// there are such products: quantized models do without it.
  private(set) var blas: BLAS?
  private var mayOpenBLAS: Bool
  /// The processor's instruction set, whatever the kernels use.
  private let detected: ISA
  /// The products that run, or will next.
  let products = MultiplyPlan()
  /// The products with one activation row that run, or will next.
  let rowProducts = RowPlan()
  /// Quantized activations of the calls to `multiply`.
  let activationScratch = Scratch()
  /// Decoded weights, one piece per thread.
  let workerScratch: [Scratch]
  /// Panels that are not packed yet, one piece per thread.
  let panelScratch: [Scratch]
  /// The kernels of the chosen instruction set: floats, recurrent layers, products.
  let vector: VectorKernels
  let recurrent: RecurrentKernels
  let matrix: MatrixKernels
  /// Activation rows from which panels meet rounded rows; `nil` where there is no such kernel.
  let roundedRows: Int?
  /// Activation rows from which the kernel for many rows and float weights pays; `nil` where there
  /// is none.
  let floatBlockRows: Int?
  /// The convolution that runs, or will next.
  let convolutions = ConvolutionWork()
  /// The recurrence in chunks that runs, or will next.
  let chunks = ChunkWork()
  /// The selective scan that runs, or will next.
  let scans = ScanWork()
  /// The recurrence of RWKV-7 that runs, or will next.
  let wkvs = WKVWork()
  /// Memory of the attention kernel, one piece per thread.
  let attentionScratch: AttentionScratch

  /// The name of the BLAS library in use, or `nil` where our own kernels serve.
  package var blasName: String? {
    guard floatBlockRows == nil else { return nil }
    openBLAS()
    return blas?.name
  }

  /// `isa` lowers the instruction set (for tests); it never raises it above the processor's.
  package convenience init(threads: Int, isa: ISA? = nil, useBLAS: Bool = true) {
    let detected = ISA.detect()
    let wanted = ISA.limited(detected, to: isa ?? detected).orWeaker
    // Tile instructions need the system's permission, and are not faster everywhere.
    let isUsed = wanted < .amx || TileChoice.isBetter
    self.init(threads: threads, kernels: isUsed ? wanted : .avx512, useBLAS: useBLAS)
  }

  /// With the kernels of `isa`, whatever the processor has.
  package init(threads: Int, kernels isa: ISA, useBLAS: Bool = false) {
    team = Team(threads: threads)
    detected = ISA.detect()
    mayOpenBLAS = useBLAS
    self.isa = isa
    workerScratch = (0..<threads).map { _ in Scratch() }
    panelScratch = (0..<threads).map { _ in Scratch() }
    let kernels = self.isa.kernels
    (vector, recurrent, matrix) = (kernels.vector, kernels.recurrent, kernels.matrix)
    roundedRows = matrix.rounded?.leastRows
    floatBlockRows = matrix.floatBlocks?.leastRows
    attentionScratch = AttentionScratch(workers: threads)
  }

  /// Looks for the library, once.
  func openBLAS() {
    guard mayOpenBLAS else { return }
    mayOpenBLAS = false
    blas = BLAS.open(isa: detected)
  }
}
