// The binary properties of Unicode that the tables have.
extension PatternProperties {
  /// Long names by their abbreviations, from Unicode PropertyAliases.txt.
  static let abbreviations: [String: String] = [
    "Alpha": "Alphabetic", "AHex": "ASCII_Hex_Digit", "Bidi_C": "Bidi_Control",
    "Bidi_M": "Bidi_Mirrored", "CI": "Case_Ignorable", "CWL": "Changes_When_Lowercased",
    "CWU": "Changes_When_Uppercased", "CWT": "Changes_When_Titlecased",
    "CWCF": "Changes_When_Casefolded", "CWCM": "Changes_When_Casemapped",
    "CWKCF": "Changes_When_NFKC_Casefolded", "DI": "Default_Ignorable_Code_Point",
    "Dep": "Deprecated", "Dia": "Diacritic", "EMod": "Emoji_Modifier",
    "EBase": "Emoji_Modifier_Base", "EPres": "Emoji_Presentation", "Ext": "Extender",
    "Gr_Base": "Grapheme_Base", "Gr_Ext": "Grapheme_Extend", "Hex": "Hex_Digit",
    "IDC": "ID_Continue", "IDS": "ID_Start", "Ideo": "Ideographic", "IDSB": "IDS_Binary_Operator",
    "IDST": "IDS_Trinary_Operator", "Join_C": "Join_Control", "LOE": "Logical_Order_Exception",
    "Lower": "Lowercase", "NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax",
    "Pat_WS": "Pattern_White_Space", "QMark": "Quotation_Mark", "STerm": "Sentence_Terminal",
    "SD": "Soft_Dotted", "Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph",
    "Upper": "Uppercase", "VS": "Variation_Selector", "space": "White_Space",
    "XIDC": "XID_Continue", "XIDS": "XID_Start",
  ]
}
