"""Soupis: Czech state registers of companies in one database, served by REST, MCP and a web site."""

__version__ = "0.2.0"
