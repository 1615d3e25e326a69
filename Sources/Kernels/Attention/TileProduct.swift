import TernKernelsPortable

/// A matrix product inside attention: `c[rows][width] (+)= a[rows][k] · b[k][width]`, with `b` as the
/// cache stores it (drawn at `TileKernels`).
@safe
struct TileProduct {
  /// What `b` holds, and where its scales are.
  @safe
  enum Elements {
    case floats, halves
    /// Keys in signed bytes: 32 rows and a column share one of `scales[k / 32][64]`.
    case keyCodes(scales: UnsafePointer<Float>)
    /// Values in signed bytes, whose scales `a` contains.
    case valueCodes
  }

  let c: UnsafeMutablePointer<Float>
  /// Values from one row of `c` to the next.
  let cStride: Int
  /// Rows that are 64 values apart, in pieces of 64 columns.
  let a: UnsafePointer<Float>
  /// Values from one piece to the next; of value codes from the `a` of 32 columns to that of the next.
  let aPiece: Int
  let rows: Int
  let b: UnsafeRawPointer
  /// Elements from one row of `b` to the next.
  let bStride: Int
  let k: Int
  /// Columns, a multiple of 16.
  let width: Int
  /// Whether the product is added to `c`; always of value codes, never of key codes.
  var sums = false
  /// What will be read next, in the shape of `b`; `b` where that is nothing.
  let ahead: UnsafeRawPointer
}

extension VectorKernels {
  /// Runs a product.
  @inline(__always)
  func multiplyTile(_ product: TileProduct, _ elements: TileProduct.Elements) {
    let p = product
    switch elements {
    case .floats:
      unsafe tileFloats(
        p.c, p.cStride, p.a, p.aPiece, p.rows, p.b, p.bStride, p.k, p.width, p.sums, p.ahead)
    case .halves:
      unsafe tileHalves(
        p.c, p.cStride, p.a, p.aPiece, p.rows, p.b, p.bStride, p.k, p.width, p.sums, p.ahead)
    case .keyCodes(let scales):
      unsafe tileKeyCodes(
        p.c, p.cStride, p.a, p.aPiece, p.rows, p.b, p.bStride, scales, p.k, p.width, p.ahead)
    case .valueCodes:
      unsafe tileValueCodes(
        p.c, p.cStride, p.a, p.aPiece, p.rows, p.b, p.bStride, p.k, p.width, p.ahead)
    }
  }
}

extension KVPage {
  /// What a head's keys are in a product.
  @inline(__always)
  func keyElements(_ head: Int) -> TileProduct.Elements {
    switch type {
    case .f32: .floats
    case .f16: .halves
    case .q8_0: unsafe .keyCodes(scales: keyScales(head))
    }
  }
}
