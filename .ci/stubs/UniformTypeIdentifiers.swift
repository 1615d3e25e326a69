// Tern has the type itself where Apple's module is missing.
@_exported import struct TernSession.UTType
