import Foundation

extension Transcript {
  /// An image, given by its URL or by its bytes.
  public struct ImageAttachment: Sendable, Equatable {
    /// How the image is to be turned before it is shown.
    public var orientation: Orientation
    private let source: Source

    private enum Source: Sendable, Equatable {
      case url(URL)
      case data(Data)
    }

    /// How an image is to be turned, with the numbers that image files have for it.
    ///
    /// It stands for Apple's type `CGImagePropertyOrientation`, which has the same cases.
    public enum Orientation: UInt32, Sendable, Hashable, CaseIterable {
      /// Stored as it is to be shown.
      case up = 1
      /// Stored mirrored, left and right exchanged.
      case upMirrored = 2
      /// Stored upside down.
      case down = 3
      /// Stored upside down and mirrored, left and right exchanged.
      case downMirrored = 4
      /// Stored lying on its left side, and mirrored.
      case leftMirrored = 5
      /// Stored lying on its right side.
      case right = 6
      /// Stored lying on its right side, and mirrored.
      case rightMirrored = 7
      /// Stored lying on its left side.
      case left = 8
    }

    /// The URL of the image; `nil` for an image that was given as bytes.
    public var url: URL? { if case .url(let url) = source { url } else { nil } }

    /// The bytes of the image's file, in the format that it has; empty where no file can be read.
    ///
    /// A file is read anew each time. Nothing is fetched from other machines.
    public var data: Data {
      switch source {
      case .data(let data): data
      case .url(let url): url.isFileURL ? (try? Data(contentsOf: url)) ?? Data() : Data()
      }
    }

    /// An image at a URL; the file is not read here.
    public init(imageURL: URL, orientation: Orientation? = nil) {
      source = .url(imageURL)
      self.orientation = orientation ?? .up
    }

    /// The image of which these are the bytes, as they stand in a file of any format.
    public init(data: Data, orientation: Orientation? = nil) {
      source = .data(data)
      self.orientation = orientation ?? .up
    }
  }
}
