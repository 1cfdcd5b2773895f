"""The description of the REST API (OpenAPI 3.1) and the page that people read it on.

Paths and schemas come from the operations and from `wire/`, texts in both languages from `texts.toml`,
examples from `examples.json`, which holds real answers of the demo.
"""
