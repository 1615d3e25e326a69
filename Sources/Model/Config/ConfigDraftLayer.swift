import TernFormat

extension Config {
  /// The layer of the head for drafts, which follows `layers`; `nil` where the file has none that is
  /// known.
  ///
  /// Its attention is that of the last layer, with a cache of its own; its feed-forward part has experts
  /// where it has a router. A model whose last layer is recurrent has no such head: its last layer is run
  /// a second time for the states that the head reads.
  static func draftLayer(
    _ family: Family, _ layers: [LayerConfig], hasExperts: Bool, _ file: GGUFFile
  ) -> LayerConfig? {
    let prefix = "blk.\(layers.count)."
    guard family.hasDraftHead, var layer = layers.last,
      file.tensor(named: prefix + "nextn.eh_proj.weight") != nil
    else { return nil }
    var slots = 0
    switch layer.mixers.first {
    case .attention(var sizes) where sizes.window == nil && layer.mixers.count == 1:
      sizes.slot = 0
      sizes.sharesCacheOf = nil
      layer.mixers = [.attention(sizes)]
    case .latent(var sizes) where sizes.indexer == nil && layer.mixers.count == 1:
      sizes.takeSlots(&slots)
      layer.mixers = [.latent(sizes)]
    default: return nil
    }
    layer.hasExperts = hasExperts && file.tensor(named: prefix + "ffn_gate_inp.weight") != nil
    guard layer.hasExperts || layer.feedForward > 0 else { return nil }
    return layer
  }
}
