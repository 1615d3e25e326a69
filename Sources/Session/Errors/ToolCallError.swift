import Foundation

extension LanguageModelSession {
  /// A tool threw an error, or cannot take the arguments of the model.
  public struct ToolCallError: Swift.Error, LocalizedError {
    /// The tool.
    public var tool: any Tool
    /// What it threw.
    public var underlyingError: any Swift.Error

    /// The error of a tool.
    public init(tool: any Tool, underlyingError: any Swift.Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }

    /// A sentence for people.
    public var errorDescription: String? {
      "The tool \"\(tool.name)\" failed: \(underlyingError.localizedDescription)"
    }
  }
}
