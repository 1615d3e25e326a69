// Images without pixels, as the other framework of Apple's names them.
@_exported import CoreGraphics
import FoundationModels

public final class CIImage: Sendable {
  public init() {}
  public convenience init(cgImage: CGImage) { self.init() }
}

extension Transcript.ImageAttachment {
  public var ciImage: CIImage { CIImage() }
}
