import Glibc

// What Embedded Swift lacks of the modules that the tests' support imports.

func log(_ x: Float) -> Float { logf(x) }
func cos(_ x: Float) -> Float { cosf(x) }
