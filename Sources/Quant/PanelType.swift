/// A type of quantization whose matrices are multiplied in panels: the block layout of the type.
///
/// Kernels are generic over it, and compiled once for each type: what they take from the format is a
/// constant there.
@usableFromInline
package protocol PanelType {
  /// The type.
  static var type: TensorType { get }
  /// How its panels lie.
  static var panel: PanelFormat { get }
}

/// What is done for one type that has panels.
@usableFromInline
package protocol PanelVisitor {
  associatedtype Result

  /// Does it for the type of `layout`.
  func visit<Layout: PanelType>(_ layout: Layout.Type) -> Result
}

extension TensorType {
  /// Calls the visitor with this type's block layout; `nil` for types without panels, whose rows
  /// stay as they are in the file.
  ///
  /// The only place where it is decided which types have panels.
  @inlinable @inline(__always)
  package func withPanels<Visitor: PanelVisitor>(_ visitor: Visitor) -> Visitor.Result? {
    switch self {
    case .q8_0: visitor.visit(BlockQ8_0.self)
    case .q4_0: visitor.visit(BlockQ4_0.self)
    case .q4_1: visitor.visit(BlockQ4_1.self)
    case .q5_0: visitor.visit(BlockQ5_0.self)
    case .q5_1: visitor.visit(BlockQ5_1.self)
    case .iq4_nl: visitor.visit(BlockIQ4_NL.self)
    case .mxfp4: visitor.visit(BlockMXFP4.self)
    case .q4_K: visitor.visit(BlockQ4_K.self)
    case .q5_K: visitor.visit(BlockQ5_K.self)
    case .q6_K: visitor.visit(BlockQ6_K.self)
    case .q3_K: visitor.visit(BlockQ3_K.self)
    case .q2_K: visitor.visit(BlockQ2_K.self)
    case .iq4_xs: visitor.visit(BlockIQ4_XS.self)
    case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64, .q8_K, .iq2_xxs, .iq2_xs, .iq2_s,
      .iq3_xxs, .iq3_s, .iq1_s, .iq1_m, .tq1_0, .tq2_0, .nvfp4, .q1_0, .q2_0:
      nil
    }
  }

  /// How panels of this type lie; `nil` for types without panels.
  package var panel: PanelFormat? { withPanels(FormatReader()) }
}

/// Reads the format of a type.
private struct FormatReader: PanelVisitor {
  func visit<Layout: PanelType>(_ layout: Layout.Type) -> PanelFormat { Layout.panel }
}
