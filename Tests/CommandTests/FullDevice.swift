import Foundation

/// Whether this system has a device on which every write fails.
let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
