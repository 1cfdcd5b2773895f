"""The REST contract as msgspec Structs: every Czech name of the wire lives in this room."""
