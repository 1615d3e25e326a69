/// Makes a structure or an enumeration a type that a model can generate.
///
/// The macro writes the conformance to ``Generable``: the schema of the stored properties or cases, in
/// the order of their declarations, the reading from and writing to ``GeneratedContent``, and the
/// nested type `PartiallyGenerated` for what is known while an answer is streamed. Properties need a
/// type annotation; a `let` with a value, `static`, `lazy` and computed properties are left out, and
/// so is a property `id` of type ``GenerationID``, which the framework gives.
///
/// ```swift
/// @Generable(description: "A coffee order")
/// struct Order {
///   @Guide(description: "What is drunk")
///   let drink: Drink
///   @Guide(.range(1...4))
///   let cups: Int
///
///   @Generable
///   enum Drink { case espresso, latte, other(String) }
/// }
/// ```
///
/// - Parameter description: What the type is, for the model to read.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: named(generationSchema), named(PartiallyGenerated))
public macro Generable(description: String? = nil) =
  #externalMacro(module: "TernMacros", type: "GenerableMacro")

/// Makes a structure or an enumeration a type that a model can generate, and says how nil is written.
///
/// - Parameters:
///   - description: What the type is, for the model to read.
///   - representNilExplicitlyInGeneratedContent: Whether a property that is nil stands in the content
///     as null; otherwise it is left out.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: named(generationSchema), named(PartiallyGenerated))
public macro Generable(
  description: String? = nil, representNilExplicitlyInGeneratedContent: Bool
) = #externalMacro(module: "TernMacros", type: "GenerableMacro")

/// Makes a structure or an enumeration a type that a model can generate, under a name of its own.
///
/// - Parameters:
///   - name: What schemas call the type, instead of its own name.
///   - description: What the type is, for the model to read.
///   - representNilExplicitlyInGeneratedContent: Whether a property that is nil stands in the content
///     as null; otherwise it is left out.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: named(generationSchema), named(PartiallyGenerated))
public macro Generable(
  name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "TernMacros", type: "GenerableMacro")

/// Describes a property of a ``Generable(description:)`` type and limits its values.
///
/// What `guides` allow is all that the model can generate. A property may have several attributes;
/// they count together.
///
/// - Parameters:
///   - description: What the property is, for the model to read.
///   - guides: What its values are limited to.
@attached(peer)
public macro Guide<T>(description: String? = nil, _ guides: GenerationGuide<T>...) =
  #externalMacro(module: "TernMacros", type: "GuideMacro") where T: Generable

/// Describes a property of a ``Generable(description:)`` type and limits it to what a regular
/// expression matches.
///
/// - Parameters:
///   - description: What the property is, for the model to read.
///   - guides: The expression that the whole value matches.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
  #externalMacro(module: "TernMacros", type: "GuideMacro")

/// Describes a property of a ``Generable(description:)`` type.
///
/// - Parameter description: What the property is, for the model to read.
@attached(peer)
public macro Guide(description: String) =
  #externalMacro(module: "TernMacros", type: "GuideMacro")

/// Makes a variable of an extension of `SessionPropertyValues` a property of sessions, with its initial
/// value as the default.
///
/// ```swift
/// extension SessionPropertyValues {
///   @SessionPropertyEntry var city = "Naples"
/// }
/// ```
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() =
  #externalMacro(module: "TernMacros", type: "SessionPropertyEntryMacro")

/// Turns the default value of a session property into a computed one. For the code that
/// ``SessionPropertyEntry()`` writes.
@attached(accessor)
public macro __SessionPropertyEntryDefaultValue() =
  #externalMacro(module: "TernMacros", type: "SessionPropertyEntryDefaultValueMacro")
