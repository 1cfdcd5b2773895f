"""Migrations of the tables of accounts and connected applications, apart from those of the registers."""
