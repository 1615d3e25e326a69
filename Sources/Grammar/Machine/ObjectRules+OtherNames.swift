import TernJSON

extension ObjectRules {
  /// The names that no keyword mentions and that may come next.
  func otherNames(_ state: ObjectState, _ shape: ObjectShape) -> Language {
    let languages = goals.languages
    let all: Language
    if let known = shape.otherNames {
      all = known
    } else {
      all = findOtherNames(shape)
      if !goals.isTentative { shape.otherNames = all }
    }
    if all == languages.empty || state.others.isEmpty { return all }
    let rest = languages.and([all, languages.not(languages.words(state.others))])
    return languages.isEmpty(rest) ? languages.empty : rest
  }

  /// The names that one keyword of a node speaks of besides the mentioned ones, and its demand.
  private struct Region {
    var names: Language
    var demand: Literal
  }

  private func findOtherNames(_ shape: ObjectShape) -> Language {
    let languages = goals.languages
    var parts: [Language] = []
    var regions: [Region] = []
    for rule in shape.rules {
      let node = goals.nodes[rule]
      if let names = node.propertyNames {
        parts.append(goals.strings(of: goals.goal([Literal(names)])))
      }
      regions += self.regions(node)
    }
    for (place, region) in regions.enumerated() {
      if !goals.isLive(goals.goal([region.demand])) {
        parts.append(languages.not(region.names))
        continue
      }
      for other in regions[..<place]
      where !goals.isLive(goals.goal([region.demand, other.demand])) {
        parts.append(languages.not(languages.and([region.names, other.names])))
      }
    }
    if !shape.names.isEmpty { parts.append(languages.not(languages.words(shape.names))) }
    let language = parts.isEmpty ? languages.anyString : languages.and(parts)
    return languages.isEmpty(language) ? languages.empty : language
  }

  /// `others` without the names after which the object has no way to its end.
  func finishable(
    _ others: Language, _ number: Int32, _ state: ObjectState, _ shape: ObjectShape
  ) -> [Language] {
    let languages = goals.languages
    // Where any number of members may be there, names only fail by what their values must be, and
    // of up to two demands at a time `findOtherNames` has seen to that.
    let isFree =
      shape.maximum == .max && state.unmet.isEmpty && shape.conditions.isEmpty
    if isFree, shape.rules.reduce(0, { $0 + goals.nodes[$1].patternProperties.count }) < 2 {
      return [others]
    }
    return parts(of: others, state, shape).filter { part in
      languages.shortest(part).map { !members(number, ExactString(scalars: $0)).isEmpty } ?? false
    }
  }

  /// `others` cut up so that all names of a part are treated alike; not cut up where that makes too
  /// many parts.
  func parts(of others: Language, _ state: ObjectState, _ shape: ObjectShape) -> [Language] {
    let languages = goals.languages
    var cuts = (shape.rules + state.unmet).flatMap { rule in
      goals.nodes[rule].patternProperties.map { goals.pattern($0.pattern) }
    }
    for names in state.unmet.compactMap({ goals.nodes[$0].propertyNames }) {
      cuts.append(goals.strings(of: goals.goal([Literal(names)])))
    }
    guard cuts.count <= Self.cutLimit else { return [others] }
    var parts = [others]
    for cut in cuts {
      parts = parts.flatMap { part in
        [languages.and([part, cut]), languages.and([part, languages.not(cut)])]
          .filter { !languages.isEmpty($0) }
      }
    }
    return parts
  }

  private static let cutLimit = 6

  private func regions(_ node: SchemaNode) -> [Region] {
    let languages = goals.languages
    var regions = node.patternProperties.map { pattern, schema in
      Region(names: goals.pattern(pattern), demand: Literal(schema))
    }
    if let schema = node.additionalProperties {
      var mentioned = regions.map(\.names)
      if !node.properties.isEmpty { mentioned.append(languages.words(node.properties.map(\.name))) }
      let rest =
        mentioned.isEmpty ? languages.anyString : languages.not(languages.or(mentioned))
      regions.append(Region(names: rest, demand: Literal(schema)))
    }
    return regions
  }
}

extension ExactString {
  /// The text of Unicode scalars.
  init(scalars: [UInt32]) {
    var text = String.UnicodeScalarView()
    for value in scalars {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    self.init(String(text))
  }
}
