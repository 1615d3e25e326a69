/// What all pages have: one file that needs no other.
enum PageLayout {
  /// A whole document.
  static func document(_ title: String, _ content: Markup) -> String {
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <title>\(title)</title>
      <style>
      \(style)</style>
      </head>
      <body>
      <main>
      \(content)</main>
      </body>
      </html>

      """
    return page.text
  }

  /// A table; the first column to the left, the others to the right.
  static func table(
    _ header: [String], _ rows: [[String]], styles: [String] = [], rowStyles: [String] = []
  ) -> Markup {
    func style(_ place: Int) -> Markup {
      place < styles.count && !styles[place].isEmpty ? " class=\"\(styles[place])\"" : ""
    }
    func cells(_ row: [String], _ name: Markup) -> Markup {
      Markup(row.enumerated().map { "<\(name)\(style($0))>\($1)</\(name)>" })
    }
    let body = rows.enumerated().map { place, row -> Markup in
      let style: Markup =
        place < rowStyles.count && !rowStyles[place].isEmpty ? " class=\"\(rowStyles[place])\"" : ""
      return "<tr\(style)>\(cells(row, "td"))</tr>\n"
    }
    return """
      <div class="scroll"><table>
      <thead><tr>\(cells(header, "th"))</tr></thead>
      <tbody>
      \(body)</tbody>
      </table></div>

      """
  }

  private static var style: String {
    """
    :root{color-scheme:light dark;\(PlotStyle.light.definitions);--panel:#f5f7f9;--warn:#fff4d6}
    @media (prefers-color-scheme:dark){:root{\(PlotStyle.dark.definitions);--panel:#1d232a;\
    --warn:#3a3016}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
    main{max-width:780px;margin:0 auto;padding:28px 20px 60px}
    h1{font-size:1.7rem;line-height:1.2;margin:0 0 4px}
    h2{font-size:1.25rem;margin:44px 0 6px;padding-top:14px;border-top:1px solid var(--grid)}
    h3{font-size:1rem;margin:22px 0 6px}
    p{margin:6px 0 12px} .sub,.small{color:var(--muted)} .small{font-size:.85rem}
    .note{background:var(--warn);padding:8px 12px;border-radius:6px}
    .note ul{margin:4px 0;padding-left:20px}
    .tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(165px,1fr));gap:10px;\
    margin:20px 0}
    .tile{background:var(--panel);border-radius:8px;padding:10px 12px}
    .tile b{display:block;font-size:1.1rem;line-height:1.3} .tile span{color:var(--muted);\
    font-size:.85rem;line-height:1.3;display:block}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:3px 18px;margin:8px 0 14px}
    dt{color:var(--muted)} dd{margin:0;overflow-wrap:anywhere}
    figure{margin:16px 0} svg{display:block;width:100%;height:auto}
    svg.narrow{display:none;max-width:460px}
    .scroll{overflow-x:auto} table{border-collapse:collapse;width:100%;font-size:.9rem}
    th,td{padding:4px 0 4px 14px;text-align:right;white-space:nowrap;\
    border-bottom:1px solid var(--grid);font-variant-numeric:tabular-nums}
    th{color:var(--muted);font-weight:500}
    th:first-child,td:first-child{text-align:left;padding-left:0;white-space:normal}
    td.left,th.left{text-align:left} tr.point td{font-weight:600;padding-top:12px}
    tr.better td:last-child{color:var(--a)} tr.worse td:last-child{color:var(--b)}
    .key{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:6px}
    .key.s0{background:var(--a)} .key.s1{background:var(--b)}
    code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}
    @media (max-width:640px){main{padding:20px 14px 40px} svg.wide{display:none}\
    svg.narrow{display:block} .extra{display:none} h1{font-size:1.4rem}\
    dl{grid-template-columns:1fr;gap:0} dd{margin-bottom:6px}}
    @media print{:root{\(PlotStyle.light.definitions);--panel:#f5f7f9}\
    body{font-size:11pt} main{max-width:none;padding:0} figure,tr,.tile,dl{break-inside:avoid}\
    h2,h3{break-after:avoid} *{print-color-adjust:exact;-webkit-print-color-adjust:exact}\
    .scroll{overflow:visible}}
    \(PlotStyle.page.rules)
    """
  }
}
