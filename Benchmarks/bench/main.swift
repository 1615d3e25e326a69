print("tern-bench")
