import Testing

@Suite struct `Diagnostics of @Generable` {
  @Test func `Only structures and enumerations are generable`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        final class A {}
        @Generable
        actor B {}
        @Generable
        protocol C {}
        """#)
    #expect(
      expansion.messages == [
        #"1:1 error: '@Generable' can only be used on structs and enums."#,
        #"Replace 'class' with 'struct' => struct"#,
        #"3:1 error: '@Generable' can only be used on structs and enums."#,
        #"Replace 'actor' with 'struct' => struct"#,
        #"5:1 error: '@Generable' can only be used on structs and enums."#,
        #"Remove '@Generable' => "#,
      ])
  }

  @Test func `A variable without a type annotation is left out, with a warning`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          var count = -3
          var ratios = [0.5]
          var id = UUID()
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:7 warning: 'count' is not generated, because it has no type annotation."#,
        #"Add ': Int' => count: Int = -3"#,
        #"4:7 warning: 'ratios' is not generated, because it has no type annotation."#,
        #"Add ': [Double]' => ratios: [Double] = [0.5]"#,
        #"5:7 warning: 'id' is not generated, because it has no type annotation."#,
      ])
  }

  @Test func `A variable with a guide needs a type annotation`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          @Guide(description: "x")
          var name = "x"
        }
        """#)
    #expect(
      expansion.messages == [
        #"4:7 error: 'name' needs a type annotation to be generated."#,
        #"Add ': String' => name: String = "x""#,
      ])
  }

  @Test func `Types that have no schema are named`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          let tuple: (Int, Int)
          let function: (Int) -> Int
          let existential: any Sendable
          let metatype: [Int.Type]
          let twice: Int??
          let both: (A & B)?
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:14 error: A property of a tuple type cannot be generated."#,
        #"4:17 error: A property of a function type cannot be generated."#,
        #"5:20 error: A property of an existential type cannot be generated."#,
        #"6:17 error: A property of a metatype cannot be generated."#,
        #"7:14 error: A property of an optional of an optional type cannot be generated."#,
        #"8:13 error: A property of a composition of protocols cannot be generated."#,
      ])
  }

  @Test func `A property cannot come from a tuple`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          let (x, y): (Int, Int)
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:7 error: A generable type cannot take a property from a tuple."#
      ])
  }

  @Test func `A property cannot have the name of a member that is made`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          let generatedContent: Int
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:7 error: '@Generable' makes a member named 'generatedContent' itself."#
      ])
  }

  @Test func `A private type inside another is out of the extension's reach`() {
    let expansion = Expansion(
      of: #"""
        struct Outer {
          @Generable
          private struct Inner {}
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:3 error: A generable type inside another type cannot be private."#,
        #"Replace 'private' with 'fileprivate' => fileprivate"#,
      ])
  }

  @Test func `An enumeration needs cases of different names`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        enum Empty {}
        @Generable
        enum Double {
          case a(x: Int)
          case a(y: Int)
        }
        """#)
    #expect(
      expansion.messages == [
        #"2:6 error: An enumeration needs a case to be generable."#,
        #"6:8 error: A generable type cannot have two cases of one name."#,
      ])
  }

  @Test func `Associated values are generable and not named as the case's name is`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        enum A {
          case a((Int, Int))
          case b(type: Int)
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:10 error: An associated value of a tuple type cannot be generated."#,
        #"4:8 error: An associated value named 'type' cannot be generated: that names the case."#,
      ])
  }

  @Test func `What the build decides must be known`() {
    let expansion = Expansion(
      of: #"""
        @Generable
        struct A {
          #if DEBUG
            let a: Int
          #endif
          #if DEBUG
            func unrelated() {}
          #endif
        }
        """#)
    #expect(
      expansion.messages == [
        #"3:3 error: A generable type cannot have '#if' around what is generated."#
      ])
  }
}
