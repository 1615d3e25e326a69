/// The name under which sources written for Apple's framework find Tern.
@_exported import Tern
