"""The web site: server-rendered pages in Czech and English over the same data as the REST API."""
