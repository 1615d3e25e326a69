import Foundation

/// `value` with so many digits after the point.
func fixed(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

/// A share as a percentage.
func percent(_ share: Double) -> String { fixed(share * 100, 0) + "%" }

/// Columns side by side: the first to the left, the others to the right.
func columns(_ rows: [[String]]) -> String {
  let count = rows.map(\.count).max() ?? 0
  let widths = (0..<count).map { column in
    rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
  }
  var text = ""
  for row in rows {
    let cells = row.enumerated().map { column, cell in
      let space = String(repeating: " ", count: widths[column] - cell.count)
      return column == 0 ? cell + space : space + cell
    }
    text += "  " + cells.joined(separator: "   ") + "\n"
  }
  return text
}

extension String {
  /// The text without characters that would make a terminal do something.
  var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }))
  }
}
