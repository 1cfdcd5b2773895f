"""Publish: decide what is shown of the stored rows, build the documents and log what changed."""
