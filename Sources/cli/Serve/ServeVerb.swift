import Tern
import TernHTTP
import TernServe

extension Verb {
  static let serve = Verb(
    name: "serve",
    summary: "Serves models to clients of OpenAI's and Anthropic's interfaces.",
    discussion: """
      Listens for HTTP requests and answers them until a signal ends it.

        tern serve --model qwen.gguf --port 8080
        curl http://127.0.0.1:8080/v1/chat/completions -H 'Content-Type: application/json' \\
          -d '{"messages": [{"role": "user", "content": "Hello"}]}'

      Endpoints: /v1/chat/completions, /v1/completions, /v1/responses, /v1/embeddings, /v1/rerank,
      /v1/models, /v1/messages (Anthropic's), /tokenize, /detokenize, /health, /metrics.

      Requests run side by side, and share what was computed of prompts that begin alike. Answers can
      be held to a JSON Schema (response_format), and calls of tools always fit their parameters.

      The model's name is that of its file, unless --alias names another. Clients that ask for another
      model get an error, unless --any-model is given.

      Several models: --model several times, each with its file's name or as NAME=PATH.

        tern serve --model chat.gguf --model vectors=bge-m3.gguf

      All files are opened at the start, and the first model is loaded, while /health has the status
      503; a file that is no model ends the server with status 1. The other models are loaded by the
      first request for them. A request that names no model gets the first. Where one more model would
      not fit into --model-bytes, those that nobody uses are unloaded, the one that was used longest ago
      first; where all are in use, the request waits until one is free, for --queue-timeout at most.
      /v1/models tells which are loaded.

      --slots-dir keeps what was computed of conversations: it is written when the server ends, in what
      is left of --grace but for a second at least, and when a model is unloaded, the last used
      conversations first; it is read when the model is loaded. Nobody else may read the files; what is
      damaged or of another model is skipped with a line. Requests with a cache_salt leave nothing there. --snapshot computes a system prompt, or a
      session that 'tern chat' has saved, before /health says that the server is ready.

      Clients must give one of the keys, where there are any: of --api-key, of the lines of
      --api-key-file, or of TERN_API_KEY in the environment. Without a key the server listens on
      addresses of this machine only, unless --insecure is given.

      SIGTERM and SIGINT end the server: /health says so at once, requests are taken for --lameduck
      seconds more, answers may take --grace seconds more. A second signal ends it at once.

      Every request is a line on standard error, without what was asked or answered; --log-bodies adds
      both, and so writes all that clients say and get where logs go. --verbose adds the time for the
      prompt, and how many tokens were forced, drafted and accepted.

      --json prints {model, models, address, port, url, metrics} when the server listens.
      """,
    ServeArguments()
  ) { arguments in
    try await RunningServer(arguments).run()
  }
}
