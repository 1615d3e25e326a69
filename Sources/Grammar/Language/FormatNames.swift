extension Languages {
  func format(_ name: String) -> Language? { nil }
}
