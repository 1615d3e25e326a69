import Observation
import TernJSON

/// Names a value that tools, instructions and profiles of a session share.
///
/// ```swift
/// struct OrderKey: SessionPropertyKey { static let defaultValue: [String] = [] }
/// extension SessionPropertyValues {
///   var order: [String] {
///     get { self[OrderKey.self] }
///     set { self[OrderKey.self] = newValue }
///   }
/// }
/// ```
public protocol SessionPropertyKey: SendableMetatype {
  /// The type of the value.
  associatedtype Value
  /// The value before anybody sets it.
  static var defaultValue: Value { get }
}

/// The values that tools, instructions and profiles of a session share.
///
/// Each reading and each setting is atomic; reading and then setting is not.
public final class SessionPropertyValues: Sendable {
  /// The values of the session that is working in this task.
  @TaskLocal static var current: SessionPropertyValues?

  /// The values of the session for which a tool runs in this task, or instructions are being found.
  @TaskLocal private static var keepingHistory: SessionPropertyValues?

  /// A value of any type.
  ///
  /// Those who share a value that is not Sendable have to see to it that they do not use it at the
  /// same time.
  private struct Item: @unchecked Sendable { var value: Any }

  private struct Weak: Sendable { weak var session: LanguageModelSession? }

  private let items = Locked<[ObjectIdentifier: Item]>([:])
  private let owner: Locked<Weak>
  private let registrar = ObservationRegistrar()

  /// The values of a session, or of none.
  init(session: LanguageModelSession? = nil) { owner = Locked(Weak(session: session)) }

  private var session: LanguageModelSession? { owner.withLock { $0.session } }

  /// The entries after the instructions.
  ///
  /// A change also counts for the request that is under way. Tools and dynamic instructions may read
  /// the history, but not change it: what they set is ignored.
  public var history: Transcript.HistoryView {
    get { session?.transcript.history ?? [] }
    set { if Self.keepingHistory !== self { session?.replaceHistory(by: newValue) } }
  }

  /// Does something that may not change the history of the session that is working.
  static func withReadOnlyHistory<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $keepingHistory.withValue(current, operation: body)
  }

  /// Does something that may not change the history of the session that is working.
  static func withReadOnlyHistory<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $keepingHistory.withValue(current, operation: body)
  }

  /// The value that a key names.
  public subscript<K: SessionPropertyKey>(key: K.Type) -> K.Value {
    get {
      registrar.access(self, keyPath: \.generation)
      let item = items.withLock { $0[ObjectIdentifier(key)] }
      return item?.value as? K.Value ?? K.defaultValue
    }
    set {
      let item = Item(value: newValue)
      registrar.withMutation(of: self, keyPath: \.generation) {
        items.withLock { $0[ObjectIdentifier(key)] = item }
      }
    }
  }

  /// What observers of any value look at.
  private var generation: Int { 0 }
}

extension SessionPropertyValues: Observable {}

extension LanguageModelSession {
  /// Lets tools, instructions and profiles read and set what they share.
  ///
  /// That is a property of ``SessionPropertyValues``; outside of a session it has its default value.
  @propertyWrapper public struct SessionProperty<Value> {
    private let keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>

    /// The property at a key path.
    public init(_ keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>) {
      self.keyPath = keyPath
    }

    /// The value in the session that is working.
    public var wrappedValue: Value {
      get { (SessionPropertyValues.current ?? SessionPropertyValues())[keyPath: keyPath] }
      nonmutating set { SessionPropertyValues.current?[keyPath: keyPath] = newValue }
    }
  }
}

/// A key path is a constant; what it captures are indices.
extension LanguageModelSession.SessionProperty: @unchecked Sendable where Value: Sendable {}
