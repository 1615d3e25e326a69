/// The page at `/`: a conversation with the model in a browser.
///
/// It is one file without outside resources, which talks to `/v1/chat/completions`.
enum ChatPage {
  static func reply(_ state: ServerState, _ exchange: Exchange) -> ServerReply {
    ServerReply(
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache",
        // What models write is shown as text; were it not, it still could not load or send anything.
        "Content-Security-Policy": """
        default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """,
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
      ], body: .bytes(PackageResources.chat_html))
  }
}
