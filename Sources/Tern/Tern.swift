/// Sessions and local models come with the library's own name.
@_exported import TernLocal
@_exported import TernSession
