"""What every face asks for: services, search pages, details, VAT batches, relations, freshness."""
