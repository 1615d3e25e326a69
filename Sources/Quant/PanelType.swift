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
    case .iq2_xxs: visitor.visit(BlockIQ2_XXS.self)
    case .iq2_xs: visitor.visit(BlockIQ2_XS.self)
    case .iq2_s: visitor.visit(BlockIQ2_S.self)
    case .iq3_xxs: visitor.visit(BlockIQ3_XXS.self)
    case .iq3_s: visitor.visit(BlockIQ3_S.self)
    case .iq1_s: visitor.visit(BlockIQ1_S.self)
    case .iq1_m: visitor.visit(BlockIQ1_M.self)
    case .tq1_0: visitor.visit(BlockTQ1_0.self)
    case .tq2_0: visitor.visit(BlockTQ2_0.self)
    case .nvfp4: visitor.visit(BlockNVFP4.self)
    case .q1_0: visitor.visit(BlockQ1_0.self)
    case .q2_0: visitor.visit(BlockQ2_0.self)
    case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64, .q8_K: nil
    }
  }

  /// How panels of this type lie; `nil` for types without panels.
  package var panel: PanelFormat? { withPanels(FormatReader()) }
}

/// Reads the format of a type.
private struct FormatReader: PanelVisitor {
  func visit<Layout: PanelType>(_ layout: Layout.Type) -> PanelFormat { Layout.panel }
}
