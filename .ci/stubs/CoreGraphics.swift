// Images without pixels: enough for the compiler.
@_exported import Foundation
import FoundationModels

public final class CGImage: Sendable {
  public let width = 0
  public let height = 0
}

public struct CGColor: Sendable {
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
}

public final class CGColorSpace: Sendable {
  public static let sRGB = "sRGB"
  public init?(name: String) {}
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(name: "")! }

public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst
}

public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, high, medium }

public final class CGContext {
  public var interpolationQuality = CGInterpolationQuality.default
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
  ) {}
  public func draw(_ image: CGImage, in rect: CGRect) {}
  public func setFillColor(_ color: CGColor) {}
  public func fill(_ rect: CGRect) {}
  public func makeImage() -> CGImage? { CGImage() }
}

extension Transcript.ImageAttachment {
  public init(_ cgImage: CGImage, orientation: Orientation? = nil) {
    self.init(data: Data(), orientation: orientation)
  }
  public var cgImage: CGImage { CGImage() }
}

extension Attachment where Content == ImageAttachmentContent {
  public init(_ cgImage: CGImage, orientation: Transcript.ImageAttachment.Orientation? = nil) {
    self.init(imageData: Data(), orientation: orientation)
  }
}
