import TernQuant

/// The kernels of one instruction set: what its module returns, and all that the engine knows of it.
///
/// ```
/// KernelsPortable    KernelTable.portable     any processor
/// KernelsNEON        kernelTable()            64-bit Arm with SDOT
/// KernelsI8MM        panelKernels()           what SMMLA adds to it
/// KernelsAVX2        kernelTable()            x86-64-v3
/// KernelsAVXVNNI     panelKernels()           what AVX-VNNI adds to it
/// KernelsAVX512      kernelTable()            x86-64-v4 with VNNI
/// KernelsAMX         roundedKernels()         what AMX adds to it
/// ```
///
/// A new instruction set is a module beside those: it compiles the folders of `KernelsShared`, states
/// what its registers can do (`Lanes`, `PackingLines`, a tile) and returns one of these. Of a kernel
/// that it does not have, it takes the portable one or none.
package struct KernelTable {
  package let vector: VectorKernels
  package let recurrent: RecurrentKernels
  package let matrix: MatrixKernels

  package init(vector: VectorKernels, recurrent: RecurrentKernels, matrix: MatrixKernels) {
    self.vector = vector
    self.recurrent = recurrent
    self.matrix = matrix
  }

  /// These kernels, with `panels` and `rounded` where they are given.
  package func with(
    panels: PanelKernels? = nil, rounded: RoundedKernels? = nil
  ) -> KernelTable {
    unsafe KernelTable(
      vector: vector, recurrent: recurrent,
      matrix: MatrixKernels(
        multiplyPanels: panels?.multiply ?? matrix.multiplyPanels,
        quantizeTile: panels?.quantizeTile ?? matrix.quantizeTile, packPanel: matrix.packPanel,
        multiplyFloats: matrix.multiplyFloats, widenFloats: matrix.widenFloats,
        combineWords: matrix.combineWords, blasRows: matrix.blasRows, strips: matrix.strips,
        rounded: rounded ?? matrix.rounded, floatBlocks: matrix.floatBlocks,
        dots: panels?.dots ?? matrix.dots))
  }

  /// The kernels for any processor.
  package static var portable: KernelTable {
    unsafe KernelTable(
      vector: VectorKernels(), recurrent: RecurrentKernels(),
      matrix: MatrixKernels(
        multiplyPanels: multiplyPanels, quantizeTile: quantizeTile, packPanel: packRows,
        multiplyFloats: multiplyFloats,
        widenFloats: widenFloats, combineWords: combineWords, blasRows: 16))
  }
}

/// The kernels that multiply matrices, and what they need prepared.
@safe
package struct MatrixKernels {
  package typealias WidenFloats =
    (FloatType, UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>) -> Void
  package typealias CombineWords = (UnsafeRawPointer, _ blocks: Int, _ asked: Bool) -> UInt64

  /// Panels times one tile of activations.
  package let multiplyPanels: (TensorType, PanelProduct) -> Void
  /// Quantizes the rows of one tile.
  package let quantizeTile: (TileInput) -> Void
  /// Packs 16 rows into a panel, to the bytes that ``packRows(_:_:)`` writes.
  package let packPanel: (TensorType, PanelSource) -> Void
  /// Float weights times float activations.
  package let multiplyFloats: (FloatType, FloatProduct) -> Void
  /// One row of weights as float32.
  package let widenFloats: WidenFloats
  /// The exclusive or of all 64-bit words of blocks of 256 bytes, as the processor foresees them or
  /// with every line asked for in advance.
  package let combineWords: CombineWords
  /// Activation rows from which converting a block of float weights for a library pays.
  package let blasRows: Int
  /// For many activation rows: three panels at a time; `nil` where panel by panel is as fast.
  package let strips: StripKernels?
  /// For still more activation rows, rounded; `nil` where nothing is faster than strips.
  package let rounded: RoundedKernels?
  /// Float weights times many activation rows; `nil` where a library serves better.
  package let floatBlocks: FloatBlockKernels?
  /// Measures int8 dot products; `nil` where no kernel is made of them.
  package let dots: DotMeasure?

  package init(
    multiplyPanels: @escaping (TensorType, PanelProduct) -> Void,
    quantizeTile: @escaping (TileInput) -> Void,
    packPanel: @escaping (TensorType, PanelSource) -> Void,
    multiplyFloats: @escaping (FloatType, FloatProduct) -> Void,
    widenFloats: @escaping WidenFloats, combineWords: @escaping CombineWords, blasRows: Int,
    strips: StripKernels? = nil, rounded: RoundedKernels? = nil,
    floatBlocks: FloatBlockKernels? = nil, dots: DotMeasure? = nil
  ) {
    self.multiplyPanels = multiplyPanels
    self.quantizeTile = quantizeTile
    self.packPanel = packPanel
    self.multiplyFloats = multiplyFloats
    unsafe self.widenFloats = widenFloats
    unsafe self.combineWords = combineWords
    self.blasRows = blasRows
    self.strips = strips
    self.rounded = rounded
    self.floatBlocks = floatBlocks
    self.dots = dots
  }
}

/// Products with panels, of a module that has nothing else.
package struct PanelKernels {
  /// Panels times one tile of activations.
  package let multiply: (TensorType, PanelProduct) -> Void
  /// Quantizes the rows of one tile; `nil` where tiles are as others write them.
  package let quantizeTile: ((TileInput) -> Void)?
  /// Measures int8 dot products.
  package let dots: DotMeasure

  package init(
    multiply: @escaping (TensorType, PanelProduct) -> Void,
    quantizeTile: ((TileInput) -> Void)? = nil, dots: DotMeasure
  ) {
    self.multiply = multiply
    self.quantizeTile = quantizeTile
    self.dots = dots
  }
}

/// Products of three panels at a time with many activation rows, whose codes are biased.
package struct StripKernels {
  /// Activation rows from which they pay for panels of a format, at least 16: unpacking weights apart
  /// from multiplying them costs as much as some rows do.
  package let leastRows: (PanelFormat) -> Int
  /// Bytes of scratch for so many rows.
  package let scratchBytes: (_ rows: Int) -> Int
  /// Up to three panels times all rows; whether the results are finite.
  package let multiplyTrio: (TensorType, TrioProduct) -> Bool

  package init(
    leastRows: @escaping (PanelFormat) -> Int, scratchBytes: @escaping (_ rows: Int) -> Int,
    multiplyTrio: @escaping (TensorType, TrioProduct) -> Bool
  ) {
    self.leastRows = leastRows
    self.scratchBytes = scratchBytes
    self.multiplyTrio = multiplyTrio
  }
}

/// Products of float weights with many activation rows.
@safe
package struct FloatBlockKernels {
  package typealias Multiply = (FloatType, FloatProduct, _ scratch: UnsafeMutableRawPointer) -> Void

  /// Activation rows from which they pay.
  package let leastRows: Int
  /// Bytes of scratch for so many activation rows.
  package let scratchBytes: (_ rows: Int) -> Int
  /// As ``MatrixKernels/multiplyFloats``, with scratch at a multiple of 64.
  package let multiply: Multiply

  package init(
    leastRows: Int, scratchBytes: @escaping (_ rows: Int) -> Int, multiply: @escaping Multiply
  ) {
    self.leastRows = leastRows
    self.scratchBytes = scratchBytes
    unsafe self.multiply = multiply
  }
}

/// Measures what the processor can do at most in int8 dot products.
@safe
package struct DotMeasure {
  package typealias Run = (_ rounds: Int, UnsafeRawPointer) -> Int32

  /// The instructions that do it.
  package let instructions: String
  /// Multiplications and additions of a round.
  package let operations: Int
  /// Does so many rounds over 4096 bytes; the result depends on all of them.
  package let run: Run

  package init(instructions: String, operations: Int, run: @escaping Run) {
    self.instructions = instructions
    self.operations = operations
    unsafe self.run = run
  }
}

/// As the modules of instruction sets do, 64 bytes at a time.
package func combineWords(_ p: UnsafeRawPointer, blocks: Int, asked: Bool) -> UInt64 {
  var (s0, s1) = (SIMD4<UInt64>(), SIMD4<UInt64>())
  for block in 0..<4 * blocks {
    unsafe s0 ^= (p + 64 * block).loadUnaligned(as: SIMD4<UInt64>.self)
    unsafe s1 ^= (p + (64 * block + 32)).loadUnaligned(as: SIMD4<UInt64>.self)
  }
  let all = s0 ^ s1
  return all[0] ^ all[1] ^ all[2] ^ all[3]
}
