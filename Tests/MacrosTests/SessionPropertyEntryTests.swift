import Testing

@Suite struct `Expansion of @SessionPropertyEntry` {
  @Test func `A variable becomes a property with a key of its own`() {
    let expansion = Expansion(
      of: #"""
        extension SessionPropertyValues {
          @SessionPropertyEntry var city: String = "Naples"
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.trimmed == #"""
        extension SessionPropertyValues {
          var city: String {
            get {
              self[__Key_city.self]
            }
            set {
              self[__Key_city.self] = newValue
            }
          }

          private struct __Key_city: TernSession.SessionPropertyKey {
            @TernSession.__SessionPropertyEntryDefaultValue static var defaultValue: String = "Naples"
          }
        }
        """#)
  }

  @Test func `The type may be inferred, and nil is the default of an optional`() {
    let expansion = Expansion(
      of: #"""
        extension SessionPropertyValues {
          @SessionPropertyEntry var count = 3
          @SessionPropertyEntry var note: String?
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"static var defaultValue = 3"#))
    #expect(expansion.text.contains(#"static var defaultValue: String? = nil"#))
    #expect(expansion.text.contains(#"self[__Key_note.self] = newValue"#))
  }

  @Test func `The default of a key is computed anew each time`() {
    let expansion = Expansion(
      of: #"""
        struct Key {
          @__SessionPropertyEntryDefaultValue static var defaultValue: [Int] = [3]
        }
        """#)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains(
        #"""
        static var defaultValue: [Int] {
            get {
              [3]
            }
          }
        """#))
  }

  @Test func `An entry is a variable with a default`() {
    let expansion = Expansion(
      of: #"""
        extension SessionPropertyValues {
          @SessionPropertyEntry let fixed: Int = 3
          @SessionPropertyEntry var missing: Int
        }
        """#)
    #expect(
      expansion.messages == [
        #"2:3 error: '@SessionPropertyEntry' can only be used with a stored variable of an extension of SessionPropertyValues."#,
        #"Remove '@SessionPropertyEntry' => "#,
        #"3:29 error: A session property needs a default value."#,
      ])
  }
}
