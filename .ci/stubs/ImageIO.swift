// Image files: none can be read or written.
@_exported import CoreGraphics
import FoundationModels

public typealias CGImagePropertyOrientation = Transcript.ImageAttachment.Orientation

public let kCGImagePropertyPixelWidth = "PixelWidth"
public let kCGImagePropertyPixelHeight = "PixelHeight"
public let kCGImagePropertyOrientation = "Orientation"
public let kCGImagePropertyTIFFDictionary = "{TIFF}"
public let kCGImagePropertyTIFFOrientation = "Orientation"
public let kCGImagePropertyTIFFMake = "Make"
public let kCGImagePropertyTIFFModel = "Model"
public let kCGImagePropertyExifDictionary = "{Exif}"
public let kCGImagePropertyExifDateTimeOriginal = "DateTimeOriginal"
public let kCGImagePropertyExifLensModel = "LensModel"
public let kCGImagePropertyGPSDictionary = "{GPS}"
public let kCGImagePropertyGPSLatitude = "Latitude"
public let kCGImagePropertyGPSLatitudeRef = "LatitudeRef"
public let kCGImagePropertyGPSLongitude = "Longitude"
public let kCGImagePropertyGPSLongitudeRef = "LongitudeRef"
public let kCGImageSourceCreateThumbnailFromImageAlways = "CreateThumbnailFromImageAlways"
public let kCGImageSourceThumbnailMaxPixelSize = "ThumbnailMaxPixelSize"
public let kCGImageSourceCreateThumbnailWithTransform = "CreateThumbnailWithTransform"
public let kCGImageDestinationMetadata = "Metadata"
public let kCGImageDestinationLossyCompressionQuality = "LossyCompressionQuality"

public final class CGImageSource {}
public final class CGImageDestination {}
public final class CGMutableImageMetadata {}

public func CGImageSourceCreateWithData(_ data: Data, _ options: CFKeys?) -> CGImageSource? { nil }
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFKeys?
) -> CFKeys? { nil }
public func CGImageSourceGetType(_ source: CGImageSource) -> String? { nil }
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFKeys?
) -> CGImage? { nil }
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFKeys?
) -> CGImage? { nil }
public func CGImageMetadataCreateMutable() -> CGMutableImageMetadata { CGMutableImageMetadata() }
public func CGImageMetadataSetValueMatchingImageProperty(
  _ metadata: CGMutableImageMetadata, _ dictionary: String, _ property: String, _ value: Any
) -> Bool { false }
public func CGImageDestinationCreateWithData(
  _ data: NSMutableData, _ type: String, _ count: Int, _ options: CFKeys?
) -> CGImageDestination? { nil }
public func CGImageDestinationCopyImageSource(
  _ destination: CGImageDestination, _ source: CGImageSource, _ options: CFKeys?, _ error: Any?
) -> Bool { false }
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ options: CFKeys?
) {}
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { false }

public typealias CFKeys = [AnyHashable: Any]
