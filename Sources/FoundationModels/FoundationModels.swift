// Apple's Foundation brings Observation along, and models of views rely on it.
@_exported import Observation
/// The name under which sources written for Apple's framework find Tern.
@_exported import Tern
