#if arch(arm64)
  import TernQuant

  // Dot products of two activation rows by SDOT, as of one (`RowProducts`).

  /// Whether the codes of two rows of a tile lie in turn, 8 columns of each.
  @inline(__always)
  var tilesHavePairs: Bool { false }

  /// Codes as ``dotsOfTwo`` takes them.
  @inline(__always)
  func arranged(_ w: Codes) -> Codes { w }

  /// The dot products of 32 columns of four weight rows with two activation rows at `p`, whose fields
  /// are in the lanes `lane` and `lane + 1`.
  @_transparent
  func dotsOfTwo(
    _ format: PanelFormat, _ w: Codes, _ p: UnsafeRawPointer, _ fields: RowFields, _ lane: Int
  ) -> (first: HalfDots, second: HalfDots) {
    unsafe (
      dots(format, w, (loadSigned(p, 0), loadSigned(p, 16)), fields, lane),
      dots(format, w, (loadSigned(p, 32), loadSigned(p, 48)), fields, lane &+ 1)
    )
  }
#endif
