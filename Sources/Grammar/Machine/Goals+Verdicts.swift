// What follows from what a conjunction knows of the members of an object.
extension Goals {
  /// Whether a literal holds of every object, or of none, of which all that a conjunction knows is
  /// true; `nil` where that depends.
  func verdict(_ literal: Literal, _ known: Conjunction) -> Bool? {
    if known.taken.contains(literal) { return true }
    if known.taken.contains(literal.negated) { return false }
    let literal = canonical(literal)
    let demands = memberDemands(literal.node)
    var isImplied = demands.isWhole
    for list in [demands.all, demands.common] {
      for demand in list {
        guard let domain = known.members[demand.name] else {
          isImplied = isImplied && !demand.isRequired && demand.isExact && demand.values == nil
          continue
        }
        if !allows(domain, demand) { return literal.isNegative }
        isImplied = isImplied && implies(domain, demand)
      }
    }
    return isImplied ? !literal.isNegative : nil
  }

  /// Whether a demand is met by all objects of which what a conjunction knows is true, or by none.
  func verdict(_ demand: MemberDemand, _ known: Conjunction) -> Bool? {
    guard let domain = known.members[demand.name] else { return nil }
    if !allows(domain, demand) { return false }
    return implies(domain, demand) ? true : nil
  }

  /// Whether what a schema demands of a member can hold.
  func allows(_ domain: MemberDomain, _ demand: MemberDemand) -> Bool {
    guard domain.allows(demand) else { return false }
    if demand.isExact || domain.mayBeAbsent && !demand.isRequired { return true }
    if let values = domain.values,
      demand.schemas.contains(where: { verdict(Literal($0), among: values) == false })
    {
      return false
    }
    return demand.schemas.allSatisfy { mayHold($0, with: domain.schemas) }
  }

  /// Whether what a schema demands of a member holds for certain.
  func implies(_ domain: MemberDomain, _ demand: MemberDemand) -> Bool {
    if domain.implies(demand) { return true }
    guard !demand.isExact, domain.mayBePresent, !(domain.mayBeAbsent && demand.isRequired),
      let values = domain.values, !demand.schemas.isEmpty
    else { return false }
    return demand.schemas.allSatisfy { verdict(Literal($0), among: values) == true }
  }

  /// The same for an option: all of its facts.
  func verdict(_ option: Conjunction.Option, _ known: Conjunction) -> Bool? {
    var isCertain = true
    for fact in option {
      switch verdict(fact, known) {
      case false: return false
      case nil: isCertain = false
      default: break
      }
    }
    return isCertain ? true : nil
  }

  private func verdict(_ fact: Conjunction.Fact, _ known: Conjunction) -> Bool? {
    switch fact {
    case .literal(let literal): return verdict(literal, known)
    case .present(let name):
      guard let domain = known.members[name] else { return nil }
      return !domain.mayBePresent ? false : domain.mayBeAbsent ? nil : true
    case .absent(let name):
      guard let domain = known.members[name] else { return nil }
      return !domain.mayBeAbsent ? false : domain.mayBePresent ? nil : true
    case .outside(let exclusion):
      guard exclusion.opposite == nil, let domain = known.members[exclusion.name] else {
        return nil
      }
      if domain.implies(exclusion.demand) { return false }
      return domain.allows(exclusion.demand) ? nil : true
    default: return nil
    }
  }
}
