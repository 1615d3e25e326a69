#if canImport(Glibc)
  import Foundation
  import TernTestSupport
  import Testing

  @testable import TernHTTP

  /// The constants that repeat those of libmicrohttpd's header.
  @Suite(.enabled(if: Header.isInstalled, "needs /usr/include/microhttpd.h"))
  struct LibraryConstantsTests {
    @Test func `each constant has the value that the header gives it`() throws {
      let header = try Header()
      try check(MicroHTTPD.Answer.allCases, in: "MHD_Result", prefix: "MHD_", header)
      try check(MicroHTTPD.Flag.allCases, in: "MHD_FLAG", prefix: "MHD_", header)
      try check(MicroHTTPD.Option.allCases, in: "MHD_OPTION", prefix: "MHD_OPTION_", header)
      try check(MicroHTTPD.ValueKind.allCases, in: "MHD_ValueKind", prefix: "MHD_", header)
      try check(
        MicroHTTPD.ResponseMemoryMode.allCases, in: "MHD_ResponseMemoryMode", prefix: "MHD_", header
      )
      try check(
        MicroHTTPD.ConnectionInfoType.allCases, in: "MHD_ConnectionInfoType", prefix: "MHD_", header
      )
      try check(
        MicroHTTPD.ConnectionNotificationCode.allCases, in: "MHD_ConnectionNotificationCode",
        prefix: "MHD_", header)
      #expect(header.text.contains("MHD_CONTENT_READER_END_OF_STREAM ((ssize_t) -1)"))
      #expect(header.text.contains("MHD_CONTENT_READER_END_WITH_ERROR ((ssize_t) -2)"))
      #expect(MicroHTTPD.endOfStream == -1 && MicroHTTPD.endWithError == -2)
    }

    @Test func `an option lies in memory as the structure of the header does`() {
      typealias Item = MicroHTTPD.OptionItem
      #expect(MemoryLayout<Item>.size == 24 && MemoryLayout<Item>.stride == 24)
      #expect(MemoryLayout<Item>.offset(of: \.option) == 0)
      #expect(MemoryLayout<Item>.offset(of: \.value) == 8)
      let pointer = unsafe MemoryLayout<Item>.offset(of: \.pointer)
      #expect(pointer == 16)
    }

    private func check<Constant: RawRepresentable<UInt32>>(
      _ constants: [Constant], in type: String, prefix: String, _ header: Header
    ) throws {
      let values = try header.values(of: type)
      for constant in constants {
        let name = prefix + "\(constant)".snakeCase
        #expect(values[name] == Int(constant.rawValue), "\(name)")
      }
    }
  }

  /// The text of the header, and the enumerations in it.
  private struct Header {
    private static let path = "/usr/include/microhttpd.h"

    static var isInstalled: Bool { FileManager.default.isReadableFile(atPath: path) }

    /// Without comments, and without what is switched off.
    let text: String

    init() throws {
      let all = try String(contentsOfFile: Self.path, encoding: .utf8)
      text = all.replacing("\\\n", with: " ").replacing(/\/\*(?s:.)*?\*\//, with: "").replacing(
        /#if 0(?s:.)*?#endif/, with: "")
    }

    /// The values of an enumeration by their names.
    func values(of type: String) throws -> [String: Int] {
      let start = try #require(text.firstRange(of: "enum \(type)\n{"))
      let end = try #require(text[start.upperBound...].firstIndex(of: "}"))
      var values: [String: Int] = [:]
      var next = 0
      let lines = text[start.upperBound..<end].split(separator: "\n")
      let body = lines.filter { !$0.hasPrefix("#") }
      for item in body.joined(separator: " ").split(separator: ",") {
        let parts = item.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
        if parts.count == 2 { next = Self.value(parts[1], values) }
        values[parts[0]] = next
        next += 1
      }
      return values
    }

    /// The value of numbers and names with bars between them.
    private static func value(_ text: String, _ values: [String: Int]) -> Int {
      text.split(separator: "|").reduce(0) { sum, part in
        let word = part.trimmingCharacters(in: .whitespaces)
        return sum | (values[word] ?? Int(word) ?? 0)
      }
    }
  }

  extension String {
    /// `maximumBody` as `MAXIMUM_BODY`.
    fileprivate var snakeCase: String {
      map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }
  }
#endif
