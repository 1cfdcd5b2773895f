"""The REST contract as msgspec Structs: every Czech name of the wire is in this package."""
