import Foundation
import TernJSON

/// A browser without a window that a test drives, by Chrome's protocol for developers over pipes.
///
/// `@unchecked Sendable`: everything that changes does so under `lock`.
final class Browser: @unchecked Sendable {
  struct Failure: Error, CustomStringConvertible { var description: String }

  /// Where Chromium is; `nil` where it is not.
  static let path: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    return nil
  }()

  private let process = Process()
  private let folder: URL
  private let input: FileHandle
  private let output: FileHandle
  private let lock = NSLock()
  private var lastID = 0
  private var waiting: [Int: CheckedContinuation<JSON?, Never>] = [:]
  private var isOver = false

  /// Starts the browser.
  init() throws {
    guard let path = Self.path else { throw Failure(description: "there is no Chromium") }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "browser-\(UUID().uuidString)")
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pipes = ["in", "out"].map { folder.appending(path: $0).path }
    for pipe in pipes where mkfifo(pipe, 0o600) != 0 {
      throw Failure(description: "cannot make a pipe")
    }
    // Opened for both directions, a pipe does not wait for its other end.
    let ends = pipes.map { open($0, O_RDWR | O_CLOEXEC) }
    input = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    output = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    process.executableURL = URL(filePath: "/bin/sh")
    // The browser reads from its descriptor 3 and writes to 4.
    process.arguments = ["-c", #"in="$1" out="$2"; shift 2; exec "$@" 3<"$in" 4>"$out""#, "sh"]
    process.arguments? += pipes + [path]
    process.arguments? += [
      "--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
      "--disable-dev-shm-usage", "--user-data-dir=\(folder.path)/profile",
    ]
    // Its sandbox does not start for root.
    if geteuid() == 0 { process.arguments?.append("--no-sandbox") }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { [weak self] _ in self?.stop() }
    try process.run()
    Thread.detachNewThread { [weak self, descriptor = ends[1]] in
      Self.read(descriptor) { message in
        self?.take(message) ?? false
      }
    }
  }

  /// Ends the browser.
  func close() {
    process.terminationHandler = nil
    process.terminate()
    process.waitUntilExit()
    stop()
    // Whoever reads sees that it is over.
    output.write(Data([0]))
    try? FileManager.default.removeItem(at: folder)
  }

  /// Sends a command; its result.
  func send(_ method: String, _ parameters: JSON = [:], session: String? = nil) async throws -> JSON
  {
    let answer = await withCheckedContinuation { continuation in
      write(method, parameters, session, continuation)
    }
    guard let answer else { throw Failure(description: "\(method): the browser has ended") }
    guard let result = answer["result"] else {
      throw Failure(description: "\(method): \(answer)")
    }
    return result
  }

  private func write(
    _ method: String, _ parameters: JSON, _ session: String?,
    _ continuation: CheckedContinuation<JSON?, Never>
  ) {
    lock.lock()
    defer { lock.unlock() }
    guard !isOver else { return continuation.resume(returning: nil) }
    lastID += 1
    waiting[lastID] = continuation
    var message: JSONObject = [
      "id": JSON(lastID), "method": .string(method), "params": parameters,
    ]
    if let session { message["sessionId"] = .string(session) }
    input.write(Data(JSON.object(message).bytes() + [0]))
  }

  /// Takes a message; whether others may come.
  private func take(_ message: [UInt8]) -> Bool {
    if let json = try? JSON(parsing: message), let id = json["id"]?.int {
      lock.withLock { waiting.removeValue(forKey: id) }?.resume(returning: json)
    }
    return lock.withLock { !isOver }
  }

  private func stop() {
    let left = lock.withLock { () in
      isOver = true
      defer { waiting = [:] }
      return waiting
    }
    for continuation in left.values { continuation.resume(returning: nil) }
  }

  /// Reads messages, each ended by a zero, until nobody takes them.
  private static func read(_ descriptor: Int32, _ take: ([UInt8]) -> Bool) {
    var message: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return }
      for byte in piece.prefix(count) {
        if byte != 0 {
          message.append(byte)
          continue
        }
        guard take(message) else { return }
        message = []
      }
    }
  }
}

/// A page in a browser.
struct BrowserPage: Sendable {
  private let browser: Browser
  private let session: String

  /// Opens an address.
  init(_ browser: Browser, _ address: String, width: Int = 1200, height: Int = 800) async throws {
    self.browser = browser
    let target = try await browser.send("Target.createTarget", ["url": "about:blank"])
    let attached = try await browser.send(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"]?.string ?? ""
    _ = try await send(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": JSON(width), "height": JSON(height), "deviceScaleFactor": 1,
        "mobile": .bool(width < 600),
      ])
    _ = try await send("Page.navigate", ["url": .string(address)])
    try await wait(for: "document.readyState === 'complete'")
  }

  private func send(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await browser.send(method, parameters, session: session)
  }

  /// The value of an expression in the page.
  func value(_ expression: String) async throws -> JSON {
    let answer = try await send(
      "Runtime.evaluate", ["expression": .string(expression), "returnByValue": true])
    if let fault = answer["exceptionDetails"] {
      throw Browser.Failure(description: "\(expression): \(fault)")
    }
    return answer["result"]?["value"] ?? .null
  }

  /// Waits until an expression is true.
  func wait(for expression: String) async throws {
    while try await value("Boolean(\(expression))") != true {
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Presses and releases the mouse in the middle of an element.
  func click(_ selector: String) async throws {
    let place = try await value(
      "(() => { const r = document.querySelector('\(selector)').getBoundingClientRect();"
        + " return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()")
    for kind in ["mousePressed", "mouseReleased"] {
      _ = try await send(
        "Input.dispatchMouseEvent",
        [
          "type": .string(kind), "x": place["x"] ?? 0, "y": place["y"] ?? 0, "button": "left",
          "clickCount": 1,
        ])
    }
  }

  /// Types a text, key by key.
  func type(_ text: String) async throws {
    for character in text {
      let key = JSON.string(String(character))
      _ = try await send("Input.dispatchKeyEvent", ["type": "keyDown", "text": key, "key": key])
      _ = try await send("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
    }
  }

  /// Presses Enter.
  func pressEnter() async throws {
    for kind in ["keyDown", "keyUp"] {
      _ = try await send(
        "Input.dispatchKeyEvent",
        [
          "type": .string(kind), "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13,
          "text": kind == "keyDown" ? "\r" : "",
        ])
    }
  }

  /// A picture of what is seen, in PNG.
  func picture() async throws -> Data {
    let answer = try await send("Page.captureScreenshot")
    return Data(base64Encoded: answer["data"]?.string ?? "") ?? Data()
  }
}
