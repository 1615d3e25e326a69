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

extension String {
  /// The text of Unicode scalars.
  init(scalars: [UInt32]) {
    self.init()
    for value in scalars {
      if let scalar = Unicode.Scalar(value) { unicodeScalars.append(scalar) }
    }
  }
}
