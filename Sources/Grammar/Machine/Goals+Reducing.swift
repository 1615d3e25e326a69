// Choices are compared with what is known: of their options those stay that may hold.
extension Goals {
  /// Leaves out of each choice the options that cannot hold with what is known; of those that were
  /// compared before, only choices are looked at that hang on what is new.
  func reduceChoices(_ conjunction: inout Conjunction, _ kind: ValueKind) -> Bool {
    let news = ChoiceNews(conjunction.takeChanges(), self)
    let count = conjunction.choices.count
    // What becomes of the choices that do not stay as they are; those that are added come behind.
    var reduced: [(place: Int, choice: Conjunction.Choice?)] = []
    for place in 0..<count {
      if let watch = conjunction.choices[place].watch {
        guard watch.isTouched(by: news) else { continue }
        work += 1
        if let test = watch.test, watch.isOnlyTested(by: news) {
          guard let isMet = verdict(test.demand, conjunction) else { continue }
          let option = conjunction.choices[place].options[isMet ? test.met : 1 - test.met]
          reduced.append((place, nil))
          guard take(option, isMet, &conjunction, kind) else { return false }
          continue
        }
      }
      let choice = conjunction.choices[place]
      guard let rest = reduce(choice, &conjunction, kind) else { return false }
      if rest.options.isEmpty {
        reduced.append((place, nil))
      } else if rest.options.count < choice.options.count || choice.watch == nil {
        reduced.append((place, rest))
      }
    }
    conjunction.replaceChoices(reduced)
    return true
  }

  /// What is left of a choice, without options where it is settled; `nil` where nothing satisfies all.
  private func reduce(
    _ choice: Conjunction.Choice, _ conjunction: inout Conjunction, _ kind: ValueKind
  ) -> Conjunction.Choice? {
    var choice = choice
    if choice.watch == nil {
      work += 1
      let watch = watch(of: choice)
      choice.watch = watch
      guard takeRequired(watch, &conjunction) else { return nil }
    }
    if let certain = reduce(&choice.options, conjunction) {
      choice.options = []
      return note(certain, &conjunction, kind) ? choice : nil
    }
    if choice.options.count > 1 { return choice }
    guard let only = choice.options.first, conjunction.add(only),
      readPending(&conjunction, kind)
    else { return nil }
    choice.options = []
    return choice
  }

  /// Takes that members are there which every option of a choice asks for.
  private func takeRequired(_ watch: ChoiceWatch, _ conjunction: inout Conjunction) -> Bool {
    let names = watch.required.filter { conjunction.members[$0]?.mayBeAbsent ?? true }
    return names.isEmpty || conjunction.add(names.map { .present($0) })
  }

  /// Takes the option that a test leaves.
  private func take(
    _ option: Conjunction.Option, _ isMet: Bool, _ conjunction: inout Conjunction,
    _ kind: ValueKind
  ) -> Bool {
    // That the demand is not met is known of the member.
    if !isMet, option.count == 1, !looksAtUnevaluated(kind) { return true }
    return conjunction.add(option) && readPending(&conjunction, kind)
  }

  /// Leaves out the options that cannot hold; one that holds for certain, if there is one.
  private func reduce(
    _ options: inout [Conjunction.Option], _ conjunction: Conjunction
  ) -> Conjunction.Option? {
    // `nil` as long as all are kept, which is most often.
    var kept: [Conjunction.Option]?
    for (place, option) in options.enumerated() {
      switch verdict(option, conjunction) {
      case false: kept = kept ?? Array(options[..<place])
      case true: return option
      default: kept?.append(option)
      }
    }
    if let kept { options = kept }
    return nil
  }

  /// Notes that an option holds that follows from what is known.
  private func note(
    _ option: Conjunction.Option, _ conjunction: inout Conjunction, _ kind: ValueKind
  ) -> Bool {
    if looksAtUnevaluated(kind) { return conjunction.add(option) }
    for case .literal(let literal) in option { conjunction.assume(literal) }
    return true
  }
}
