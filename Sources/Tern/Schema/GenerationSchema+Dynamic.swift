import TernJSON

extension GenerationSchema {
  /// A schema put together at run time; references lead to `root` and `dependencies` by their names.
  ///
  /// - Throws: ``SchemaError`` where names are missing or come twice, and for a choice between
  ///   nothing.
  public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
    self.init(rendering: SchemaRenderer.render(root.node), name: "")
  }
}
