/// A script, and the languages that are commonly written in it.
enum WritingSystem: Hashable, CaseIterable {
  case latin, cyrillic, greek, arabic, hebrew, devanagari, bengali, tamil, telugu, thai, georgian
  case armenian, hangul, kana, han

  /// The script of a letter; `nil` for others than these.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x24F, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x530...0x58F: self = .armenian
    case 0x590...0x5FF: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF: self = .arabic
    case 0x900...0x97F: self = .devanagari
    case 0x980...0x9FF: self = .bengali
    case 0xB80...0xBFF: self = .tamil
    case 0xC00...0xC7F: self = .telugu
    case 0xE00...0xE7F: self = .thai
    case 0x10A0...0x10FF: self = .georgian
    case 0x1100...0x11FF, 0xAC00...0xD7AF: self = .hangul
    case 0x3040...0x30FF: self = .kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2FA1F: self = .han
    default: return nil
    }
  }

  /// Languages written in it, the commonest first.
  var languages: [String] {
    switch self {
    case .latin:
      [
        "en", "es", "fr", "de", "pt", "it", "nl", "pl", "sv", "da", "nb", "nn", "no", "fi", "is",
        "cs", "sk", "hu", "ro", "tr", "id", "ms", "vi", "sw", "hr", "sl", "et", "lv", "lt", "ca",
        "eu", "gl", "ga", "cy", "af", "sq", "az", "uz", "fil", "tl", "eo", "la", "sr", "bs", "mt",
      ]
    case .cyrillic: ["ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg", "uz"]
    case .greek: ["el"]
    case .arabic: ["ar", "fa", "ur", "ps", "ku", "ug"]
    case .hebrew: ["he", "yi"]
    case .devanagari: ["hi", "mr", "ne", "sa"]
    case .bengali: ["bn", "as"]
    case .tamil: ["ta"]
    case .telugu: ["te"]
    case .thai: ["th"]
    case .georgian: ["ka"]
    case .armenian: ["hy"]
    case .hangul: ["ko"]
    case .kana: ["ja"]
    case .han: ["zh", "ja", "yue", "ko"]
    }
  }
}
