import Testing

@Suite struct `Diagnostics of @Guide` {
  @Test func `A guide stands on a stored property`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          @Guide(description: "x")
          var computed: Int { 1 }
          @Guide(description: "x")
          static var shared: Int = 1
          @Guide(description: "x")
          lazy var slow: Int = 1
          @Guide(description: "x")
          func call() {}
        }
        @Generable
        enum B {
          @Guide(description: "x")
          case b
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:3 error: '@Guide' can only be used with a stored property."#,
        #"Remove '@Guide' => "#,
        #"5:3 error: '@Guide' can only be used with a stored property."#,
        #"Remove '@Guide' => "#,
        #"7:3 error: '@Guide' can only be used with a stored property."#,
        #"Remove '@Guide' => "#,
        #"9:3 error: '@Guide' can only be used with a stored property."#,
        #"Remove '@Guide' => "#,
        #"14:3 error: '@Guide' can only be used with a stored property."#,
        #"Remove '@Guide' => "#,
      ])
  }

  @Test func `A guide on a constant with a value does nothing`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          @Guide(description: "x")
          let fixed: Int = 1
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:3 warning: '@Guide' has no effect on a constant that has its value."#,
        #"Remove '@Guide' => "#,
      ])
  }

  @Test func `The first of two descriptions counts`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          @Guide(description: "one") @Guide(description: "two")
          let value: Int
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:37 warning: The property has a description already."#
      ])
  }

  @Test func `A type that writes its conformance itself may have guides`() {
    let expansion = Expansion(
      of: #"""
        final class A: Generable {
          @Guide(description: "x")
          let value: Int
        }
        """#)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(#"let value: Int"#))
  }
}
